// The categories of an entry. Their titles are in the language of the locale.

import type { ReactNode } from 'react';
import { ownNameOf } from '../../locales/formatter.ts';
import { useWords } from '../contexts.ts';
import type { CardInput } from '../page-input.ts';
import './Categories.css';

export function Categories({ categories }: { readonly categories: CardInput['categories'] }): ReactNode {
  const { t, localeLang, pageLanguageTag } = useWords();
  if (categories.length === 0) return null;
  return (
    <ul className="categories" aria-label={t('common.categories')} lang={localeLang}>
      {categories.map(({ slug, title }) => (
        <li
          className="categories__item"
          key={slug}
          lang={title === ownNameOf(pageLanguageTag) ? pageLanguageTag : undefined}
        >
          {title}
        </li>
      ))}
    </ul>
  );
}
