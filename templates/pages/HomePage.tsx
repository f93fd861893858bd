// The home page of a locale: product, clients and news.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { LogoList } from '../components/LogoList.tsx';
import { useWords } from '../contexts.ts';
import type { HomeProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function HomePage({ articles, blogHref, clients, ...page }: HomeProps): ReactNode {
  const hasClientsSection = page.sections.some(({ kind }) => kind === 'clients' || kind === 'logos');
  const hasArticlesSection = page.sections.some(({ kind }) => kind === 'articles');
  return (
    <>
      <MarketingOpening {...page} />
      {hasClientsSection ? null : <ClientMarks clients={clients} />}
      <MarketingBody {...page} />
      {hasArticlesSection ? null : <LatestArticles articles={articles} blogHref={blogHref} />}
    </>
  );
}

function ClientMarks({ clients }: Pick<HomeProps, 'clients'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (clients.length === 0) return null;
  return (
    <section className="section section--clients">
      <h2 className="section__small-title" lang={wordsLang}>
        {t('home.trustedBy')}
      </h2>
      <LogoList clients={clients} />
    </section>
  );
}

function LatestArticles({ articles, blogHref }: Pick<HomeProps, 'articles' | 'blogHref'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (articles.length === 0) return null;
  return (
    <section className="section">
      <div className="section__head" lang={wordsLang}>
        <h2>{t('home.latestArticles')}</h2>
        {blogHref === null ? null : (
          <a className="arrow-link" href={blogHref}>
            {t('home.allArticles')}
          </a>
        )}
      </div>
      <CardGrid cards={articles} />
    </section>
  );
}
