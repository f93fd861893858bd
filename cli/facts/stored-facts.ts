// Facts of pages that are on disk, read from their HTML where more of a page is needed than its brief.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outFileOf } from '../paths/site-path.ts';
import { type FragmentFacts, type PageFacts, parsePageFacts } from './page-facts.ts';

/** The facts of a page but for its chrome; null where its file is gone. */
export type ReadFacts = (path: string, chrome: string) => PageFacts | null;

/** Reads pages from the first of some folders that has them: staging before the out folder, which pages are taken over in. */
export function createFactsReader(
  dirs: readonly string[],
  fragmentFacts: ReadonlyMap<string, FragmentFacts>,
): ReadFacts {
  return (path, chrome) => {
    const html = readFirst(dirs, outFileOf(path));
    const fragment = fragmentFacts.get(chrome);
    if (html === null) return null;
    if (fragment === undefined) throw new Error(`No facts of the chrome ${chrome}.`);
    return parsePageFacts(...cutChrome(html, fragment));
  };
}

/** What the system says where there is no such file, or a folder in its place. */
const NO_FILE = ['ENOENT', 'ENOTDIR', 'EISDIR'];

function readFirst(dirs: readonly string[], name: string): string | null {
  for (const dir of dirs)
    try {
      return readFileSync(join(dir, name), 'utf8');
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && NO_FILE.some((code) => code === cause.code))) throw cause;
    }
  return null;
}

const BODY_START = '<body';
const BODY_END = '</body>';
/** A page has one, and nothing that is escaped holds it. */
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
