// Shows the start of an event in the time zone of the visitor, where that is another one than on the page.

/** Fills the lines of the page for it. */
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

/** Minutes from the time's zone to UTC, as `Date` counts them: '…+02:00' is -120, '…Z' is 0. */
function readOffset(time: string): number {
  const [, sign = '', hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '+' ? -offset : offset;
}
