#!/usr/bin/env -S node --v8-pool-size=0
// Plain JavaScript that any Node can read: checks the version, turns the compile cache on, starts the program. The flag gives
// V8 a thread a core beside this one to clean heaps and compile on: its usual four take cores from each other and from those of
// a build where there are two. It can only be said at the start; "node cli/sitegen.js" works without it, and takes longer.

import { realpathSync } from 'node:fs';
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
 * Most of the modules of a run are named by ours, with their whole name, or by zod: Node need not look up links, folders and
 * packages for each of 700 imports. And of zod's texts in 50 languages, a module each, nobody asks for any but English, which
 * has its own door.
 */
function shortenLoading() {
  const project = new URL('../', import.meta.url).href;
  const isOurs = (href) => href.startsWith(project) && !href.includes('/node_modules/');
  const places = new Map();
  /** What is not there, or behind a link, Node looks up: it says who asked for it, and what is there may not be ours. */
  const isPlace = (href) => {
    if (!places.has(href)) places.set(href, isRealPath(fileURLToPath(href)));
    return places.get(href);
  };
  module.registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = '' } = context;
      if (specifier.startsWith('.')) {
        if (specifier.endsWith('.ts') && isOurs(parentURL)) {
          const { href } = new URL(specifier, parentURL);
          if (isOurs(href) && isPlace(href)) return { url: href, format: 'module-typescript', shortCircuit: true };
        }
        if (specifier.endsWith('.js') && parentURL.includes('/node_modules/zod/')) {
          const isTexts = specifier === '../locales/index.js';
          const url = isTexts ? 'data:text/javascript,' : new URL(specifier, parentURL).href;
          return { url, format: 'module', shortCircuit: true };
        }
      }
      return next(specifier, context);
    },
  });
}

function isRealPath(path) {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}
