// The main page of a locale.

import type { ReactNode } from 'react';
import { Anchor } from '../components/Anchor.tsx';
import { Blocks } from '../components/Blocks.tsx';
import { CardGrid } from '../components/CardGrid.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Section } from '../components/Section.tsx';
import { useWords } from '../contexts.ts';
import type { HomeProps } from '../page-input.ts';

export function HomePage({
  title,
  subtitle,
  image,
  link,
  content,
  sections,
  articles,
  blogHref,
}: HomeProps): ReactNode {
  return (
    <>
      <PageOpening title={title} subtitle={subtitle} image={image}>
        {link === null ? null : (
          <Anchor className="button" href={link.href} isOuter={link.isOuter}>
            {link.label}
          </Anchor>
        )}
      </PageOpening>
      <Blocks blocks={content} />
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids, and a build never reorders them
        <Section key={index} section={section} />
      ))}
      <LatestArticles articles={articles} blogHref={blogHref} />
    </>
  );
}

function LatestArticles({ articles, blogHref }: Pick<HomeProps, 'articles' | 'blogHref'>): ReactNode {
  const { t } = useWords();
  if (articles.length === 0) return null;
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t('home.latestArticles')}</h2>
        {blogHref === null ? null : <a href={blogHref}>{t('home.allArticles')}</a>}
      </div>
      <CardGrid cards={articles} />
    </section>
  );
}
