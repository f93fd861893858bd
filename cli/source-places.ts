// Places in the bundled program, told as those of the sources that it was made of: its bundles are gone when somebody reads of
// them in a report.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

const PLACE = /([^\s()]+\.cjs):(\d+):(\d+)/g;

/** The stack of an error. What has no source map beside it is told as it is. */
export function stackOf({ stack }: Error): string | undefined {
  const maps = new Map<string, SourceMap | null>();
  return stack?.replace(PLACE, (place: string, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, loadMap(file));
    const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function loadMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return null; // None was made of it, or it is gone.
  }
}
