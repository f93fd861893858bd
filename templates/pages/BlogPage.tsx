// A page of the blog. The first one starts with the hero article.

import type { ReactNode } from 'react';
import { BlogSearchBox } from '../components/BlogSearchBox.tsx';
import { Card } from '../components/Card.tsx';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { BlogProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './BlogPage.css';

export function BlogPage({ hero, cards, categories, feedHref, askHref, ...page }: BlogProps): ReactNode {
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
        data-list-page={page.pageNumber}
        data-list-last-page={page.lastPage}
        data-list-excluded={hero?.href}
      >
        <h2 className="visually-hidden" lang={wordsLang}>
          {t('blog.articles')}
        </h2>
        <BlogSearchBox askHref={askHref} />
        <CategoryFilter categories={categories} />
        {cards.length === 0 && hero === null ? <p lang={wordsLang}>{t('blog.empty')}</p> : null}
        {cards.length === 0 ? null : (
          <CardGrid cards={cards} isList isFirstOnPage={hero === null && page.image === null} />
        )}
        <ListControls />
        <Pager {...page} />
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
