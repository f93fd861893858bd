// A page of the list of webinars: upcoming ones first, then recordings.

import type { ReactNode } from 'react';
import { EventCard } from '../components/EventCard.tsx';
import { ListControls, SAMPLE_EVENT_CARD } from '../components/ListControls.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EventCardInput, WebinarsProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function WebinarsPage({ current, previous, ...page }: WebinarsProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <MarketingOpening {...page} />
      {current.length === 0 ? null : (
        <EventList title={t('webinars.current')} cards={current} isFirstOnPage={page.image === null} isLarge />
      )}
      {previous.length === 0 ? null : (
        <EventList
          title={t('webinars.previous')}
          cards={previous}
          isFirstOnPage={current.length === 0 && page.image === null}
          place={page}
        />
      )}
      {current.length + previous.length === 0 ? <p lang={wordsLang}>{t('webinars.empty')}</p> : null}
      <Pager {...page} />
      <MarketingBody {...page} />
    </>
  );
}

interface EventListProps {
  readonly title: string;
  readonly cards: readonly EventCardInput[];
  readonly isFirstOnPage: boolean;
  /** Upcoming webinars are larger than recordings. */
  readonly isLarge?: boolean;
  /** Of the paginated list. */
  readonly place?: Pick<WebinarsProps, 'pageNumber' | 'lastPage'>;
}

function EventList({ title, cards, isFirstOnPage, isLarge = false, place }: EventListProps): ReactNode {
  const { wordsLang } = useWords();
  return (
    <section
      className="section"
      data-list={place && 'webinars'}
      data-list-page={place?.pageNumber}
      data-list-last-page={place?.lastPage}
    >
      <h2 lang={wordsLang}>{title}</h2>
      <ul
        className={isLarge ? 'card-grid card-grid--large' : 'card-grid'}
        data-list-cards={place !== undefined || undefined}
      >
        {cards.map((card, index) => (
          <li key={card.href}>
            <EventCard card={card} isFirst={isFirstOnPage && index === 0} />
          </li>
        ))}
      </ul>
      {place === undefined ? null : <ListControls card={<EventCard card={SAMPLE_EVENT_CARD} isFirst={false} />} />}
    </section>
  );
}
