// A drawn gallery for pages that are not there: a wall with the place of a picture that is missing or hangs askew, and the pictures
// that lead on.

import type { ReactNode } from 'react';
import { Lens, Scene } from './scenes.tsx';

interface GallerySceneProps {
  readonly isFallen: boolean;
  /** The first line of the label on the wall. */
  readonly title: string;
}

/** A visitor before a place without its picture; or a keeper with a hammer before one that hangs by a corner. */
export function GalleryScene({ isFallen, title }: GallerySceneProps): ReactNode {
  const width = 10 + title.length * 5;
  return (
    <Scene>
      <rect width="240" height="160" fill="#efd9c6" />
      <path d="M0 116H240V136H0Z" fill="#dcbd9f" />
      <path d="M0 114H240V118H0Z" fill="#c9a682" />
      <path d="M0 134H240V160H0Z" fill="#8a5f3c" />
      <path
        d="M30 160L54 136M92 160L100 136M148 160L142 136M210 160L188 136M0 147H240"
        stroke="#7a5233"
        strokeWidth="1.6"
      />
      <path d="M70 0L86 14H154L170 0Z" fill="#fff6e0" opacity="0.75" />
      <path d="M86 14H154L178 114H62Z" fill="#fff6e0" opacity="0.35" />
      <Neighbours />
      {isFallen ? (
        <>
          <circle cx="94" cy="32" r="2.5" fill="#5b3a1e" />
          <circle cx="150" cy="32" r="2.5" fill="#5b3a1e" />
          <g transform="rotate(17 94 34)">
            <Framed x={92} y={34} width={60} height={48}>
              <path d="M92 34H152V82H92Z" fill="#1d3a9e" />
              <path d="M98 66Q106 56 114 64T130 62T148 60" fill="none" stroke="#8db0ff" strokeWidth="4" />
              <circle cx="134" cy="48" r="7" fill="#ffd9a0" />
            </Framed>
            <Lens x={122} y={58} width={80} height={68} />
          </g>
        </>
      ) : (
        <>
          <path d="M90 32H154V82H90Z" fill="#f8ead9" />
          <path d="M90 32H154V82H90Z" fill="none" stroke="#c9a682" strokeWidth="1.6" strokeDasharray="3 3" />
          <circle cx="122" cy="38" r="2.2" fill="#5b3a1e" />
          <Lens x={122} y={57} width={84} height={68} />
        </>
      )}
      <g transform={isFallen ? 'translate(166 96) rotate(7)' : 'translate(154 94)'}>
        <rect width={width} height="25" rx="1.5" fill="#ffffff" />
        <text x="5" y="11" fill="#101b3b" fontSize="9" fontWeight="700">
          {title}
        </text>
        <text x="5" y="21" fill="#4a5678" fontSize="8.5">
          {isFallen ? '500' : '404'}
        </text>
      </g>
      {isFallen ? <Ladder /> : null}
      {isFallen ? <Mender /> : <Visitor />}
    </Scene>
  );
}

interface FramedProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

function Framed({ x, y, width, height, children }: FramedProps): ReactNode {
  return (
    <>
      <rect x={x - 3} y={y} width={width + 8} height={height + 6} fill="#000000" opacity="0.14" />
      <rect x={x - 4} y={y - 4} width={width + 8} height={height + 8} fill="#7a5233" />
      {children}
    </>
  );
}

/** The pictures on both sides, each with its label. */
function Neighbours(): ReactNode {
  return (
    <>
      <Framed x={16} y={40} width={44} height={58}>
        <path d="M16 40H60V98H16Z" fill="#bfe0ff" />
        <path d="M16 84L32 58L44 76L50 68L60 82V98H16Z" fill="#3f5f9e" />
        <path d="M32 58L38 67L34 69L30 66Z" fill="#ffffff" />
      </Framed>
      <Framed x={192} y={26} width={38} height={48}>
        <path d="M192 26H230V74H192Z" fill="#17b2a5" />
        <path d="M201 74Q200 58 211 58T221 74Z" fill="#4a4458" />
        <path d="M202 56L203 42L208 47H214L219 42L220 56Q220 63 211 63T202 56Z" fill="#4a4458" />
        <path d="M206 53H209M213 53H216" stroke="#f2c94c" strokeWidth="2" strokeLinecap="round" />
      </Framed>
      <path d="M28 104H48V112H28ZM201 81H221V89H201Z" fill="#ffffff" />
      <path d="M31 107H42M31 109.5H39M204 84H215M204 86.5H212" stroke="#4a5678" strokeWidth="1.2" />
    </>
  );
}

/** From behind, the head on one side. */
function Visitor(): ReactNode {
  return (
    <>
      <ellipse cx="122" cy="157" rx="24" ry="3" fill="#000000" opacity="0.2" />
      <path d="M112 132H120V157H111ZM124 132H132L133 157H124Z" fill="#24305a" />
      <path d="M103 140Q101 104 122 104T141 140Z" fill="#2f6bff" />
      <path d="M106 112L102 133" stroke="#2a5fe6" strokeWidth="7.5" strokeLinecap="round" />
      <circle cx="101.5" cy="136" r="3.8" fill="#d99a6c" />
      <path
        d="M137 113L146 102L133 92"
        fill="none"
        stroke="#2a5fe6"
        strokeWidth="7.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M112 108H132V130Q132 134 128 134H116Q112 134 112 130Z" fill="#ff8a3d" />
      <path d="M116 120H128V127H116Z" fill="#d96f28" />
      <g transform="rotate(-14 122 104)">
        <path d="M118 98H126V106H118Z" fill="#d99a6c" />
        <circle cx="122" cy="92" r="10.5" fill="#8c4a24" />
        <path d="M111.5 93Q110 80 122 80.5T132.5 93Q132 100 126 102H118Q112 100 111.5 93Z" fill="#6b3517" />
      </g>
      <circle cx="131" cy="90" r="3.8" fill="#d99a6c" />
    </>
  );
}

/** The same wall's keeper: a cap, one hand under the picture until the hammer comes. */
function Mender(): ReactNode {
  return (
    <>
      <ellipse cx="132" cy="157" rx="24" ry="3" fill="#000000" opacity="0.2" />
      <path d="M122 132H130V157H121ZM134 132H142L143 157H134Z" fill="#24305a" />
      <path d="M145 113L158 99" stroke="#14b3a2" strokeWidth="9" strokeLinecap="round" />
      <circle cx="158" cy="97" r="4.5" fill="#d99a6c" />
      <path d="M113 142Q111 104 132 104T151 142Z" fill="#14b3a2" />
      <path d="M117 112L108 134" stroke="#0f9488" strokeWidth="8" strokeLinecap="round" />
      <circle cx="107" cy="136" r="4.2" fill="#d99a6c" />
      <path d="M128 98H136V106H128Z" fill="#d99a6c" />
      <circle cx="132" cy="92" r="10.5" fill="#1c1620" />
      <path d="M120 90Q120 79 132 79T144 90Z" fill="#ff5a3c" />
      <path d="M119 88.5H145V92H119Z" fill="#d94327" />
    </>
  );
}

/** It leans on the wall above the picture. */
function Ladder(): ReactNode {
  return (
    <path
      d="M66 156L93 22M86 156L104 22M68 146H87M71 132H89M74 118H91M77 104H93M79 90H95M82 77H97M85 64H98M87 51H100M90 38H102"
      stroke="#a8703f"
      strokeWidth="3.2"
      strokeLinecap="round"
    />
  );
}

interface WalkerProps {
  readonly x: number;
  readonly shirt: string;
  readonly hair: string;
  readonly skin: string;
  /** Where the hands are, from the feet. */
  readonly hands: readonly [number, number];
  readonly isFlipped?: boolean;
}

/** From the side, on the way to the right, or to the left. */
function Walker({ x, shirt, hair, skin, hands: [handX, handY], isFlipped = false }: WalkerProps): ReactNode {
  return (
    <g fill="none" strokeLinecap="round" transform={`translate(${x} 88) scale(${isFlipped ? -1 : 1} 1)`}>
      <path d="M-3 -28L-11 -3H-7" stroke="#1a2348" strokeWidth="7" />
      <path d="M3 -28L9 -15L9 -3H13" stroke="#24305a" strokeWidth="7" strokeLinejoin="round" />
      <path d="M-11 -25Q-13 -57 0 -57T12 -25Z" fill={shirt} />
      <path
        d={`M2 -50L${handX / 2} ${handY + 1}L${handX} ${handY}`}
        stroke="#000000"
        strokeOpacity="0.18"
        strokeWidth="6.4"
        strokeLinejoin="round"
      />
      <path
        d={`M2 -51L${handX / 2} ${handY}L${handX} ${handY}`}
        stroke={shirt}
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <circle cx={handX} cy={handY} r="3.4" fill={skin} />
      <path d="M-1 -62H6V-55H-1Z" fill={skin} />
      <circle cx="3" cy="-68" r="8.5" fill={skin} />
      <path d="M-6 -64Q-8 -77 3 -77.5T11.5 -70Q6 -69 3 -72Q2 -66 -2 -63Z" fill={hair} />
    </g>
  );
}

/** What goes on under the pictures: the missing one is carried out, or a hammer comes in. */
export function GalleryFloor({ isFallen }: Pick<GallerySceneProps, 'isFallen'>): ReactNode {
  return (
    <svg className="plot" viewBox="0 -16 616 112" aria-hidden="true">
      <g fill="none">
        <path d="M552 6H608V89H552Z" fill="#7a5233" />
        <path d="M557 11H603V89H557Z" fill="#24305a" />
        <path d="M557 89L603 74V89Z" fill="#101b3b" />
        <path d="M514 12H544V26H514Z" fill="#17b2a5" />
        <path d="M519 19H537M532 14.5L537.5 19L532 23.5" stroke="#ffffff" strokeWidth="2.4" />
        <SleepingCat />
        {isFallen ? (
          <>
            <path d="M262 88L290 10L296 10L268 88ZM330 88L302 10L296 10L324 88Z" fill="#c98f5f" />
            <path d="M280 40H312M274 56H318M268 72H324" stroke="#a8703f" strokeWidth="4" />
            <path d="M352 62H408V88H352Z" fill="#e5484d" />
            <path d="M352 62H408V70H352Z" fill="#c93a40" />
            <path d="M368 62V54H392V62" stroke="#24305a" strokeWidth="4" strokeLinejoin="round" />
            <path d="M376 66H384V75H376Z" fill="#f2c94c" />
            <path d="M470 40L486 22" stroke="#c98f5f" strokeWidth="3.4" strokeLinecap="round" />
            <path d="M479 15L493 27" stroke="#4a5678" strokeWidth="8" />
            <Walker x={498} shirt="#8a5a8f" hair="#d8a23c" skin="#ffd9bd" hands={[24, -46]} isFlipped />
            <path d="M524 40H534M526 52H540M524 64H532" stroke="#c9a682" strokeWidth="2.4" strokeLinecap="round" />
          </>
        ) : (
          <>
            <Walker x={292} shirt="#17b2a5" hair="#1c1620" skin="#b97a56" hands={[26, -37]} />
            <path d="M308 22H462V74H308Z" fill="#d9a86c" />
            <path d="M436 22H462V50Q452 46 450 38T436 22Z" fill="#7a5233" />
            <path d="M448 28H456V40Q450 34 448 28Z" fill="#1d3a9e" />
            <path d="M308 56H462M352 22V74" stroke="#8a5f3c" strokeWidth="1.6" />
            <path d="M366 30H420V50H366Z" fill="#ffffff" />
            <text x="393" y="45.5" textAnchor="middle" fill="#101b3b" fontSize="15" fontWeight="700">
              404
            </text>
            <Walker x={478} shirt="#ff8a3d" hair="#8c4a24" skin="#ffd9bd" hands={[-18, -37]} />
          </>
        )}
        <path d="M0 88H616V96H0Z" fill="#c9a682" />
        <path d="M60 88L56 96M180 88L178 96M306 88V96M430 88L432 96M540 88L544 96" stroke="#a8703f" />
      </g>
    </svg>
  );
}

/** On the bench of the room. */
function SleepingCat(): ReactNode {
  return (
    <>
      <path d="M20 62H136V69H20Z" fill="#8a5f3c" />
      <path d="M28 69H36V88H28ZM120 69H128V88H120Z" fill="#7a5233" />
      <path d="M54 62Q52 40 80 40T106 62Z" fill="#4a4458" />
      <path d="M46 62Q44 46 58 45L61 39L66 45Q76 48 74 62Z" fill="#4a4458" />
      <path d="M52 54Q54 56.5 57 54M63 54Q66 56.5 68 54" stroke="#f2c94c" strokeWidth="1.6" strokeLinecap="round" />
      <path d="M104 59Q118 62 122 76" stroke="#4a4458" strokeWidth="5" strokeLinecap="round" />
      <path d="M44 34H52L44 42H52M56 18H66L56 28H66" stroke="#7a5233" strokeWidth="2" strokeLinejoin="round" />
    </>
  );
}

/** The pictures of the pages that most people look for, by row of config/pages.ts. */
const PICTURES: Readonly<Record<string, () => ReactNode>> = {
  product: () => (
    <Scene>
      <rect width="240" height="160" fill="#d9e4ff" />
      <path d="M0 118L52 84L92 104L140 56L186 92L240 44V160H0Z" fill="#2358ea" opacity="0.35" />
      <path d="M0 118L52 84L92 104L140 56L186 92L240 44" fill="none" stroke="#2358ea" strokeWidth="5" />
      <path d="M165 95L202 134" stroke="#101b3b" strokeWidth="12" strokeLinecap="round" />
      <circle cx="136" cy="66" r="40" fill="#ffffff" stroke="#101b3b" strokeWidth="8" />
      <path d="M118 82V68M130 82V52M142 82V60M154 82V72" stroke="#ff5a3c" strokeWidth="7" strokeLinecap="round" />
    </Scene>
  ),
  pricing: () => (
    <Scene>
      <rect width="240" height="160" fill="#fbe9c6" />
      <path d="M0 112H240V160H0Z" fill="#e0b06a" />
      <path d="M92 30L150 22L166 80L118 126L72 86Z" fill="#e5484d" transform="rotate(8 120 76)" />
      <circle cx="124" cy="44" r="8" fill="#fbe9c6" />
      <path d="M124 44Q150 10 190 22" fill="none" stroke="#101b3b" strokeWidth="3" />
      <path d="M104 84H140M110 98H136" stroke="#ffffff" strokeWidth="6" strokeLinecap="round" opacity="0.9" />
      <ellipse cx="190" cy="132" rx="26" ry="10" fill="#c98f1e" />
      <ellipse cx="190" cy="126" rx="26" ry="10" fill="#f2c94c" />
      <ellipse cx="186" cy="118" rx="26" ry="10" fill="#c98f1e" />
      <ellipse cx="186" cy="112" rx="26" ry="10" fill="#f2c94c" />
      <ellipse cx="48" cy="134" rx="24" ry="9" fill="#c98f1e" />
      <ellipse cx="48" cy="128" rx="24" ry="9" fill="#f2c94c" />
    </Scene>
  ),
  clients: () => (
    <Scene>
      <rect width="240" height="160" fill="#cdebe4" />
      <path d="M0 126Q60 110 120 122T240 118V160H0Z" fill="#8fcabf" />
      <path d="M18 160Q20 98 62 98T106 160Z" fill="#ff8a3d" />
      <circle cx="62" cy="72" r="24" fill="#ffd9bd" />
      <path d="M36 74Q32 42 62 42T88 74Q82 58 62 60T36 74Z" fill="#8c4a24" />
      <path d="M134 160Q136 98 178 98T222 160Z" fill="#e5484d" />
      <circle cx="178" cy="72" r="24" fill="#f2c6a5" />
      <path d="M152 78Q148 42 178 42T204 78Q200 56 178 56T152 78Z" fill="#d8a23c" />
      <path d="M70 160Q72 112 120 112T170 160Z" fill="#2358ea" />
      <circle cx="120" cy="84" r="27" fill="#b97a56" />
      <path d="M91 84Q88 50 120 50T149 84Q142 66 120 68T91 84Z" fill="#101b3b" />
    </Scene>
  ),
  contacts: () => (
    <Scene>
      <rect width="240" height="160" fill="#e3d9f2" />
      <path d="M0 122H240V160H0Z" fill="#8a5a8f" />
      <path d="M0 122H240V130H0Z" fill="#a06e99" />
      <path d="M84 120Q70 78 104 58Q112 34 134 36Q154 40 152 62Q178 86 214 96Q188 124 140 122Z" fill="#6f7fb0" />
      <path d="M112 82Q140 74 170 96Q196 102 214 96Q184 128 136 112Q114 102 112 82Z" fill="#4d5c90" />
      <path d="M104 58Q112 34 134 36Q154 40 152 62Q134 78 104 58Z" fill="#17b2a5" opacity="0.7" />
      <circle cx="128" cy="48" r="4" fill="#101b3b" />
      <path d="M112 46L92 54L112 58Z" fill="#f2c94c" />
      <g transform="rotate(-10 66 66)">
        <rect x="34" y="48" width="60" height="40" rx="3" fill="#ffffff" />
        <path d="M34 50L64 72L94 50" fill="none" stroke="#ff5a3c" strokeWidth="4" />
      </g>
      <path d="M124 120V132M142 121V133" stroke="#ff8a3d" strokeWidth="4" />
    </Scene>
  ),
};

/** The picture of a page, or nothing. */
export function PagePicture({ page }: { readonly page: string }): ReactNode {
  const Picture = PICTURES[page];
  if (Picture === undefined) return null;
  return (
    <div className="gallery__frame">
      <Picture />
    </div>
  );
}
