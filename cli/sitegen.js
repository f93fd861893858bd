#!/usr/bin/env node
// Plain JavaScript that any Node can read: checks the version, turns the compile cache on, starts the program.

import module from 'node:module';
import process from 'node:process';

const NEEDED_MAJOR = 26;

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  process.stderr.write(
    `sitegen needs Node ${NEEDED_MAJOR} or newer, this is Node ${process.versions.node}.\n` +
      'It is installed with the project: run "npm ci", then "npx sitegen" or "npm run build", which put it first.\n',
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache?.();
  const { main } = await import('./main.ts');
  await main();
}
