// A page of the blog. The first one starts with the hero article, the others say from when their articles are.

import type { ReactNode } from 'react';
import { BlogSearchBox } from '../components/BlogSearchBox.tsx';
import { Card } from '../components/Card.tsx';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { BlogProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';
import './BlogPage.css';

export function BlogPage({ hero, cards, categories, feedHref, askHref, ...page }: BlogProps): ReactNode {
  const { t, wordsLang, formatDate } = useWords();
  const isFurther = page.pageNumber > 1;
  const [to, from] = [cards[0]?.date, cards.at(-1)?.date];
  return (
    <>
      {isFurther && to && from ? (
        <PageOpening
          title={t('blog.olderTitle')}
          subtitle={t('blog.period', { from: formatDate(from), to: formatDate(to) })}
          subtitleLang={wordsLang}
        />
      ) : (
        <MarketingOpening {...page} />
      )}
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
          <CardGrid cards={cards} isList isFirstOnPage={hero === null && page.image === null} hasLead={isFurther} />
        )}
        <ListControls />
        <Pager {...page} />
        {feedHref === null ? null : (
          <p className="list-controls" lang={wordsLang}>
            <a href={feedHref}>{t('blog.feed')}</a>
          </p>
        )}
      </section>
      <MarketingBody {...page} />
      {isFurther && askHref !== null ? <Corrections href={askHref} /> : null}
    </>
  );
}

/** How a mistake in an old article comes to us. */
function Corrections({ href }: { readonly href: string }): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <section className="section section--cta band--warm split section--bleed" lang={wordsLang}>
      <div className="section__opening">
        <h2>{t('blog.mistake')}</h2>
        <p>{t('blog.mistakeText')}</p>
        <a className="button" href={href}>
          {t('blog.searchAskLink')}
        </a>
      </div>
      <svg className="image" viewBox="0 0 720 440" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect width="720" height="440" fill="#dbe6ff" />
        <circle cx="640" cy="60" r="190" fill="#e9efff" />
        <path d="M0 392h720v48H0Z" fill="#c98f5f" />
        <path d="M0 392h720v10H0Z" fill="#a8703f" opacity=".45" />
        <g transform="rotate(-4 300 240)">
          <path d="M118 44h344v372H118Z" fill="#ffffff" />
          <path d="M158 92h190" stroke="#101b3b" strokeWidth="18" strokeLinecap="round" />
          <path
            d="M158 150h264M158 186h236M158 266h168M158 302h264M158 338h206M158 374h120"
            stroke="#c9d3e8"
            strokeWidth="11"
            strokeLinecap="round"
          />
          <path d="M158 228h110M390 228h32M346 266h70" stroke="#c9d3e8" strokeWidth="11" strokeLinecap="round" />
          <text x="312" y="250" fill="#101b3b" fontSize="56" fontWeight="700">
            6
          </text>
          <path d="M288 236q20-11 38-5t42-8" stroke="#e5484d" strokeWidth="6" strokeLinecap="round" fill="none" />
          <path
            d="M500 176q-60-34-108 20m-2-20 2 22 21-7"
            stroke="#e5484d"
            strokeWidth="6"
            strokeLinecap="round"
            strokeLinejoin="round"
            fill="none"
          />
        </g>
        <path d="M466 108h182v92H466Z" fill="#ffe3cf" transform="rotate(3 557 154)" />
        <text x="557" y="181" textAnchor="middle" fill="#c93a40" fontSize="72" fontWeight="700">
          8
        </text>
        <g transform="rotate(28 560 330)">
          <path d="M470 312h186v34H470Z" fill="#e5484d" />
          <path d="M470 312h186v11H470Z" fill="#ff7a6b" />
          <path d="M470 312l-44 17 44 17Z" fill="#f6d7ae" />
          <path d="M441 323l-15 6 15 6Z" fill="#e5484d" />
          <path d="M656 312h14v34h-14Z" fill="#c9d3e8" />
          <path d="M670 312h14q12 0 12 17t-12 17h-14Z" fill="#ffb4a6" />
        </g>
      </svg>
    </section>
  );
}
