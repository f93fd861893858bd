// Builds of esbuild that stay open: what did not change is not read again.

import { extname } from 'node:path';
import type { BuildContext, BuildOptions, BuildResult } from 'esbuild';

/** Paths relative to the project of files that changed; null where that is not known, or files came and went. */
export type ChangedFiles = ReadonlySet<string> | null;

/** Builds of one bundler, each known by its entry and format. */
export interface OpenBuilds {
  /** Files changed: builds that read them are old. */
  readonly touch: (changed: ChangedFiles) => void;
  /** The result of a build, made anew where it is old. @throws what esbuild throws. */
  readonly run: (options: BuildOptions) => Promise<BuildResult>;
  /** The last good result, old or not; a new one where there is none. @throws what esbuild throws. */
  readonly runOnce: (options: BuildOptions) => Promise<BuildResult>;
  readonly close: () => Promise<void>;
}

interface OpenBuild {
  /** Extensions of files that it only names. */
  readonly named: readonly string[];
  /** Of an entry that is no file: another text is another build. */
  readonly text: string | undefined;
  readonly context: Promise<BuildContext>;
  /** The running one and those that wait for it: esbuild gives one that waits the result of the running one. */
  queue: Promise<unknown>;
  last: BuildResult | null;
  isOld: boolean;
}

/** Starts without builds. */
export function createOpenBuilds(): OpenBuilds {
  const builds = new Map<string, OpenBuild>();
  const find = (options: BuildOptions): OpenBuild => {
    const key = JSON.stringify([options.entryPoints, options.stdin?.sourcefile, options.format]);
    const text = options.stdin?.contents?.toString();
    const known = builds.get(key);
    if (known?.text === text && known !== undefined) return known;
    // One that could not be opened has told so whoever ran it.
    if (known !== undefined) void known.queue.then(() => dispose(known)).catch(() => undefined);
    const build = {
      named: Object.entries(options.loader ?? {}).flatMap(([name, loader]) => (loader === 'empty' ? [name] : [])),
      text,
      context: openContext(options),
      queue: Promise.resolve(),
      last: null,
      isOld: true,
    };
    builds.set(key, build);
    return build;
  };
  return {
    touch: (changed) => {
      for (const build of builds.values()) build.isOld ||= isTouched(build, changed);
    },
    run: (options) => runNext(find(options)),
    runOnce: async (options) => {
      const build = find(options);
      return build.last ?? runNext(build);
    },
    close: async () => {
      for (const build of builds.values()) await dispose(build);
    },
  };
}

async function dispose({ context }: OpenBuild): Promise<void> {
  await (await context).dispose();
}

async function openContext(options: BuildOptions): Promise<BuildContext> {
  const { context } = await import('esbuild');
  return context(options);
}

function isTouched({ last, named }: OpenBuild, changed: ChangedFiles): boolean {
  const inputs = last?.metafile?.inputs;
  if (changed === null || inputs === undefined) return true;
  return changed.values().some((file) => inputs[file] !== undefined && !named.includes(extname(file)));
}

function runNext(build: OpenBuild): Promise<BuildResult> {
  const result = build.queue.then(() => rebuild(build));
  build.queue = result.catch(() => undefined);
  return result;
}

async function rebuild(build: OpenBuild): Promise<BuildResult> {
  if (build.last !== null && !build.isOld) return build.last;
  // A file that changes from here on makes it old again.
  build.isOld = false;
  try {
    build.last = await (await build.context).rebuild();
    return build.last;
  } catch (cause) {
    build.isOld = true;
    throw cause;
  }
}
