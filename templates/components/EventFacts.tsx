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
