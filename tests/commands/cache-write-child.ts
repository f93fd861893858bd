// Imported by a build before its own modules: acts in the middle of writing the cache, after the site was published. Kills the
// build there, or fills the disk of the folder that FILL_DISK names.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

const { ACT_AT = '', FILL_DISK } = process.env;

function fillDisk(folder: string): void {
  try {
    for (let taken = 0; ; taken += 1) writeFileSync(join(folder, `filler-${taken}`), Buffer.alloc(4096, 1));
  } catch {
    // It is full.
  }
}

for (const method of ['prepare', 'exec'] as const) {
  const run = DatabaseSync.prototype[method] as (sql: string) => never;
  DatabaseSync.prototype[method] = function (this: DatabaseSync, sql: string) {
    if (sql.trim().startsWith(ACT_AT)) {
      if (FILL_DISK === undefined) process.kill(process.pid, 'SIGKILL');
      else fillDisk(FILL_DISK);
    }
    return run.call(this, sql);
  };
}
