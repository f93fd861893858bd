// The author of an article or e-book: portrait, name, position and a line about them.

import type { ReactNode } from 'react';
import { langOf, useWords } from '../contexts.ts';
import type { PersonInput } from '../page-input.ts';
import { Image } from './Image.tsx';
import './AuthorCard.css';

export function AuthorCard({ author }: { readonly author: PersonInput }): ReactNode {
  const words = useWords();
  const { t } = words;
  const { name, position, photo, bio } = author;
  if (bio === null && position === null) return null;
  return (
    <aside className="author" aria-label={t('article.about')} lang={langOf(words, author.languageTag)}>
      {photo === null ? null : <Image image={{ ...photo, alt: '' }} sizes="5rem" />}
      <div>
        <p className="author__name">{name}</p>
        {position === null ? null : <p className="people__position">{position}</p>}
        {bio === null ? null : <p>{bio}</p>}
      </div>
    </aside>
  );
}
