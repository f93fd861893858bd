// Shows whether offices are open, their local time, and where a day is now.

const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const LAST_WORKDAY = 5;
/** Minutes of a day. */
export const DAY = 1440;

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
  for (const day of document.querySelectorAll<HTMLElement>('[data-day-zone]')) showDay(day);
}

/** Draws the line of this minute across a day of offices, moves their hours to those of today, and names who is open. */
function showDay(day: HTMLElement): void {
  const here = readClock(day.dataset.dayZone ?? '');
  if (here === null) return;
  for (const line of day.querySelectorAll<HTMLElement>('[data-office-zone]')) {
    const { officeZone = '', hours = '' } = line.dataset;
    const there = readClock(officeZone);
    const row = line.parentElement;
    const bar = row?.querySelector('.day__hours');
    if (there !== null) bar?.setAttribute('d', drawHours(hours, there, here));
    if (!isWorkday(here.day)) bar?.setAttribute('stroke-opacity', '0.6');
    row?.querySelector('.day__now')?.setAttribute('d', `M${minuteOf(here.time)} 0V30`);
  }
  const names = [...day.querySelectorAll('li [data-state="open"]')].map(
    (line) => line.parentElement?.dataset.name ?? '',
  );
  const said = day.querySelector<HTMLElement>('[data-nobody]');
  if (said === null) return;
  const { some = '', nobody = '' } = said.dataset;
  said.dataset.state = names.length === 0 ? 'closed' : 'open';
  said.textContent = names.length === 0 ? sayNext(day, here) || nobody : some.replace('%', () => names.join(', '));
}

/** Which office opens next, and in how long, or at weekends at which time of Monday there; '' if nothing says so. */
function sayNext(day: HTMLElement, here: Clock): string {
  const next = [...day.querySelectorAll<HTMLElement>('[data-office-zone]')]
    .flatMap((line) => {
      const { officeZone = '', hours = '' } = line.dataset;
      const clock = readClock(officeZone);
      return clock === null
        ? []
        : [{ name: line.parentElement?.dataset.name?.split(',')[0] ?? '', minutes: minutesUntil(clock, hours), hours }];
    })
    .reduce<{ name: string; minutes: number; hours: string } | null>(
      (best, office) => (best === null || office.minutes < best.minutes ? office : best),
      null,
    );
  if (next === null) return '';
  const language = languageOf(day);
  const texts = day.querySelector<HTMLElement>('[data-next]')?.dataset ?? {};
  const [text = '', when] = isWorkday(here.day)
    ? [texts.next, sayDuration(next.minutes, language)]
    : [texts.monday, next.hours.split('-')[0] ?? ''];
  const said = text.replace('%', () => next.name).replace('%', () => when);
  if (isWorkday(here.day)) return said;
  const weekday = sayWeekday(here, language);
  return `${weekday.charAt(0).toLocaleUpperCase(language)}${weekday.slice(1)}. ${said}`;
}

const languageOf = (element: HTMLElement) => element.closest<HTMLElement>('[lang]')?.lang ?? 'en';

/** 'Saturday', as the language writes it. */
export function sayWeekday({ day }: Pick<Clock, 'day'>, language: string): string {
  // The first of March 2026 is a Sunday.
  const date = new Date(Date.UTC(2026, 2, 1 + day));
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

/** Minutes until the hours of the next workday begin. */
export function minutesUntil({ day, time }: Clock, hours: string): number {
  const wait = minuteOf(hours.split('-')[0] ?? '') - minuteOf(time);
  let days = wait > 0 ? 0 : 1;
  while (!isWorkday((day + days) % WEEK.length)) days += 1;
  return days * DAY + wait;
}

/** '2 hr 10 min', or '1 day 5 hr', as the language writes it. */
export function sayDuration(minutes: number, language: string): string {
  const parts = [
    ['day', Math.floor(minutes / DAY)],
    ['hour', Math.floor((minutes % DAY) / 60)],
    ['minute', minutes % 60],
  ] as const;
  return parts
    .filter(([, count]) => count > 0)
    .slice(0, 2)
    .map(([unit, count]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join('\u00a0');
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

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** Minutes of a day, from and to. */
export type Span = readonly [number, number];

/** The hours ('09:00-18:00') of an office on the clock of another place: one span, or two over midnight. */
export function spansOf(hours: string, there: Clock, here: Clock): readonly Span[] {
  const [opens = '', closes = ''] = hours.split('-');
  const intoDay = (minute: number) => (minute + DAY) % DAY;
  const length = intoDay(minuteOf(closes) - minuteOf(opens)) || DAY;
  const start = intoDay(intoDay(minuteOf(here.time) - minuteOf(there.time)) + minuteOf(opens));
  const end = start + length;
  return end <= DAY
    ? [[start, end]]
    : [
        [start, DAY],
        [0, end - DAY],
      ];
}

/** The hours as lines in a day of 1440 by 30. */
export function drawHours(hours: string, there: Clock, here: Clock): string {
  return spansOf(hours, there, here)
    .map(([from, to]) => `M${from} 15H${to}`)
    .join('');
}
