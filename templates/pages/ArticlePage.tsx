// A blog article with its form and related articles. Builds put the texts of articles into what ArticleView renders once
// (fill-article.tsx): what an article shows belongs there, takes texts as they are, and a test holds both ways equal.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { CardGrid } from '../components/CardGrid.tsx';
import { Categories } from '../components/Categories.tsx';
import { Contents } from '../components/Contents.tsx';
import { Form } from '../components/Form.tsx';
import { Image } from '../components/Image.tsx';
import { OwnMoment } from '../components/Moment.tsx';
import { createOutline, type Outline } from '../components/outline.ts';
import { useTextRules, useWords } from '../contexts.ts';
import type { ArticleProps } from '../page-input.ts';
import { estimateReadingMinutes } from './reading-time.ts';
import './ArticlePage.css';

export function ArticlePage(props: ArticleProps): ReactNode {
  const { date, content, related } = props;
  const outline = createOutline(content, useTextRules());
  return (
    <ArticleView
      {...props}
      date={date === null ? null : <OwnMoment moment={date} />}
      minutes={estimateReadingMinutes(outline.characters)}
      outline={outline}
      contents={<Contents headings={outline.headings} />}
      cards={related.length === 0 ? null : <CardGrid cards={related} />}
    />
  );
}

interface ArticleViewProps extends Omit<ArticleProps, 'date' | 'related'> {
  /** Null where there is none. */
  readonly date: ReactNode;
  /** Reading time; 0 where there is no text. */
  readonly minutes: number;
  readonly outline: Outline;
  readonly contents: ReactNode;
  /** Related articles; null where there are none. */
  readonly cards: ReactNode;
}

/** An article of what is known of it. */
export function ArticleView({
  image,
  content,
  outline,
  contents,
  form,
  cards,
  ...opening
}: ArticleViewProps): ReactNode {
  return (
    <>
      <article className="article">
        <ArticleOpening {...opening} />
        {image === null ? null : (
          <div className="article__image">
            <Image image={image} isFirst sizes="(min-width: 1300px) 1232px, 100vw" />
          </div>
        )}
        <div className="article__body">
          {contents}
          <Blocks blocks={content} outline={outline} />
        </div>
      </article>
      {form === null ? null : (
        <section className="section section--form band--raised">
          <Form form={form} />
        </section>
      )}
      {cards === null ? null : <RelatedArticles>{cards}</RelatedArticles>}
    </>
  );
}

type ArticleOpeningProps = Pick<
  ArticleViewProps,
  'title' | 'description' | 'author' | 'date' | 'categories' | 'minutes'
>;

function ArticleOpening({ title, description, author, date, categories, minutes }: ArticleOpeningProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <header className="article__opening">
      <Categories categories={categories} />
      <h1>{title}</h1>
      {description === null ? null : <p className="opening__subtitle">{description}</p>}
      <p className="article__facts">
        {author === null ? null : <span lang={wordsLang}>{t('article.author', { author })}</span>}
        {date}
        {minutes === 0 ? null : <span lang={wordsLang}>{t('article.readingTime', { minutes })}</span>}
      </p>
    </header>
  );
}

function RelatedArticles({ children }: { readonly children: ReactNode }): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <section className="section">
      <h2 lang={wordsLang}>{t('article.related')}</h2>
      {children}
    </section>
  );
}
