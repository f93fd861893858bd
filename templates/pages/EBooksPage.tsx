// A page of the list of e-books.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function EBooksPage({ cards, categories, ...page }: EBooksProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <MarketingOpening {...page} />
      <section
        className="section"
        data-list="e-books"
        data-list-page={page.pageNumber}
        data-list-last-page={page.lastPage}
      >
        <h2 className="visually-hidden" lang={wordsLang}>
          {t('e-books.list')}
        </h2>
        <CategoryFilter categories={categories} />
        {cards.length === 0 ? (
          <p lang={wordsLang}>{t('e-books.empty')}</p>
        ) : (
          <CardGrid cards={cards} isList isFirstOnPage={page.image === null} />
        )}
        <Pager {...page} />
        <ListControls />
      </section>
      <MarketingBody {...page} />
    </>
  );
}
