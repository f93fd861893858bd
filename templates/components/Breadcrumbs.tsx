// The trail from the home page to this one. A trail of one is no trail.

import type { ReactNode } from 'react';
import { langOf, useWords } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { PageInput } from '../page-input.ts';
import './Breadcrumbs.css';

type Breadcrumb = PageInput['breadcrumbs'][number];

export function Breadcrumbs({ items }: { readonly items: PageInput['breadcrumbs'] }): ReactNode {
  const words = useWords();
  const { t, wordsLang } = words;
  if (items.length < 2) return null;
  const langOfItem = (languageTag: string) => (wordsLang === undefined ? langOf(words, languageTag) : languageTag);
  const html = items.map((item, index) => printItem(item, langOfItem(item.languageTag), index === items.length - 1));
  return (
    <nav className="breadcrumbs" aria-label={t('common.breadcrumbs')} lang={wordsLang}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: every text of it is escaped */}
      <ol className="breadcrumbs__list" dangerouslySetInnerHTML={{ __html: html.join('') }} />
    </nav>
  );
}

/** A trail stands on every page: as text it costs next to nothing. */
function printItem({ name, href }: Breadcrumb, lang: string | undefined, isLast: boolean): string {
  const text = escapeLikeReact(name);
  const start = lang === undefined ? '<li>' : `<li lang="${escapeLikeReact(lang)}">`;
  if (isLast) return `${start}<span aria-current="page">${text}</span></li>`;
  return `${start}<a href="${escapeLikeReact(href)}">${text}</a></li>`;
}
