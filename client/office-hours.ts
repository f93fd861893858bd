// Shows whether offices are open, and their local time.

const SATURDAY_AND_SUNDAY = /^S/;

/** Fills the elements with `data-office-zone`. */
export function showOfficeHours(): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-office-zone]')) {
    const { officeZone = '', hours = '', open = '', closed = '' } = line.dataset;
    const [day = '', time = ''] = readClock(officeZone);
    const [opens = '', closes = ''] = hours.split('-');
    const isOpen = !SATURDAY_AND_SUNDAY.test(day) && time >= opens && time < closes;
    line.dataset.state = isOpen ? 'open' : 'closed';
    line.textContent = (isOpen ? open : closed).replace('%', time);
  }
}

/** The English weekday and the time in a time zone: 'Mon', '09:05'. */
function readClock(timeZone: string): readonly string[] {
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone });
  return format.format().split(/[, ]+/);
}
