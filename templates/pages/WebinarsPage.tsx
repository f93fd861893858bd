// A page of the list of webinars: upcoming ones first, then recordings.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { CardInput, WebinarsProps } from '../page-input.ts';
import { MarketingBody, OpeningLinks } from './MarketingPage.tsx';

export function WebinarsPage({ current, previous, ...page }: WebinarsProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <PageOpening title={page.title} subtitle={page.subtitle} image={page.image} screen={page.screen} isWide>
        <OpeningLinks link={page.link} secondLink={page.secondLink} />
      </PageOpening>
      {current.length === 0 ? null : (
        <EventList
          title={t('webinars.current')}
          cards={current}
          isFirstOnPage={page.image === null}
          action={t('webinars.register')}
        />
      )}
      {previous.length === 0 ? null : (
        <EventList
          title={t('webinars.previous')}
          cards={previous}
          isFirstOnPage={current.length === 0 && page.image === null}
          place={page}
          action={t('webinars.recording')}
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
  readonly cards: readonly CardInput[];
  readonly isFirstOnPage: boolean;
  /** What its cards are for. */
  readonly action: string;
  /** Of the paginated list. */
  readonly place?: Pick<WebinarsProps, 'pageNumber' | 'lastPage'>;
}

function EventList({ title, cards, isFirstOnPage, action, place }: EventListProps): ReactNode {
  const { wordsLang } = useWords();
  return (
    <section
      className="section"
      data-list={place && 'webinars'}
      data-list-page={place?.pageNumber}
      data-list-last-page={place?.lastPage}
    >
      <h2 lang={wordsLang}>{title}</h2>
      <CardGrid cards={cards} isFirstOnPage={isFirstOnPage} isList={place !== undefined} action={action} />
      {place === undefined ? null : <ListControls />}
    </section>
  );
}
