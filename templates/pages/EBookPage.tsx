// An e-book: its content, the form to get it, and related ones.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { RelatedCards } from '../components/CardGrid.tsx';
import { Categories } from '../components/Categories.tsx';
import { Form } from '../components/Form.tsx';
import { Image } from '../components/Image.tsx';
import { useWords } from '../contexts.ts';
import type { EBookProps } from '../page-input.ts';
import './EBookPage.css';

export function EBookPage({ title, description, image, categories, content, related, form }: EBookProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <article className="e-book split split--top">
        <div>
          <header className="article__opening">
            <Categories categories={categories} />
            <h1>{title}</h1>
            {description === null ? null : <p className="opening__subtitle">{description}</p>}
          </header>
          {image === null ? null : (
            <div className="e-book__cover">
              <Image image={image} isFirst sizes="(min-width: 480px) 24rem, 90vw" />
            </div>
          )}
          <Blocks blocks={content} />
        </div>
        <Form form={form} />
      </article>
      {related.length === 0 ? null : <RelatedCards title={t('e-books.related')} cards={related} />}
    </>
  );
}
