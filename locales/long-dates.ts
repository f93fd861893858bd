// How the languages of the site write a long date, as ICU writes it: a test compares them over years of days. Without them
// each thread of a build loads the patterns and months of every language, which takes longer than all dates of a small site.

/** Long dates of one language. */
interface LongDates {
  /** As they stand in a date, from January on. */
  readonly months: readonly string[];
  /** Joined: every card prints one as JSON, which is quicker of a text in one piece. */
  readonly printDate: (day: number, month: string, year: number) => string;
  /** Of a date, and of a time in UTC. */
  readonly printMoment: (date: string, hour: number, minute: string) => string;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** By language tag. */
const LONG_DATES: Readonly<Record<string, LongDates>> = {
  en: {
    months: listMonths('January February March April May June July August September October November December'),
    printDate: (day, month, year) => [`${month} ${day}`, year].join(', '),
    printMoment: (date, hour, minute) => `${date} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'} UTC`,
  },
  es: {
    months: listMonths('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    printDate: (day, month, year) => [day, month, year].join(' de '),
    printMoment: (date, hour, minute) => `${date} a las ${hour}:${minute} UTC`,
  },
  'pt-BR': {
    months: listMonths('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
    printDate: (day, month, year) => [day, month, year].join(' de '),
    printMoment: (date, hour, minute) => `${date} às ${twoDigits(hour)}:${minute} UTC`,
  },
  uk: {
    months: listMonths('січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня'),
    printDate: (day, month, year) => [day, month, year, 'р.'].join(' '),
    printMoment: (date, hour, minute) => `${date} о ${twoDigits(hour)}:${minute} UTC`,
  },
  'ru-KZ': {
    months: listMonths('января февраля марта апреля мая июня июля августа сентября октября ноября декабря'),
    printDate: (day, month, year) => [day, month, year, 'г.'].join(' '),
    printMoment: (date, hour, minute) => `${date} в ${twoDigits(hour)}:${minute} UTC`,
  },
};

function listMonths(months: string): readonly string[] {
  return months.split(' ');
}

/** Prints a moment; null where only ICU knows how. */
type PrintLong = (at: Date) => string | null;

/** The day of a moment, in UTC. */
export function printDayIn(languageTag: string): PrintLong {
  const dates = LONG_DATES[languageTag];
  return dates === undefined ? () => null : (at) => printDay(dates, at);
}

/** Day and time of a moment, in UTC. */
export function printMomentIn(languageTag: string): PrintLong {
  const dates = LONG_DATES[languageTag];
  if (dates === undefined) return () => null;
  return (at) => {
    const date = printDay(dates, at);
    return date === null ? null : dates.printMoment(date, at.getUTCHours(), twoDigits(at.getUTCMinutes()));
  };
}

function printDay({ months, printDate }: LongDates, at: Date): string | null {
  const year = at.getUTCFullYear();
  const month = months[at.getUTCMonth()];
  // Years before the first have an era. What is no moment has no month.
  return month === undefined || year < 1 ? null : printDate(at.getUTCDate(), month, year);
}
