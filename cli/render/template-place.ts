// Places in the template bundle, told as those of the sources that it was made of.

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const PLACE = /([^\s()]+\.cjs):(\d+):(\d+)/;
const OWN_SOURCE = /(?:templates|locales|client|config)\/.+$/;
/** What calls the templates: a frame there says that React itself threw, and names no template. */
const RENDERER = /^templates\/(?:render-page|bundle|registry|Main)\.tsx?$/;

/** The innermost line of ours in an error's stack: `templates/pages/AboutPage.tsx:12:17`; null where it names none. */
export function findTemplatePlace({ stack = '' }: Error): string | null {
  const maps = new Map<string, SourceMap | null>();
  for (const line of stack.split('\n')) {
    const [, bundle, row, column] = PLACE.exec(line) ?? [];
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
