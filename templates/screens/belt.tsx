// A drawn baggage hall: suitcases of Lumen Air that nobody picked up, below a board with the curve of an alert.

import type { ReactNode } from 'react';
import { Lens, type Place, Scene } from './scenes.tsx';

/** The tail fin of Lumen Air, centred at a point. Its outline is 130 × 40 units. */
export function LumenMark({ x, y, width }: Place & { readonly width: number }): ReactNode {
  const scale = width / 130;
  return (
    <g transform={`translate(${x - 131 * scale} ${y - 40 * scale}) scale(${scale})`}>
      <path d="M66 60C96 60 112 44 124 20H158L146 60Z" fill="#2f6bff" />
      <path d="M66 60C96 60 112 44 124 20H136C126 46 110 60 82 60Z" fill="#101b3b" />
      <path d="M168 22H196M164 40H186M160 58H176" stroke="#ff8a3d" strokeWidth="6" strokeLinecap="round" />
    </g>
  );
}

interface SuitcaseProps extends Place {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

/** A suitcase that stands on the point. */
function Suitcase({ x, y, width, height, body }: SuitcaseProps): ReactNode {
  const [left, top] = [x - width / 2, y - height];
  return (
    <>
      <path
        d={`M${x - 8} ${top + 1}V${top - 8}H${x + 8}V${top + 1}`}
        fill="none"
        stroke="#5b6aa0"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <rect x={left} y={top} width={width} height={height} rx="5" fill={body} />
      <path
        d={`M${left + width * 0.25} ${top}V${y}M${left + width * 0.75} ${top}V${y}`}
        stroke="#000000"
        strokeWidth="2.5"
        opacity="0.16"
      />
      <path
        d={`M${left + 5} ${top + 5}V${y - 8}`}
        stroke="#ffffff"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.4"
      />
      <circle cx={left + 7} cy={y + 2} r="3" fill="#101b3b" />
      <circle cx={left + width - 7} cy={y + 2} r="3" fill="#101b3b" />
    </>
  );
}

/** `children`: what the board shows, in a picture of 338 × 120 units. */
export function BeltScene({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Scene isWide>
      <rect width="400" height="160" fill="#dfe7fb" />
      <path d="M0 14H88M312 14H400M76 0V110M324 0V110" stroke="#c3cfef" strokeWidth="2" />
      <path d="M130 0V10M270 0V10" stroke="#7183b8" strokeWidth="3" />
      <rect x="106" y="6" width="188" height="82" rx="6" fill="#0b1333" />
      <svg x="112" y="13" width="176" height="70" viewBox="-9 -14 338 124" overflow="visible" aria-hidden="true">
        {children}
      </svg>
      <rect x="66" y="25" width="30" height="32" rx="5" fill="#f2c94c" />
      <text x="81" y="49.5" fill="#101b3b" fontSize="24" fontWeight="700" textAnchor="middle">
        4
      </text>
      <circle cx="319" cy="41" r="15" fill="#ffffff" stroke="#101b3b" strokeWidth="4" />
      <path d="M319 41L320 49.5M319 41L309.5 35.5" stroke="#101b3b" strokeWidth="3" strokeLinecap="round" />
      <path d="M0 112H400V160H0Z" fill="#b9c7ea" />
      <path d="M-4 150Q-4 136 12 136H388Q404 136 404 150V162H-4Z" fill="#2b3350" />
      <path d="M-4 150Q-4 136 12 136H388Q404 136 404 150" fill="none" stroke="#8d9ac2" strokeWidth="4" />
      <path
        d="M30 139L24 160M80 139L76 160M130 139L128 160M180 139V160M230 139V160M280 139L283 160M330 139L335 160"
        stroke="#414b70"
        strokeWidth="2"
      />
      <Suitcase x={32} y={142} width={38} height={36} body="#17b2a5" />
      <Suitcase x={84} y={143} width={30} height={44} body="#8a5a8f" />
      <Suitcase x={132} y={142} width={40} height={30} body="#f2c94c" />
      <Suitcase x={204} y={144} width={58} height={40} body="#1d3a9e" />
      <Suitcase x={270} y={143} width={32} height={42} body="#e5484d" />
      <Suitcase x={318} y={142} width={40} height={32} body="#5b8def" />
      <Suitcase x={368} y={143} width={32} height={46} body="#ff9b54" />
      <rect x="187" y="111" width="34" height="25" rx="3" fill="#ffffff" />
      <LumenMark x={204} y={123.5} width={27} />
      <Lens x={204} y={123.5} width={48} height={37} />
    </Scene>
  );
}
