// The sample as the README's first command builds it, once for all acceptance tests. Tests only read it; to change
// something, copy the folder.

import { dirname } from 'node:path';
import { loadSharedSample } from '../../browser/shared-sample.ts';

/** A built site. */
export interface BuiltFolder {
  /** What the command was run in: holds `out/` and `.sitegen/`. */
  readonly folder: string;
  readonly outDir: string;
}

/** The built sample. */
export async function loadSample(): Promise<BuiltFolder> {
  const outDir = await loadSharedSample();
  return { folder: dirname(outDir), outDir };
}
