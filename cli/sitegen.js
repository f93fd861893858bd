#!/usr/bin/env -S node --v8-pool-size=0 --initial-heap-size=256
// Plain JavaScript that any Node can read: checks the version, turns the compile cache on, starts the program. The first flag gives
// V8 a thread a core beside this one to clean heaps and compile on: its usual four take cores from each other and from those of
// a build where there are two. The second one, in MB, is how far a heap grows before all of it is cleaned for the first time: what
// builds of 10,000 pages hold stays below. Both can only be said at the start; "node cli/sitegen.js" works without them, and takes longer.

import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// This heap has its room. With settings that are not V8's own, Node could use nothing of what it brings compiled of its modules.
setFlagsFromString('--initial-heap-size=0');

const NEEDED_MAJOR = 26;
const PLATFORM = `${process.platform}-${process.arch}`;
/** Those of `optionalDependencies` in package.json. */
const HAS_PACKAGE = ['linux-x64', 'linux-arm64', 'darwin-arm64'].includes(PLATFORM);

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  process.stderr.write(
    `sitegen needs Node ${NEEDED_MAJOR} or newer, this is Node ${process.versions.node}.\n` +
      (HAS_PACKAGE
        ? 'It is installed with the project: run "npm ci", then "npx sitegen" or "npm run build", which put it first.\n'
        : `The project brings none for ${PLATFORM}: install Node ${NEEDED_MAJOR} from nodejs.org, and try again.\n`),
  );
  process.exitCode = 2;
} else {
  keepCompiledCode();
  const { main } = await import('./main.ts');
  await main();
  // A build turns it off. With settings that are not V8's own, the next start could use nothing of what was compiled.
  setFlagsFromString('--turbofan');
}

/**
 * Code is compiled once, here and in threads, which learn of the folder from the environment. It lies in the project's own
 * folder for what builds keep, so that each copy of the project has its own, and a CI that keeps that folder keeps it too.
 * NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 none.
 */
function keepCompiledCode() {
  const folder = process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../.sitegen/code/', import.meta.url));
  // Where that cannot be written, the folder for temporary files.
  const directory = module.enableCompileCache(folder).directory ?? module.enableCompileCache().directory;
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
}
