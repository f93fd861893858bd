// The categories of a list. A script turns them into links that filter the list.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';
import './Categories.css';
import './CategoryFilter.css';

export function CategoryFilter({ categories }: Pick<EBooksProps, 'categories'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (categories.length === 0) return null;
  return (
    <ul
      className="categories categories--filter"
      aria-label={t('common.categories')}
      data-list-categories
      data-all={t('common.allCategories')}
      lang={wordsLang}
    >
      {categories.map(({ slug, title }) => (
        <li className="categories__item" key={slug} data-category={slug}>
          {title}
        </li>
      ))}
    </ul>
  );
}
