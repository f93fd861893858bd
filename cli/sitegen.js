#!/usr/bin/env -S node --v8-pool-size=0
// Plain JavaScript that any Node can read: checks the version, turns the compile cache on, starts the program. The flag gives
// V8 a thread a core beside this one to clean heaps and compile on: its usual four take cores from each other and from those of
// a build where there are two. It can only be said at the start; "node cli/sitegen.js" works without it, and takes longer.

import { existsSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 26;

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  process.stderr.write(
    `sitegen needs Node ${NEEDED_MAJOR} or newer, this is Node ${process.versions.node}.\n` +
      'It is installed with the project: run "npm ci", then "npx sitegen" or "npm run build", which put it first.\n',
  );
  process.exitCode = 2;
} else {
  keepCompiledCode();
  shortenLoading();
  const { main } = await import('./main.ts');
  await main();
}

/**
 * Code is compiled once, here and in threads, which learn of the folder from the environment. It lies in the project's own
 * folder for what builds keep, so that each copy of the project has its own, and a CI that keeps that folder keeps it too.
 * NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 none.
 */
function keepCompiledCode() {
  const folder = process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../.sitegen/code/', import.meta.url));
  const { directory } = module.enableCompileCache(folder);
  // Where that cannot be written, the folder for temporary files.
  const kept = directory ?? module.enableCompileCache().directory;
  if (kept !== undefined) process.env.NODE_COMPILE_CACHE ??= kept;
}

/**
 * Most of the modules of a run are named by ours, with their whole name: Node need not look up links, folders and packages
 * for each of 250. And of zod's texts in 50 languages, a module each, nobody asks for any but English, which has its own door.
 */
function shortenLoading() {
  const ours = new URL('./', import.meta.url).href;
  module.registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = '' } = context;
      if (specifier.startsWith('.') && specifier.endsWith('.ts') && parentURL.startsWith(ours)) {
        const url = new URL(specifier, parentURL);
        // Of a missing one Node says who asked for it, and what is not of the program may be a link.
        if (url.href.startsWith(ours) && existsSync(url))
          return { url: url.href, format: 'module-typescript', shortCircuit: true };
      }
      if (specifier === '../locales/index.js' && parentURL.includes('/node_modules/zod/'))
        return { url: 'data:text/javascript,', format: 'module', shortCircuit: true };
      return next(specifier, context);
    },
  });
}
