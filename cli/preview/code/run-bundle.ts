// Runs bundled code in this process. Bundles are CommonJS, because unlike ES modules they are garbage-collected when they are replaced.
// Packages are external and loaded once.

import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Plugin } from 'esbuild';
import { requirePackage } from '../../files/project.ts';

type Require = (name: string) => unknown;

/** Makes packages external, with the paths of their files. Styles and fonts of packages are bundled. */
export const externalPackages: Plugin = {
  name: 'external-packages',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isCode = kind === 'import-statement' || kind === 'dynamic-import' || kind === 'require-call';
      if (!isCode || path.startsWith('node:')) return null;
      const file = requirePackage.resolve(path);
      return /\.[cm]?js$/.test(file) ? { path: file, external: true } : null;
    });
  },
};

/** Runs a bundle from a file. Node finds its source map next to it. */
export function runFile(file: string): unknown {
  // Removed from the module cache, so that it can be garbage-collected.
  const require = createRequire(file);
  const loaded: unknown = require(file);
  delete require.cache[file];
  return loaded;
}

/** Compiles a bundle. The result runs it, each time with other modules; V8 keeps its optimized code. */
export function compileBundle(code: string, name: string): (require: Require) => unknown {
  const run = compileFunction(code, ['require', 'module', 'exports'], { filename: name });
  return (require) => {
    const module = { exports: {} };
    run(require, module, module.exports);
    return module.exports;
  };
}

/** Loads a package. If its default export is a function, bundled code expects this function with the other exports as properties. */
export function requireForBundle(file: string): unknown {
  const loaded: unknown = requirePackage(file);
  const isModule = Object.prototype.toString.call(loaded) === '[object Module]';
  if (!isModule || typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return loaded;
  const { default: own, ...names } = loaded;
  return typeof own === 'function' ? Object.assign((...args: readonly unknown[]) => own(...args), names) : loaded;
}
