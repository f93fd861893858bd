// An e-book: cover, chapters, a sample page, author, the form to get it, and related e-books.

import type { ReactNode } from 'react';
import { AuthorCard } from '../components/AuthorCard.tsx';
import { Blocks } from '../components/Blocks.tsx';
import { RelatedCards } from '../components/CardGrid.tsx';
import { Categories } from '../components/Categories.tsx';
import { Form } from '../components/Form.tsx';
import { Image } from '../components/Image.tsx';
import { RichText } from '../components/RichText.tsx';
import { useWords } from '../contexts.ts';
import type { EBookProps } from '../page-input.ts';
import { ScreenCrop } from '../screens/Screen.tsx';
import './EBookPage.css';

export function EBookPage(book: EBookProps): ReactNode {
  const { content, chapters, sample, author, related, form } = book;
  const { t } = useWords();
  return (
    <>
      <article className="e-book">
        <EBookOpening book={book} />
        <div className="e-book__body split split--top">
          <div>
            <Blocks blocks={content} />
            <Chapters chapters={chapters} shown={sample?.page ?? null} />
          </div>
          <div>
            <Form form={form} />
            {author === null ? null : <AuthorCard author={author} />}
          </div>
        </div>
        {sample === null ? null : <SamplePage sample={sample} />}
      </article>
      {related.length === 0 ? null : <RelatedCards title={t('e-books.related')} cards={related} />}
    </>
  );
}

function EBookOpening({
  book: { title, description, image, categories, pages, author, fields, form },
}: {
  readonly book: EBookProps;
}) {
  const { t, wordsLang } = useWords();
  return (
    <header className="e-book__opening split">
      {image === null ? null : (
        <div className="e-book__cover">
          <Image image={image} isFirst sizes="(min-width: 900px) 24rem, 60vw" />
        </div>
      )}
      <div>
        <Categories categories={categories} />
        <h1>{title}</h1>
        {description === null ? null : <p className="opening__subtitle">{description}</p>}
        <p className="e-book__facts" lang={wordsLang}>
          {[
            pages === null ? [] : t('e-books.pages', { pages }),
            author === null ? [] : t('article.author', { author: author.name }),
          ]
            .flat()
            .join(' · ')}
        </p>
        {fields.correction == null ? null : (
          <p>
            <b lang={wordsLang}>{t('common.corrected')}</b> {fields.correction}
          </p>
        )}
        <a className="button" href={`#${form.id}`} lang={wordsLang}>
          {t('e-books.toForm')}
        </a>
      </div>
    </header>
  );
}

interface ChaptersProps extends Pick<EBookProps, 'chapters'> {
  /** The page that lies open below. */
  readonly shown: number | null;
}

function Chapters({ chapters, shown }: ChaptersProps): ReactNode {
  const { t, wordsLang } = useWords();
  if (chapters.length === 0) return null;
  return (
    <section className="e-book__chapters">
      <h2 lang={wordsLang}>{t('e-books.inside')}</h2>
      <ol className="e-book__list">
        {chapters.map(({ page, title }) => (
          <li key={title}>
            <span>
              <span>{title}</span>{' '}
              {page === null || page !== String(shown) ? null : (
                <small className="chip chip--warm" lang={wordsLang}>
                  {t('e-books.shownBelow')}
                </small>
              )}
            </span>
            {page === null ? null : <span className="e-book__number">{page}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function SamplePage({
  sample: { html, page, screen },
}: {
  readonly sample: NonNullable<EBookProps['sample']>;
}): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <section className="e-book__sample">
      <h2 lang={wordsLang}>{t('e-books.sample')}</h2>
      <div className="e-book__sheet">
        {screen === null ? null : <ScreenCrop id={screen} />}
        <div className="e-book__page">
          <RichText html={html} />
          {page === null ? null : <p className="e-book__number">{page}</p>}
        </div>
      </div>
    </section>
  );
}
