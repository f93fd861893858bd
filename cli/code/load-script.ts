// A bundle that runs as a script, with what V8 compiled for it when it ran last: Node keeps of a module what stands outside of
// functions, and each start would compile every function anew that it calls.

import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import process from 'node:process';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';

/** A script that ran. */
export interface LoadedScript {
  readonly exports: unknown;
  /**
   * Keeps what was compiled of it until now, for the next run, where there is nothing yet that could be read. V8 would not
   * read it with other settings than it has now.
   */
  readonly keepCompiled: () => void;
}

const DIGEST_BYTES = 32;

/**
 * Runs a bundle in CommonJS, without `import()`, whose path changes with its bytes: of these V8 compares the number alone.
 * esbuild prints ASCII but for regular expressions and comments, which stand in UTF-8.
 * @param compiledFile beside it by itself; other threads call other functions.
 */
export function loadScript(file: string, compiledFile = `${file}.compiled`): LoadedScript {
  // What forbids Node to keep compiled code forbids it here, too.
  const isKept = getCompileCacheDir() !== undefined;
  const settings = cachedDataVersionTag();
  const cachedData = isKept ? readCompiled(compiledFile) : undefined;
  const script = new Script(`(function (require, module, exports, __filename) {${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  script.runInThisContext()(createRequire(file), module, module.exports, file);
  const isMissing = cachedData === undefined || script.cachedDataRejected === true;
  return {
    exports: module.exports,
    keepCompiled: () => {
      if (isKept && isMissing && cachedDataVersionTag() === settings)
        writeCompiled(compiledFile, script.createCachedData());
    },
  };
}

/** V8 trusts these bytes, and a process that was killed may have left less of them. */
function readCompiled(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const compiled = bytes.subarray(DIGEST_BYTES);
    return digestOf(compiled).equals(bytes.subarray(0, DIGEST_BYTES)) ? compiled : undefined;
  } catch {
    return undefined; // Nothing was kept yet.
  }
}

/** Others may read or write it at the same time. */
function writeCompiled(file: string, compiled: Buffer): void {
  const beside = `${file}.${process.pid}-${threadId}`;
  try {
    writeFileSync(beside, Buffer.concat([digestOf(compiled), compiled]));
    renameSync(beside, file);
  } catch {
    // A full disk, or a folder that may not be written: the next run compiles again.
  }
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
