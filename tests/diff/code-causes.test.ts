// Whether code is named as a cause beside content: two releases in memory, each with its history.

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
}

function release({ code, titles, footer }: Version): SiteSide {
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
      parts: { code, 'props.title': title },
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
