// Shows the start of an event in the time zone of the visitor, if it differs from that of the page.

/** Fills the elements with `data-local-time`. */
export function showLocalTimes(): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-local-time]')) {
    const { localTime = '', text = '' } = line.dataset;
    const start = new Date(localTime);
    if (start.getTimezoneOffset() === readOffset(localTime)) continue;
    const format = new Intl.DateTimeFormat(document.documentElement.lang, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
    line.textContent = text.replace('%', format.format(start));
  }
}

/** The offset of a time in minutes, with the sign of `Date.getTimezoneOffset`: -120 for '…+02:00', 0 for '…Z'. */
function readOffset(time: string): number {
  const [, sign = '', hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '+' ? -offset : offset;
}
