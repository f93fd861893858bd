// Writes a file in one step as seen from outside: whoever finds it finds all of it, even after a process was killed.

import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file beside its place and renames it. @throws what the system says; then nothing of it is left. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, content);
    renameSync(part, file);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}
