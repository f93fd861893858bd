// A blog article: title next to its picture, text with table of contents and share links, then author, offer, the articles before and
// after it, and related ones.

import type { ReactNode } from 'react';
import { AuthorCard } from '../components/AuthorCard.tsx';
import { Blocks } from '../components/Blocks.tsx';
import { RelatedCards } from '../components/CardGrid.tsx';
import { Categories } from '../components/Categories.tsx';
import { Contents } from '../components/Contents.tsx';
import { Form } from '../components/Form.tsx';
import { Image } from '../components/Image.tsx';
import { OwnMoment } from '../components/Moment.tsx';
import { createOutline } from '../components/outline.ts';
import { Share } from '../components/Share.tsx';
import { langOf, useTextRules, useWords } from '../contexts.ts';
import type { ArticleProps, FormInput, NeighbourInput } from '../page-input.ts';
import { estimateReadingMinutes } from './reading-time.ts';
import './ArticlePage.css';

export function ArticlePage(props: ArticleProps): ReactNode {
  const { title, url, author, content, form, related } = props;
  const { t } = useWords();
  const outline = createOutline(content, useTextRules());
  // Phones show the picture after the first paragraph.
  const hasPictureInside = props.image !== null && content[0]?.type === 'text';
  return (
    <>
      <article className={hasPictureInside ? 'article article--picture-inside' : 'article'}>
        <ArticleOpening article={props} minutes={estimateReadingMinutes(outline.characters)} />
        <div className="article__body">
          <Contents headings={outline.headings} />
          <Blocks blocks={content} outline={outline} />
          <Share title={title} url={url} />
          {author === null ? null : <AuthorCard author={author} />}
        </div>
      </article>
      {form === null ? null : <Offer form={form} />}
      <Neighbours newer={props.newer} older={props.older} />
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
  const { title, description, image, categories } = article;
  return (
    <header className={image === null ? 'article__opening' : 'article__opening article__opening--picture'}>
      <div>
        <Categories categories={categories} />
        <h1>{title}</h1>
        {description === null ? null : <p className="opening__subtitle">{description}</p>}
        <Facts article={article} minutes={minutes} />
      </div>
      {image === null ? null : (
        <div className="article__image">
          <Image image={image} isFirst sizes="(min-width: 900px) 34rem, 100vw" />
        </div>
      )}
    </header>
  );
}

function Facts({ article: { author, date, updated }, minutes }: ArticleOpeningProps): ReactNode {
  const { t, formatDate, wordsLang } = useWords();
  return (
    <div className="article__facts">
      {author === null || author.photo === null ? null : <Image image={{ ...author.photo, alt: '' }} sizes="3rem" />}
      {author === null ? null : <p lang={wordsLang}>{t('article.author', { author: author.name })}</p>}
      <p>
        {date === null ? null : <OwnMoment moment={date} />}
        {updated === null ? null : <span lang={wordsLang}>{t('article.updated', { date: formatDate(updated) })}</span>}
        {minutes === 0 ? null : <span lang={wordsLang}>{t('article.readingTime', { minutes })}</span>}
      </p>
    </div>
  );
}

/** One line and a button that opens the form, also without JavaScript. */
function Offer({ form }: { readonly form: FormInput }): ReactNode {
  const words = useWords();
  const { t } = words;
  const lang = langOf(words, form.languageTag);
  return (
    <section className="section article__offer band--raised">
      <details>
        <summary lang={lang}>
          <span className="article__line">
            <strong>{form.title ?? t('forms.titleDemo')}</strong> {form.text}
          </span>
          <span className="button">{form.button ?? t('forms.buttonDemo')}</span>
        </summary>
        <Form form={form} />
      </details>
    </section>
  );
}

function Neighbours({ newer, older }: Pick<ArticleProps, 'newer' | 'older'>): ReactNode {
  const { t } = useWords();
  if (newer === null && older === null) return null;
  return (
    <nav className="section article__neighbours" aria-label={t('article.neighbours')}>
      {older === null ? null : <Neighbour neighbour={older} rel="prev" label={t('article.older')} />}
      {newer === null ? null : <Neighbour neighbour={newer} rel="next" label={t('article.newer')} />}
    </nav>
  );
}

interface NeighbourProps {
  readonly neighbour: NeighbourInput;
  readonly rel: 'prev' | 'next';
  readonly label: string;
}

function Neighbour({ neighbour: { title, href, languageTag }, rel, label }: NeighbourProps): ReactNode {
  const words = useWords();
  return (
    <a className={`article__neighbour article__neighbour--${rel}`} href={href} rel={rel}>
      <span lang={words.wordsLang}>{label}</span>
      <strong className="pane__title" lang={langOf(words, languageTag)}>
        {title}
      </strong>
    </a>
  );
}
