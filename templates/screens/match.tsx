// Photos that visitors took: four of a football evening, with the sponsor on sleeves and a board, and all of a fair, by logo.

import type { ReactNode } from 'react';
import { Labels } from './FigureScreens.tsx';
import { useFigures } from './parts.tsx';
import { Lens, Scene } from './scenes.tsx';

/** A fan from the left: ground, where the head is, hair, skin, shirt, and how far the arm is up. */
const FANS = [
  { ground: '#1d2550', x: 92, hair: '#101b3b', skin: '#b97a56', shirt: '#e5484d', arm: -52, lights: '#f2c94c' },
  { ground: '#cfe0ff', x: 148, hair: '#8c4a24', skin: '#ffd9bd', shirt: '#e5484d', arm: -18, lights: '#ffffff' },
  { ground: '#2f6b45', x: 104, hair: '#d8a23c', skin: '#f2c6a5', shirt: '#e5484d', arm: 24, lights: '#8fcf86' },
] as const;

function Crowd({ ground, lights }: { readonly ground: string; readonly lights: string }): ReactNode {
  return (
    <>
      <rect width="240" height="160" fill={ground} />
      <path
        d="M-10 22H250M6 50H250M-4 78H250"
        stroke={lights}
        strokeDasharray="0 34"
        strokeLinecap="round"
        strokeWidth="15"
        opacity="0.28"
      />
    </>
  );
}

function BoardsScene(): ReactNode {
  return (
    <Scene>
      <Crowd ground="#1d2550" lights="#8db0ff" />
      <rect y="76" width="240" height="44" fill="#0b1333" />
      <rect x="-6" y="80" width="68" height="36" rx="3" fill="#2f6bff" />
      <rect x="178" y="80" width="68" height="36" rx="3" fill="#f2c94c" />
      <path d="M198 106L212 88L226 106Z" fill="#101b3b" />
      <rect x="66" y="80" width="108" height="36" rx="3" fill="#c4343a" />
      <circle cx="120" cy="98" r="10" fill="none" stroke="#ffffff" strokeWidth="5" />
      <path d="M0 120H240V160H0Z" fill="#3f9b5b" />
      <path d="M0 128H240" stroke="#ffffff" strokeWidth="3" />
      <circle cx="196" cy="146" r="8" fill="#ffffff" />
      <path d="M196 141L200 144L198.5 149H193.5L192 144Z" fill="#101b3b" />
      <Lens x={120} y={98} width={40} height={40} />
    </Scene>
  );
}

function SleeveScene({ fan }: { readonly fan: (typeof FANS)[number] }): ReactNode {
  const { ground, x, hair, skin, shirt, arm, lights } = fan;
  // The second one stands on the right and raises the other arm.
  const side = x > 120 ? -1 : 1;
  const turn = (arm * Math.PI) / 180;
  const mark = { x: x + side * (37 + 31 * Math.cos(turn)), y: 102 + 31 * Math.sin(turn) };
  return (
    <Scene>
      <Crowd ground={ground} lights={lights} />
      <g transform={`translate(${x} 0) scale(${side} 1)`}>
        <path
          d={`M52 0H96`}
          transform={`translate(37 102) rotate(${arm})`}
          stroke={skin}
          strokeWidth="24"
          strokeLinecap="round"
        />
        <path d="M-52 176L-48 112Q-44 90 -16 88H16Q44 90 48 112L50 176Z" fill={shirt} />
        <path d="M-48 108L-78 176" stroke={shirt} strokeWidth="32" strokeLinecap="round" />
        <path
          d="M0 0H52"
          transform={`translate(37 102) rotate(${arm})`}
          stroke="#c4343a"
          strokeWidth="38"
          strokeLinecap="round"
        />
        <path d="M-16 88Q0 104 16 88" fill="none" stroke="#ffffff" strokeWidth="6" />
        <path d="M-9 70H9V90Q0 98 -9 90Z" fill={skin} />
        <ellipse cy="54" rx="22" ry="25" fill={skin} />
        <path d="M-23 54Q-26 24 0 24T23 54Q18 38 0 38T-23 54Z" fill={hair} />
        <path d="M-8 54v3M8 54v3" stroke="#101b3b" strokeWidth="4" strokeLinecap="round" />
        <path d="M-8 64Q0 76 8 64Z" fill="#7c2f1d" />
      </g>
      <circle cx={mark.x} cy={mark.y} r="10" fill="none" stroke="#ffffff" strokeWidth="5" />
      <Lens {...mark} width={40} height={40} />
    </Scene>
  );
}

export function SleevesScreen(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="close">
      <p className="pane pane__title">{t('section.screen.sleevesSays')}</p>
      <ul className="visual__grid photo__marks">
        {FANS.map((fan) => (
          <li className="visual__item" key={fan.x}>
            <SleeveScene fan={fan} />
            <p>{t('section.screen.sleevesSleeve')}</p>
          </li>
        ))}
        <li className="visual__item">
          <BoardsScene />
          <p>{t('section.screen.sleevesBoards')}</p>
        </li>
      </ul>
      <p className="pane query__verdict">{t('section.screen.sleevesVerdict')}</p>
    </div>
  );
}

const ROWS = 18;
/** On phones; wide pages show it larger. */
const STEP = 6;

/** So many squares, column by column: a dash is a square. */
function wallOf(photos: number): string {
  const columns = Math.ceil(photos / ROWS);
  return Array.from({ length: columns }, (_, column) => {
    const squares = Math.min(ROWS, photos - column * ROWS);
    return `M${column * STEP + 2.4} 0v${squares * STEP}`;
  }).join('');
}

/** Every photo of the fair as a square, by the logo in it. */
export function WallFigure(): ReactNode {
  const { t, number, brand } = useFigures();
  const logos = [
    [t('section.screen.fairCart'), 824, t('section.screen.wallCart'), '#ff8a3d'],
    [t('section.screen.fairSponsor'), 203, t('section.screen.wallSponsor'), '#ffc857'],
    [t('section.screen.fairDog'), 187, t('section.screen.wallDog'), '#17b2a5'],
    [brand, 37, t('section.screen.wallOurs'), '#ff5a3c'],
  ] as const;
  return (
    <>
      <Labels start={t('section.screen.wallEach')} end={null} />
      <ul className="people-groups">
        {logos.map(([logo, photos, budget, stroke]) => {
          const width = Math.ceil(photos / ROWS) * STEP - 1.2;
          return (
            <li key={logo}>
              <svg width={width} viewBox={`0 0 ${width} ${ROWS * STEP - 1.2}`} aria-hidden="true">
                <path d={wallOf(photos)} stroke={stroke} strokeWidth="4.8" strokeDasharray="4.8 1.2" />
              </svg>
              <p className="plot__large">{number(photos)}</p>
              <p>
                <b>{logo}</b>
              </p>
              <p>{budget}</p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
