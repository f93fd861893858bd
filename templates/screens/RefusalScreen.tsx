// A question with too few posts for an answer: the copilot says so and shows the posts.

import type { ReactNode } from 'react';
import { Quotes, useFigures } from './parts.tsx';

/** Posts that an answer needs. */
const NEEDED = 50;

export function RefusalScreen(): ReactNode {
  const { t, number } = useFigures();
  const posts = [
    [t('section.screen.refusalPostOne'), t('section.screen.refusalFromOne')],
    [t('section.screen.refusalPostTwo'), t('section.screen.refusalFromTwo')],
    [t('section.screen.refusalPostThree'), t('section.screen.refusalFromThree')],
  ] as const;
  return (
    <div className="close refusal pane">
      <p className="copilot__question">{t('section.screen.refusalQuestion')}</p>
      <p className="refusal__answer">{t('section.screen.refusalAnswer')}</p>
      <div className="refusal__sample">
        <p className="screen__label">
          {t('section.screen.refusalSample', { count: posts.length, needed: number(NEEDED) })}
        </p>
        <Dots
          columns={NEEDED / 2}
          rows={2}
          marked={[
            [0, 0],
            [1, 0],
            [2, 0],
          ]}
        />
      </div>
      <Quotes posts={posts} />
      <p className="screen__chips">
        <span className="chip chip--found">{t('section.screen.refusalWider', { n: 71 })}</span>
        <small>{t('section.screen.refusalQuery')}</small>
      </p>
    </div>
  );
}

/** Rows of dots, of which those at the given places (column and row) are marked. */
export function Dots({
  columns,
  rows,
  marked,
  isRinged = false,
}: {
  readonly columns: number;
  readonly rows: number;
  readonly marked: readonly (readonly [number, number])[];
  /** Where few are marked among many. */
  readonly isRinged?: boolean;
}): ReactNode {
  return (
    <svg
      className="refusal__dots"
      viewBox={`0 0 ${columns * 10} ${rows * 10}`}
      strokeDasharray="0 10"
      strokeLinecap="round"
      strokeWidth={isRinged ? 8 : 7}
      aria-hidden="true"
    >
      <path d={Array.from({ length: rows }, (_, row) => `M5 ${row * 10 + 5}h${columns * 10 - 9}`).join('')} />
      <path className="is-found" d={marked.map(([column, row]) => `M${column * 10 + 5} ${row * 10 + 5}h1`).join('')} />
      {isRinged
        ? marked.map(([column, row]) => (
            <circle
              className="is-found"
              key={`${column} ${row}`}
              cx={column * 10 + 5.5}
              cy={row * 10 + 5}
              r="6.5"
              fill="none"
              strokeWidth="1.5"
              strokeDasharray="none"
            />
          ))
        : null}
    </svg>
  );
}
