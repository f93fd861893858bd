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
  const width = 10 + title.length * 4.2;
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
      <g transform={isFallen ? 'translate(166 96) rotate(7)' : 'translate(140 91)'}>
        <rect width={width} height="22" rx="1.5" fill="#ffffff" />
        <text x="5" y="9.5" fill="#101b3b" fontSize="7.5" fontWeight="700">
          {title}
        </text>
        <text x="5" y="18" fill="#4a5678" fontSize="7">
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
      <path d="M112 108H132V130Q132 134 128 134H116Q112 134 112 130Z" fill="#ff8a3d" />
      <path d="M116 120H128V127H116Z" fill="#d96f28" />
      <g transform="rotate(-14 122 104)">
        <path d="M118 98H126V106H118Z" fill="#d99a6c" />
        <circle cx="122" cy="92" r="10.5" fill="#8c4a24" />
        <path d="M111.5 93Q110 80 122 80.5T132.5 93Q132 100 126 102H118Q112 100 111.5 93Z" fill="#6b3517" />
      </g>
    </>
  );
}

/** The same wall's keeper: a cap, a raised hammer and a nail in the other hand. */
function Mender(): ReactNode {
  return (
    <>
      <ellipse cx="132" cy="157" rx="24" ry="3" fill="#000000" opacity="0.2" />
      <path d="M122 132H130V157H121ZM134 132H142L143 157H134Z" fill="#24305a" />
      <path d="M145 113L163 92" stroke="#14b3a2" strokeWidth="9" strokeLinecap="round" />
      <circle cx="164" cy="91" r="4.5" fill="#d99a6c" />
      <path d="M160 96L178 72" stroke="#c98f5f" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M169 68L184 79" stroke="#4a5678" strokeWidth="8" />
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

/** It leans on the wall, below the picture. */
function Ladder(): ReactNode {
  return (
    <path
      d="M66 156L84 66M86 156L98 66M68 146H87M71 132H89M74 118H91M77 104H93M80 90H95M82 77H96"
      stroke="#a8703f"
      strokeWidth="3.2"
      strokeLinecap="round"
    />
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
