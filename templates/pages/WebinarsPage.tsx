// Webinars: those to come first, then the recordings, page by page.

import type { ReactNode } from 'react';
import { EventCard } from '../components/EventCard.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EventCardInput, WebinarsProps } from '../page-input.ts';

export function WebinarsPage({ title, subtitle, current, previous, ...pager }: WebinarsProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageOpening title={title} subtitle={subtitle} />
      {current.length === 0 ? null : <EventList title={t('webinars.current')} cards={current} isFirstOnPage />}
      {previous.length === 0 ? null : (
        <EventList title={t('webinars.previous')} cards={previous} isFirstOnPage={current.length === 0} />
      )}
      {current.length + previous.length === 0 ? <p>{t('webinars.empty')}</p> : null}
      <Pager {...pager} />
    </>
  );
}

interface EventListProps {
  readonly title: string;
  readonly cards: readonly EventCardInput[];
  readonly isFirstOnPage: boolean;
}

function EventList({ title, cards, isFirstOnPage }: EventListProps): ReactNode {
  return (
    <section className="section">
      <h2>{title}</h2>
      <ul className="card-grid">
        {cards.map((card, index) => (
          <li key={card.href}>
            <EventCard card={card} isFirst={isFirstOnPage && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
