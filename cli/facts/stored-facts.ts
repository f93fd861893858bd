// Reads the facts of pages on disk, for checks that need more than the brief of a page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { outFileOf } from '../paths/site-path.ts';
import { type FragmentFacts, type PageFacts, parsePageFacts } from './page-facts.ts';

/** Reads the facts of a page without its chrome; null if its file is missing. */
export type ReadFacts = (path: string, chrome: string) => PageFacts | null;

/** Reads each page from the first folder that has it: staging, then the out folder, which has the reused pages. */
export function createFactsReader(
  dirs: readonly string[],
  fragmentFacts: ReadonlyMap<string, FragmentFacts>,
): ReadFacts {
  return (path, chrome) => {
    const html = readFirst(dirs, outFileOf(path));
    const fragment = fragmentFacts.get(chrome);
    if (html === null) return null;
    if (fragment === undefined) throw new Error(`The facts of the chrome ${chrome} are missing.`);
    return parsePageFacts(...cutChrome(html, fragment));
  };
}

const NO_FILE = ['ENOENT', 'ENOTDIR', 'EISDIR'];

function readFirst(dirs: readonly string[], name: string): string | null {
  for (const dir of dirs)
    try {
      return readFileSync(join(dir, name), 'utf8');
    } catch (cause) {
      if (!NO_FILE.includes(systemErrorCode(cause) ?? '')) throw cause;
    }
  return null;
}

const BODY_START = '<body';
const BODY_END = '</body>';
/** Occurs once in a page, because `<` is escaped in texts. */
const MAIN_START = '<main';

/** Head, switcher and `<main>` of a page. */
function cutChrome(html: string, { lengths: [top, afterSwitcher, bottom] }: FragmentFacts): readonly string[] {
  const body = html.indexOf('>', html.indexOf(BODY_START)) + 1;
  const main = html.indexOf(MAIN_START, body);
  return [
    html.slice(0, body),
    html.slice(body + top, main - afterSwitcher),
    html.slice(main, html.lastIndexOf(BODY_END) - bottom),
  ];
}
