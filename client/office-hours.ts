// Shows whether offices are open, and their local time.

const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const LAST_WORKDAY = 5;

/** Fills the elements with `data-office-zone`. One with a time zone that the browser does not know stays empty. */
export function showOfficeHours(): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-office-zone]')) {
    const { officeZone = '', hours = '', open = '', closed = '' } = line.dataset;
    const clock = readClock(officeZone);
    if (clock === null) continue;
    const isOpen = isOpenAt(clock, hours);
    line.dataset.state = isOpen ? 'open' : 'closed';
    line.textContent = (isOpen ? open : closed).replace('%', clock.time);
  }
}

/** A weekday and time of day. */
export interface Clock {
  /** 0 is Sunday. */
  readonly day: number;
  /** '09:05' */
  readonly time: string;
}

/** Whether the time is in the hours ('09:00-18:00') of a workday. Hours that end before they begin last until the next day. */
export function isOpenAt({ day, time }: Clock, hours: string): boolean {
  const [opens = '', closes = ''] = hours.split('-');
  if (opens < closes) return isWorkday(day) && time >= opens && time < closes;
  return (isWorkday(day) && time >= opens) || (isWorkday((day + WEEK.length - 1) % WEEK.length) && time < closes);
}

const isWorkday = (day: number) => day >= 1 && day <= LAST_WORKDAY;

/** The weekday and time in a time zone; null if the browser does not know it. */
export function readClock(timeZone: string, moment = new Date()): Clock | null {
  try {
    const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone });
    const [day = '', time = ''] = format.format(moment).split(/[, ]+/);
    return { day: WEEK.indexOf(day), time };
  } catch {
    return null;
  }
}
