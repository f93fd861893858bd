// Start of a webinar with its time zone, and its duration.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { WebinarProps } from '../page-input.ts';
import './EventFacts.css';

/** The facts of a webinar, on its card and its page. */
export function EventFacts({ startsAt, fields }: Pick<WebinarProps, 'startsAt' | 'fields'>): ReactNode {
  const { t, formatMoment, wordsLang } = useWords();
  const minutes = fields.duration_minutes || null;
  if (startsAt === null && minutes === null) return null;
  return (
    <p className="event-facts" lang={wordsLang}>
      {startsAt === null ? null : <time dateTime={startsAt}>{formatMoment(startsAt)}</time>}
      {minutes === null ? null : <span>{t('webinars.duration', { minutes })}</span>}
    </p>
  );
}

/** A line that a script fills with the start in the time zone of the visitor. Empty without it, and in the zone of the event. */
export function LocalTime({ startsAt }: { readonly startsAt: string }): ReactNode {
  const { t, wordsLang } = useWords();
  const text = t('webinars.yourTime', { time: '%' });
  return <p className="event-facts__local" data-local-time={startsAt} data-text={text} lang={wordsLang} />;
}
