// Watches what a preview is made of: templates, client, locales, config and local content. Changes that come together
// are told together. Relied on afterwards: no change is lost while the one before is being worked off.

import { sep } from 'node:path';
import { watch } from 'chokidar';
import type { Report } from '../report-event.ts';

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
const TOGETHER_MS = 10;
/** Two events of one replaced file come within this time. */
const ATOMIC_MS = 20;

/** Starts watching; `onChange` runs once at a time. */
export function watchSources(
  project: string,
  onChange: (change: SourceChange) => Promise<void>,
  report: Report,
): SourceWatch {
  const watcher = watch(WATCHED, { cwd: project, ignoreInitial: true, atomic: ATOMIC_MS });
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
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    files.add(path.split(sep).join('/'));
    isStructural ||= event !== 'change';
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(tell, TOGETHER_MS);
  });
  watcher.on('error', (cause) =>
    report({
      kind: 'log',
      level: 'warning',
      text: `Changes of files may go unseen: ${cause instanceof Error ? cause.message : String(cause)}`,
    }),
  );
  const { promise: isReady, resolve } = Promise.withResolvers<void>();
  watcher.on('ready', resolve);
  return {
    isReady,
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      await watcher.close();
      await running;
    },
  };
}
