// Start of a webinar with its time zone, and its duration.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import './EventFacts.css';

interface EventFactsProps {
  /** ISO 8601. */
  readonly startsAt: string | null;
  readonly durationMinutes: number | null;
}

export function EventFacts({ startsAt, durationMinutes }: EventFactsProps): ReactNode {
  const { t, formatMoment, wordsLang } = useWords();
  if (startsAt === null && durationMinutes === null) return null;
  return (
    <p className="event-facts" lang={wordsLang}>
      {startsAt === null ? null : <time dateTime={startsAt}>{formatMoment(startsAt)}</time>}
      {durationMinutes === null ? null : (
        <span data-card="duration">{t('webinars.duration', { minutes: durationMinutes })}</span>
      )}
    </p>
  );
}

/** A line that a script fills with the start in the time zone of the visitor. Empty without it, and in the zone of the event. */
export function LocalTime({ startsAt }: { readonly startsAt: string }): ReactNode {
  const { t, wordsLang } = useWords();
  const text = t('webinars.yourTime', { time: '%' });
  return <p className="event-facts__local" data-local-time={startsAt} data-text={text} lang={wordsLang} />;
}
