// Converts times to the time zone of the site, so that a page shows the day that the editor chose.

import type { SiteConfig } from '../../../config/define-site.ts';
import { DAY_LENGTH } from '../../plan/visible-times.ts';

/** The conversions of a site: '2026-11-01T00:00:00.000+02:00'. Dates without time are unchanged. */
export interface Moments {
  readonly localMoment: (moment: string | null) => string | null;
  /** Of the time of an event, which can have its own time zone (IANA name). */
  readonly eventMoment: (moment: string | null, ownZone: string | null) => string | null;
}

const FORMAT = { timeZoneName: 'never', fractionalSecondDigits: 3 } as const;

/**
 * Converts times to the time zone of the site (IANA name). Statamic sends midnight in its own time zone for a date without time; if
 * that is another zone, such times become dates.
 */
export function createLocalMoment(timeZone: string, serviceZone: string = timeZone): Moments['localMoment'] {
  const convert = createEventMoment(timeZone);
  if (timeZone === serviceZone) return (moment) => convert(moment, null);
  return (moment) => (moment === null ? null : (dayOf(moment, serviceZone) ?? convert(moment, null)));
}

/** Converts times of events to their own time zone, or else to that of the site. */
export function createEventMoment(timeZone: string): Moments['eventMoment'] {
  return (moment, ownZone) => {
    const zone = ownZone ?? timeZone;
    if (moment === null || moment.length === DAY_LENGTH || zone === 'UTC') return moment;
    return Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toString(FORMAT);
  };
}

/** The date of a time that is midnight; null for other times. */
function dayOf(moment: string, timeZone: string): string | null {
  if (moment.length === DAY_LENGTH) return moment;
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone);
  return local.equals(local.startOfDay()) ? local.toPlainDate().toString() : null;
}

export function createMoments({ timeZone, content }: SiteConfig): Moments {
  return { localMoment: createLocalMoment(timeZone, content.timeZone), eventMoment: createEventMoment(timeZone) };
}
