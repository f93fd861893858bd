// The week of a report, a hundred reports as piles of paper, and counts with their intervals.

import type { ReactNode } from 'react';
import { Labels, Plot } from './FigureScreens.tsx';
import { Face, useFigures } from './parts.tsx';

/** What is on the desk of an analyst, from the request to the phone number. */
export function WeekFigure(): ReactNode {
  const { t } = useFigures();
  const days = [
    [t('section.screen.weekOne'), t('section.screen.weekOneText'), <Request key="one" />],
    [t('section.screen.weekTwo'), t('section.screen.weekTwoText'), <Reading key="two" />],
    [t('section.screen.weekThree'), t('section.screen.weekThreeText'), <Writing key="three" />],
    [t('section.screen.weekFour'), t('section.screen.weekFourText'), <Sending key="four" />],
  ] as const;
  return (
    <ol className="items">
      {days.map(([day, text, desk]) => (
        <li key={day}>
          <svg className="scene" viewBox="0 0 280 190" fill="#0c1531" aria-hidden="true">
            {desk}
            <rect y="178" width="280" height="6" rx="3" fill="#b98b5e" />
          </svg>
          <br />
          <p className="pane__title">{day}</p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

const PAPER = { width: 92, height: 124, rx: 4, fill: '#ffffff', stroke: '#b6c2e6' } as const;
const WORDS = 'M14 44h62M14 56h62M14 68h48M14 80h62M14 92h36';

function Request(): ReactNode {
  const { t } = useFigures();
  return (
    <>
      <rect {...PAPER} x="14" y="54" transform="rotate(-4 60 120)" />
      <path d={WORDS} transform="translate(12 52) rotate(-4 48 68)" stroke="#b6c2e6" strokeWidth="4" />
      <rect x="58" y="84" width="214" height="44" rx="22" fill="#1d53e0" />
      <text x="80" y="112" fontSize="16" fontWeight="600" fill="#ffffff">
        {t('section.screen.weekQuery')}
      </text>
      <circle cx="236" cy="48" r="22" fill="none" stroke="#ff5a3c" strokeWidth="7" />
      <path d="M220 64L202 82" stroke="#ff5a3c" strokeWidth="9" strokeLinecap="round" />
    </>
  );
}

/** A photo of the jar. */
function Photo({ x, y, fill }: { readonly x: number; readonly y: number; readonly fill: string }): ReactNode {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="44" height="44" rx="4" fill={fill} stroke="#ffffff" strokeWidth="2" />
      <rect x="13" y="14" width="18" height="25" rx="4" fill="#a4461f" />
      <rect x="11" y="8" width="22" height="7" rx="2" />
      <rect x="13" y="21" width="18" height="9" fill="#fff6e8" />
    </g>
  );
}

function Reading(): ReactNode {
  return (
    <>
      {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((photo) => (
        <Photo
          key={photo}
          x={6 + (photo % 3) * 48}
          y={36 + Math.floor(photo / 3) * 48}
          fill={['#ffe3cf', '#d9e4ff', '#bfe9e3'][(photo * 2) % 3] ?? '#ffe3cf'}
        />
      ))}
      <path
        d="M98 44V32h12M148 32h-2M132 32h14v12M146 70v12h-14M110 82H98V70"
        fill="none"
        stroke="#ff5a3c"
        strokeWidth="4"
      />
      {[0, 1, 2].map((post) => (
        <g key={post} transform={`translate(164 ${36 + post * 34})`}>
          <rect width="112" height="27" rx="9" fill="#ffffff" stroke="#b6c2e6" />
          <path d="M12 10h84M12 18h56" stroke="#8db0ff" strokeWidth="4" />
        </g>
      ))}
      <svg x="184" y="140" width="38" height="38" viewBox="0 0 32 32" aria-hidden="true">
        <Face number={1} />
      </svg>
      <svg x="226" y="140" width="38" height="38" viewBox="0 0 32 32" aria-hidden="true">
        <Face number={2} />
      </svg>
    </>
  );
}

function Writing(): ReactNode {
  return (
    <>
      {[-9, -3, 3, 9].map((turn, page) => (
        <g key={turn} transform={`translate(${22 + page * 25} 46) rotate(${turn} 46 124)`}>
          <rect {...PAPER} />
          <path d="M14 24h44" stroke={page % 2 === 0 ? '#1d53e0' : '#ff5a3c'} strokeWidth="7" />
          <path d={WORDS} stroke="#b6c2e6" strokeWidth="4" />
        </g>
      ))}
      <path d="M222 178L214 122H274L266 178Z" fill="#8ea0cc" />
      <path d="M230 178l-4 -50M244 178v-50M258 178l4 -50" stroke="#6d81b5" strokeWidth="3" />
      <path
        d="M226 122L220 102L234 92L248 98L262 90L268 106L262 122Z"
        fill="#ffffff"
        stroke="#b6c2e6"
        strokeWidth="2"
      />
      <path d="M230 106l10 6l8 -10l10 10" fill="none" stroke="#b6c2e6" strokeWidth="3" />
    </>
  );
}

function Sending(): ReactNode {
  return (
    <>
      <rect {...PAPER} x="38" y="32" />
      <path d="M52 56h44" stroke="#1d53e0" strokeWidth="7" />
      <path d={WORDS} transform="translate(38 28)" stroke="#b6c2e6" strokeWidth="4" />
      <path d="M12 92L84 138L156 92V172Q156 178 150 178H18Q12 178 12 172Z" fill="#8db0ff" />
      <path d="M12 174L66 126M156 174L102 126" stroke="#5b83f0" strokeWidth="4" />
      <rect x="196" y="60" width="62" height="118" rx="10" fill="#37457c" />
      <rect x="201" y="70" width="52" height="94" rx="3" fill="#d9e4ff" />
      <svg x="208" y="78" width="38" height="38" viewBox="0 0 32 32" aria-hidden="true">
        <Face number={1} />
      </svg>
      <circle cx="227" cy="142" r="14" fill="#0c8576" />
      <path d="M221 136Q221 148 233 148" fill="none" stroke="#ffffff" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M186 58Q178 48 186 38M268 58Q276 48 268 38"
        fill="none"
        stroke="#ff5a3c"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </>
  );
}

const COLUMNS = 25;
const WIDTH = 1232;
const STEP = WIDTH / COLUMNS;
const ROW = 66;

/** Whether a report is one of so many in a hundred; the others in between look random and are always the same. */
const isOneOf = (count: number, report: number, factor: number) => (report * factor + 11) % 100 < count;

/** Thin piles first, ticked ones last. */
const PILES = Array.from({ length: 100 }, (_, report) => ({
  report,
  sheets: isOneOf(14, report, 61) ? 1 : 4,
  fill: isOneOf(52, report, 37) ? '#ff7a5f' : '#8db0ff',
  hasContract: isOneOf(23, report, 29),
})).sort((a, b) => Number(a.hasContract) - Number(b.hasContract) || a.sheets - b.sheets);

/** Each report as a pile: 52 have bad news, 14 are thin, 23 led to a contract; of these, 11 have bad news. */
export function HundredFigure(): ReactNode {
  const { t } = useFigures();
  const keys = [
    [t('section.screen.hundredThin'), { sheets: 1, fill: '#8db0ff', hasContract: false }],
    [t('section.screen.hundredBad'), { sheets: 4, fill: '#ff7a5f', hasContract: false }],
    [t('section.screen.hundredContract'), { sheets: 4, fill: '#8db0ff', hasContract: true }],
  ] as const;
  return (
    <>
      <Labels
        start={t('section.screen.hundredPile')}
        end={keys.map(([word, pile]) => (
          <span key={word}>
            <svg width="22" viewBox="-1 -11 46 56" aria-hidden="true">
              <Pile {...pile} />
            </svg>
            {/* A line may end between a picture and a no-break space, but not at a word joiner (CSS Text, 5.1). */}
            {`\u2060\u00A0${word.replaceAll(' ', '\u00A0')}\u2003`}
          </span>
        ))}
      />
      <svg className="scene" viewBox={`0 0 ${WIDTH} ${4 * ROW}`} aria-hidden="true">
        {PILES.map(({ report, ...pile }, place) => (
          <g
            key={report}
            transform={`translate(${(place % COLUMNS) * STEP} ${Math.floor(place / COLUMNS) * ROW + 12})`}
          >
            <Pile {...pile} />
          </g>
        ))}
      </svg>
    </>
  );
}

interface PileProps {
  readonly sheets: number;
  readonly fill: string;
  readonly hasContract: boolean;
}

function Pile({ sheets, fill, hasContract }: PileProps): ReactNode {
  return (
    <>
      {Array.from({ length: sheets }, (_, sheet) => (sheets - 1 - sheet) * 3).map((shift) => (
        <rect key={shift} x={shift} y={-shift} width="32" height="44" rx="3" fill={fill} stroke="#ffffff" />
      ))}
      {hasContract ? (
        <path d="M8 23L14 29L25 15" fill="none" stroke="#0c1531" strokeWidth="4.5" strokeLinecap="round" />
      ) : (
        <path d="M7 11h18M7 18h18M7 25h11" stroke="#0c1531" strokeOpacity="0.3" strokeWidth="2.5" />
      )}
    </>
  );
}

/** Twos among throws of a die, and what a visitor may have counted. */
const COUNTS = [
  [0, 6, 'tone--negative'],
  [14, 60, 'is-norda'],
  [104, 600, 'is-kestrel'],
  [12, 40, 'tone--neutral'],
] as const;
const DIE = 1 / 6;
/** The scale ends here. */
const MOST = 0.5;
const at = (share: number) => `${Math.round((share / MOST) * 1000) / 10}%`;

/** Wilson's interval of 95%. */
function intervalOf(count: number, all: number): readonly [number, number] {
  const z = 1.96;
  const share = count / all;
  const half = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  const scale = 1 + z ** 2 / all;
  const middle = share + z ** 2 / (2 * all);
  return [Math.max(0, (middle - half) / scale), (middle + half) / scale];
}

/** Three series of throws and a sample of the reader, each with its interval; the line is what a die should do. */
export function AboutScreen(): ReactNode {
  const { t, percent } = useFigures();
  return (
    <div className="close query">
      <p className="pane__title">{t('section.screen.aboutAsks')}</p>
      <ul className="rows">
        {COUNTS.map(([count, all, look], row) => {
          const [from, to] = intervalOf(count, all).map((share) => Math.round(share * 100) / 100) as [number, number];
          const isThrown = row < 3;
          return (
            <li key={all}>
              <p className="screen__label">
                <span>{isThrown ? t('section.screen.diceThrows', { n: all }) : t('section.screen.aboutYours')}</span>
                <b>
                  {percent(from)} – {percent(to)}
                </b>
              </p>
              <Plot height={30}>
                <line x1="0" x2="100%" y1="15" y2="15" strokeWidth="2" />
                <rect className={look} x={at(from)} width={at(to - from)} y="7" height="16" rx="8" />
                {isThrown ? <rect x={at(DIE)} width="2" height="30" className="alerts__peak" /> : null}
              </Plot>
            </li>
          );
        })}
      </ul>
      <p className="query__verdict">{t('section.screen.aboutVerdict')}</p>
    </div>
  );
}
