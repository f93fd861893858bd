// Watches the sources of the site, local content and public files. Combines simultaneous changes, and does not lose changes while an
// earlier one is being handled.

import { sep } from 'node:path';
import { watch } from 'chokidar';
import pLimit from 'p-limit';
import { errorMessage } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import type { Report } from '../report/report-event.ts';
import { DECISIONS } from '../translations/decisions.ts';

export interface SourceChange {
  /** Relative to the project, with '/'. */
  readonly files: ReadonlySet<string>;
  /** Whether files were added or removed, which can change what imports resolve to. */
  readonly isStructural: boolean;
}

const WATCHED = ['templates', 'client', 'locales', 'config', 'content', 'public', 'site.config.ts', DECISIONS];
/** Changes within this time are combined: an editor may save several files, or one in pieces. */
const TOGETHER_MS = 4;
/** The events of a replaced file come within this time. */
const ATOMIC_MS = 20;

interface WatchOptions {
  /** Not called again before it has resolved. */
  readonly onChange: (change: SourceChange) => Promise<void>;
  readonly report: Report;
}

/** Starts watching. Resolves when all folders are watched. */
export async function watchSources({ onChange, report }: WatchOptions) {
  const watcher = watch(WATCHED, { cwd: PROJECT, atomic: ATOMIC_MS, ignoreInitial: true });
  const queue = pLimit(1);
  let files = new Set<string>();
  let isStructural = false;
  let timer: NodeJS.Timeout | undefined;
  const passOn = () => {
    const change = { files, isStructural };
    files = new Set();
    isStructural = false;
    void queue(() => onChange(change));
  };
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    files.add(path.split(sep).join('/'));
    isStructural ||= event !== 'change';
    clearTimeout(timer);
    timer = setTimeout(passOn, TOGETHER_MS);
  });
  watcher.on('error', (cause) =>
    report({ kind: 'log', level: 'warning', text: `File changes may be missed: ${errorMessage(cause)}` }),
  );
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
      await queue(async () => {});
    },
  };
}
