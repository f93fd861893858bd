// Drawings at the top of a page, each for one page. They have no window, like those above figures.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { TimedSteps } from './AlertsScreen.tsx';
import { Labels, Plot } from './FigureScreens.tsx';
import { Drawn, FaceParts } from './faces.tsx';
import { useTopics } from './OwnScreens.tsx';
import { useFigures } from './parts.tsx';

/** One fair die, thrown 6, 60 and 600 times: how often it showed 1 to 6. */
const THROWS: readonly (readonly number[])[] = [
  [1, 0, 2, 0, 3, 0],
  [8, 14, 9, 11, 7, 11],
  [97, 104, 101, 95, 108, 95],
];
/** The height of a side that is thrown every time. */
const TALLEST = 320;
const LOOKS = ['tone--negative', 'is-norda', 'is-kestrel'] as const;

/** What one die seems to say, and says. */
export function DiceFigure(): ReactNode {
  const { t, number } = useFigures();
  const verdicts = [t('section.screen.diceOdd'), t('section.screen.diceTwos'), t('section.screen.diceDie')];
  return (
    <div className="items">
      {THROWS.map((counts, index) => {
        const throws = counts.reduce((sum, count) => sum + count, 0);
        return (
          <div key={throws}>
            <Labels
              start={t('section.screen.diceThrows', { n: throws })}
              end={
                index === 1 ? null : (
                  <span className={index === 0 ? 'plot__narrow' : 'plot__wide'}>
                    – – {t('section.screen.diceSixth')}
                  </span>
                )
              }
            />
            <Plot height={282}>
              <line className="tone--neutral" x2="100%" y1="163" y2="163" strokeDasharray="3 5" />
              {index === 0 ? null : <FirstThrows />}
              {PIPS.map((_, side) => side).map((side) => (
                <Throws
                  key={side}
                  side={side}
                  count={number(counts[side] ?? 0)}
                  height={((counts[side] ?? 0) / throws) * TALLEST}
                  look={LOOKS[index] ?? LOOKS[0]}
                />
              ))}
            </Plot>
            <p className="photo__text">{verdicts[index]}</p>
          </div>
        );
      })}
    </div>
  );
}

/** The pips of the six sides of a die, from its middle. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** Where the bars of six throws stood. */
function FirstThrows(): ReactNode {
  return THROWS[0]?.map((count, side) => (
    <rect
      key={PIPS[side]?.join()}
      x={`${((side + 0.1) / 6) * 100}%`}
      y={216 - (count / 6) * TALLEST}
      width={`${80 / 6}%`}
      height={(count / 6) * TALLEST}
      rx="4"
      fill="none"
      stroke="#8a94b3"
      strokeDasharray="3 5"
    />
  ));
}

interface ThrowsProps {
  readonly side: number;
  readonly count: string;
  readonly height: number;
  readonly look: string;
}

function Throws({ side, count, height, look }: ThrowsProps): ReactNode {
  const at = (share: number) => `${((side + share) / 6) * 100}%`;
  const top = 206 - height;
  // Above the line of the mean if it would run through the number.
  const y = top > 157 && top < 178 ? 157 : top;
  return (
    <>
      <rect className={look} x={at(0.1)} y={216 - height} width={`${80 / 6}%`} height={Math.max(height, 2)} rx="4" />
      <text x={at(0.5)} y={y} textAnchor="middle" fontWeight="600">
        {count}
      </text>
      <svg x={at(0.5)} y="228" width="34" height="34" overflow="visible" aria-hidden="true">
        <rect x="-15" width="30" height="30" rx="7" className="bar__ground" />
        {PIPS[side]?.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x * 8} cy={15 + y * 8} r="2.75" className="alerts__peak" />
        ))}
      </svg>
    </>
  );
}

/** Posts per night and degree in the bedroom, from 20 °C: on the tiles in Seville, about fans in Dublin. */
const TILES = [2, 2, 3, 3, 4, 4, 5, 6, 9, 34, 48, 61, 72, 86, 98, 104];
const FANS = [1, 2, 2, 3, 3, 5, 6, 8, 12, 41, 63, 78, 84, 80, 77, 74];
/** The height of a post. */
const POST = 1.16;
const COOLEST = 20;
const TOO_WARM = 29;

/** Where people begin to move. */
function Threshold(): ReactNode {
  const { t } = useFigures();
  const at = (place: number) => `${(place / TILES.length) * 100}%`;
  return (
    <>
      <line x1={at(TOO_WARM - COOLEST)} x2={at(TOO_WARM - COOLEST)} y1="6" y2="284" strokeDasharray="4 5" />
      <text x={at(TOO_WARM - COOLEST - 0.2)} y="96" textAnchor="end" fontWeight="600" className="plot__wide">
        {t('section.screen.heatMove')}
      </text>
    </>
  );
}

/** A dashboard of one sentence, one chart, three posts and one question. */
export function HeatFigure(): ReactNode {
  const { t, number } = useFigures();
  const at = (place: number) => `${(place / TILES.length) * 100}%`;
  return (
    <>
      <p className="photo__text">{t('section.screen.heatLine')}</p>
      <p className="screen__label">{t('section.screen.heatUnit')}</p>
      <Plot height={320}>
        <text y="34" className="tone--negative plot__large">
          {t('section.screen.heatTiles')}
        </text>
        <text y="302" className="is-kestrel plot__large">
          {t('section.screen.heatFans')}
        </text>
        <Threshold />
        {TILES.map((tiles, place) => {
          const fans = FANS[place] ?? 0;
          const degrees = place + COOLEST;
          const isWarm = degrees >= TOO_WARM;
          const column = { x: at(place + 0.08), width: at(0.84), rx: 3, opacity: isWarm ? 1 : 0.45 };
          return [
            <rect
              key={`${degrees} up`}
              className="tone--negative"
              {...column}
              y={150 - tiles * POST}
              height={tiles * POST}
            />,
            <text key={`${degrees} at`} x={at(place + 0.5)} y="169" textAnchor="middle" fontWeight={isWarm ? 700 : 400}>
              {place % 3 === 0 ? `${number(degrees)}°` : ''}
            </text>,
            <rect key={`${degrees} down`} className="is-kestrel" {...column} y="180" height={fans * POST} />,
          ];
        })}
        <g fontWeight="600" className="plot__wide">
          <text x={at(TILES.length - 0.5)} y="23" textAnchor="middle" className="tone--negative">
            {number(Math.max(...TILES))}
          </text>
          <text x={at(FANS.indexOf(Math.max(...FANS)) + 0.5)} y="296" textAnchor="middle" className="is-kestrel">
            {number(Math.max(...FANS))}
          </text>
        </g>
      </Plot>
      <HeatWords />
    </>
  );
}

/** The posts and the question of the dashboard. */
function HeatWords(): ReactNode {
  const { t } = useFigures();
  const posts = [
    [t('section.screen.heatOne'), t('section.screen.heatOneFrom')],
    [t('section.screen.heatTwo'), t('section.screen.heatTwoFrom')],
    [t('section.screen.heatThree'), t('section.screen.heatThreeFrom')],
  ] as const;
  return (
    <ul className="items">
      {posts.map(([text, from]) => (
        <li className="quotes" key={text}>
          {text} <small>{from}</small>
        </li>
      ))}
      <li>
        <p className="pane__title">{t('section.screen.heatQuestion')}</p>
        <small>{t('section.screen.heatFor')}</small>
      </li>
    </ul>
  );
}

/** A year of each plan, and the tenth of it that is yours: as much wider as it costs more. */
export function TenthFigure(): ReactNode {
  const { t } = useFigures();
  const plans = [
    [t('section.screen.tenthDesk'), t('section.screen.tenthDeskYear'), t('section.screen.tenthDeskYours')],
    [t('section.screen.tenthTeam'), t('section.screen.tenthTeamYear'), t('section.screen.tenthTeamYours')],
    [t('section.screen.tenthGroup'), t('section.screen.tenthGroupYear'), t('section.screen.tenthGroupYours')],
  ] as const;
  const sums = plans.map(([, , sum]) => Number(sum.replace(/\D/g, '')));
  return (
    <div className="rows">
      {plans.map(([plan, year, sum], index) => {
        const width = ((sums[index] ?? 0) / Math.max(...sums)) * 100;
        return (
          <div key={plan}>
            <p className="pane__title">{plan}</p>
            <Plot height={88}>
              <rect y="6" width={`${width}%`} height="72" rx="8" className="is-kestrel" opacity="0.22" />
              <rect y="6" width={`${width / 10}%`} height="72" rx="4" className="tone--negative" />
              <g transform="translate(18 0)">
                <svg x={`${index === 2 ? 10 : width}%`} overflow="visible" aria-hidden="true">
                  <text y="39" className="is-kestrel plot__large" fill="var(--tone)">
                    {sum}
                  </text>
                  <text y="62" fontSize="14" fill="currentColor" opacity="0.8">
                    {year}
                  </text>
                </svg>
              </g>
              {index === 2 ? <Lifeboat words={t('section.screen.tenthBoat')} /> : null}
            </Plot>
          </div>
        );
      })}
    </div>
  );
}

/** What a tenth may pay for, where the short bars leave room: it swims on the long one. */
function Lifeboat({ words }: { readonly words: string }): ReactNode {
  return (
    <svg className="plot__wide" x="100%" overflow="visible" aria-hidden="true">
      <g transform="translate(-312 -152)">
        <path d="M152 70V8M152 22H128M152 32H136" stroke="#76819f" strokeWidth="4" strokeLinecap="round" />
        <path d="M152 8l34 9-34 10z" fill="#f6b64a" />
        <path d="M84 122L104 72h88l14 22h26l12 28z" fill="#ff7a5f" />
        <path d="M112 82h22v20h-30zM142 82h20v20h-20zM170 82h16l12 20h-28z" fill="#e4ecff" />
        <path d="M22 116h256c-4 28-18 50-36 62H74C46 170 28 146 22 116z" fill="#1d53e0" />
        <path d="M22 116h256l-2 12H25z" fill="#ff5a3c" />
        <path d="M38 116V94h40M250 116V98h20v18" fill="none" stroke="#76819f" strokeWidth="4" strokeLinecap="round" />
        <circle cx="222" cy="149" r="13" fill="none" stroke="#ffffff" strokeWidth="8" />
        <circle cx="222" cy="149" r="13" fill="none" stroke="#ff5a3c" strokeWidth="8" strokeDasharray="10.2 10.2" />
        <path d="M70 150h96" stroke="#8db0ff" strokeWidth="5" strokeLinecap="round" strokeDasharray="26 12" />
        <g fill="none" stroke="#6f97f5" strokeWidth="7" strokeLinecap="round">
          <path d="M4 182q18-18 36 0t37 0 37 0 37 0 37 0 37 0 37 0 34 0" />
          <path d="M40 200q18-18 37 0t37 0 37 0 37 0 37 0 36 0" opacity="0.5" />
        </g>
      </g>
      <text x="-330" y="48" textAnchor="end">
        {words}
      </text>
    </svg>
  );
}

/** Topics that rose, and how many are left after each question. */
const TOPICS = [212, 48, 17, 5];
const SENT = 5;
/** Dots per row of each question, and the distance between them. */
const ROWS_OF_DOTS = [
  [53, 20],
  [24, 44],
  [17, 62],
  [5, 76],
] as const;

/** How topics get into the letter: a dot each, fewer and larger after every question. */
export function SieveFigure(): ReactNode {
  const { t, number } = useFigures();
  const topics = useTopics();
  const leftOut = (...keys: WordKey[]) =>
    [t('section.screen.letterOut'), ...keys.map((key) => t(key))].join('\u00a0· ');
  const words = [
    [t('section.screen.letterRising'), leftOut('section.screen.letterOutOne', 'section.screen.letterOutThree')],
    [t('section.screen.letterPeople'), leftOut('section.screen.letterOutTwo')],
    [t('section.screen.letterLater'), leftOut('section.screen.letterOutFour')],
    [t('section.screen.letterSent'), topics.map(([topic]) => topic).join(' · ')],
  ] as const;
  return (
    <div className="rows">
      <p>{t('section.screen.letterDot')}</p>
      <ol className="rows">
        {words.map(([title, out], stage) => (
          <li key={title}>
            <p className="screen__chips">
              <b className="photo__text">{number(TOPICS[stage] ?? 0)}</b> <b className="pane__title">{title}</b>
              <small>{out}</small>
            </p>
            <Topics stage={stage} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The topics that pass a question: the five to be sent are coral, others that pass the next one as well are darker. */
function Topics({ stage }: { readonly stage: number }): ReactNode {
  const [inRow, pitch] = ROWS_OF_DOTS[stage] ?? ROWS_OF_DOTS[0];
  const topics = TOPICS[stage] ?? 0;
  const rows = Math.ceil(topics / inRow);
  return (
    <svg viewBox={`0 -8 1060 ${rows * pitch + 26}`} width="100%" aria-hidden="true">
      {Array.from({ length: topics }, (_, place) => {
        // Column by column, so that those that stay stand together at the start.
        const column = Math.floor(place / rows);
        const row = place % rows;
        return (
          <circle
            key={`${column} ${row}`}
            className={place < SENT ? 'bar__share tone--negative' : 'bar__share'}
            cx={(column + 0.5) * pitch}
            cy={(row + 0.5) * pitch}
            r={pitch * 0.4}
            opacity={place < (TOPICS[stage + 1] ?? SENT) ? 1 : 0.4}
          />
        );
      })}
    </svg>
  );
}

/** The rows: whose ground is which, as letters of `GROUNDS`; x is another tool. */
const ROWS = ['abxdaxbcaxdxb', 'cxabxdacbxacxd', 'bcaxdbxcadxab'];
const GROUNDS: Readonly<Record<string, string>> = {
  a: '#d9e4ff',
  b: '#bfe9e2',
  c: '#fde3b5',
  d: '#c9d0ea',
  x: '#ff5a3c',
};
/** Forty ambassadors, face by face; some stand before the colour of another tool. */
export function ClassFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="rows">
      <svg className="scene" viewBox="0 0 1240 280" aria-hidden="true">
        <FaceParts />
        {ROWS.flatMap((row, depth) =>
          [...row].map((ground, place) => {
            const spot = `${620 + (place - (row.length - 1) / 2) * 88.8 - 41} ${depth * 92}`;
            return (
              <g key={spot} transform={`translate(${spot}) scale(0.1725)`}>
                <Drawn person={depth * 13 + place} ground={GROUNDS[ground] ?? ''} isStrong={ground === 'x'} />
              </g>
            );
          }),
        )}
      </svg>
      <p className="photo__text">{t('section.screen.classForty')}</p>
    </div>
  );
}

interface CoverProps {
  /** In em, like the height. */
  readonly width: number;
  readonly height?: number;
  /** Its number; on a wide bar also what it covers. */
  readonly rule: number | string;
  readonly isWide?: boolean;
}

/** A dark bar with the number of the rule that asks for it. */
function Cover({ width, height = 1, rule, isWide = false }: CoverProps): ReactNode {
  return (
    <svg width={isWide ? '100%' : `${width}em`} viewBox={`0 0 ${width * 20} ${height * 20}`} aria-hidden="true">
      <rect width="100%" height="100%" rx="3" fill="#0b1333" stroke="#37457c" />
      <text x="50%" y="50%" dy=".36em" fontSize={isWide ? 22 : 14} fontWeight="600" textAnchor="middle" fill="#ffffff">
        {rule}
      </text>
    </svg>
  );
}

/** A post as the listening code leaves it: what is covered is not kept. */
export function KeptFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="screen__window">
      <div className="pane">
        <Labels start={t('section.screen.keptReport')} end={t('section.screen.keptHandle')} />
        <p className="photo__text">
          <Cover width={2} height={2} rule={2} /> <Cover width={7} rule={7} /> <Cover width={4} rule={7} />{' '}
          {t('section.screen.keptDay')}
        </p>
        <p className="photo__text">
          {t('section.screen.keptStart')} <Cover width={5} rule={7} /> {t('section.screen.keptEnd')}
        </p>
        <Cover width={38} height={3} rule={t('section.screen.keptPhoto')} isWide />
      </div>
      <div className="query close">
        <p>{t('section.screen.keptNever')}</p>
        <p className="query__verdict">{t('section.screen.keptStays')}</p>
      </div>
    </div>
  );
}

/** The minutes at which the parts of a demo begin. */
const PARTS = [0, 3, 10, 20, 29, 30];
const FILLS = ['#1d53e0', '#8db0ff', '#ff7a5f', '#f7b955', '#17b2a5'];

/** Half a dial for half an hour, and what happens in it. */
export function DialFigure(): ReactNode {
  const { t } = useFigures();
  const words = [
    [t('section.screen.halfHourOne'), t('section.screen.question')],
    [t('section.screen.halfHourTwo'), t('section.screen.halfHourTwoText', { n: 1284, photos: 412 })],
    [t('section.screen.halfHourThree'), t('section.screen.halfHourThreeText')],
    [t('section.screen.halfHourFour'), t('section.screen.halfHourFourText')],
    [t('section.screen.halfHourFive'), t('section.screen.halfHourFiveText')],
  ] as const;
  return (
    <div className="close">
      <Dial />
      <TimedSteps
        steps={words.map(([title, text], part) => [`0:${String(PARTS[part]).padStart(2, '0')}`, title, text])}
      />
    </div>
  );
}

/** Where a minute is on the dial. */
const point = (minute: number, radius: number) => {
  const angle = Math.PI * (1 - minute / 30);
  return [280 + Math.cos(angle) * radius, 276 - Math.sin(angle) * radius].map((n) => Math.round(n * 10) / 10);
};

function Dial(): ReactNode {
  const { t, number } = useFigures();
  return (
    <svg className="scene" viewBox="0 0 560 290" fontSize="20" fontWeight="600" textAnchor="middle" aria-hidden="true">
      {FILLS.map((fill, part) => {
        const [from = 0, to = 30] = PARTS.slice(part);
        return (
          <path
            key={fill}
            d={`M${point(from + 0.08, 206)}A206 206 0 0 1 ${point(to - 0.08, 206)}`}
            fill="none"
            stroke={fill}
            strokeWidth="52"
          />
        );
      })}
      {Array.from({ length: 31 }, (_, minute) => minute).map((minute) => (
        <path
          key={minute}
          d={`M${point(minute, minute % 5 === 0 ? 156 : 164)}L${point(minute, 172)}`}
          className="plot__axes"
          strokeWidth={minute % 5 === 0 ? 3 : 1.5}
        />
      ))}
      {PARTS.map((minute) => {
        // The last two are a minute apart.
        const [x, y] = point(minute === 29 ? 28.6 : minute, 254);
        return (
          <text key={minute} x={x} y={y} dy="5" fill="currentColor">
            {number(minute)}
          </text>
        );
      })}
      <text x="280" y="240" fontSize="92" fontWeight="640" letterSpacing="-4" fill="currentColor">
        {number(30)}
      </text>
      <text x="280" y="272" fill="currentColor">
        {t('section.screen.minutes')}
      </text>
    </svg>
  );
}
