// What sets a group of an audience apart, when its people post, and their words.

import type { ReactNode } from 'react';
import { Bar, useFigures } from './parts.tsx';

/** Posts of the chosen group by hour of the day. */
const HOURS = [6, 5, 4, 4, 5, 9, 22, 40, 26, 12, 6, 4, 3, 3, 4, 6, 9, 12, 16, 19, 14, 10, 9, 8];

const PEAK = 7;
const hourPath = (posts: number, hour: number) => `M${hour * 10 + 1} 42V${42 - posts}h8V42Z`;

/** What the chosen group writes about, against the average. */
export function Interests(): ReactNode {
  const { t, number } = useFigures();
  const habits = [
    [t('section.screen.socks'), 9.4],
    [t('section.screen.buses'), 6.1],
    [t('section.screen.crosswords'), 3.8],
    [t('section.screen.music'), 1],
  ] as const;
  return (
    <ul className="rows">
      {habits.map(([habit, times]) => (
        <li key={habit}>
          {habit} <b>×{number(times)}</b>
          <Bar share={times / 9.4} tone={times > 1 ? 'accent' : 'neutral'} />
        </li>
      ))}
    </ul>
  );
}

/** The posts of the chosen group by hour. */
export function Hours(): ReactNode {
  const { t } = useFigures();
  return (
    <div>
      <p className="screen__label">
        {t('section.screen.hours')} <b>07:10</b>
      </p>
      <svg className="audience__hours" viewBox="0 0 240 42" preserveAspectRatio="none" aria-hidden="true">
        <path opacity="0.35" d={HOURS.map((posts, hour) => hourPath(hour === PEAK ? 0 : posts, hour)).join('')} />
        <path d={hourPath(HOURS[PEAK] ?? 0, PEAK)} />
      </svg>
    </div>
  );
}

export function WordsScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close words pane">
      <p>
        <b>{t('section.screen.wordsTheirs')}</b> · <del>{t('section.screen.wordsYours')}</del>
      </p>
      <WordPairs />
      <p className="screen__hint">{t('section.screen.wordsHint')}</p>
    </div>
  );
}

/** The words of a group next to those of the home page. */
export function WordPairs({ count = 3 }: { readonly count?: number }): ReactNode {
  const { t, number } = useFigures();
  const pairs = [
    [t('section.screen.wordOne'), 1207, t('section.screen.wordOneYours'), 4],
    [t('section.screen.wordTwo'), 486, t('section.screen.wordTwoYours'), 0],
    [t('section.screen.wordThree'), 58, t('section.screen.wordThreeYours'), 2],
  ] as const;
  return (
    <ul className="rows">
      {pairs.slice(0, count).map(([theirs, often, yours, seldom]) => (
        <li key={theirs}>
          <strong>{theirs}</strong> <strong>{number(often)}</strong>
          <Bar share={Math.max(often / 1207, 0.03)} />
          <del>{yours}</del> <span>{number(seldom)}</span>
        </li>
      ))}
    </ul>
  );
}
