// Drawn photographs that the recognition gets wrong: a flag in the wind, two blues on one shelf, and everything that is round.

import type { ReactNode } from 'react';
import { Lens, Scene } from './scenes.tsx';
import { HaldenMark } from './snacks.tsx';

export function FlagScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#bfe0ff" />
      <path d="M20 44Q22 30 36 32Q42 20 56 26Q70 26 68 40Q70 48 60 48H30Q20 50 20 44Z" fill="#ffffff" />
      <path d="M168 30Q170 20 180 22Q186 14 196 18Q206 20 204 30Q204 36 196 36H176Q168 36 168 30Z" fill="#ffffff" />
      <path d="M0 126Q60 108 124 120T240 114V160H0Z" fill="#6fb583" />
      <path d="M0 144Q80 130 150 140T240 136V160H0Z" fill="#4f9a68" />
      <path d="M62 160V22" stroke="#5b6aa0" strokeWidth="5" strokeLinecap="round" />
      <circle cx="62" cy="20" r="5" fill="#f2c94c" />
      <path d="M64 28Q88 14 112 30T160 30T206 40V104Q184 86 160 98T112 98T64 96Z" fill="#1f8a63" />
      <path d="M100 25Q106 26 112 30Q122 36 130 36V102Q120 103 112 98Q106 94 100 92Z" fill="#000000" opacity="0.2" />
      <path
        d="M160 30Q170 25 178 28V94Q168 93 160 98Q152 102 146 102V34Q154 34 160 30Z"
        fill="#ffffff"
        opacity="0.16"
      />
      <g transform="translate(134 66) skewY(9) scale(0.62 1.25) translate(-134 -66)">
        <HaldenMark x={120} y={66} width={78} fill="#fff6e0" />
      </g>
      <Lens x={128} y={65} width={74} height={66} isDoubt />
    </Scene>
  );
}

export function BluesScene(): ReactNode {
  const jars = [
    [30, '#2b63ea'],
    [75, '#2358ea'],
    [120, '#2d66ef'],
    [165, '#2358ea'],
    [210, '#2a60e4'],
  ] as const;
  return (
    <Scene>
      <rect width="240" height="160" fill="#f1e7db" />
      <rect y="12" width="240" height="8" fill="#b98b5e" />
      <path d="M14 0H40V12H14ZM58 0H92V12H58ZM112 0H134V12H112ZM150 0H190V12H150ZM206 0H230V12H206Z" fill="#8fa9ee" />
      {jars.map(([x, body]) => (
        <g key={x}>
          <ellipse cx={x} cy="130" rx="22" ry="3" fill="#000000" opacity="0.16" />
          <rect x={x - 14} y="42" width="28" height="14" rx="3" fill="#24305a" />
          <rect x={x - 18} y="54" width="36" height="76" rx="8" fill={body} />
          <rect x={x - 18} y="76" width="36" height="28" fill="#eef3ff" />
          <path
            d={`M${x - 10} 85H${x + 10}M${x - 7} 94H${x + 7}`}
            stroke={body}
            strokeWidth="4"
            strokeLinecap="round"
          />
          <path d={`M${x - 12} 62V70`} stroke="#ffffff" strokeWidth="4" strokeLinecap="round" opacity="0.5" />
        </g>
      ))}
      <rect y="130" width="240" height="10" fill="#b98b5e" />
      <rect y="140" width="240" height="20" fill="#d9c6ae" />
      <path d="M18 144H42V154H18ZM108 144H132V154H108ZM198 144H222V154H198Z" fill="#ffffff" />
      <Lens x={75} y={90} width={46} height={44} isDoubt />
      <Lens x={165} y={90} width={46} height={44} isDoubt />
    </Scene>
  );
}

export function RoundScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#1b2350" />
      <circle cx="188" cy="38" r="20" fill="#f4e7c3" />
      <circle cx="181" cy="33" r="4" fill="#dccb9c" />
      <circle cx="194" cy="46" r="5" fill="#dccb9c" />
      <path d="M0 66H34V130H0ZM40 44H80V130H40ZM218 74H240V130H218Z" fill="#131a3f" />
      <path
        d="M8 76H16V86H8ZM20 76H28V86H20ZM48 56H58V68H48ZM62 56H72V68H62ZM48 80H58V92H48ZM224 84H234V94H224Z"
        fill="#f2c94c"
        opacity="0.75"
      />
      <path d="M0 128H240V160H0Z" fill="#2f3a6b" />
      <path d="M10 147H50M80 147H120M150 147H190M220 147H240" stroke="#f3f6ff" strokeWidth="3" opacity="0.5" />
      <circle cx="86" cy="118" r="23" fill="none" stroke="#e5e9f7" strokeWidth="5" />
      <circle cx="152" cy="118" r="23" fill="none" stroke="#e5e9f7" strokeWidth="5" />
      <path
        d="M86 118L104 84H142L152 118M104 84L120 118L142 84M86 118H120M98 76H112M142 84L138 70H150"
        fill="none"
        stroke="#2fc7b5"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="120" cy="118" r="5" fill="#2fc7b5" />
      <Lens x={188} y={38} width={54} height={54} />
      <Lens x={86} y={118} width={58} height={58} />
      <Lens x={152} y={118} width={58} height={58} />
    </Scene>
  );
}
