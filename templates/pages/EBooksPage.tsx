// E-books, page by page.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';

export function EBooksPage({ title, subtitle, cards, ...pager }: EBooksProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageOpening title={title} subtitle={subtitle} />
      <section className="section">
        <h2 className="visually-hidden">{t('e-books.list')}</h2>
        {cards.length === 0 ? <p>{t('e-books.empty')}</p> : <CardGrid cards={cards} isFirstOnPage />}
        <Pager {...pager} />
      </section>
    </>
  );
}
