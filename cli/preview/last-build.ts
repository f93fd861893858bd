// What a page says that the last build did not, and the other way round: text by text, as an editor reads it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOutPath } from '../paths/out-path.ts';

/** How a page differs from the last build's. */
export interface BuildComparison {
  readonly state: 'same' | 'changed' | 'new' | 'gone' | 'no-build';
  /** Texts, in the order of the page; few where there are many. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const MAX_TEXTS = 20;
const NOTHING = { added: [], removed: [] } as const;

/** Compares a page with the file of the last build. An error page stands for a page that may have been there. */
export function compareWithBuild(
  outDir: string,
  outFile: string | null,
  page: { readonly html: string; readonly status: number },
): BuildComparison {
  if (!existsSync(join(outDir, '404.html')) && !existsSync(join(outDir, 'index.html')))
    return { state: 'no-build', ...NOTHING };
  if (page.status !== 200 || outFile === null || !isOutPath(outFile)) return { state: 'same', ...NOTHING };
  const file = join(outDir, outFile);
  if (!existsSync(file)) return { state: 'new', ...NOTHING };
  const before = readFileSync(file, 'utf8');
  if (before === page.html) return { state: 'same', ...NOTHING };
  const [last, now] = [listTexts(before), listTexts(page.html)];
  const [lastSet, nowSet] = [new Set(last), new Set(now)];
  return {
    state: 'changed',
    added: now.filter((text) => !lastSet.has(text)).slice(0, MAX_TEXTS),
    removed: last.filter((text) => !nowSet.has(text)).slice(0, MAX_TEXTS),
  };
}

/** What is between tags, and what tags say in their attributes where that is shown or followed. */
function listTexts(html: string): readonly string[] {
  const shown = html
    .replaceAll(/<(?!meta\b|link\b|a\b|img\b|title\b|script\b|source\b)[^>]*>/g, '\n')
    .split(/\n|(?=<)|(?<=>)/);
  return shown.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith('</'));
}
