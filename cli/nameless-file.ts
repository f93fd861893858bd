// Files of one build that nobody has to delete: what does not fit into memory lies there, and is gone with the process.

import { randomUUID } from 'node:crypto';
import { mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Opens a new file in a folder, which is made. The file has no name any more when this returns. */
export function openNamelessFile(folder: string): number {
  mkdirSync(folder, { recursive: true });
  const name = join(folder, `${randomUUID()}.tmp`);
  const descriptor = openSync(name, 'wx+');
  rmSync(name);
  return descriptor;
}
