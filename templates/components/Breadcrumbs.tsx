// The trail from the home page to this one. A trail of one is no trail.

import type { ReactNode } from 'react';
import { langOf, useWords, type WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { KnownHtml } from '../markup.ts';
import type { PageInput } from '../page-input.ts';
import './Breadcrumbs.css';

export function Breadcrumbs({ items }: { readonly items: PageInput['breadcrumbs'] }): ReactNode {
  const words = useWords();
  return items.length < 2 ? null : <Trail itemsHtml={fillTrail(items, words).html} />;
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

/** The items, and where they lead. A trail stands on every page: as text it costs next to nothing. */
export function fillTrail(items: PageInput['breadcrumbs'], words: WordsContextValue): KnownHtml {
  const { wordsLang } = words;
  const links: string[] = [];
  let html = '';
  for (const { name, href, languageTag } of items) {
    const lang = wordsLang === undefined ? langOf(words, languageTag) : languageTag;
    const start = lang === undefined ? '<li>' : `<li lang="${escapeLikeReact(lang)}">`;
    const text = escapeLikeReact(name);
    const isLast = links.length === items.length - 1;
    if (isLast) html += `${start}<span aria-current="page">${text}</span></li>`;
    else {
      html += `${start}<a href="${escapeLikeReact(href)}">${text}</a></li>`;
      links.push(href);
    }
  }
  return { html, links, ids: [] };
}
