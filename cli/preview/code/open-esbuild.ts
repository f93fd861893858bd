// esbuild for a preview: its process stays, and what it collects less often it need not collect while somebody waits.

import process from 'node:process';

/** Percent that its heap may grow before it is collected (Go's GOGC, 100 by itself). */
const HEAP_GROWTH = '400';

/** Loads it; its process starts with the first build. */
export async function openEsbuild(): Promise<typeof import('esbuild')> {
  process.env.GOGC ??= HEAP_GROWTH;
  return import('esbuild');
}
