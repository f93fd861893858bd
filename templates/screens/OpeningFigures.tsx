// Drawings across an opening, below its words. Like those of figures, they have no window, and words keep their size on every screen.

import type { ReactNode } from 'react';
import { Labels, Plot } from './FigureScreens.tsx';
import { Face, useFigures } from './parts.tsx';

const round = (n: number) => Math.round(n * 100) / 100;

/** A smooth curve through points that are equally far apart, from left to right or back. */
function curve(heights: readonly number[], isBack = false): string {
  const last = heights.length - 1;
  const order = isBack ? heights.map((_, index) => last - index) : heights.map((_, index) => index);
  const step = (isBack ? -100 : 100) / last;
  const heightAt = (place: number) => heights[order[Math.min(Math.max(place, 0), last)] ?? 0] ?? 0;
  return order
    .map((index, place) => {
      const x = (index / last) * 100;
      const end = `${round(x)} ${round(heightAt(place))}`;
      if (place === 0) return `${isBack ? 'L' : 'M'}${end}`;
      const leave = heightAt(place - 1) + (heightAt(place) - heightAt(place - 2)) / 6;
      const arrive = heightAt(place) - (heightAt(place + 1) - heightAt(place - 1)) / 6;
      return `C${round(x - (step * 2) / 3)} ${round(leave)} ${round(x - step / 3)} ${round(arrive)} ${end}`;
    })
    .join('');
}

/** A shape as wide as the drawing: curves know no percentages. */
function Shape({
  y = 0,
  height,
  isCut = false,
  children,
}: {
  readonly y?: number;
  readonly height: number;
  readonly isCut?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <svg
      width="100%"
      height={height}
      y={y}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      overflow={isCut ? 'hidden' : 'visible'}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Posts of five groups, by hours from eight in the evening to eight in the evening. */
const HABITS = [
  [
    'section.screen.nurses',
    2140,
    [20, 9, 6, 5, 7, 10, 16, 22, 16, 9, 26, 118, 62, 20, 9, 5, 4, 4, 5, 7, 10, 14, 22, 30, 24],
  ],
  [
    'section.screen.walkers',
    1870,
    [22, 18, 12, 7, 4, 2, 2, 2, 3, 6, 12, 16, 14, 16, 24, 36, 52, 62, 56, 40, 30, 26, 26, 26, 22],
  ],
  [
    'section.screen.commuters',
    1310,
    [20, 16, 12, 8, 4, 2, 2, 2, 3, 8, 30, 64, 72, 40, 16, 12, 16, 20, 14, 12, 18, 40, 66, 56, 24],
  ],
  [
    'section.screen.anglers',
    640,
    [14, 8, 4, 3, 2, 4, 10, 26, 56, 64, 44, 24, 14, 10, 8, 8, 8, 8, 6, 6, 8, 12, 18, 20, 16],
  ],
  [
    'section.screen.parents',
    90,
    [16, 12, 10, 16, 26, 38, 46, 40, 34, 26, 18, 10, 6, 4, 4, 5, 8, 10, 6, 4, 4, 6, 8, 12, 16],
  ],
] as const;
const FIRST = 20;
const LAYER = 64;
/** The end of the night shift, in hours after the first. */
const PEAK = 11 + 1 / 6;
/** The hour with the most posts of the first group, which its layer moves there. */
const PEAK_HOUR = 11;
const NURSES_LOOK = { fill: '#ff7a5f', transform: `scale(${PEAK / PEAK_HOUR} 1)` } as const;

/** A quotation in two lines. */
function halves(text: string): readonly string[] {
  const middle = text.indexOf(' ', text.length / 2 - 4);
  return [text.slice(0, middle), text.slice(middle + 1)];
}

/** The figures of a drawing, for those who do not see it. */
export function Spoken({ parts }: { readonly parts: readonly string[] }): ReactNode {
  return <p className="visually-hidden">{parts.join('; ')}</p>;
}

const at = (hours: number) => `${(hours / 24) * 100}%`;

/** What the day of five groups looks like: a layer for each. */
export function HabitsFigure(): ReactNode {
  const { t, number } = useFigures();
  const floor = 132;
  const bottom = floor + (HABITS.length - 1) * LAYER;
  return (
    <>
      <Labels start={t('section.screen.habitsTitle')} end={t('section.screen.example')} />
      <Spoken parts={HABITS.map(([group, people]) => `${t(group)}: ${number(people)}`)} />
      <Plot height={bottom + 34}>
        <linearGradient id="habits" x1="0" x2="100%">
          <stop offset="0" stopColor="#6a63c9" />
          <stop offset="0.2" stopColor="#3d4ba0" />
          <stop offset="0.4" stopColor="#4a6be0" />
          <stop offset="0.55" stopColor="#8db0ff" />
          <stop offset="0.85" stopColor="#8db0ff" />
          <stop offset="1" stopColor="#6a63c9" />
        </linearGradient>
        <Clock bottom={bottom} />
        {HABITS.map(([group, people, posts], layer) => {
          const base = floor + layer * LAYER;
          return (
            <g key={group}>
              <Shape y={base - 120} height={120} isCut={layer === 0}>
                <path
                  d={`${curve(posts.map((n) => 120 - n))}V120H0Z`}
                  {...(layer === 0 ? NURSES_LOOK : { fill: 'url(#habits)', opacity: 0.82 })}
                />
              </Shape>
              <text
                y={base - (layer === 0 ? 68 : 40)}
                fill="currentColor"
                fontWeight="600"
                stroke="#0b1333"
                strokeOpacity="0.55"
                strokeWidth="4"
                strokeLinejoin="round"
                paintOrder="stroke"
              >
                {t(group)}
                <tspan dx="8" fill="currentColor" opacity="0.72" fontWeight="400" className="plot__wide">
                  {number(people)}
                </tspan>
              </text>
            </g>
          );
        })}
        <text x={at(PEAK + 0.7)} y="24" fill="currentColor" className="plot__large">
          07:10
        </text>
        {halves(t('section.screen.nurseQuoted')).map((half, line) => (
          <text key={half} x={at(PEAK + 2.5)} y={20 + line * 24} fill="currentColor" className="plot__wide">
            {half}
          </text>
        ))}
        <circle cx={at(PEAK)} cy={floor - 118} r="6" fill="currentColor" />
      </Plot>
    </>
  );
}

/** Every fourth hour, down to the axis. */
function Clock({ bottom }: { readonly bottom: number }): ReactNode {
  return (
    <>
      {[0, 4, 8, 12, 16, 20].map((hours) => (
        <g key={hours} fill="currentColor" opacity="0.72">
          <line x1={at(hours)} x2={at(hours)} y1="20" y2={bottom} strokeDasharray="2 5" />
          <text
            x={at(hours)}
            y={bottom + 28}
            textAnchor={hours === 0 ? 'start' : 'middle'}
            className={hours % 8 === 4 ? 'plot__wide' : ''}
          >
            {`${String((FIRST + hours) % 24).padStart(2, '0')}:00`}
          </text>
        </g>
      ))}
      <text x="100%" y={bottom + 28} fill="currentColor" opacity="0.72" textAnchor="end">
        20:00
      </text>
    </>
  );
}

/** Mentions by week in hundreds, from top to bottom: rival B, rival A with its campaign in spring, and ours. A season adds up to its label. */
const RIVER = [
  [15, 14, 15, 15, 14, 15, 15, 14, 15, 15, 14, 14, 15, 14, 14, 14, 13, 14, 14, 14, 14, 14, 13, 14, 14, 14],
  [45, 48, 47, 49, 47, 45, 48, 49, 47, 48, 47, 48, 42, 28, 25, 26, 25, 25, 25, 26, 25, 25, 25, 25, 25, 25],
  [32, 33, 32, 31, 32, 33, 33, 32, 33, 32, 33, 32, 32, 31, 31, 30, 31, 31, 30, 31, 31, 31, 31, 31, 31, 30],
] as const;
const BANDS = [
  ['section.screen.rivalB', '#17b2a5', '#0b1333', 19_000, 18_000],
  ['section.screen.rivalA', '#f7b955', '#0b1333', 61_000, 33_000],
  ['section.screen.ours', '#1d53e0', '#ffffff', 42_000, 40_000],
] as const;
/** All mentions of spring and of summer. */
const SPRING = BANDS.reduce((sum, band) => sum + band[3], 0);
const SUMMER = BANDS.reduce((sum, band) => sum + band[4], 0);
/** The last week of the campaign. */
const CAMPAIGN = 12.5;
const SCALE = 3.6;
const RIVER_TOP = 34;
const RIVER_HEIGHT = 384;

/** The upper edge of each band of the river, and the lower edge of the last. */
const EDGES = (() => {
  const totals = RIVER[0].map((_, week) => RIVER.reduce((sum, band) => sum + (band[week] ?? 0), 0));
  const edges = [totals.map((total) => (RIVER_HEIGHT + RIVER_TOP - total * SCALE) / 2)];
  for (const band of RIVER) edges.push(band.map((n, week) => (edges.at(-1)?.[week] ?? 0) + n * SCALE));
  return edges;
})();

/** Share of voice that grows on fewer mentions: the river is as wide as all mentions. */
export function RiverFigure(): ReactNode {
  const { t, number } = useFigures();
  const weekAt = (week: number) => `${(week / 25) * 100}%`;
  return (
    <>
      <Spoken
        parts={[
          t('section.screen.riverTitle'),
          ...BANDS.map(([name, , , spring, summer]) => `${t(name)}: ${number(spring)} › ${number(summer)}`),
        ]}
      />
      <Plot height={RIVER_HEIGHT + 48}>
        <Shape height={RIVER_HEIGHT}>
          {BANDS.map(([name, fill], band) => (
            <path key={name} fill={fill} d={`${curve(EDGES[band] ?? [])}${curve(EDGES[band + 1] ?? [], true)}Z`} />
          ))}
        </Shape>
        <line
          x1={weekAt(CAMPAIGN)}
          x2={weekAt(CAMPAIGN)}
          y1="8"
          y2={RIVER_HEIGHT}
          strokeDasharray="3 4"
          className="tone--neutral"
        />
        <BandNames />
        <text x={weekAt(CAMPAIGN)} dx="12" y="20" fontWeight="600" fill="currentColor">
          {t('section.screen.riverMay')}
        </text>
        <text x={weekAt(CAMPAIGN)} dx="12" y="42" fontWeight="600" fill="currentColor">
          {t('section.screen.riverLeaves')}
        </text>
        <text x="7.25%" y={RIVER_HEIGHT + 32}>
          {t('section.screen.spring')}: {number(SPRING)}
        </text>
        <text x="92.75%" y={RIVER_HEIGHT + 32} textAnchor="end">
          {t('section.screen.summer')}: {number(SUMMER)}
        </text>
      </Plot>
      <Labels start={t('section.screen.riverTitle')} end={t('section.screen.riverSource')} />
    </>
  );
}

/** The names of the bands with their mentions: of spring at the start, of summer at the end. */
function BandNames(): ReactNode {
  const { t, number, percent } = useFigures();
  const middle = (band: number, week: number) => ((EDGES[band]?.[week] ?? 0) + (EDGES[band + 1]?.[week] ?? 0)) / 2;
  return (
    <>
      {BANDS.map(([name, , ink, spring, summer], band) => (
        <g key={name} fill={ink} fontWeight="600">
          <text x="7.25%" y={middle(band, 2) + 6} className={name === 'section.screen.ours' ? 'plot__large' : ''}>
            <tspan className="plot__narrow" dy={band === 0 ? 0 : -11}>
              {'\u200b'}
            </tspan>
            {t(name)}
            {/* The narrow band has room for one line. */}
            <tspan className="plot__narrow" {...(band === 0 ? { dx: 6 } : { x: '7.25%', dy: 22 })}>
              {band === 0 ? '' : `${number(spring)} · `}
              {percent(spring / SPRING)}
            </tspan>
            <tspan className="wide">
              {' '}
              · {number(spring)} ·{' '}
              <tspan fontSize={name === 'section.screen.ours' ? undefined : 19} fontWeight="700">
                {percent(spring / SPRING)}
              </tspan>
            </tspan>
          </text>
          <text
            x="92.75%"
            y={middle(band, 23) + 6}
            textAnchor="end"
            className={name === 'section.screen.ours' ? 'plot__large' : ''}
          >
            {number(summer)} ·{' '}
            <tspan fontSize={name === 'section.screen.ours' ? undefined : 19} fontWeight="700">
              {percent(summer / SUMMER)}
            </tspan>
          </text>
        </g>
      ))}
    </>
  );
}

/** Where an account is: followers on a logarithmic scale from 500 to 600,000, customers who answer from the top. */
const across = (followers: number) => (Math.log10(followers / 500) / Math.log10(1200)) * 100;
const down = (share: number) => 80 + (0.4 - share) * 1280;
const FIELD_BOTTOM = 604;

/** A number between 0 and 1 that looks random and is always the same. */
const chance = (seed: number) => {
  const n = Math.sin(seed * 127.1) * 43_758.5453;
  return n - Math.floor(n);
};

/** Accounts nobody needs to know: the more followers, the fewer answers. */
const OTHERS = Array.from({ length: 240 }, (_, index) => {
  const x = 3 + chance(index + 1) * 95;
  const rise = chance(index + 501) ** 2.2 * (34 + (100 - x) * 1.75);
  return [round(x), Math.round(FIELD_BOTTOM - 14 - rise), 3 + Math.round(chance(index + 901) * 3)] as const;
}).filter(([x, y]) => x < 73 || x > 97 || y < down(0.06));

/** Whether the name of the last voice is there on a small screen. */
const isUnderName = (x: number, y: number) => x > 28 && y > down(0.08);

function Others(): ReactNode {
  return OTHERS.map(([x, y, r]) => (
    <circle
      key={`${x} ${y}`}
      className={isUnderName(x, y) ? 'tone--neutral plot__wide' : 'tone--neutral'}
      opacity="0.3"
      cx={`${x}%`}
      cy={y}
      r={r}
    />
  ));
}

/** Followers against customers who answer; the words of the opening stand where it is empty. */
export function FieldFigure(): ReactNode {
  const { t, number, percent } = useFigures();
  const voices = [
    [t('section.screen.voiceOne'), 1900, 0.38],
    [t('section.screen.voiceTwo'), 4300, 0.27],
    [t('section.screen.voiceThree'), 12_600, 0.19],
    [t('section.screen.voiceFour'), 310_000, 0.02],
  ] as const;
  return (
    <>
      <Plot height={FIELD_BOTTOM + 44}>
        <text y="14">{t('section.screen.customersAnswer')} ↑</text>
        {[0.1, 0.2, 0.3].map((share) => (
          <line key={share} x1="0" x2="8%" y1={down(share)} y2={down(share)} className="plot__wide" />
        ))}
        {[0.1, 0.2, 0.3].map((share) => (
          <text key={share} y={down(share) - 6} className="plot__wide">
            {percent(share)}
          </text>
        ))}
        <line x1="0" x2="100%" y1={FIELD_BOTTOM} y2={FIELD_BOTTOM} className="tone--neutral" />
        {[1000, 10_000, 100_000].map((followers) => (
          <text key={followers} x={`${across(followers)}%`} y={FIELD_BOTTOM + 24} textAnchor="middle">
            {number(followers)}
          </text>
        ))}
        <Others />
        {voices.map(([name, followers, share], index) => (
          <Voice
            key={name}
            index={index}
            name={name}
            x={across(followers)}
            y={down(share)}
            lines={
              index === 0
                ? t('section.screen.voiceFigures', { n: followers, share: percent(share) }).split(' / ')
                : [`${number(followers)} · ${percent(share)}`]
            }
          />
        ))}
        <svg x="76%" y={down(0.16)} overflow="visible" className="plot__wide" aria-hidden="true">
          <rect x="-150" y="-44" width="300" height="104" rx="12" fill="none" strokeDasharray="6 6" stroke="#76819f" />
          {halves(t('section.screen.fieldEmpty')).map((half, line) => (
            <text key={half} y={line * 26} textAnchor="middle" fill="currentColor" fontSize="17" fontWeight="600">
              {half}
            </text>
          ))}
        </svg>
      </Plot>
      <Spoken parts={voices.map(([name, followers, share]) => `${name}: ${number(followers)}, ${percent(share)}`)} />
      <Labels start={t('section.screen.followers')} end={t('section.screen.example')} />
    </>
  );
}

/** A face in the field with its name; the first is the one to find, the last the loud one at the end. */
function Voice({
  index,
  name,
  x,
  y,
  lines,
}: {
  readonly index: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}): ReactNode {
  const radius = index === 0 ? 38 : 24;
  const isLeft = index > 1;
  const [first, role] = name.split(', ');
  return (
    <svg x={`${round(x)}%`} y={y} overflow="visible" aria-hidden="true">
      {index === 0 ? (
        <path
          d="M-52 -32V-52H-32M32 -52H52V-32M52 32V52H32M-32 52H-52V32"
          fill="none"
          stroke="#ff5a3c"
          strokeWidth="4"
        />
      ) : null}
      <svg x={-radius} y={-radius} width={radius * 2} height={radius * 2} viewBox="0 0 32 32" aria-hidden="true">
        <Face number={[4, 2, 0, 3][index] ?? 0} />
      </svg>
      <g
        transform={`translate(${isLeft ? -36 : index === 0 ? 68 : 36} -14)`}
        textAnchor={isLeft ? 'end' : 'start'}
        fill="currentColor"
      >
        <text fontWeight="600" className={index === 0 ? 'plot__large' : ''}>
          {first}
        </text>
        <text y="21">{role}</text>
        {lines.map((line, place) => (
          <text key={line} y={(role === undefined && index > 0 ? 22 : 41) + place * 20}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** Posts in a column of boxes. */
const ROWS = 12;
/** And in a row of boxes on a phone. */
const COLUMNS = 24;
const POSTS = 600;

/** Every post as a ticked box, below the answer that it gives; a form had three of the five. */
export function AnswersFigure(): ReactNode {
  const { t, percent } = useFigures();
  const answers = [
    [t('section.screen.wantHot'), 0.34, null],
    [t('section.screen.wantLid'), 0.27, t('section.screen.answersLid')],
    [t('section.screen.wantCar'), 0.18, null],
    [t('section.screen.wantParts'), 0.14, t('section.screen.answersParts')],
    [t('section.screen.wantColour'), 0.07, null],
  ] as const;
  const looks = (said: string | null) => (said === null ? 'is-kestrel' : 'tone--negative');
  return (
    <>
      <p className="screen__label">
        <b className="pane__title">{t('section.screen.researchQuestion')}</b>
        <span>
          <span className="tone is-kestrel">{t('section.screen.unaskedForm')}</span>
          {' \u00a0'}
          <span className="tone tone--negative">{t('section.screen.unaskedOpen')}</span>
        </span>
      </p>
      <ul className="answers wide">
        {answers.map(([answer, share, said]) => (
          <li key={answer}>
            <Boxes count={Math.round(share * POSTS)} look={looks(said)} />
            <p className="pane__title">{percent(share)}</p>
            <p>{answer}</p>
            {said === null ? null : (
              <p className="quotes">
                <small>{said}</small>
              </p>
            )}
          </li>
        ))}
      </ul>
      <ul className="answers plot__narrow">
        {answers.map(([answer, share, said]) => (
          <li key={answer}>
            <p>
              <b>{percent(share)}</b> {answer}
            </p>
            <Bands count={Math.round(share * POSTS)} look={looks(said)} />
            {said === null ? null : (
              <p className="quotes">
                <small>{said}</small>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="photo__text">{t('section.screen.unaskedVerdict', { share: percent(0.41) })}</p>
      <Labels start={t('section.screen.basis')} end={t('section.screen.example')} />
    </>
  );
}

/** The outline of a box, and its tick. */
const BOX =
  'M3 1H7A2 2 0 0 1 9 3V7A2 2 0 0 1 7 9H3A2 2 0 0 1 1 7V3A2 2 0 0 1 3 1ZM3 1.8A1.2 1.2 0 0 0 1.8 3V7A1.2 1.2 0 0 0 3 8.2H7A1.2 1.2 0 0 0 8.2 7V3A1.2 1.2 0 0 0 7 1.8ZM2.7 5.2L3.5 4.4L4.6 5.4L6.7 2.9L7.5 3.6L4.7 7Z';

function Boxes({ count, look }: BoxesProps): ReactNode {
  const columns = Math.ceil(count / ROWS);
  const rest = (count % ROWS) * 10;
  const width = columns * 10;
  const shape = rest === 0 ? `M0 0H${width}V120H0Z` : `M0 0H${width}V${rest}H${width - 10}V120H0Z`;
  return <Ticked look={look} name={`posts-${count}`} columns={columns} rows={ROWS} shape={shape} />;
}

/** The boxes on a phone: all bands have one width, and their heights are the shares. */
function Bands({ count, look }: BoxesProps): ReactNode {
  const full = Math.floor(count / COLUMNS) * 10;
  const rest = (count % COLUMNS) * 10;
  const shape = `M0 0H${COLUMNS * 10}V${full}H${rest}V${full + 10}H0Z`;
  return (
    <Ticked look={look} name={`band-${count}`} columns={COLUMNS} rows={full / 10 + (rest > 0 ? 1 : 0)} shape={shape} />
  );
}

interface BoxesProps {
  readonly count: number;
  readonly look: string;
}

interface TickedProps {
  readonly look: string;
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly shape: string;
}

/** Ticked boxes; the one that is quoted below them is full. */
function Ticked({ look, name, columns, rows, shape }: TickedProps): ReactNode {
  return (
    <svg
      className={`stack ${look}`}
      viewBox={`1 0 ${columns * 10} ${rows * 10 + 6}`}
      width={`${columns}em`}
      height={`${rows + 0.6}em`}
      aria-hidden="true"
    >
      <pattern id={name} width="10" height="10" patternUnits="userSpaceOnUse">
        <path d={BOX} />
      </pattern>
      <path d={shape} fill={`url(#${name})`} />
      {look === 'is-kestrel' ? null : <rect x="1" y={rows * 10 - 9} width="8" height="8" rx="2" />}
    </svg>
  );
}

/** The pages of three studies, each on top of the next; on top the question and what was found. */
export function StudiesFigure(): ReactNode {
  const { t } = useFigures();
  const studies = [
    {
      name: t('section.screen.studyOne'),
      price: t('section.screen.studyOnePrice'),
      pages: t('section.screen.studyPages', { n: 4 }),
      tabs: PAGES.slice(0, 4),
      asks: t('section.screen.studyOneAsks'),
      finds: t('section.screen.studyOneFinds'),
      says: t('section.screen.studyOneSays'),
    },
    {
      name: t('section.screen.studyTwo'),
      price: t('section.screen.studyTwoPrice'),
      pages: t('section.screen.studyPages', { n: 12 }),
      tabs: PAGES,
      asks: t('section.screen.studyTwoAsks'),
      finds: t('section.screen.studyTwoFinds'),
      says: t('section.screen.studyTwoSays'),
    },
    {
      name: t('section.screen.studyThree'),
      price: t('section.screen.studyThreePrice'),
      pages: t('section.screen.studyMonthly'),
      tabs: t('section.screen.studyMonths').split(' '),
      asks: t('section.screen.studyThreeAsks'),
      finds: t('section.screen.studyThreeFinds'),
      says: t('section.screen.studyThreeSays'),
    },
  ];
  return (
    <ul className="answers">
      {studies.map(({ name, price, pages, tabs, ...cover }, index) => (
        <li key={name}>
          <Spoken parts={Object.values(cover)} />
          <Sheets tabs={tabs} ink={INKS[index] ?? INKS[0]}>
            <Cover {...cover} ink={INKS[index] ?? INKS[0]} />
          </Sheets>
          <p className="pane__title">
            {name}
            {'\u00a0'}· {price}
          </p>
          <p>{pages}</p>
        </li>
      ))}
    </ul>
  );
}

const INKS = ['#ff5a3c', '#1d53e0', '#0c8576'] as const;
/** Twelve pages. */
const PAGES = Array.from({ length: 12 }, (_, page) => `${page + 1}`);
const SHEET = 100;
const STEP = 9;

interface SheetsProps {
  /** What is on the edge of each page: its number or its month. */
  readonly tabs: readonly string[];
  readonly ink: string;
  readonly children: ReactNode;
}

function Sheets({ tabs, ink, children }: SheetsProps): ReactNode {
  const count = tabs.length;
  const width = SHEET + (count - 1) * STEP;
  const pages = Array.from({ length: count }, (_, page) => count - page);
  return (
    <svg
      viewBox={`-1 -1 ${width + 4} 146`}
      width={`${(width + 4) / 9.9}em`}
      height={`${146 / 9.9}em`}
      fill="#0c1531"
      aria-hidden="true"
    >
      <rect x="2" y="4" width={width} height="140" rx="4" opacity="0.12" />
      {pages.map((page) => (
        <g key={page} transform={`translate(${(page - 1) * STEP} 0)`} fontSize="5.6">
          <rect width={SHEET} height="140" rx="4" fill="#ffffff" stroke="#dbe2f1" />
          {page === 1 ? null : <Edge page={page} tab={tabs[page - 1] ?? ''} ink={ink} isLast={page === count} />}
        </g>
      ))}
      {children}
    </svg>
  );
}

/** What the edge of a page shows: a chart, a table, photos or text. The last page is the method. */
function Edge({
  page,
  tab,
  ink,
  isLast,
}: {
  readonly page: number;
  readonly tab: string;
  readonly ink: string;
  readonly isLast: boolean;
}): ReactNode {
  const height = ((page * 29) % 60) + 14;
  const x = SHEET - 7;
  const kinds = [
    <rect key="chart" x={x} y={132 - height} width="5" height={height} fill={ink} opacity="0.35" />,
    <path key="table" d={`M${x} 56h5M${x} 68h5M${x} 80h5M${x} 92h5M${x} 104h5M${x} 116h5`} stroke="#b6c2e6" />,
    <path key="photos" d={`M${x} 58h5v14h-5zM${x} 78h5v14h-5zM${x} 98h5v14h-5z`} fill="#ffd6a8" />,
    <path
      key="text"
      d={`M${x} 46h5M${x} 52h4M${x} 58h5M${x} 70h5M${x} 76h5M${x} 82h2M${x} 94h5M${x} 100h4`}
      stroke="#b6c2e6"
      strokeWidth="2"
    />,
  ];
  return (
    <>
      <text x={SHEET - 4.5} y="12" textAnchor="middle" fontWeight="600" className="plot__wide">
        {tab}
      </text>
      <path d={`M${SHEET - 7} 22h5M${SHEET - 7} 28h5M${SHEET - 7} 34h3`} stroke="#b6c2e6" strokeWidth="2" />
      {isLast ? <rect x={x} y="42" width="5" height="90" fill={ink} /> : kinds[page % kinds.length]}
    </>
  );
}

/** A text in lines of at most so many letters. */
export function lines(text: string, most: number): readonly string[] {
  const done: string[] = [];
  for (const word of text.split(' ')) {
    const last = done.at(-1);
    if (last === undefined || last.length + word.length >= most) done.push(word);
    else done[done.length - 1] = `${last} ${word}`;
  }
  return done;
}

interface CoverProps {
  readonly asks: string;
  /** In large type: "7 of 9" has a row of boxes, and larger numbers a bar. */
  readonly finds: string;
  readonly says: string;
  readonly ink: string;
}

/** The first page: a question, what was found and a chart of it. */
function Cover({ asks, finds, says, ink }: CoverProps): ReactNode {
  const [part = 0, whole = 0] = finds.match(/\d+/g)?.map(Number) ?? [];
  const boxes = whole > 20 ? 1 : whole;
  const box = 84 / boxes;
  return (
    <>
      <path d="M8 9h24" stroke={ink} strokeWidth="3" />
      {lines(asks, 20).map((line, index) => (
        <text key={line} x="8" y={24 + index * 9.6} fontSize="7.8" fontWeight="600">
          {line}
        </text>
      ))}
      <text x="8" y="86" fontSize="15.5" fontWeight="640" letterSpacing="-0.4" fill={ink}>
        {finds}
      </text>
      {lines(says, 23).map((line, index) => (
        <text key={line} x="8" y={97 + index * 9} fontSize="7.2">
          {line}
        </text>
      ))}
      {Array.from({ length: boxes }, (_, place) => place).map((index) => (
        <rect
          key={index}
          x={8 + index * box}
          y="124"
          width={box - (boxes > 1 ? 2 : 0)}
          height="7"
          rx="1.5"
          fill={ink}
          opacity={boxes > 1 && index < part ? 1 : 0.2}
        />
      ))}
      {boxes === 1 ? <rect x="8" y="124" width={(part / whole) * 84} height="7" rx="1.5" fill={ink} /> : null}
    </>
  );
}

/** Shares of negative posts in the middle half of the brands of an industry. */
const RANGES = [
  ['section.screen.rangeCoffee', 'section.screen.rangeCoffeeVerdict', 0.11, 0.2],
  ['section.screen.rangeBanks', 'section.screen.rangeBanksVerdict', 0.24, 0.39],
  ['section.screen.rangeParcels', 'section.screen.rangeParcelsVerdict', 0.38, 0.52],
  ['section.screen.rangeTelecoms', 'section.screen.rangeTelecomsVerdict', 0.43, 0.58],
] as const;
const YOURS = 0.3;
const RANGE_ROW = 79;

/** One share across four industries: in each it means something else. */
export function RangesFigure(): ReactNode {
  const { t, number, percent } = useFigures();
  const shareAt = (share: number) => `${round((share / 0.62) * 100)}%`;
  const bottom = 52 + RANGES.length * RANGE_ROW;
  return (
    <>
      <Labels start={t('section.screen.rangesTitle')} end={t('section.screen.rangesBasis')} />
      <Plot height={bottom + 44}>
        {[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((share) => (
          <line key={share} x1={shareAt(share)} x2={shareAt(share)} y1="44" y2={bottom} strokeDasharray="2 5" />
        ))}
        <rect x={shareAt(YOURS)} y="34" width="3" height={bottom - 34} fill="currentColor" />
        {RANGES.map(([industry, verdict, from, to], row) => {
          const isIn = YOURS >= from && YOURS <= to;
          const y = 60 + row * RANGE_ROW;
          return (
            <g key={industry} fill="currentColor">
              <text y={y + 14} className="plot__large">
                {t(industry)}
              </text>
              <text x="100%" y={y + 14} textAnchor="end" fontWeight="600">
                {t(verdict)}
              </text>
              <rect y={y + 41} width="100%" height="2" opacity="0.15" />
              <rect
                x={shareAt(from)}
                y={y + 24}
                width={shareAt(to - from)}
                height="36"
                rx="18"
                fill={isIn ? '#8db0ff' : YOURS > to ? '#ff7a5f' : '#17b2a5'}
              />
              <text x={shareAt((from + to) / 2)} y={y + 47} textAnchor="middle" fill="#0c1531" fontWeight="600">
                {number(from * 100)}–{number(to * 100)}
              </text>
            </g>
          );
        })}
        <circle cx={shareAt(YOURS)} cy="36" r="7" fill="currentColor" transform="translate(1.5 0)" />
        <text x={shareAt(YOURS)} y="18" textAnchor="middle" fill="currentColor" className="plot__large">
          {t('section.screen.rangeYours', { share: percent(YOURS) })}
        </text>
        {[0, 0.2, 0.4, 0.6].map((share) => (
          <text key={share} x={shareAt(share)} y={bottom + 26} textAnchor={share === 0 ? 'start' : 'middle'}>
            {percent(share)}
          </text>
        ))}
      </Plot>
      <Spoken parts={RANGES.map(([industry, , from, to]) => `${t(industry)}: ${percent(from)}–${percent(to)}`)} />
    </>
  );
}
