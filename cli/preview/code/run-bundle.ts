// Runs bundled code in this process. A bundle is CommonJS: unlike an imported module it is garbage-collected when it is
// replaced, so that edits do not fill the memory. Packages are left outside and loaded once.

import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Plugin } from 'esbuild';
import { requirePackage } from '../../files/project.ts';

type Require = (name: string) => unknown;

/** Names packages in a bundle by their files, and leaves them to Node. Styles and fonts of packages are bundled. */
export const leavePackages: Plugin = {
  name: 'leave-packages',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isCode = kind === 'import-statement' || kind === 'dynamic-import' || kind === 'require-call';
      if (!isCode || path.startsWith('node:')) return null;
      const file = requirePackage.resolve(path);
      return /\.[cm]?js$/.test(file) ? { path: file, external: true } : null;
    });
  },
};

/** Runs a bundle on the disk, whose source map Node finds beside it. */
export function runFile(file: string): unknown {
  // No entry in Node's cache of modules, so that the bundle can be collected.
  const require = createRequire(file);
  const loaded: unknown = require(file);
  delete require.cache[file];
  return loaded;
}

/** Compiles a bundle once and runs it as often as wanted, each time with other modules: what ran before is fast. */
export function compileBundle(code: string, name: string): (require: Require) => unknown {
  const run = compileFunction(code, ['require', 'module', 'exports'], { filename: name });
  return (require) => {
    const module = { exports: {} };
    run(require, module, module.exports);
    return module.exports;
  };
}

/** Loads a package. Of a module whose default export is a function, bundled code expects that function with the other exports on it. */
export function requireForBundle(file: string): unknown {
  const loaded: unknown = requirePackage(file);
  const isModule = Object.prototype.toString.call(loaded) === '[object Module]';
  if (!isModule || typeof loaded !== 'object' || loaded === null || !('default' in loaded)) return loaded;
  const { default: own, ...names } = loaded;
  return typeof own === 'function' ? Object.assign((...args: readonly unknown[]) => own(...args), names) : loaded;
}
