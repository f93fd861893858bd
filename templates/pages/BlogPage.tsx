// One page of the blog's list; the first one opens with the hero article. Builds put the texts of its cards into what
// BlogView renders once (fill-blog.tsx): what a list shows belongs there, and a test holds both ways equal.

import type { ReactNode } from 'react';
import { BlogSearchBox } from '../components/BlogSearchBox.tsx';
import { Card } from '../components/Card.tsx';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls, SAMPLE_CARD } from '../components/ListControls.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { BlogProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './BlogPage.css';

export function BlogPage(props: BlogProps): ReactNode {
  const { hero, cards, image, pageNumber } = props;
  return (
    <BlogView
      {...props}
      place={pageNumber}
      grid={
        cards.length === 0 ? null : <CardGrid cards={cards} isList isFirstOnPage={isFirstOnPage({ hero, image })} />
      }
      pager={<Pager {...props} />}
    />
  );
}

/** Whether no image stands above the grid. */
export function isFirstOnPage({ hero, image }: Pick<BlogProps, 'hero' | 'image'>): boolean {
  return hero === null && image === null;
}

interface BlogViewProps extends Omit<BlogProps, 'cards' | 'pageNumber' | 'previousHref' | 'nextHref'> {
  /** Number of this page. */
  readonly place: number | string;
  /** The list's cards; null where there are none. */
  readonly grid: ReactNode;
  readonly pager: ReactNode;
}

/** A page of the list around what differs on each. */
export function BlogView({ hero, categories, feedHref, place, grid, pager, ...page }: BlogViewProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <MarketingOpening {...page} />
      {hero === null ? null : (
        <section aria-label={t('blog.featured')}>
          <Card card={hero} level={2} isFirst={page.image === null} className="card--hero" />
        </section>
      )}
      <section
        className="section"
        data-list="blog"
        data-list-page={place}
        data-list-last-page={page.lastPage}
        data-list-excluded={hero?.href}
      >
        <h2 className="visually-hidden" lang={wordsLang}>
          {t('blog.articles')}
        </h2>
        <BlogSearchBox />
        <CategoryFilter categories={categories} />
        {grid === null && hero === null ? <p lang={wordsLang}>{t('blog.empty')}</p> : null}
        {grid}
        {pager}
        <ListControls card={<Card card={SAMPLE_CARD} level={3} />} />
        {feedHref === null ? null : (
          <p className="feed-link" lang={wordsLang}>
            <a href={feedHref}>{t('blog.feed')}</a>
          </p>
        )}
      </section>
      <MarketingBody {...page} />
    </>
  );
}
