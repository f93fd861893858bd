// A blog article with its form and related articles.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { CardGrid } from '../components/CardGrid.tsx';
import { Categories } from '../components/Categories.tsx';
import { Form } from '../components/Form.tsx';
import { Image } from '../components/Image.tsx';
import { OwnMoment } from '../components/Moment.tsx';
import { useWords } from '../contexts.ts';
import type { ArticleProps, CardInput } from '../page-input.ts';
import { estimateReadingMinutes } from './reading-time.ts';

export function ArticlePage(props: ArticleProps): ReactNode {
  const { content, form, image, related } = props;
  return (
    <>
      <article className="article">
        <ArticleOpening {...props} />
        {image === null ? null : (
          <div className="article__image">
            <Image image={image} isFirst sizes="(min-width: 1200px) 960px, 100vw" />
          </div>
        )}
        <Blocks blocks={content} />
      </article>
      {form === null ? null : <Form form={form} />}
      <RelatedArticles cards={related} />
    </>
  );
}

function ArticleOpening({ title, description, author, date, categories, content }: ArticleProps): ReactNode {
  const { t, wordsLang } = useWords();
  const minutes = estimateReadingMinutes(content);
  return (
    <header className="article__opening">
      <Categories categories={categories} />
      <h1>{title}</h1>
      {description === null ? null : <p className="opening__subtitle">{description}</p>}
      <p className="article__facts">
        {author === null ? null : <span lang={wordsLang}>{t('article.author', { author })}</span>}
        {date === null ? null : <OwnMoment moment={date} />}
        {minutes === 0 ? null : <span lang={wordsLang}>{t('article.readingTime', { minutes })}</span>}
      </p>
    </header>
  );
}

function RelatedArticles({ cards }: { readonly cards: readonly CardInput[] }): ReactNode {
  const { t, wordsLang } = useWords();
  if (cards.length === 0) return null;
  return (
    <section className="section">
      <h2 lang={wordsLang}>{t('article.related')}</h2>
      <CardGrid cards={cards} />
    </section>
  );
}
