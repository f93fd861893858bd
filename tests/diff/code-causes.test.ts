// Whether code, words and lists are named as causes: two releases in memory, each with its history.

import { expect, it } from 'vitest';
import type { SiteSide } from '../../cli/diff/folder-side.ts';
import { sha256, shortHash } from '../../cli/files/content-hash.ts';
import type { HistoryRow } from '../../cli/release/release-history.ts';
import { compare, sideOf } from './memory-side.ts';

interface Version {
  readonly code: string;
  /** Titles by name of the page. */
  readonly titles: Readonly<Record<string, string>>;
  readonly footer: string;
  /** Of all pages and their headers. */
  readonly words?: string;
}

function release({ code, titles, footer, words = '' }: Version): SiteSide {
  const pages = Object.entries(titles).map(([name, title]) => {
    const html = `<title>${title}</title><h1>${title}</h1><footer>${footer}</footer>`;
    return { name, title, html };
  });
  const history = pages.flatMap(({ name, title, html }): readonly HistoryRow[] => [
    {
      kind: 'page',
      path: `/${name}/`,
      sha256: sha256(html),
      locale: 'en',
      chrome: '',
      parts: { code, words, chrome: words, 'props.title': title },
      shows: [{ collection: 'pages', id: name, as: 'page' }],
    },
    {
      kind: 'entry',
      collection: 'pages',
      site: 'en',
      id: name,
      digest: title,
      facts: { title, saved: '', fields: { title: shortHash(title) } },
    },
  ]);
  return { ...sideOf(Object.fromEntries(pages.map(({ name, html }) => [`${name}/index.html`, html]))), history };
}

it.each([
  ['not, if it changed no page by itself', 'Imprint', ['content'], []],
  ['if it changed another page by itself', 'Legal notice', ['code', 'content'], ['code']],
])('names code beside an edited entry: %s', async (_, footer, edited, other) => {
  const base = release({ code: '1', titles: { a: 'First', b: 'Second' }, footer: 'Imprint' });
  const head = release({ code: '2', titles: { a: 'Edited', b: 'Second' }, footer });
  const { pages } = await compare(base, head);
  const causesOf = (path: string) => pages.find((page) => page.path === path)?.causes.map(({ kind }) => kind) ?? [];
  expect([causesOf('/a/'), causesOf('/b/')]).toEqual([edited, other]);
});

it('names words of the footer beside an edited entry', async () => {
  const base = release({ code: '1', titles: { a: 'First', b: 'Second' }, footer: 'Imprint', words: '1' });
  const head = release({ code: '1', titles: { a: 'Edited', b: 'Second' }, footer: 'Legal notice', words: '2' });
  const { pages } = await compare(base, head);
  expect(pages.map(({ causes }) => causes.map(({ kind }) => kind))).toEqual([['content', 'words'], ['words']]);
});

it('names no list where a page is gone whose entry is still there', async () => {
  const base = release({ code: '1', titles: { a: 'First', b: 'Second' }, footer: 'Imprint' });
  const { files, ...head } = release({ code: '1', titles: { a: 'Edited', b: 'Second' }, footer: 'Imprint' });
  const { pages } = await compare(base, { ...head, files: new Map([...files].filter(([path]) => path[0] === 'a')) });
  expect(pages.map(({ causes }) => causes.map(({ kind }) => kind))).toEqual([['content'], ['unknown']]);
});
