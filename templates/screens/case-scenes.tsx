// Drawn photographs of other clients than the maker of flasks, and of a flask that is not in sight.

import type { ReactNode } from 'react';
import { BANK } from './parts.tsx';
import { KestrelMark, Lens, Scene } from './scenes.tsx';

/** The gate of Northgate, centred at a point; until 2014 it was blue and had no caps. Its outline is 94 × 52 units. */
export function GateMark({
  x,
  y,
  width,
  isOld = false,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isOld?: boolean;
}): ReactNode {
  const scale = width / 94;
  return (
    <g transform={`translate(${x - 120 * scale} ${y - 39 * scale}) scale(${scale})`}>
      <path d="M76 64V18H98V64ZM142 64V18H164V64Z" fill={isOld ? '#2c5f8a' : '#101b3b'} />
      <path d="M98 64V42A22 22 0 0 1 142 42V64H132V42A12 12 0 0 0 108 42V64Z" fill={isOld ? '#e0a526' : '#e5484d'} />
      {isOld ? null : <path d="M70 12H104V20H70ZM136 12H170V20H136Z" fill="#101b3b" />}
    </g>
  );
}

/** People who wait in the street: where they stand, the top of their heads, hair, skin, coat, and what their arms do. */
const WAITING = [
  [142, 90, '#8c4a24', '#ffd9bd', '#e5484d', 'M-7 24L-15 20L-12 6M7 25Q12 33 8 41'],
  [163, 80, '#101b3b', '#b97a56', '#17b2a5', 'M-7 24Q-13 33 -9 42M7 24Q13 33 9 42'],
  [182, 97, '#d8a23c', '#f2c6a5', '#5b6aa0', 'M-7 25L-18 27M7 25Q11 33 7 39'],
  [201, 85, '#cdd3e4', '#ffe3cf', '#ff8a3d', 'M-7 25Q-10 33 -1 35L5 32M7 25Q11 32 3 36'],
] as const;

/** A street at night: a bank that does not exist, under a logo of 2014, next to a chemist. */
export function BranchScene(): ReactNode {
  return (
    <Scene>
      <Street />
    </Scene>
  );
}

/** The same street as wide as a page. Narrow frames show the bank and all who wait. */
export function StreetScene(): ReactNode {
  return (
    <Scene isWide>
      <rect y="-60" width="400" height="220" fill="#171d45" />
      <path d="M0 -8H42V134H0ZM48 26H104V134H48Z" fill="#222857" />
      <path d="M352 -20H376V134H352ZM380 14H400V134H380Z" fill="#2b3166" />
      <path
        d="M8 4H16V16H8ZM22 4H30V16H22ZM8 30H16V42H8ZM22 56H30V68H22ZM50 40H58V52H50ZM66 40H74V52H66ZM363 10H371V24H363ZM363 34H371V48H363ZM363 58H371V72H363ZM386 28H394V40H386ZM386 58H394V70H386Z"
        fill="#1b2048"
      />
      <path d="M22 30H30V42H22ZM363 10H371V24H363ZM386 58H394V70H386Z" fill="#ffdf9a" />
      <path d="M358 92H371V134H358ZM384 88H398V134H384Z" fill="#20264f" />
      <rect y="134" width="400" height="26" fill="#0f1433" />
      <path d="M338 134V68Q338 62 344 62H350" fill="none" stroke="#0a0e28" strokeWidth="2.4" />
      <path d="M345 64H355L378 134H322Z" fill="#ffe2a8" opacity="0.1" />
      <circle cx="350" cy="63" r="3" fill="#fff3d6" />
      <g transform="translate(88 0)">
        <Street />
      </g>
    </Scene>
  );
}

function Street(): ReactNode {
  return (
    <>
      <rect width="240" height="160" fill="#171d45" />
      <circle cx="212" cy="18" r="9" fill="#f4e7c3" />
      <path d="M0 12H44V134H0Z" fill="#2b3166" />
      <path d="M48 6H150V134H48Z" fill="#394180" />
      <path d="M154 30H240V134H154Z" fill="#262c5c" />
      <path d="M58 14H74V26H58ZM92 14H108V26H92ZM126 14H142V26H126Z" fill="#20264f" />
      <path d="M166 42H182V58H166ZM194 42H210V58H194ZM220 42H236V58H220Z" fill="#1b2048" />
      <path d="M194 42H210V58H194Z" fill="#ffdf9a" />
      {/* The chemist */}
      <rect x="6" y="52" width="32" height="82" fill="#dff5ee" />
      <path d="M22 20V44M10 32H34" stroke="#3ecfb9" strokeWidth="9" />
      <path d="M6 84H38M6 104H38" stroke="#9fd8c9" strokeWidth="3" />
      <path d="M11 75H16V84H11ZM21 78H27V84H21ZM12 95H19V104H12ZM26 92H31V104H26Z" fill="#5bb8a5" />
      {/* The bank */}
      <rect x="56" y="34" width="86" height="32" rx="2" fill="#fbf3df" />
      <GateMark x={74} y={50.5} width={26} isOld />
      <text
        x="91"
        y="54.5"
        fill="#2c5f8a"
        fontSize="10.5"
        fontWeight="700"
        textLength="46"
        lengthAdjust="spacingAndGlyphs"
      >
        {BANK}
      </text>
      <path d="M56 72H112V134H56Z" fill="#ffe2a8" />
      <path d="M116 72H142V134H116Z" fill="#20264f" />
      <path d="M120 76H138V130H120Z" fill="#ffd488" />
      <circle cx="135" cy="104" r="1.8" fill="#20264f" />
      <path d="M60 118H82M86 118H108" stroke="#8a5f3c" strokeWidth="5" />
      <path d="M63 120V134M79 120V134M89 120V134M105 120V134" stroke="#8a5f3c" strokeWidth="2" />
      <path d="M65 104H77V114H65Z" fill="#5b6aa0" />
      <path d="M94 108H101V116H94Z" fill="#101b3b" />
      <path
        d="M104 116Q100 96 105 88M104 116Q110 98 109 92M104 116Q97 104 98 98"
        stroke="#2f8f5b"
        strokeWidth="2.4"
        fill="none"
      />
      <rect y="134" width="240" height="26" fill="#0f1433" />
      <path d="M56 134H142L160 160H38Z" fill="#ffe2a8" opacity="0.16" />
      <Queue />
      <Lens x={99} y={50} width={98} height={44} />
    </>
  );
}

/** People before the branch, who look at its door; the first one takes the photo. */
function Queue(): ReactNode {
  return WAITING.map(([x, top, hair, skin, coat, arms], place) => (
    <g key={x} transform={`translate(${x} ${top})`} strokeLinecap="round" strokeLinejoin="round">
      <ellipse cy={154 - top} rx="13" ry="2.5" fill="#000000" opacity="0.35" />
      <path d={`M-4 44V${152 - top}M4 44V${152 - top}`} stroke="#0a0e28" strokeWidth="5.5" />
      <path d={`M-9 ${140 - top}L-8.500 26Q-8 18 0 18T8.500 26L9 ${140 - top}Z`} fill={coat} />
      <path d={arms} fill="none" stroke={coat} strokeWidth="5.5" />
      <path d={arms} fill="none" stroke="#000000" strokeOpacity="0.18" strokeWidth="5.5" />
      {place === 0 ? (
        <>
          <rect x="-17" y="-6" width="8" height="13" rx="1.5" fill="#0a0e28" stroke="#e4ecff" />
          <circle cx="-12" cy="6" r="3" fill={skin} />
        </>
      ) : null}
      <circle cy="10" r="8.500" fill={skin} />
      <path d="M-9 11Q-9 0 0 .5T9 11Q6 5 0 4T-9 11Z" fill={hair} />
      <path d="M-5 10v1.5M-.5 10v1.5M-5 15q2 1.2 4 0" fill="none" stroke="#1c1620" strokeWidth="1.1" />
    </g>
  ));
}

/** A rucksack on a platform in the rain; its bottom is wet, from the inside. */
export function RucksackScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#c8d6e8" />
      <path d="M0 52H240V84H0Z" fill="#9fb3cf" />
      <path d="M18 52V30H54V52M186 52V22H226V52" fill="#b4c4dc" />
      <path d="M0 78H240M0 84H240" stroke="#6f83a6" strokeWidth="2.5" />
      <path
        d="M12 76V88M44 76V88M76 76V88M108 76V88M140 76V88M172 76V88M204 76V88M236 76V88"
        stroke="#5b6f92"
        strokeWidth="4"
      />
      <rect y="92" width="240" height="68" fill="#8d97ab" />
      <path d="M0 92H240V99H0Z" fill="#f2c94c" />
      <path d="M0 124H240M60 99L40 160M130 99L128 160M200 99L222 160" stroke="#7a859c" strokeWidth="1.5" />
      <rect x="40" y="20" width="5" height="84" fill="#3c4a6b" />
      <rect x="28" y="24" width="52" height="20" rx="3" fill="#101b3b" />
      <path d="M35 31H54M35 37H46" stroke="#ffd488" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M64 31H73" stroke="#ff7a5f" strokeWidth="2.4" strokeLinecap="round" />
      {/* The puddle, then the rucksack */}
      <path d="M84 148Q92 139 128 140T182 147Q190 155 134 156T84 148Z" fill="#5f7396" />
      <path d="M102 150Q120 145 150 148" stroke="#a9bcd8" strokeWidth="2" strokeLinecap="round" fill="none" />
      <rect x="173" y="62" width="14" height="12" rx="2.5" fill="#101b3b" />
      <path d="M170 78Q170 72 176 72H184Q190 72 190 78V120H170Z" fill="#2358ea" />
      <KestrelMark x={180} y={92} width={15} />
      <path d="M122 46Q122 32 134 32T146 46" fill="none" stroke="#7c2f1d" strokeWidth="5" />
      <path d="M94 146Q88 84 102 60Q108 44 134 44T166 60Q180 84 174 146Q134 152 94 146Z" fill="#f0733f" />
      <path d="M166 60Q180 84 174 146Q160 149 148 149Q158 96 150 46Q160 50 166 60Z" fill="#d45a2a" />
      <path d="M100 74Q134 86 168 74L166 58Q134 68 102 58Z" fill="#ffa06f" />
      <path d="M128 70H140V86H128Z" fill="#7c2f1d" />
      <path d="M106 98H162Q166 98 165 106L163 132Q134 138 105 132L103 106Q102 98 106 98Z" fill="#ff8a57" />
      <path d="M112 108H156" stroke="#7c2f1d" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M93 128Q102 120 112 126T134 122T156 126T175 127L174 146Q134 152 94 146Z" fill="#8a3416" opacity="0.72" />
      <path d="M106 134Q110 141 106 144Q102 141 106 134ZM160 136Q164 143 160 146Q156 143 160 136Z" fill="#b9d3ee" />
      <path d="M168 102Q180 106 193 102V124Q193 133 182 133H168Z" fill="#a93f19" />
      <path d="M168 102Q180 106 193 102" fill="none" stroke="#ffa06f" strokeWidth="3" />
      <path
        d="M76 8L70 24M112 14L106 30M156 4L150 20M206 56L200 72M84 44L79 58M214 104L209 118M66 110L61 124"
        stroke="#ffffff"
        strokeWidth="1.8"
        strokeLinecap="round"
        opacity="0.8"
      />
      <Lens x={181} y={90} width={34} height={68} />
    </Scene>
  );
}

/** Four hollow bars and a cross. */
function NoSignal(): ReactNode {
  return (
    <>
      <path
        d="M122.500 34.500V32H125.500V34.500ZM128 34.500V30H131V34.500ZM133.500 34.500V28H136.500V34.500ZM139 34.500V26H142V34.500Z"
        fill="none"
        stroke="#7f93c4"
      />
      <path
        d="M145 25.500L149 29.500M149 25.500L145 29.500"
        stroke="#b3261e"
        strokeWidth="1.600"
        strokeLinecap="round"
      />
      <path d="M92 52H130Q134 52 134 56V64Q134 68 130 68H98L92 72Z" fill="#e4ecff" />
      <path d="M98 60H124" stroke="#8db0ff" strokeWidth="3" strokeLinecap="round" />
    </>
  );
}

/** A phone in the rain without a signal, and a message that stays on it; behind it a mast without a sound. */
export function MastScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#2a3d66" />
      <path d="M0 70Q60 52 120 66T240 60V160H0Z" fill="#22325a" />
      <path d="M0 160V96H26V84H48V104H70V74H92V160ZM162 160V92H184V78H208V100H240V160Z" fill="#182448" />
      <path
        d="M10 106H16M32 94H40M78 86H84M78 102H84M170 104H176M192 90H200M192 108H200M218 112H226"
        stroke="#ffd488"
        strokeWidth="4"
      />
      <g transform="translate(-20 0)">
        <path
          d="M204 160L214 28L224 160M207 128H221M209 100H219M211 72H217"
          fill="none"
          stroke="#c9d6f2"
          strokeWidth="2.5"
        />
        <circle cx="214" cy="26" r="4" fill="#ff5a3c" />
        <path
          d="M196 18Q190 26 196 34M232 18Q238 26 232 34"
          fill="none"
          stroke="#7f93c4"
          strokeWidth="2.5"
          strokeDasharray="3 4"
          strokeLinecap="round"
        />
      </g>
      {/* The phone */}
      <rect x="80" y="16" width="76" height="150" rx="12" fill="#05081c" />
      <rect x="85" y="21" width="66" height="145" rx="8" fill="#f6f8ff" />
      <text x="92" y="35" fill="#101b3b" fontSize="9" fontWeight="700">
        19:06
      </text>
      <NoSignal />
      <path d="M144 80H110Q106 80 106 84V92Q106 96 110 96H138L144 100Z" fill="#1d53e0" />
      <path d="M112 88H134" stroke="#ffffff" strokeWidth="3" strokeLinecap="round" />
      <path d="M144 106H118Q114 106 114 110V118Q114 122 118 122H138L144 126Z" fill="#1d53e0" opacity="0.45" />
      <circle cx="108" cy="115" r="4" fill="none" stroke="#b3261e" strokeWidth="1.600" />
      <path d="M108 112.600V115.200M108 117.300V117.400" stroke="#b3261e" strokeWidth="1.500" strokeLinecap="round" />
      <path d="M62 160Q60 128 74 116Q84 108 88 118L90 160Z" fill="#c98d63" />
      <path d="M152 160V126Q160 118 164 130L166 160Z" fill="#c98d63" />
      <path
        d="M30 22L24 40M56 42L50 60M20 62L15 76M176 24L170 42M186 60L181 74"
        stroke="#9fb6e8"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <Lens x={137} y={30} width={35} height={20} />
    </Scene>
  );
}

/** The mark of a maker of sauces: a pod, 36 units wide around 192, 70. */
export function TamarindMark(): ReactNode {
  return (
    <>
      <path
        d="M174 77Q170 64 184 61Q192 54 200 61Q214 64 210 77Q203 85 198 78Q192 82 187 78Q181 85 174 77Z"
        fill="#8c4a24"
      />
      <circle cx="183" cy="70" r="3.200" fill="#ff8a3d" />
      <circle cx="192" cy="69" r="3.200" fill="#ff8a3d" />
      <circle cx="201" cy="70" r="3.200" fill="#ff8a3d" />
    </>
  );
}

/** A dinner from above: noodles, an egg, and a bottle of sauce that lies beside the bowl. */
export function SauceScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#f3dcc0" />
      <path d="M0 30H240M0 76H240M0 122H240" stroke="#e6c6a0" strokeWidth="3" />
      <ellipse cx="84" cy="86" rx="66" ry="62" fill="#b98b5e" opacity="0.35" />
      <ellipse cx="82" cy="80" rx="64" ry="60" fill="#2c5f8a" />
      <ellipse cx="82" cy="80" rx="56" ry="52" fill="#f6efe2" />
      <ellipse cx="82" cy="80" rx="48" ry="44" fill="#c4572a" />
      <path
        d="M42 84Q52 58 70 74T98 62T122 76M44 96Q60 76 78 92T112 84M52 108Q68 92 84 106T114 98M56 62Q72 50 88 58T112 58"
        fill="none"
        stroke="#ffdf9a"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <ellipse cx="66" cy="92" rx="19" ry="16" fill="#ffffff" />
      <circle cx="68" cy="91" r="8.500" fill="#ffb02e" />
      <path d="M96 58L104 50M104 66L116 62M98 112L108 118" stroke="#3f9b5b" strokeWidth="5" strokeLinecap="round" />
      <path d="M20 10L124 132M30 4L134 126" stroke="#7c2f1d" strokeWidth="4" strokeLinecap="round" />
      {/* The jar; what is looked for is the lid */}
      <g transform="translate(22 24) rotate(8 170 66) scale(0.84)">
        <ellipse cx="196" cy="72" rx="42" ry="58" fill="#000000" opacity="0.14" />
        <rect x="160" y="22" width="64" height="100" rx="13" fill="#a4461f" />
        <path d="M211 22Q224 24 224 36V108Q224 122 211 122Q218 70 211 22Z" fill="#7c3115" />
        <rect x="156" y="12" width="72" height="18" rx="5" fill="#0c1531" />
        <path d="M166 12V30M178 12V30M190 12V30M202 12V30M214 12V30" stroke="#37457c" strokeWidth="2.500" />
        <rect x="160" y="52" width="64" height="44" fill="#fff6e8" />
        <TamarindMark />
        <Lens x={192} y={21} width={88} height={30} />
      </g>
    </Scene>
  );
}
