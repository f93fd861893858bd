// Watches what a preview is made of: templates, client, locales, config and local content. Changes that come together
// are told together. Relied on afterwards: no change is lost while the one before is being worked off.

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

/** A running watch. */
export interface SourceWatch {
  /** Resolves when every folder is watched. */
  readonly isReady: Promise<void>;
  readonly close: () => Promise<void>;
}

const WATCHED = ['templates', 'client', 'locales', 'config', 'content', 'site.config.ts'];
/** An editor that saves several files, or one in pieces, is done after this time. */
const TOGETHER_MS = 4;
/** File systems count time in steps. */
const CLOCK_STEP_MS = 20;
/** Two events of one replaced file come within this time. */
const ATOMIC_MS = 20;

/** What is watched, and who is told. */
interface WatchOptions {
  readonly project: string;
  /** Milliseconds since 1970: files that changed after it, before they were watched, are told, too. */
  readonly since: number;
  /** Files that were read before they were watched, relative to the project: those that are gone since are told, too. */
  readonly known: () => readonly string[];
  /** Runs once at a time. */
  readonly onChange: (change: SourceChange) => Promise<void>;
  readonly report: Report;
}

/** Starts watching. */
export function watchSources({ project, since, known, onChange, report }: WatchOptions): SourceWatch {
  const watcher = watch(WATCHED, { cwd: project, atomic: ATOMIC_MS, alwaysStat: true });
  const changes = collectChanges(onChange);
  let isComplete = false;
  const found = new Set<string>();
  watcher.on('all', (event, path, stats) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    const file = path.split(sep).join('/');
    if (!isComplete) found.add(file);
    if (!isComplete && event === 'add' && (stats === undefined || stats.mtimeMs < since - CLOCK_STEP_MS)) return;
    changes.note(file, event !== 'change');
  });
  watcher.on('error', (cause) =>
    report({ kind: 'log', level: 'warning', text: `Changes of files may go unseen: ${errorMessage(cause)}` }),
  );
  const { promise: isReady, resolve } = Promise.withResolvers<void>();
  watcher.on('ready', () => {
    isComplete = true;
    for (const file of known()) if (isWatched(file) && !found.has(file)) changes.note(file, true);
    found.clear();
    resolve();
  });
  return {
    isReady,
    close: async () => {
      changes.stop();
      await watcher.close();
      await changes.settle();
    },
  };
}

/** Tells changes together that come together, one time after the other. */
function collectChanges(onChange: WatchOptions['onChange']) {
  let files = new Set<string>();
  let isStructural = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const tell = () => {
    timer = null;
    const change = { files, isStructural };
    files = new Set();
    isStructural = false;
    running = running.then(() => onChange(change));
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
  };
  return {
    note: (file: string, isNewOrGone: boolean) => {
      files.add(file);
      isStructural ||= isNewOrGone;
      stop();
      timer = setTimeout(tell, TOGETHER_MS);
    },
    stop,
    settle: () => running,
  };
}

function isWatched(file: string): boolean {
  return WATCHED.some((path) => file === path || file.startsWith(`${path}/`));
}
