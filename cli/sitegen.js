#!/usr/bin/env node
// Plain JavaScript that any Node can read: checks the version, turns the compile cache on, starts the program.

import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

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
