// The categories of an entry. Their titles are in the language of the locale.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { CardInput } from '../page-input.ts';
import './Categories.css';

export function Categories({ categories }: { readonly categories: CardInput['categories'] }): ReactNode {
  const { t, localeLang } = useWords();
  if (categories.length === 0) return null;
  return (
    <ul className="categories" aria-label={t('common.categories')} lang={localeLang}>
      {categories.map(({ slug, title }) => (
        <li className="categories__item" key={slug}>
          {title}
        </li>
      ))}
    </ul>
  );
}
