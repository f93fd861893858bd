// Finds the source line of an error in the template bundle.

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const STACK_PLACE = /([^\s()]+\.cjs):(\d+):(\d+)/;
const OWN_SOURCE = /(?:templates|locales|client|config)\/.+$/;
/** These files call the templates. If they come first in a stack, React threw the error, and the template is unknown. */
const RENDERER = /^templates\/(?:render-page|bundle|registry|Main)\.tsx?$/;

/** The first line of our sources in the stack of an error: `templates/pages/AboutPage.tsx:12:17`. Null if there is none. */
export function findTemplateLine({ stack = '' }: Error): string | null {
  const maps = new Map<string, SourceMap | null>();
  for (const line of stack.split('\n')) {
    const [, bundle, row, column] = STACK_PLACE.exec(line) ?? [];
    if (bundle === undefined) continue;
    const map = maps.get(bundle) ?? loadMap(bundle);
    maps.set(bundle, map);
    const origin = map?.findOrigin(Number(row), Number(column));
    if (origin === undefined || !('fileName' in origin) || origin.fileName.includes('node_modules/')) continue;
    const [file] = OWN_SOURCE.exec(origin.fileName) ?? [];
    if (file === undefined || RENDERER.test(file)) return null;
    return `${file}:${origin.lineNumber}:${origin.columnNumber}`;
  }
  return null;
}

function loadMap(bundle: string): SourceMap | null {
  const file = `${bundle}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
