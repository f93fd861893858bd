// What customers of a coffee roaster photographed, and what became of it: bags closed with clothes pegs, and one with a zip.

import type { ReactNode } from 'react';
import { useFigures } from './parts.tsx';
import { Lens } from './scenes.tsx';

/** The colour of the bag, where the peg is and how it leans, and how the photo leans. */
const BAGS = [
  ['#e5484d', 62, 8, -3],
  ['#8a5a3c', 34, -12, 2],
  ['#17b2a5', 88, 14, -2],
  ['#f2b84b', 48, -6, 3],
] as const;

export function PegFigure(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="rows">
      <svg className="scene" viewBox="0 0 1240 310" aria-hidden="true">
        {BAGS.map(([colour, at, lean, tilt], index) => (
          <g key={colour} transform={`translate(${30 + index * 226} 22) rotate(${tilt} 100 130)`}>
            <Photo>
              <Bag colour={colour}>
                <Peg at={at} lean={lean} />
              </Bag>
            </Photo>
          </g>
        ))}
        <path d="M946 150H984M972 138L985 150L972 162" fill="none" stroke="#ff5a3c" strokeWidth="5" />
        <g transform="translate(1010 22)">
          <Photo>
            <Bag colour="#1d53e0">
              <Zip />
            </Bag>
          </Photo>
          <path
            d="M-14 20V-14H20M180 -14H214V20M214 240V274H180M20 274H-14V240"
            fill="none"
            stroke="#ff5a3c"
            strokeWidth="5"
          />
        </g>
      </svg>
      <p className="pane__title">{t('section.screen.pegStory')}</p>
    </div>
  );
}

/** One of the bags, close. */
export function PegScene(): ReactNode {
  return (
    <svg className="scene" viewBox="0 0 240 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="240" height="160" fill="#dff3ea" />
      <path d="M0 118H240V160H0Z" fill="#e3c9a8" />
      <g transform="translate(82 28) scale(0.62)">
        <Bag colour="#8a5a3c">
          <Peg at={62} lean={8} />
        </Bag>
      </g>
      <Lens x={120} y={34} width={44} height={36} />
    </svg>
  );
}

function Photo({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <>
      <rect width="200" height="260" rx="10" fill="#ffffff" stroke="#e8dccd" />
      <rect x="10" y="10" width="180" height="240" rx="4" fill="#eef2fb" />
      <path d="M10 196H190V246Q190 250 186 250H14Q10 250 10 246Z" fill="#e3c9a8" />
      <g transform="translate(40 42)">{children}</g>
    </>
  );
}

function Bag({ colour, children }: { readonly colour: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <ellipse cx="60" cy="192" rx="66" ry="8" fill="#0b1333" opacity="0.16" />
      <path d="M10 22H110L118 186Q60 196 2 186Z" fill={colour} />
      <path d="M10 22L24 60L14 186L2 186ZM110 22L98 60L108 186H118Z" fill="#0b1333" opacity="0.12" />
      <path d="M13 2H107L110 24H10Z" fill={colour} />
      <path d="M13 2H107L110 24H10Z" fill="#0b1333" opacity="0.22" />
      <circle cx="60" cy="112" r="34" fill="#ffffff" opacity="0.94" />
      <g transform="rotate(-32 60 112)">
        <ellipse cx="60" cy="112" rx="14" ry="20" fill="#5a3520" />
        <path d="M60 92Q52 106 60 112T60 132" fill="none" stroke="#ffffff" strokeWidth="3" />
      </g>
      {children}
    </>
  );
}

function Peg({ at, lean }: { readonly at: number; readonly lean: number }): ReactNode {
  return (
    <g transform={`translate(${at} 10) rotate(${lean})`}>
      <path d="M-10 -34H-3L-1 26Q-5 32 -9 26Z" fill="#e9b872" />
      <path d="M10 -34H3L1 26Q5 32 9 26Z" fill="#d39a50" />
      <rect x="-10" y="-4" width="20" height="9" rx="4" fill="#7d879e" />
    </g>
  );
}

function Zip(): ReactNode {
  return (
    <>
      <path d="M12 32H110" stroke="#0b1333" strokeWidth="9" opacity="0.35" />
      <path d="M12 32H110" stroke="#ffffff" strokeWidth="5" strokeDasharray="3 3" />
      <rect x="78" y="24" width="16" height="16" rx="4" fill="#ff5a3c" />
      <path d="M86 40V58" stroke="#ff5a3c" strokeWidth="6" strokeLinecap="round" />
    </>
  );
}
