// The data folder of the peers: `pages/{n}.json` of a thousand pages each and `shared.json` for the JavaScript tools,
// `content/{n}/{m}.html` with front matter and `data/shared.json` for Hugo.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPageDescriber } from './describe-page.ts';
import type { PlannedInput } from './plan-pages.ts';
import type { PlannedPage } from './planned-page.ts';

const PAGES_A_FILE = 1000;

/** Writes both forms. Returns how many pages there are. */
export async function writeData(folder: string, planned: AsyncIterable<PlannedInput>): Promise<number> {
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
  for await (const page of planned) {
    pages.push(describe(page));
    if (pages.length === PAGES_A_FILE) flush();
  }
  if (pages.length > 0) flush();
  const sharedText = JSON.stringify(Object.fromEntries(shared));
  writeFileSync(join(folder, 'shared.json'), sharedText);
  writeFileSync(join(folder, 'data/shared.json'), sharedText);
  return count;
}

/** Hugo's own form: JSON front matter, then the body, in a folder of a thousand files. */
function writeHugoContent(folder: string, pages: readonly PlannedPage[]): void {
  mkdirSync(folder);
  for (const [index, { html, ...page }] of pages.entries()) {
    const frontMatter = { url: page.path, type: page.template, title: page.head.title, page };
    writeFileSync(join(folder, `${index}.html`), `${JSON.stringify(frontMatter, null, 1)}\n\n${html}`);
  }
}
