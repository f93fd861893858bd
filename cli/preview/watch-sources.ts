// Watches what a preview is made of: templates, client, locales, config and local content. Changes that come together
// are one change. No change is lost while the one before is handled.

import { sep } from 'node:path';
import { watch } from 'chokidar';
import { errorMessage } from '../errors.ts';
import type { Report } from '../report/report-event.ts';

/** What changed since the last time. */
export interface SourceChange {
  /** Paths relative to the project, '/' between parts. */
  readonly files: ReadonlySet<string>;
  /** Files came or went, so that imports may mean others than before. */
  readonly isStructural: boolean;
}

const WATCHED = ['templates', 'client', 'locales', 'config', 'content', 'site.config.ts'];
/** An editor that saves several files, or one in pieces, is done after this time. */
const TOGETHER_MS = 4;
/** Two events of one replaced file come within this time. */
const ATOMIC_MS = 20;

/** What is watched, and what runs after a change. */
interface WatchOptions {
  readonly project: string;
  /** Runs once at a time. */
  readonly onChange: (change: SourceChange) => Promise<void>;
  readonly report: Report;
}

/** Starts watching. Resolves when every folder is watched. */
export async function watchSources({ project, onChange, report }: WatchOptions) {
  const watcher = watch(WATCHED, { cwd: project, atomic: ATOMIC_MS, ignoreInitial: true });
  const changes = collectChanges(onChange);
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    changes.note(path.split(sep).join('/'), event !== 'change');
  });
  watcher.on('error', (cause) =>
    report({ kind: 'log', level: 'warning', text: `Changes of files may go unseen: ${errorMessage(cause)}` }),
  );
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    close: async () => {
      changes.stop();
      await watcher.close();
      await changes.settle();
    },
  };
}

/** Passes on changes that come together as one, one time after the other. */
function collectChanges(onChange: WatchOptions['onChange']) {
  let files = new Set<string>();
  let isStructural = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const passOn = () => {
    const change = { files, isStructural };
    files = new Set();
    isStructural = false;
    running = running.then(() => onChange(change));
  };
  return {
    note: (file: string, isNewOrGone: boolean) => {
      files.add(file);
      isStructural ||= isNewOrGone;
      clearTimeout(timer);
      timer = setTimeout(passOn, TOGETHER_MS);
    },
    stop: () => clearTimeout(timer),
    settle: () => running,
  };
}
