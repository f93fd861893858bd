// An entry in a list. The whole card is clickable. Its texts can be in another language than the page.

import type { ReactNode } from 'react';
import { langOf, useWords } from '../contexts.ts';
import type { CardInput } from '../page-input.ts';
import { Categories } from './Categories.tsx';
import { Image } from './Image.tsx';
import { Moment } from './Moment.tsx';
import './Card.css';

interface CardProps {
  readonly card: CardInput;
  /** Heading level of the title. */
  readonly level: 2 | 3;
  readonly isFirst?: boolean;
  readonly className?: string;
}

/** A card with the date of its entry. */
export function Card(props: CardProps): ReactNode {
  const { date } = props.card;
  return <CardFrame {...props}>{date === null ? null : <Moment className="card__date" moment={date} />}</CardFrame>;
}

/** A card with a custom last line. */
export function CardFrame({
  card,
  level,
  isFirst = false,
  className = '',
  children,
}: CardProps & { readonly children: ReactNode }): ReactNode {
  const Title = level === 2 ? 'h2' : 'h3';
  const lang = langOf(useWords(), card.languageTag);
  return (
    <article className={`card ${className}`.trim()}>
      <div className="card__media" data-card="media" lang={lang}>
        {card.image === null ? null : (
          <Image image={card.image} isFirst={isFirst} sizes="(min-width: 1200px) 33vw, 100vw" />
        )}
      </div>
      <div className="card__body">
        <Categories categories={card.categories} />
        <Title className="card__title" data-card="title" lang={lang}>
          <a className="card__link" data-card="link" href={card.href}>
            {card.title}
          </a>
        </Title>
        {card.description === null ? null : (
          <p className="card__text" data-card="text" lang={lang}>
            {card.description}
          </p>
        )}
        {children}
      </div>
    </article>
  );
}
