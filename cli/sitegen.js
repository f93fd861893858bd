#!/usr/bin/env -S node --v8-pool-size=0 --initial-heap-size=256
// Plain JavaScript that any Node can read: checks the version, turns the compile cache on, starts the program. The first flag gives
// V8 a thread a core beside this one to clean heaps and compile on: its usual four take cores from each other and from those of
// a build where there are two. The second one, in MB, is how far a heap grows before all of it is cleaned for the first time: what
// builds of 10,000 pages hold stays below. Both can only be said at the start; "node cli/sitegen.js" works without them, and takes longer.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// This heap has its room. With settings that are not V8's own, Node could use nothing of what it brings compiled of its modules.
setFlagsFromString('--initial-heap-size=0');

const NEEDED_MAJOR = 26;
/** Whatever keeps the program from being bundled is in its sources, mostly. */
const RETRIED_AFTER_MS = 3_600_000;

if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
  process.stderr.write(
    `sitegen needs Node ${NEEDED_MAJOR} or newer, this is Node ${process.versions.node}.\n` +
      'It is installed with the project: run "npm ci", then "npx sitegen" or "npm run build", which put it first.\n',
  );
  process.exitCode = 2;
} else {
  const codeDir = keepCompiledCode();
  const program = await loadProgram(codeDir);
  const { main } = program?.exports ?? (await import('./main.ts'));
  await main();
  // A build ends without it. What V8 compiled is kept with V8's own settings alone.
  setFlagsFromString('--turbofan');
  await keepProgram(codeDir, program);
}

/**
 * Code is compiled once, here and in threads, which learn of the folder from the environment. It lies in the project's own
 * folder for what builds keep, so that each copy of the project has its own, and a CI that keeps that folder keeps it too.
 * NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 none. Returned is where the program itself may lie.
 */
function keepCompiledCode() {
  const folder = process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../.sitegen/code/', import.meta.url));
  const { directory } = module.enableCompileCache(folder);
  // Where that cannot be written, the folder for temporary files: others write there, too, and no program of theirs is run.
  const kept = directory ?? module.enableCompileCache().directory;
  if (kept !== undefined) process.env.NODE_COMPILE_CACHE ??= kept;
  return directory === undefined ? null : module.getCompileCacheDir();
}

/** The program as one script, where it was bundled of the modules as they are now; else null, as for a text of help. */
async function loadProgram(codeDir) {
  const [, , command = '-'] = process.argv;
  if (codeDir === null || command.startsWith('-') || !existsSync(`${codeDir}/program.json`)) return null;
  const { findProgram } = await import('./kept-program.ts');
  const file = findProgram(codeDir);
  if (file === null) return null;
  const { loadScript } = await import('./load-script.ts');
  return loadScript(file);
}

/**
 * A build leaves the program to the next run, and what was compiled of it. Nobody waits for it to be bundled, and a build that
 * is done does not fail where no process can be started.
 */
async function keepProgram(codeDir, program) {
  if (codeDir === null || process.argv[2] !== 'build' || process.exitCode !== 0) return;
  if (program !== null) {
    program.keepCompiled();
    return;
  }
  if (!mayBundle(codeDir)) return;
  const { spawn } = await import('node:child_process');
  const { href } = new URL('./bundle-program.ts', import.meta.url);
  const code = `import { bundleProgram } from ${JSON.stringify(href)}; await bundleProgram(${JSON.stringify(codeDir)});`;
  try {
    const bundler = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: fileURLToPath(new URL('../', import.meta.url)),
      // It leaves nothing but the program.
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
      detached: true,
      stdio: 'ignore',
    });
    bundler.on('error', () => {});
    bundler.unref();
  } catch {
    // No memory, or no permission, is told of at once.
  }
}

/** Not each build tries what cannot be bundled, or be written. */
function mayBundle(codeDir) {
  try {
    accessSync(codeDir, constants.W_OK);
  } catch {
    return false;
  }
  const failure = statSync(`${codeDir}/program.failed`, { throwIfNoEntry: false });
  return failure === undefined || Date.now() - failure.mtimeMs > RETRIED_AFTER_MS;
}
