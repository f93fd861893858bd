// Writes the input of the peers: `pages/{n}.json` with a thousand pages each and `shared.json` for JavaScript tools,
// `content/{n}/{m}.html` with front matter and `data/shared.json` for Hugo, `rest.json` for tools that plan articles themselves.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES, type LocaleRow } from '../../config/locales.ts';
import { createPageDescriber, describePatternWords } from './describe-page.ts';
import type { PlannedInput } from './plan-pages.ts';
import type { LocalePattern, PlannedPage } from './planned-page.ts';

const PAGES_A_FILE = 1000;

/** Writes all files and returns the number of pages. */
export async function writeData(folder: string, planned: AsyncIterable<PlannedInput>, brand: string): Promise<number> {
  for (const name of ['pages', 'data', 'content']) mkdirSync(join(folder, name), { recursive: true });
  const { describe, shared } = createPageDescriber();
  let files = 0;
  let pages: PlannedPage[] = [];
  let count = 0;
  const flush = () => {
    writeFileSync(join(folder, `pages/${files}.json`), JSON.stringify(pages));
    writeHugoContent(join(folder, `content/${files}`), pages);
    files += 1;
    count += pages.length;
    pages = [];
  };
  const rest = createRest(brand);
  for await (const input of planned) {
    const page = describe(input);
    rest.take(page);
    pages.push(page);
    if (pages.length === PAGES_A_FILE) flush();
  }
  if (pages.length > 0) flush();
  const sharedText = JSON.stringify(Object.fromEntries(shared));
  writeFileSync(join(folder, 'shared.json'), sharedText);
  writeFileSync(join(folder, 'data/shared.json'), sharedText);
  writeFileSync(join(folder, 'rest.json'), JSON.stringify(rest.finish()));
  return count;
}

/** Pages that are neither articles nor list pages, and one of each of those per locale. */
function createRest(brand: string) {
  const ready: PlannedPage[] = [];
  const kinds = new Map<string, PlannedPage>();
  return {
    take: (page: PlannedPage) => {
      const key = `${page.template} ${rowOf(page).locale}`;
      if (page.template === 'ready') ready.push(page);
      else if (!kinds.has(key)) kinds.set(key, page);
    },
    finish: () => ({
      pages: ready,
      locales: [...kinds.values()].flatMap((list): readonly LocalePattern[] => {
        const { site, locale } = rowOf(list);
        const article = kinds.get(`article ${locale}`);
        if (list.template !== 'list' || article === undefined) return [];
        return [{ site, article, list, words: describePatternWords(locale, { languageTag: list.language, brand }) }];
      }),
    }),
  };
}

/** The name of a route ends with its locale. */
function rowOf({ route }: PlannedPage): LocaleRow {
  const row = LOCALES.find(({ locale }) => route.endsWith(`___${locale}`));
  if (row === undefined) throw new Error(`The route ${route} has no locale.`);
  return row;
}

/** JSON front matter and body, in folders of a thousand files. */
function writeHugoContent(folder: string, pages: readonly PlannedPage[]): void {
  mkdirSync(folder);
  for (const [index, { html, ...page }] of pages.entries()) {
    const frontMatter = { url: page.path, type: page.template, title: page.head.title, page };
    writeFileSync(join(folder, `${index}.html`), `${JSON.stringify(frontMatter, null, 1)}\n\n${html}`);
  }
}
