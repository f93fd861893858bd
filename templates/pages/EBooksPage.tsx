// E-books, page by page.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function EBooksPage({ cards, ...page }: EBooksProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <MarketingOpening {...page} />
      <section className="section">
        <h2 className="visually-hidden" lang={wordsLang}>
          {t('e-books.list')}
        </h2>
        {cards.length === 0 ? (
          <p lang={wordsLang}>{t('e-books.empty')}</p>
        ) : (
          <CardGrid cards={cards} isFirstOnPage={page.image === null} />
        )}
        <Pager {...page} />
      </section>
      <MarketingBody {...page} />
    </>
  );
}
