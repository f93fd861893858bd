// A drawn holiday photograph: feet on a lounger, a towel of Oleander Hotels, and a cracked tile at the edge of the pool.

import type { ReactNode } from 'react';
import { Lens, type Place, Scene } from './scenes.tsx';

const TURNS = [0, 72, 144, 216, 288];

/** The flower of Oleander, centred at a point. Its outline is 68 × 68 units. */
export function OleanderMark({
  x,
  y,
  width,
  fill = '#16b3a5',
}: Place & { readonly width: number; readonly fill?: string }): ReactNode {
  const scale = width / 68;
  return (
    <g transform={`translate(${x - 120 * scale} ${y - 40 * scale}) scale(${scale})`}>
      {TURNS.map((turn) => (
        <path
          key={turn}
          transform={`rotate(${turn} 120 40)`}
          d="M120 38C106 30 108 10 120 8C132 10 134 30 120 38Z"
          fill={fill}
        />
      ))}
      <circle cx="120" cy="40" r="7" fill="#ff8a3d" />
    </g>
  );
}

export function PoolScene(): ReactNode {
  return (
    <Scene isWide>
      <rect width="400" height="160" fill="#c9ecff" />
      <circle cx="52" cy="20" r="11" fill="#fff1c9" />
      <path d="M246 0H400V58H246Z" fill="#fff3e3" />
      <path
        d="M260 10H276V26H260ZM288 10H304V26H288ZM316 10H332V26H316ZM344 10H360V26H344ZM372 10H388V26H372ZM260 34H276V50H260ZM288 34H304V50H288ZM316 34H332V50H316ZM344 34H360V50H344ZM372 34H388V50H372Z"
        fill="#8fb7dd"
      />
      <path d="M0 58V44Q24 26 50 40Q80 22 108 42Q140 30 168 44Q200 30 246 50V58Z" fill="#5fae73" />
      <path d="M118 62L124 22" stroke="#8a5f3c" strokeWidth="3.5" />
      <path d="M84 34Q92 4 126 4Q160 8 164 38Q146 26 126 26Q104 20 84 34Z" fill="#ff7a5f" />
      <path d="M126 4Q140 14 142 30Q134 26 126 26Q116 24 108 26Q112 10 126 4Z" fill="#ffffff" opacity="0.85" />
      <path d="M0 56H400V70H0Z" fill="#f2e3cb" />
      <path d="M0 70H400V114H0Z" fill="#25b5cf" />
      <path
        d="M20 82Q32 77 44 82T68 82M130 78Q142 73 154 78T178 78M270 84Q282 79 294 84T318 84M96 98Q108 93 120 98T144 98M340 100Q352 95 364 100T388 100M214 102Q224 98 234 102"
        fill="none"
        stroke="#ffffff"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.7"
      />
      <path d="M0 108H400V126H0Z" fill="#f7fbff" />
      <path
        d="M0 117H400M14 108V126M42 108V126M70 108V126M98 108V126M126 108V126M154 108V126M182 108V126M210 108V126M238 108V126M266 108V126M294 108V126M322 108V126M350 108V126M378 108V126"
        stroke="#a9c3dd"
        strokeWidth="1.6"
      />
      <path d="M298 108L305 114L301 118L311 121L308 126L318 126" fill="none" stroke="#101b3b" strokeWidth="2.6" />
      <path d="M0 126H400V160H0Z" fill="#e9d2ac" />
      <path d="M98 160L112 124H256L270 160Z" fill="#ffffff" />
      <path d="M120 124L108 160H132L142 124ZM226 124L238 160H262L246 124Z" fill="#d6ecea" />
      <OleanderMark x={184} y={143} width={28} />
      <path d="M152 128Q140 118 142 104Q147 94 154 102Q161 96 162 108Q164 118 164 132Z" fill="#d99a6c" />
      <path d="M216 128Q228 118 226 104Q221 94 214 102Q207 96 206 108Q204 118 204 132Z" fill="#d99a6c" />
      <Lens x={184} y={142.5} width={40} height={32} />
      <Lens x={308} y={117} width={42} height={36} isDoubt />
    </Scene>
  );
}
