// Leaves packages outside of what the preview's threads run: they are loaded once a thread, before their bundle is made.

import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/** How a bundle names the packages that it loads: as Node's `import` or its `require` wants them. */
type PackageNames = 'urls' | 'files';

/** Leaves packages to Node and adds them to `found`. Styles and fonts of packages are bundled. */
export function leavePackages(options: BuildOptions, names: PackageNames, found: Set<string>): BuildOptions {
  const plugin: Plugin = {
    name: 'leave-packages',
    setup: (build) => {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        const isCode = kind === 'import-statement' || kind === 'dynamic-import' || kind === 'require-call';
        if (!isCode || path.startsWith('node:')) return null;
        const url = import.meta.resolve(path);
        if (!/\.[cm]?js$/.test(url)) return null;
        const name = names === 'urls' ? url : fileURLToPath(url);
        // What is imported on demand need not be there ahead.
        if (kind !== 'dynamic-import') found.add(name);
        // Node's `require` knows no addresses.
        return { path: kind === 'require-call' ? fileURLToPath(url) : name, external: true };
      });
    },
  };
  return { ...options, plugins: [...(options.plugins ?? []), plugin] };
}
