// The trail from the home page to this one. A trail of one is no trail.

import type { ReactNode } from 'react';
import { langOf, useWords, type WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { PageInput } from '../page-input.ts';
import './Breadcrumbs.css';

export function Breadcrumbs({ items }: { readonly items: PageInput['breadcrumbs'] }): ReactNode {
  const words = useWords();
  return items.length < 2 ? null : <Trail itemsHtml={printTrail(items, words)} />;
}

function Trail({ itemsHtml }: { readonly itemsHtml: string }): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <nav className="breadcrumbs" aria-label={t('common.breadcrumbs')} lang={wordsLang}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: every text of it is escaped */}
      <ol className="breadcrumbs__list" dangerouslySetInnerHTML={{ __html: itemsHtml }} />
    </nav>
  );
}

/** As text it costs next to nothing. */
function printTrail(items: PageInput['breadcrumbs'], words: WordsContextValue): string {
  const { wordsLang } = words;
  let html = '';
  for (const [index, { name, href, languageTag }] of items.entries()) {
    const lang = wordsLang === undefined ? langOf(words, languageTag) : languageTag;
    const start = lang === undefined ? '<li>' : `<li lang="${escapeLikeReact(lang)}">`;
    const text = escapeLikeReact(name);
    if (index === items.length - 1) html += `${start}<span aria-current="page">${text}</span></li>`;
    else html += `${start}<a href="${escapeLikeReact(href)}">${text}</a></li>`;
  }
  return html;
}

type Items = PageInput['breadcrumbs'];

/** The trail to a page of another name. Its items before are those of many pages, and what is printed of its own is its name. */
export function nameHere(items: Items, name: string): Items {
  const here = items.at(-1);
  return here === undefined ? items : items.with(-1, { ...here, name, href: '' });
}
