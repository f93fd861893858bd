// Bundles the shared modules of the client into one file. By default, esbuild creates a file for each set of entry points with a common
// module, which would be a dozen requests of 200 bytes. If every entry point imports all shared modules, there is only one set.

import { readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/** They may import only each other. Each shared module that is missing here is another request; a test counts the files. */
const SHARED = [
  'config/constants.ts',
  'client/chunks.ts',
  'client/client-config.ts',
  'client/islands/registry.ts',
  'client/links/carry-query.ts',
  'client/links/fragment.ts',
  'client/links/links.ts',
  'client/navigation/load-page.ts',
  'client/navigation/page-cache.ts',
  'client/redirects/redirect-map.ts',
  'client/storage.ts',
  'client/third-parties/consent.ts',
  'client/third-parties/load-script.ts',
  'client/wait.ts',
];

/** Adds imports of the shared modules to all other modules of the client. */
export function shareCore(projectDir: string): Plugin {
  return {
    name: 'share-core',
    setup: (build) =>
      build.onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, ({ path }) => {
        if (SHARED.includes(relative(projectDir, path).replaceAll('\\', '/'))) return null;
        const imports = SHARED.map(
          (file) => `import ${JSON.stringify(specifierOf(dirname(path), join(projectDir, file)))};`,
        );
        const loader = extname(path) === '.tsx' ? 'tsx' : 'ts';
        // At the end, so that line numbers do not change.
        return { contents: `${readFileSync(path, 'utf8')}\n${imports.join('')}`, loader };
      }),
  };
}

/** Relative, so that the bundle is the same on every machine. */
function specifierOf(fromDir: string, file: string): string {
  const path = relative(fromDir, file).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}
