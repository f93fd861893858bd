// Facts of pages that are on disk already, read from their HTML by whoever asks for more of a page than its brief.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FragmentFacts, type PageFacts, parsePageFacts } from './page-facts.ts';
import { outFileOf } from './site-path.ts';

/** The facts of a page but for its chrome; null where its file is gone. */
export type ReadFacts = (path: string, chrome: string) => PageFacts | null;

/** Reads pages from the first of some folders that has them: staging before the out folder, which pages are taken over in. */
export function createFactsReader(
  dirs: readonly string[],
  fragmentFacts: ReadonlyMap<string, FragmentFacts>,
): ReadFacts {
  return (path, chrome) => {
    const file = dirs.map((dir) => join(dir, outFileOf(path))).find((candidate) => existsSync(candidate));
    const fragment = fragmentFacts.get(chrome);
    if (file === undefined) return null;
    if (fragment === undefined) throw new Error(`No facts of the chrome ${chrome}.`);
    return parsePageFacts(...cutChrome(readFileSync(file, 'utf8'), fragment));
  };
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
