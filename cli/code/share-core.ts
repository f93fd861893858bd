// Modules that the core of every page shares with its parts, in one file. esbuild makes a file for each set of parts that
// have a module in common, which would be a dozen requests of 200 bytes; where every part names all of them, the set is one.

import { readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/** They import each other and nothing else. One that is missing here costs a request, no more; a test counts the files. */
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
  'client/third-parties/load-script.ts',
  'client/wait.ts',
];

/** Lets every other module of the client name the shared ones. */
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
        // Behind the code, so that its lines keep their numbers.
        return { contents: `${readFileSync(path, 'utf8')}\n${imports.join('')}`, loader };
      }),
  };
}

/** Relative, so that the bytes are those of every machine. */
function specifierOf(fromDir: string, file: string): string {
  const path = relative(fromDir, file).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}
