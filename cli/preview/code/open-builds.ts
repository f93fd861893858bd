// Incremental builds of esbuild. A build runs again only if one of its files has changed.

import { extname } from 'node:path';
import {
  type BuildContext,
  type BuildOptions,
  type BuildResult,
  context,
  type TransformOptions,
  type TransformResult,
  transform,
} from 'esbuild';

/** Paths of changed files, relative to the project; null if files were added or removed, which can change what imports resolve to. */
export type ChangedFiles = ReadonlySet<string> | null;

/** The open builds, identified by entry and format. `touch` must not be called during a `run`. */
export interface OpenBuilds {
  /** Marks the builds of changed files as outdated. */
  readonly touch: (changed: ChangedFiles) => void;
  /** The result of a build. Builds again if it is outdated. @throws the error of esbuild. */
  readonly run: (options: BuildOptions) => Promise<BuildResult>;
  /** Transforms a text. The last result is cached. */
  readonly transform: (text: string | Uint8Array, options?: TransformOptions) => Promise<TransformResult>;
  readonly close: () => Promise<void>;
}

interface OpenBuild {
  readonly context: BuildContext;
  /** Text of an entry that is not a file. */
  readonly text: string | undefined;
  /** Extensions of files that this build ignores. */
  readonly ignored: readonly string[];
  /** Null if it is outdated. */
  result: BuildResult | null;
}

/** Creates an empty set of builds. */
export function createOpenBuilds(): OpenBuilds {
  const builds = new Map<string, OpenBuild>();
  let last: { readonly text: string | Uint8Array; readonly result: Promise<TransformResult> } | null = null;
  return {
    touch: (changed) => {
      for (const build of builds.values()) if (isOutdated(build, changed)) build.result = null;
    },
    run: async (options) => {
      const key = JSON.stringify([options.entryPoints, options.stdin?.sourcefile, options.format]);
      const open = builds.get(key);
      const text = options.stdin?.contents?.toString();
      const build = open !== undefined && open.text === text ? open : await openBuild(options);
      if (build !== open) await open?.context.dispose();
      builds.set(key, build);
      build.result ??= await build.context.rebuild();
      return build.result;
    },
    transform: (text, options) => {
      if (last?.text !== text) last = { text, result: transform(text, options) };
      return last.result;
    },
    close: async () => {
      for (const build of builds.values()) await build.context.dispose();
    },
  };
}

async function openBuild(options: BuildOptions): Promise<OpenBuild> {
  const ignored = Object.entries(options.loader ?? {}).flatMap(([name, loader]) => (loader === 'empty' ? [name] : []));
  return { context: await context(options), text: options.stdin?.contents?.toString(), ignored, result: null };
}

function isOutdated({ result, ignored }: OpenBuild, changed: ChangedFiles): boolean {
  const inputs = result?.metafile?.inputs;
  if (changed === null || inputs === undefined) return true;
  return changed.values().some((file) => inputs[file] !== undefined && !ignored.includes(extname(file)));
}
