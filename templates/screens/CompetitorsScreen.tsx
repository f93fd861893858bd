// Share of voice of four brands by week, and who left whom for what.

import type { ReactNode } from 'react';
import { areaPath, linePath } from './charts.ts';
import { Bar, BRAND, Quotes, useFigures } from './parts.tsx';

/** Upper edges of the brands by week, stacked from the bottom: Kestrel, Norda, Thermel, Pico. */
const EDGES = [
  [21, 22, 21, 23, 22, 21, 22, 23],
  [50, 50, 51, 52, 67, 64, 64, 64],
  [83, 83, 83, 83, 88, 87, 87, 88],
  [100, 100, 100, 100, 100, 100, 100, 100],
] as const;
const FLOOR = [0, 0, 0, 0, 0, 0, 0, 0] as const;
/** The week of the launch, across the chart. */
const LAUNCH = (4 / 7) * 100;

/** Share of voice by week. */
export function Stack(): ReactNode {
  const [kestrel, norda, thermel, pico] = EDGES;
  return (
    <svg width="100%" viewBox="0 0 600 100" aria-hidden="true">
      <g transform="scale(6 1)">
        <path className="stack stack--4" opacity="0.8" d={areaPath(pico, thermel)} />
        <path className="stack stack--3" opacity="0.8" d={areaPath(thermel, norda)} />
        <path className="stack stack--2" opacity="0.8" d={areaPath(norda, kestrel)} />
        <path className="stack stack--1" d={areaPath(kestrel, FLOOR)} />
        <path className="chart__line" d={linePath(kestrel)} />
        <path d={`M${LAUNCH} 0V100`} stroke="currentColor" strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />
      </g>
    </svg>
  );
}

/** Who left whom. */
export function Moves(): ReactNode {
  const { number } = useFigures();
  const moves = [
    ['Norda', BRAND, 38],
    [BRAND, 'Norda', 21],
    ['Pico', BRAND, 9],
  ] as const;
  return (
    <ul className="rows">
      {moves.map(([from, to, people]) => (
        <li key={from}>
          <span>
            {from} › <b>{to}</b>
          </span>
          <b>{number(people)}</b>
          <Bar share={people / 38} tone={to === BRAND ? 'accent' : 'negative'} />
        </li>
      ))}
    </ul>
  );
}

export function SwitchingScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close switching pane">
      <Moves />
      <Quotes
        posts={[
          [t('section.screen.switchPostOne'), t('section.screen.switchFromOne')],
          [t('section.screen.switchPostTwo'), t('section.screen.switchFromTwo')],
        ]}
      />
      <p className="pane__title">{t('section.screen.switchingVerdict')}</p>
    </div>
  );
}
