// More drawings across an opening: each tells one story of its page, true to scale.

import type { ReactNode } from 'react';
import { Sentence } from './CopilotScreen.tsx';
import { Labels, Plot } from './FigureScreens.tsx';
import { Spoken } from './OpeningFigures.tsx';
import { useFigures } from './parts.tsx';

const CORAL = '#ff7a5f';
const BLUE = '#8db0ff';

/** Complaints of an answer, and how many of them each sentence is about. */
const COMPLAINTS = 94;
const ABOUT = [
  [[61, CORAL]],
  [
    [52, CORAL],
    [9, '#f7b955'],
  ],
] as const;
/** The days of October with complaints and how many, and the day of the first return. */
const DAYS = 31;
const BY_DAY = [
  ...[
    [2, 1],
    [5, 1],
    [8, 1],
    [10, 1],
    [12, 2],
    [13, 2],
    [14, 3],
    [15, 3],
    [16, 4],
    [17, 4],
    [18, 5],
    [19, 5],
  ],
  ...[
    [20, 5],
    [21, 5],
    [22, 5],
    [23, 6],
    [24, 6],
    [25, 6],
    [26, 5],
    [27, 5],
    [28, 5],
    [29, 5],
    [30, 5],
    [31, 4],
  ],
] as const;
const RETURN = 13;

/** An answer at the size of a headline; below each sentence, the complaints that it is about among all of them. */
export function ProofFigure(): ReactNode {
  const { t } = useFigures();
  const sentences = [
    [t('section.screen.answerOne'), t('section.screen.sourceOne'), t('section.screen.quoteOne')],
    [t('section.screen.answerTwo'), t('section.screen.sourceTwo'), t('section.screen.quoteTwo')],
    [t('section.screen.answerThree'), t('section.screen.sourceThree'), t('section.screen.quoteThree')],
  ] as const;
  return (
    <div className="proof">
      <p className="copilot__question">{t('section.screen.question')}</p>
      <ol className="proof">
        {sentences.map(([sentence, source, quote], index) => (
          <li key={sentence}>
            <p className="refusal__answer">
              <Sentence number={index + 1} text={sentence} />
            </p>
            {index < 2 ? <Complaints groups={ABOUT[index] ?? []} /> : <Month />}
            <p>
              <b>{source}</b> {quote}
            </p>
          </li>
        ))}
      </ol>
      <Labels start={<span className="tone">{t('section.screen.sample')}</span>} end={t('section.screen.example')} />
    </div>
  );
}

/** One question, the first sentence of its answer, and the complaints behind it. */
export function ReasonScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close refusal pane">
      <p className="copilot__question">{t('section.screen.question')}</p>
      <p className="refusal__answer">
        <Sentence number={1} text={t('section.screen.answerOne')} />
      </p>
      <div>
        <Complaints groups={ABOUT[0]} />
        <p>
          <b>{t('section.screen.sourceOne')}</b> {t('section.screen.quoteOne')}
        </p>
      </div>
      <p className="screen__label">
        <span className="tone">{t('section.screen.sample')}</span>
      </p>
    </div>
  );
}

function Complaints({ groups }: { readonly groups: readonly (readonly [number, string])[] }): ReactNode {
  const ticks = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `M${from + index} 0h.7v1h-.7z`).join('');
  const startOf = (index: number) => groups.slice(0, index).reduce((sum, [count]) => sum + count, 0);
  return (
    <Plot height={64}>
      <svg
        y="10"
        width="100%"
        height="44"
        viewBox={`0 0 ${COMPLAINTS - 0.3} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {groups.map(([count, fill], index) => (
          <path key={fill} fill={fill} d={ticks(startOf(index), startOf(index) + count)} />
        ))}
        <path fill="currentColor" opacity="0.14" d={ticks(startOf(groups.length), COMPLAINTS)} />
      </svg>
    </Plot>
  );
}

/** The complaints of a month by day: the first one stands alone, before the first return. */
function Month(): ReactNode {
  const { t } = useFigures();
  const at = (day: number) => `${((day - 1) / DAYS) * 100}%`;
  const [first, ...others] = BY_DAY.flatMap(([day = 0, count = 0]) =>
    Array.from({ length: count }, (_, index) => `M${(day - 1) * 6 + index} 0h.7v1h-.7z`),
  );
  return (
    <Plot height={92}>
      <svg y="10" width="100%" height="44" viewBox={`0 0 ${DAYS * 6} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={DAYS * 6} height="1" fill="currentColor" opacity="0.05" />
        <path fill={CORAL} d={first?.replaceAll('.7', '1.4')} />
        <path fill="currentColor" opacity="0.3" d={others.join('')} />
      </svg>
      <line x1={at(RETURN)} x2={at(RETURN)} y1="4" y2="62" strokeWidth="2" className="tone--negative" />
      <text x={at(2)} y="76" fill="currentColor" fontWeight="600">
        {t('section.screen.proofStart')}
      </text>
      <text x={at(RETURN)} y="76">
        {t('section.screen.proofReturn')}
      </text>
      <text x="100%" y="76" textAnchor="end" className="plot__wide">
        {t('section.screen.proofAll')}
      </text>
    </Plot>
  );
}

/** Weeks of a year: of the survey, of a joke, and the first with the new lid. */
const WEEKS = 52;
const SURVEY = 26;
const JOKE = 31;
const LID = 48;
/** The usual range of each measure, and the height of its lane. */
const USUAL = { least: 34, most: 58 };
const LANE = 140;
const SCALE = 1.35;
const TOP = 44;

/** A year within the usual range, with other values in some weeks. */
function yearOf(phase: number, others: Readonly<Record<number, number>>): readonly number[] {
  return Array.from(
    { length: WEEKS },
    (_, week) =>
      others[week] ?? Math.round(46 + Math.sin(week * 1.3 + phase) * 5 + Math.sin(week * 0.7 + phase * 2) * 4),
  );
}
const MEASURES = [
  ['section.screen.volume', yearOf(0.4, { 31: 100, 32: 66, 48: 53, 49: 64, 50: 74, 51: 71 })],
  ['section.screen.praise', yearOf(1.9, {})],
  ['section.screen.seen', yearOf(3.1, { 48: 64, 49: 78, 50: 86, 51: 96 })],
] as const;

const weekAt = (week: number) => `${(week / WEEKS) * 100}%`;

/** Three measures in the 52 weeks of a year; a survey asks in one of them. */
export function YearFigure(): ReactNode {
  const { t, number, percent } = useFigures();
  const values = [
    [number(316), `${number(260)}–${number(309)}`],
    [percent(0.4), `${percent(0.36)}–${percent(0.43)}`],
    [percent(0.32), `${percent(0.24)}–${percent(0.3)}`],
  ] as const;
  const bottom = TOP + MEASURES.length * LANE;
  return (
    <>
      <Spoken parts={MEASURES.map(([name], lane) => `${t(name)}: ${values[lane]?.join('; ')}`)} />
      <Plot height={bottom + 60}>
        {MEASURES.map(([name, weeks], lane) => (
          <g key={name} fill="currentColor">
            <text y={TOP + lane * LANE + 34} className="plot__large">
              {t(name)}
              <tspan dx="12">{values[lane]?.[0]}</tspan>
              <tspan dx="16" className="plot__wide" fontSize="16" fontWeight="400" opacity="0.72">
                {t('section.screen.usual')}: {values[lane]?.[1]}
              </tspan>
            </text>
            <Lane weeks={weeks} floor={TOP + (lane + 1) * LANE} />
          </g>
        ))}
        <rect x={weekAt(SURVEY + 0.36)} y="8" width="2" height={TOP + LANE - 104} fill="currentColor" />
        <line
          x1={weekAt(LID)}
          x2={weekAt(LID)}
          y1="8"
          y2={bottom + 6}
          className="tone--negative"
          strokeDasharray="3 4"
        />
        <g fill="currentColor" fontWeight="600">
          <text x={weekAt(SURVEY + 0.4)} y="22" dx="-10" textAnchor="end">
            {t('section.screen.yearSurvey')}
          </text>
          <text x={weekAt(JOKE + 1)} y={TOP + 34} dx="14" className="plot__wide">
            {t('section.screen.baselinePeak')}
          </text>
          <text x={weekAt(JOKE + 1)} y={TOP + 34} dx="14" className="plot__narrow">
            {t('section.screen.yearJoke')}
          </text>
          <text x={weekAt(LID)} y="22" dx="-10" textAnchor="end">
            {t('section.screen.newLid')}
          </text>
        </g>
        <Weeks y={bottom + 30} />
      </Plot>
      <div className="rows">
        <p className="refusal__answer">{t('section.screen.verdict')}</p>
        <Labels start={<span className="legend">{t('section.screen.usual')}</span>} end={t('section.screen.example')} />
      </div>
    </>
  );
}

/** The numbers of some weeks. */
export function Weeks({ y }: { readonly y: number }): ReactNode {
  const { t } = useFigures();
  return (
    <>
      {[1, 13, 26, 39].map((week) => (
        <text
          key={week}
          x={weekAt(week - 1)}
          y={y}
          fill="currentColor"
          opacity="0.72"
          className={week === 39 ? 'plot__wide' : ''}
        >
          {week}
        </text>
      ))}
      <text x="100%" y={y} fill="currentColor" opacity="0.72" textAnchor="end">
        {t('section.screen.year')}
      </text>
    </>
  );
}

/** The weeks of one measure as columns on its usual range. */
function Lane({ weeks, floor }: { readonly weeks: readonly number[]; readonly floor: number }): ReactNode {
  return (
    <>
      <rect
        y={floor - USUAL.most * SCALE}
        width="100%"
        height={(USUAL.most - USUAL.least) * SCALE}
        fill="#3ecfb9"
        opacity="0.3"
      />
      {weeks.map((value, week) => (
        <rect
          key={weekAt(week)}
          x={weekAt(week + 0.12)}
          y={floor - value * SCALE}
          width={weekAt(0.76)}
          height={value * SCALE}
          rx="2"
          fill={value > USUAL.most ? CORAL : BLUE}
        />
      ))}
      <rect
        x={weekAt(SURVEY - 0.2)}
        y={floor - 96}
        width={weekAt(1.16)}
        height="102"
        rx="5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
    </>
  );
}

/** Posts of one morning in their own words: language, source, minute of the post, minute in the list, and whether it is about the lift. */
const ARRIVALS = [
  ['es', 'Español', '«El ascensor sigue parado».', 'networks', 0, 5, true],
  ['de', 'Deutsch', '„Frühstück bis elf!“', 'reviews', 2, 10, false],
  ['fr', 'Français', '« Belle vue. Celle d’en face. »', 'networks', 3, 7, false],
  ['pl', 'Polski', '„Winda stoi.”', 'forums', 6, 28, true],
  ['uk', 'Українська', '«Ліфт стоїть.»', 'networks', 8, 10, true],
  ['pt', 'Português', '“Elevador parado.”', 'reviews', 10, 19, true],
  ['sv', 'Svenska', '”Våfflor till elva.”', 'networks', 12, 19, false],
  ['it', 'Italiano', '«Ascensore fermo.»', 'news', 14, 28, true],
  ['nl', 'Nederlands', '“Om zes uur al vol.”', 'networks', 15, 26, false],
  ['en', 'English', '“Who counts stairs?”', 'forums', 17, null, true],
] as const;
const SPAN = 40;
const ARRIVAL = 50;
/** They are about the lift. */
const LIFTS = ARRIVALS.filter((post) => post[6]).length;
/** When half of them are in the list. */
const MEDIAN = 8;
const minuteAt = (minute: number) => `${(minute / SPAN) * 100}%`;

/** From post to list, post by post. */
export function ArrivalsFigure(): ReactNode {
  const { t } = useFigures();
  const bottom = ARRIVALS.length * ARRIVAL + 34;
  const about = t('section.screen.arrivalsShare', { n: LIFTS, all: ARRIVALS.length });
  return (
    <>
      <Labels
        start={t('section.screen.arrivals')}
        end={
          <>
            <span className="tone is-kestrel">{t('section.screen.arrivalsListed')}</span>
            {' \u00a0'}
            <span className="tone tone--negative">{t('section.screen.arrivalsLift')}</span>
          </>
        }
      />
      <Plot height={bottom + 44}>
        {[0, 10, 20, 30, 40].map((minute) => (
          <line key={minute} x1={minuteAt(minute)} x2={minuteAt(minute)} y1="0" y2={bottom} strokeDasharray="2 5" />
        ))}
        {ARRIVALS.map(([lang, ...post], row) => (
          <Arrival key={lang} lang={lang} post={post} y={row * ARRIVAL + 44} />
        ))}
        <g className="plot__wide">
          <Beside y={86} large={about} text={t('section.screen.arrivalsName')} />
          <Beside
            y={206}
            large={t('section.screen.delayMinutes', { n: MEDIAN })}
            text={t('section.screen.delayHalf')}
          />
        </g>
        {[0, 10, 20, 30].map((minute) => (
          <text
            key={minute}
            x={minuteAt(minute)}
            y={bottom + 24}
            textAnchor={minute === 0 ? 'start' : 'middle'}
            className={minute % 20 === 0 ? '' : 'plot__wide'}
          >
            {`09:${String(minute).padStart(2, '0')}`}
          </text>
        ))}
        <text x="100%" y={bottom + 24} textAnchor="end">
          09:40
        </text>
      </Plot>
      <Labels
        start={t('section.screen.example')}
        end={
          <b className="plot__narrow">
            {t('section.screen.delayHalf')}: {t('section.screen.delayMinutes', { n: MEDIAN })}
          </b>
        }
      />
    </>
  );
}

/** What the posts are about, where no line ends. */
function Beside({ y, large, text }: { readonly y: number; readonly large: string; readonly text: string }) {
  return (
    <>
      <text x="100%" y={y} textAnchor="end" fontSize="56" fontWeight="640" letterSpacing="-2" fill="currentColor">
        {large}
      </text>
      <text x="100%" y={y + 28} textAnchor="end">
        {text}
      </text>
    </>
  );
}

type Post = (typeof ARRIVALS)[number] extends readonly [string, ...infer Rest] ? Rest : never;

interface ArrivalProps {
  readonly lang: string;
  readonly post: Post;
  readonly y: number;
}

/** One post: its words above the time that it took; what is not in the list yet has no end. */
function Arrival({ lang, post, y }: ArrivalProps): ReactNode {
  const { t } = useFigures();
  const [language, words, source, from, to, isTile] = post;
  const end = minuteAt(to ?? SPAN);
  return (
    <g className={isTile ? 'tone--negative' : 'is-kestrel'}>
      <text x={minuteAt(from)} y={y - 15} fill="currentColor" fontWeight="600" lang={lang}>
        {words}
        <tspan dx="8" fill="currentColor" opacity="0.72" fontWeight="400" className="plot__wide">
          {t(`section.screen.${source}`)} · {language}
        </tspan>
      </text>
      <g fill="var(--tone)" stroke="var(--tone)" strokeWidth="5">
        <line x1={minuteAt(from)} x2={end} y1={y} y2={y} strokeDasharray={to === null ? '5 8' : undefined} />
        <circle cx={minuteAt(from)} cy={y} r="6" fill="#ffffff" strokeWidth="4" />
        {to === null ? null : <circle cx={end} cy={y} r="6" />}
      </g>
      {to === null ? (
        <text x="100%" y={y + 28} fill="currentColor" textAnchor="end">
          {t('section.screen.arrivalsForum')}
        </text>
      ) : (
        <text x={end} dx="18" y={y + 5} fill="currentColor">
          {t('section.screen.delayMinutes', { n: to - from })}
        </text>
      )}
    </g>
  );
}
