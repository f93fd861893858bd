// Moments as they are written in the site's time zone, so that a page shows the day that its editor chose.

import type { SiteConfig } from '../../../config/define-site.ts';

/** A moment in a time zone: '2026-11-01T00:00:00.000+02:00'. A day without a time stays a day. */
export type LocalMoment = (moment: string | null) => string | null;

/** The same for an event, which may have a time zone of its own (IANA name). */
export type EventMoment = (moment: string | null, ownZone: string | null) => string | null;

/** Of a day without a time: '2026-01-31'. */
const DAY_LENGTH = 10;
const WRITTEN = { timeZoneName: 'never', fractionalSecondDigits: 3 } as const;

/**
 * Writes moments in the site's time zone (IANA name). Those of UTC stay as they are. Statamic sends midnight of its own zone for a
 * date without a time: in another zone that is the day.
 */
export function createLocalMoment(timeZone: string, serviceZone: string = timeZone): LocalMoment {
  const write = createEventMoment(timeZone);
  if (timeZone === serviceZone) return (moment) => write(moment, null);
  return (moment) => (moment === null ? null : (dayOf(moment, serviceZone) ?? write(moment, null)));
}

/** Writes moments of events in their own time zone, or else in the site's. */
export function createEventMoment(timeZone: string): EventMoment {
  return (moment, ownZone) => {
    const zone = ownZone ?? timeZone;
    if (moment === null || moment.length === DAY_LENGTH || zone === 'UTC') return moment;
    return Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toString(WRITTEN);
  };
}

/** The day that begins at a moment, null where none does. */
function dayOf(moment: string, timeZone: string): string | null {
  if (moment.length === DAY_LENGTH) return moment;
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone);
  return local.equals(local.startOfDay()) ? local.toPlainDate().toString() : null;
}

/** How the pages of a site write moments. */
export interface Moments {
  readonly localMoment: LocalMoment;
  readonly eventMoment: EventMoment;
}

/** Both by the settings of a site. */
export function createMoments({ timeZone, content }: SiteConfig): Moments {
  return { localMoment: createLocalMoment(timeZone, content.timeZone), eventMoment: createEventMoment(timeZone) };
}
