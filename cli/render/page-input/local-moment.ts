// Moments as they are written in the time zone of the content service, so that a page shows the day that its editor chose.

/** A moment in a time zone: '2026-11-01T00:00:00.000+02:00'. A day without a time stays a day. */
export type LocalMoment = (moment: string | null) => string | null;

/** Of a day without a time: '2026-01-31'. */
const DAY_LENGTH = 10;
const MINUTE_MS = 60_000;
/** How `longOffset` names a zone: 'GMT+02:00', 'GMT-03:30', 'GMT'. */
const GMT = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/;

/** Writes moments in a time zone (IANA name). Those of UTC stay as they are. */
export function createLocalMoment(timeZone: string): LocalMoment {
  if (timeZone === 'UTC') return (moment) => moment;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    if (moment === null || moment.length === DAY_LENGTH) return moment;
    const at = new Date(moment);
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '00', minutes = '00'] = GMT.exec(name) ?? [];
    const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    const written = new Date(at.getTime() + ahead * MINUTE_MS).toISOString();
    return written.replace(/Z$/, `${sign}${hours}:${minutes}`);
  };
}
