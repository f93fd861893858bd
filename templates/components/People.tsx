// People with portrait, name and position, in the language of the locale.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { PersonInput } from '../page-input.ts';
import { Image } from './Image.tsx';
import './People.css';

interface PeopleProps {
  readonly people: readonly PersonInput[];
  /** Heading level of the names. */
  readonly level: 2 | 3 | 4;
  /** Portraits beside the words instead of above them. */
  readonly isRow?: boolean;
  /** Without what is said about them. */
  readonly isBrief?: boolean;
  /** Follows the people. */
  readonly children?: ReactNode;
}

const NAME_BY_LEVEL = { 2: 'h2', 3: 'h3', 4: 'h4' } as const;

export function People({ people, level, isRow = false, isBrief = false, children }: PeopleProps): ReactNode {
  const Name = NAME_BY_LEVEL[level];
  const { wordsLang } = useWords();
  return (
    <ul className={isRow ? 'people people--rows' : 'people'} lang={wordsLang}>
      {people.map(({ name, position, photo, bio }) => (
        <li className="people__item" key={name}>
          {photo === null ? null : <Image image={photo} sizes="(min-width: 600px) 12rem, 40vw" />}
          <Name className="people__name">{name}</Name>
          {position === null ? null : <p className="people__position">{position}</p>}
          {bio === null || isBrief ? null : <p>{bio}</p>}
        </li>
      ))}
      {children}
    </ul>
  );
}
