// The trail from the home page to this one. A trail of one is no trail.

import type { ReactNode } from 'react';
import { langOf, useWords } from '../contexts.ts';
import type { PageInput } from '../page-input.ts';
import './Breadcrumbs.css';

export function Breadcrumbs({ items }: { readonly items: PageInput['breadcrumbs'] }): ReactNode {
  const words = useWords();
  const { t, wordsLang } = words;
  if (items.length < 2) return null;
  return (
    <nav className="breadcrumbs" aria-label={t('common.breadcrumbs')} lang={wordsLang}>
      <ol className="breadcrumbs__list">
        {items.map(({ name, href, languageTag }, index) => (
          <li key={href} lang={wordsLang === undefined ? langOf(words, languageTag) : languageTag}>
            {index === items.length - 1 ? <span aria-current="page">{name}</span> : <a href={href}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
