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

interface OpenBuild {
  readonly context: BuildContext;
  /** Text of an entry that is not a file. */
  readonly text: string | undefined;
  /** Extensions of files that this build ignores. */
  readonly ignored: readonly string[];
  /** Null if it is outdated. */
  result: BuildResult | null;
}

export type OpenBuilds = ReturnType<typeof createBuilds>;

/** The open builds. `touch` must not be called during a `run`. */
export function createBuilds() {
  /** By entry and format. */
  const builds = new Map<string, OpenBuild>();
  let last: { readonly text: string | Uint8Array; readonly result: Promise<TransformResult> } | null = null;
  return {
    /** Marks the builds of changed files as outdated. */
    touch: (changed: ChangedFiles) => {
      for (const build of builds.values()) if (isOutdated(build, changed)) build.result = null;
    },
    /** The result of a build. Builds again if it is outdated. @throws the error of esbuild. */
    run: async (options: BuildOptions): Promise<BuildResult> => {
      const key = JSON.stringify([options.entryPoints, options.stdin?.sourcefile, options.format]);
      const text = options.stdin?.contents?.toString();
      let build = builds.get(key);
      if (build === undefined || build.text !== text) {
        const loaders = Object.entries(options.loader ?? {});
        const ignored = loaders.flatMap(([name, loader]) => (loader === 'empty' ? [name] : []));
        await build?.context.dispose();
        build = { context: await context(options), text, ignored, result: null };
        builds.set(key, build);
      }
      build.result ??= await build.context.rebuild();
      return build.result;
    },
    /** Transforms a text. The last result is cached. */
    transform: (text: string | Uint8Array, options?: TransformOptions): Promise<TransformResult> => {
      if (last?.text !== text) last = { text, result: transform(text, options) };
      return last.result;
    },
    close: async () => {
      for (const build of builds.values()) await build.context.dispose();
    },
  };
}

function isOutdated({ result, ignored }: OpenBuild, changed: ChangedFiles): boolean {
  const inputs = result?.metafile?.inputs;
  if (changed === null || inputs === undefined) return true;
  return changed.values().some((file) => inputs[file] !== undefined && !ignored.includes(extname(file)));
}
