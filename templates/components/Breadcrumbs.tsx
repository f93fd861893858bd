// The trail from the home page to this one. A trail of one is no trail.

import type { ReactNode } from 'react';
import { langOf, useWords, type WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { KnownHtml } from '../markup.ts';
import type { PageInput } from '../page-input.ts';
import './Breadcrumbs.css';

type Breadcrumb = PageInput['breadcrumbs'][number];

export function Breadcrumbs({ items }: { readonly items: PageInput['breadcrumbs'] }): ReactNode {
  const words = useWords();
  return items.length < 2 ? null : <Trail itemsHtml={printTrail(items, words)} />;
}

/** The trail around its items. */
export function Trail({ itemsHtml }: { readonly itemsHtml: string }): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <nav className="breadcrumbs" aria-label={t('common.breadcrumbs')} lang={wordsLang}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: every text of it is escaped */}
      <ol className="breadcrumbs__list" dangerouslySetInnerHTML={{ __html: itemsHtml }} />
    </nav>
  );
}

/** A trail stands on every page: as text its items cost next to nothing. */
function printTrail(items: PageInput['breadcrumbs'], words: WordsContextValue): string {
  const { wordsLang } = words;
  const langOfItem = (languageTag: string) => (wordsLang === undefined ? langOf(words, languageTag) : languageTag);
  const last = items.length - 1;
  return items.map((item, index) => printItem(item, langOfItem(item.languageTag), index === last)).join('');
}

/** The same, and where it leads. */
export function fillTrail(items: PageInput['breadcrumbs'], words: WordsContextValue): KnownHtml {
  return { html: printTrail(items, words), links: items.slice(0, -1).map(({ href }) => href), ids: [] };
}

function printItem({ name, href }: Breadcrumb, lang: string | undefined, isLast: boolean): string {
  const text = escapeLikeReact(name);
  const start = lang === undefined ? '<li>' : `<li lang="${escapeLikeReact(lang)}">`;
  if (isLast) return `${start}<span aria-current="page">${text}</span></li>`;
  return `${start}<a href="${escapeLikeReact(href)}">${text}</a></li>`;
}
