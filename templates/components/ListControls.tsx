// Hidden elements for the script of a list: a card to copy, the button for more cards, and the texts of its states.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { CardInput, EventCardInput } from '../page-input.ts';
import './ListControls.css';

const MOMENT = '1970-01-01T00:00:00.000Z';
const LETTER = '-';
/** A card with all parts that the script fills in. The script adds images. */
export const SAMPLE_CARD: CardInput = {
  title: LETTER,
  href: '#main',
  description: LETTER,
  image: null,
  date: MOMENT,
  categories: [{ slug: LETTER, title: LETTER }],
  languageTag: 'en',
};
/** The same for webinars. */
export const SAMPLE_EVENT_CARD: EventCardInput = { ...SAMPLE_CARD, startsAt: MOMENT, durationMinutes: 1 };

/** `card` is the content of a list item. */
export function ListControls({ card }: { readonly card: ReactNode }): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <template data-list-card>
        <li>{card}</li>
      </template>
      <div
        className="list-controls"
        data-list-controls
        data-more={t('common.more')}
        data-loading={t('common.loading')}
        data-retry={t('common.tryAgain')}
        data-failed={t('common.listFailed')}
        data-empty={t('common.listEmpty')}
        lang={wordsLang}
        hidden
      >
        <p role="status" />
        <button className="button" type="button">
          {t('common.more')}
        </button>
      </div>
    </>
  );
}
