// A process that is killed at an exact step: after so many changes, nothing that it does reaches the disk any more.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CHANGES = [
  'mkdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'copyFileSync',
  'writeFileSync',
  'writeSync',
] as const;

/** Runs something whose changes after the first `steps` are lost, and any error. Returns the number of changes that it tried. */
export async function freezeAfter(steps: number, run: () => Promise<unknown>): Promise<number> {
  const real = { ...fs };
  let tried = 0;
  const count = () => {
    tried += 1;
    if (tried > steps) throw Object.assign(new Error('The process was killed.'), { code: 'EKILLED' });
  };
  for (const name of CHANGES) {
    const call = real[name] as (...args: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        count();
        return call(...args);
      },
    });
  }
  const openSync: typeof fs.openSync = (path, flags, mode) => {
    if (String(flags).startsWith('w')) count();
    return real.openSync(path, flags, mode);
  };
  Object.assign(fs, { openSync });
  syncBuiltinESMExports();
  try {
    await run().catch(() => {});
    return tried;
  } finally {
    for (const name of [...CHANGES, 'openSync'] as const) Object.assign(fs, { [name]: real[name] });
    syncBuiltinESMExports();
  }
}
