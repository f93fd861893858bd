// Drawn photographs of a bag of crisps, with an ear of ten leaves as its logo.

import type { ReactNode } from 'react';
import { Lens, type Place, Scene } from './scenes.tsx';

/** The middles of the five pairs of leaves. */
const PAIRS = [72, 96, 120, 144, 168];

/** The ear of Halden, centred at a point. Its outline is 160 × 52 units. */
export function HaldenMark({
  x,
  y,
  width,
  fill = '#14513d',
  pairs = PAIRS.length,
}: Place & { readonly width: number; readonly fill?: string; readonly pairs?: number }): ReactNode {
  const scale = width / 160;
  return (
    <g transform={`translate(${x - 122 * scale} ${y - 40 * scale}) scale(${scale})`} fill={fill}>
      <path d="M42 37.5H190V42.5H42Z" />
      <circle cx="196" cy="40" r="7" />
      {PAIRS.slice(PAIRS.length - pairs).map((at) => (
        <path
          key={at}
          transform={`translate(${at} 0)`}
          d="M-14 37C-14 24 -2 16 12 14C12 27 2 37 -14 37ZM-14 43C-14 56 -2 64 12 66C12 53 2 43 -14 43Z"
        />
      ))}
    </g>
  );
}

interface BagProps extends Place {
  readonly height: number;
  readonly body?: string;
  /** Null for a bag of another maker. */
  readonly pairs?: number | null;
  readonly turn?: number;
}

/** A bag with its base at the point, 60 × 84 units large. */
function Bag({ x, y, height, body = '#1f8a63', pairs = PAIRS.length, turn = 0 }: BagProps): ReactNode {
  const scale = height / 84;
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-30 -84)`}>
      <ellipse cx="31" cy="82" rx="34" ry="3.5" fill="#000000" opacity="0.2" />
      <path d="M4 3H56L53.5 13Q60 44 54 74L57 83H3L6 74Q0 44 6.5 13Z" fill={body} />
      <path d="M45 3H56L53.5 13Q60 44 54 74L57 83H46Q53 44 45 3Z" fill="#000000" opacity="0.15" />
      <path d="M4 3H56L54 11H6ZM5 77H55L57 83H3Z" fill="#000000" opacity="0.22" />
      <path d="M12 18Q8 44 12 70" fill="none" stroke="#ffffff" strokeWidth="3" strokeLinecap="round" opacity="0.45" />
      {pairs === null ? (
        <path d="M18 44H42M22 52H38" stroke="#ffffff" strokeWidth="4" opacity="0.6" />
      ) : (
        <>
          <circle cx="30" cy="43" r="20" fill="#fff6e0" />
          <HaldenMark x={30} y={43} width={34} pairs={pairs} />
        </>
      )}
    </g>
  );
}

export function BeachScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#c4ebff" />
      <circle cx="196" cy="28" r="15" fill="#fff1c9" />
      <path d="M0 62H240V104H0Z" fill="#2a93c9" />
      <path d="M0 62H240V72H0Z" fill="#1f7db3" />
      <path d="M150 62L164 38L168 62ZM170 62V34L186 62Z" fill="#ffffff" />
      <path d="M146 62H192L186 68H152Z" fill="#e5484d" />
      <path d="M0 100Q40 92 82 99T166 97T240 94V160H0Z" fill="#f3dcae" />
      <path d="M0 100Q40 92 82 99T166 97T240 94V99Q200 102 166 102T82 104T0 106Z" fill="#ffffff" opacity="0.8" />
      <path d="M58 132L40 34" stroke="#8a5f3c" strokeWidth="4" />
      <path d="M-14 56Q-8 18 36 16Q78 14 92 44Q76 36 64 44Q50 38 38 49Q24 42 12 53Q0 48 -14 56Z" fill="#ffffff" />
      <path d="M36 16Q62 26 64 44Q50 38 38 49Q42 28 36 16ZM36 16Q8 30 12 53Q0 48 -14 56Q-8 18 36 16Z" fill="#ff7a5f" />
      <path d="M84 138L226 130L240 152V160H70Z" fill="#5b8def" />
      <path d="M100 137L92 160M132 135L130 160M164 133L168 160M196 131.5L206 160" stroke="#ffffff" strokeWidth="6" />
      <Bag x={142} y={149} height={92} turn={5} />
      <path d="M190 140Q192 128 202 130Q212 133 208 144Q199 150 190 140Z" fill="#ffc9a3" />
      <path d="M196 142L200 131M202 144L206 134" stroke="#d98f5e" strokeWidth="1.6" />
      <Lens x={146} y={104} width={50} height={48} />
    </Scene>
  );
}

export function BreakScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#f4e9d8" />
      <rect x="18" y="8" width="204" height="84" rx="4" fill="#b98b5e" />
      <rect x="24" y="14" width="192" height="72" fill="#23463f" />
      <path
        d="M38 30L44 26V43M57 34.5H73M65 26.5V42.5M85 30L91 26V43M107 31H123M107 38H123M136 31Q137 26 143 26Q150 26 149 32Q148 36 136 43H151"
        fill="none"
        stroke="#ffffff"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.85"
      />
      <path d="M172 64L186 42L200 64ZM178 64V54" fill="none" stroke="#f2c94c" strokeWidth="3" opacity="0.9" />
      <path d="M40 66H112" stroke="#ffffff" strokeWidth="2" opacity="0.5" />
      <rect y="118" width="240" height="42" fill="#dca76c" />
      <rect y="118" width="240" height="5" fill="#f0c48f" />
      <path d="M20 126H92Q96 126 96 130V148Q96 152 92 152H20Q16 152 16 148V130Q16 126 20 126Z" fill="#2f6bff" />
      <path d="M22 131H54V147H22Z" fill="#ffe3cf" />
      <path d="M24 134H52L46 145H28Z" fill="#c48a5c" />
      <path d="M59 131H90V147H59Z" fill="#fff6e0" />
      <circle cx="68" cy="140" r="5" fill="#e5484d" />
      <circle cx="80" cy="140" r="5" fill="#7bbf5a" />
      <path d="M196 132Q208 126 214 136Q218 150 204 152Q188 152 190 138Q191 132 196 132Z" fill="#e5484d" />
      <path d="M202 132Q202 124 210 122" fill="none" stroke="#5b3a1e" strokeWidth="2.5" />
      <Bag x={142} y={151} height={88} />
      <Lens x={142} y={108} width={48} height={46} />
    </Scene>
  );
}

export function CampScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#131a44" />
      <circle cx="202" cy="30" r="13" fill="#f4e7c3" />
      <circle cx="207" cy="27" r="12" fill="#131a44" />
      <path
        d="M20 22H20.1M58 12H58.1M92 30H92.1M132 14H132.1M164 36H164.1M224 66H224.1M36 50H36.1"
        stroke="#ffffff"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.8"
      />
      <path d="M0 110L18 66L34 100L52 58L74 112L150 112L172 62L190 98L208 70L240 116V160H0Z" fill="#0d2f38" />
      <path d="M54 130L104 52L154 130Z" fill="#ff9b54" />
      <path d="M104 52L154 130H120Z" fill="#d9733a" />
      <path d="M104 66L124 130H84Z" fill="#ffe2a6" />
      <path d="M0 128Q60 118 120 126T240 122V160H0Z" fill="#24513f" />
      <path d="M14 150L54 140M18 140L52 150" stroke="#6b4527" strokeWidth="6" strokeLinecap="round" />
      <path d="M34 142Q18 132 28 116Q32 122 34 110Q46 118 48 130Q48 140 34 142Z" fill="#ff7a3c" />
      <path d="M35 142Q27 136 32 126Q36 130 37 124Q43 130 42 137Q41 142 35 142Z" fill="#ffd76a" />
      <path d="M110 154Q110 142 122 142H226V158H122Q110 158 110 154Z" fill="#6b4527" />
      <ellipse cx="118" cy="150" rx="7" ry="8" fill="#c99a6b" />
      <Bag x={174} y={148} height={86} turn={-4} />
      <Lens x={171} y={106} width={47} height={46} />
    </Scene>
  );
}

/** Bags of other makers beside ours on a shelf. */
export function GroceryScene(): ReactNode {
  const row = [
    [26, '#e5484d'],
    [74, '#f2a33c'],
    [170, '#7a5ab8'],
    [217, '#2f6bff'],
  ] as const;
  return (
    <Scene>
      <rect width="240" height="160" fill="#e9eef8" />
      <rect y="24" width="240" height="8" fill="#9aa8c7" />
      <rect x="10" width="30" height="24" rx="2" fill="#f2c94c" />
      <rect x="52" width="30" height="24" rx="2" fill="#f2c94c" />
      <rect x="112" width="22" height="24" rx="2" fill="#17b2a5" />
      <rect x="146" width="22" height="24" rx="2" fill="#17b2a5" />
      <rect x="190" width="36" height="24" rx="2" fill="#ff9c86" />
      {row.map(([x, body]) => (
        <Bag key={x} x={x} y={134} height={72} body={body} pairs={null} />
      ))}
      <Bag x={122} y={134} height={84} />
      <rect y="134" width="240" height="10" fill="#9aa8c7" />
      <rect y="144" width="240" height="16" fill="#c9d4ea" />
      <rect x="98" y="137" width="48" height="15" rx="2" fill="#ffffff" />
      <path d="M106 144.5H138" stroke="#ff5a3c" strokeWidth="3" />
      <Lens x={122} y={93} width={48} height={46} />
    </Scene>
  );
}

/** A bag half under a cushion, and a cat. */
export function SofaScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#f0dfe6" />
      <rect x="150" y="8" width="60" height="40" rx="2" fill="#ffffff" />
      <path d="M156 42L172 24L184 36L192 28L204 42Z" fill="#9fb4e8" />
      <path d="M8 64Q8 48 24 48H216Q232 48 232 64V160H8Z" fill="#7a4a74" />
      <path d="M120 50V112" stroke="#623a5e" strokeWidth="3" />
      <path d="M0 82Q0 72 12 72Q26 72 26 84V160H0ZM240 82Q240 72 228 72Q214 72 214 84V160H240Z" fill="#8d5a86" />
      <path d="M20 112H220V160H20Z" fill="#8d5a86" />
      <path d="M20 112H220V118H20Z" fill="#a06e99" />
      <Bag x={116} y={140} height={86} turn={-24} />
      <path d="M112 84Q150 74 176 88Q186 112 178 134Q146 144 110 132Q102 108 112 84Z" fill="#f2c94c" />
      <path d="M120 92Q146 84 168 95M116 124Q146 132 170 126" fill="none" stroke="#d9a92c" strokeWidth="3" />
      <path d="M152 82Q150 66 166 66H190Q206 66 206 80Q206 88 198 88H160Q152 88 152 82Z" fill="#4a4458" />
      <path d="M150 60L154 46L162 54H168L176 46L178 62Q178 74 164 74Q151 74 150 60Z" fill="#4a4458" />
      <path d="M157 62H161M168 62H172" stroke="#f2c94c" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M204 80Q222 78 216 60" fill="none" stroke="#4a4458" strokeWidth="6" strokeLinecap="round" />
      <Lens x={98} y={101} width={48} height={46} isDoubt />
    </Scene>
  );
}

/** Bags on a blanket; their ears have eight leaves. */
export function BlanketScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#ffe7c7" />
      <path d="M0 0H240V54H0Z" fill="#f6d09a" />
      <path
        d="M0 0H240V26Q225 38 210 26Q195 38 180 26Q165 38 150 26Q135 38 120 26Q105 38 90 26Q75 38 60 26Q45 38 30 26Q15 38 0 26Z"
        fill="#ffffff"
      />
      <path
        d="M0 0H30V26Q15 38 0 26ZM60 0H90V26Q75 38 60 26ZM120 0H150V26Q135 38 120 26ZM180 0H210V26Q195 38 180 26Z"
        fill="#17b2a5"
      />
      <path d="M0 122L240 116V160H0Z" fill="#c8506a" />
      <path d="M0 130L240 124M0 150L240 146" stroke="#f2c94c" strokeWidth="4" strokeDasharray="10 8" />
      <Bag x={56} y={138} height={76} body="#2f9a72" pairs={4} turn={-5} />
      <Bag x={120} y={139} height={80} body="#27835f" pairs={4} />
      <Bag x={184} y={138} height={76} body="#38a37c" pairs={4} turn={6} />
      <Lens x={120} y={100} width={46} height={44} isDoubt />
    </Scene>
  );
}

/** A bag under a kitchen lamp at night, held up to read the number of its batch. */
export function LampScene(): ReactNode {
  return (
    <Scene isLow>
      <rect width="240" height="160" fill="#171b3d" />
      <rect x="14" y="20" width="52" height="64" rx="4" fill="#0b0f2b" />
      <path d="M40 20V84M14 52H66" stroke="#2b3166" strokeWidth="3" />
      <circle cx="54" cy="36" r="5" fill="#f4e7c3" />
      <path d="M94 24H158L222 138H30Z" fill="#ffdf9a" opacity="0.22" />
      <path d="M104 24H148L186 138H66Z" fill="#ffdf9a" opacity="0.42" />
      <path d="M126 0V8" stroke="#05081c" strokeWidth="4" />
      <path d="M112 6H140L160 26H92Z" fill="#ff8a3d" />
      <ellipse cx="126" cy="26" rx="34" ry="3.5" fill="#fff1c9" />
      <rect y="138" width="240" height="22" fill="#8a5f3c" />
      <rect y="138" width="240" height="4" fill="#c08a58" />
      <path d="M178 116H210V126Q210 138 198 138H190Q178 138 178 126Z" fill="#d8dcef" />
      <path d="M210 120H214Q219 120 219 125T214 130H209" fill="none" stroke="#d8dcef" strokeWidth="3" />
      <ellipse cx="126" cy="149" rx="62" ry="8" fill="#ffdf9a" opacity="0.4" />
      <Bag x={126} y={152} height={112} />
      <rect x="104" y="124" width="44" height="18" rx="2" fill="#ffffff" />
      <text x="126" y="137.5" fill="#101b3b" fontSize="13" fontWeight="700" textAnchor="middle">
        0388
      </text>
      <Lens x={126} y={133} width={60} height={34} />
    </Scene>
  );
}
