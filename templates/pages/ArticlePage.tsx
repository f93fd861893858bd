// A blog article with its form and related articles.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { RelatedCards } from '../components/CardGrid.tsx';
import { Categories } from '../components/Categories.tsx';
import { Contents } from '../components/Contents.tsx';
import { Form } from '../components/Form.tsx';
import { Image } from '../components/Image.tsx';
import { OwnMoment } from '../components/Moment.tsx';
import { createOutline } from '../components/outline.ts';
import { useTextRules, useWords } from '../contexts.ts';
import type { ArticleProps } from '../page-input.ts';
import { estimateReadingMinutes } from './reading-time.ts';
import './ArticlePage.css';

export function ArticlePage(props: ArticleProps): ReactNode {
  const { image, content, form, related } = props;
  const { t } = useWords();
  const outline = createOutline(content, useTextRules());
  return (
    <>
      <article className="article">
        <ArticleOpening article={props} minutes={estimateReadingMinutes(outline.characters)} />
        {image === null ? null : (
          <div className="article__image">
            <Image image={image} isFirst sizes="(min-width: 1300px) 1232px, 100vw" />
          </div>
        )}
        <div className="article__body">
          <Contents headings={outline.headings} />
          <Blocks blocks={content} outline={outline} />
        </div>
      </article>
      {form === null ? null : (
        <section className="section section--form band--raised">
          <Form form={form} />
        </section>
      )}
      {related.length === 0 ? null : <RelatedCards title={t('article.related')} cards={related} />}
    </>
  );
}

interface ArticleOpeningProps {
  readonly article: ArticleProps;
  /** Reading time; 0 without text. */
  readonly minutes: number;
}

function ArticleOpening({ article, minutes }: ArticleOpeningProps): ReactNode {
  const { title, description, author, date, categories } = article;
  const { t, wordsLang } = useWords();
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
