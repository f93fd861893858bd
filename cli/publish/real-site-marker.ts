// A file beside the out folder that says that it holds a real site, for builds whose cache folder is another one.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from './output-places.ts';

const MARKER = 'real-site.txt';

/** Notes the origin of the real site that is about to be written to the out folder. */
export function markRealSite(outDir: string, cacheDir: string, origin: string): void {
  writeFileSync(join(findPlaces(outDir, cacheDir).sideDir, MARKER), `${origin}\n`);
}

/** The origin of the real site in an out folder; null where it is empty, or holds something else. */
export function findRealSite(outDir: string, cacheDir: string): string | null {
  const file = join(findPlaces(outDir, cacheDir).sideDir, MARKER);
  const isMarked = existsSync(file) && existsSync(outDir) && readdirSync(outDir).length > 0;
  return isMarked ? readFileSync(file, 'utf8').trim() : null;
}
