// Drawn photographs of the screens: a flask with a logo in six places. The frame marks the recognised logo.

import type { ReactNode } from 'react';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The mark of Kestrel, centred at a point. Its outline is 148 × 56 units. */
export function KestrelMark({
  x,
  y,
  width,
  fill = '#ffffff',
  isFlipped = false,
}: Place & { readonly width: number; readonly fill?: string; readonly isFlipped?: boolean }): ReactNode {
  const scale = width / 148;
  const across = isFlipped ? -scale : scale;
  return (
    <path
      transform={`translate(${x - 122 * across} ${y - 44 * scale}) scale(${across} ${scale})`}
      fill={fill}
      d="M48 22C84 18 108 28 124 44C140 26 166 16 196 20C176 26 160 38 152 50C142 64 128 68 112 64L84 72L96 56C84 42 68 30 48 22Z"
    />
  );
}

interface FlaskProps extends Place {
  readonly height: number;
  readonly body?: string;
  readonly lid?: string;
  readonly mark?: string | null;
  readonly isFlipped?: boolean;
}

/** A flask with its base at the point, 40 × 110 units large. */
function Flask({
  x,
  y,
  height,
  body = '#2358ea',
  lid = '#101b3b',
  mark = '#ffffff',
  isFlipped = false,
}: FlaskProps): ReactNode {
  const scale = height / 110;
  return (
    <g transform={`translate(${x - 20 * scale} ${y - height}) scale(${scale})`}>
      <ellipse cx="22" cy="109" rx="27" ry="3.5" fill="#000000" opacity="0.22" />
      <rect x="7" y="0" width="26" height="26" rx="6" fill={lid} />
      <rect x="4" y="20" width="32" height="8" rx="3" fill={lid} />
      <path d="M3 38Q3 26 12 26H28Q37 26 37 38V102Q37 110 29 110H11Q3 110 3 102Z" fill={body} />
      <path d="M29 26Q37 27 37 38V102Q37 110 29 110H24V26Z" fill="#000000" opacity="0.16" />
      <rect x="8" y="34" width="4" height="68" rx="2" fill="#ffffff" opacity="0.4" />
      {mark === null ? null : <KestrelMark x={20} y={64} width={27} fill={mark} isFlipped={isFlipped} />}
    </g>
  );
}

/** Corners around a recognised logo; dashed if the match is uncertain. */
export function Lens({
  x,
  y,
  width,
  height,
  isDoubt = false,
}: Place & { readonly width: number; readonly height: number; readonly isDoubt?: boolean }): ReactNode {
  const [left, top, right, bottom] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  const reach = Math.min(width, height) * 0.32;
  const path =
    `M${left} ${top + reach}V${top}H${left + reach}M${right - reach} ${top}H${right}V${top + reach}` +
    `M${right} ${bottom - reach}V${bottom}H${right - reach}M${left + reach} ${bottom}H${left}V${bottom - reach}`;
  const look = isDoubt ? { stroke: '#101b3b', strokeDasharray: '4 2.5' } : {};
  return <path className="lens" fill="none" strokeWidth="2.5" {...look} d={path} />;
}

interface SceneProps {
  /** Across a page, where the sky is cut off first. */
  readonly isWide?: boolean;
  /** The important part is at the bottom. */
  readonly isLow?: boolean;
  readonly children: ReactNode;
}

export function Scene({ isWide = false, isLow = isWide, children }: SceneProps): ReactNode {
  return (
    <svg
      className="scene"
      viewBox={isWide ? '0 0 400 160' : '0 0 240 160'}
      preserveAspectRatio={isLow ? 'xMidYMax slice' : 'xMidYMid slice'}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function TrainScene(): ReactNode {
  return (
    <Scene>
      <Compartment />
      <Flask x={108} y={148} height={92} />
      <Lens x={108} y={109.5} width={40} height={40} />
    </Scene>
  );
}

/** The table of {@link TrainScene} as wide as the carriage. Narrow pages show its middle. `found`: the label of the logo. */
export function CarriageScene({ found }: { readonly found: string }): ReactNode {
  return (
    <Scene isWide>
      <rect width="400" height="160" fill="#2b2f52" />
      <rect x="28" y="-12" width="344" height="134" rx="16" fill="#11163a" />
      <rect x="33" y="-10" width="334" height="127" rx="12" fill="#39407f" />
      <path d="M33 20H367V60H33Z" fill="#5d4a88" />
      <path d="M33 44H367V78H33Z" fill="#8a5a8f" />
      <path d="M33 66H367V105Q367 117 355 117H45Q33 117 33 105Z" fill="#e07a5f" />
      <circle cx="272" cy="74" r="17" fill="#ffd9a0" />
      <path d="M33 92Q82 60 128 82T212 78T290 82T367 68V105Q367 117 355 117H45Q33 117 33 105Z" fill="#3a2f5e" />
      <path d="M33 106Q100 90 170 99T300 97T367 92V105Q367 117 355 117H45Q33 117 33 105Z" fill="#211c45" />
      <path
        d="M48 14H112M70 24H150M262 12H330M300 22H352M150 9H176"
        stroke="#ffffff"
        strokeWidth="1.4"
        opacity="0.4"
        strokeLinecap="round"
      />
      <path d="M92 105V34M84 42H100M328 99V30M320 38H336" stroke="#171436" strokeWidth="2.5" />
      <path d="M33 50Q62 56 92 43Q210 72 328 39Q350 46 367 43" fill="none" stroke="#171436" strokeWidth="0.9" />
      <path d="M228 -10L190 117H212L250 -10Z" fill="#ffffff" opacity="0.07" />
      <path d="M0 54Q16 50 22 66V128H0Z" fill="#7b2f4c" />
      <path d="M0 60Q12 58 16 68V128H0Z" fill="#943b5c" />
      <path d="M400 54Q384 50 378 66V128H400Z" fill="#7b2f4c" />
      <path d="M400 60Q388 58 384 68V128H400Z" fill="#943b5c" />
      <rect y="128" width="400" height="32" fill="#c99a6b" />
      <rect y="128" width="400" height="4" fill="#e3b98a" />
      <path d="M234 145L282 139L287 151L240 157Z" fill="#f5efe2" />
      <path d="M242 148L272 144.5M244 152L263 149.7" stroke="#8d93b5" strokeWidth="1.6" />
      <path
        transform="translate(8 0)"
        d="M106 154Q108 142 122 143Q134 135 144 144Q156 146 154 155Q130 162 106 154Z"
        fill="#d98f3e"
      />
      <path
        transform="translate(8 0)"
        d="M116 155Q117 147 124 145M130 156Q130 146 135 143M142 155Q143 148 147 146"
        stroke="#a8641f"
        strokeWidth="2"
        fill="none"
      />
      <Flask x={200} y={152} height={112} />
      <Lens x={200} y={105.2} width={50} height={46} />
      <g className="overview__found">
        <rect x="229" y="82" width="66" height="13" rx="2.5" fill="#b3291a" />
        <text x="262" y="91.4" fill="#ffffff" fontSize="8.5" fontWeight="700" textAnchor="middle">
          {found}
        </text>
      </g>
    </Scene>
  );
}

/** A table at the window of a night train, without the flask. */
function Compartment(): ReactNode {
  return (
    <>
      <rect width="240" height="160" fill="#2b2f52" />
      <rect x="20" y="10" width="200" height="104" rx="14" fill="#11163a" />
      <rect x="25" y="15" width="190" height="94" rx="10" fill="#39407f" />
      <path d="M25 62H215V99Q215 109 205 109H35Q25 109 25 99Z" fill="#e07a5f" />
      <path d="M25 46H215V72H25Z" fill="#8a5a8f" />
      <circle cx="164" cy="74" r="13" fill="#ffd9a0" />
      <path d="M25 84Q62 62 98 78T168 74T215 70V99Q215 109 205 109H35Q25 109 25 99Z" fill="#3a2f5e" />
      <path d="M25 96Q80 84 126 92T215 88V99Q215 109 205 109H35Q25 109 25 99Z" fill="#211c45" />
      <path
        d="M34 30H78M52 38H108M150 26H196"
        stroke="#ffffff"
        strokeWidth="1.4"
        opacity="0.45"
        strokeLinecap="round"
      />
      <path d="M140 15L112 109H126L154 15Z" fill="#ffffff" opacity="0.07" />
      <rect y="126" width="240" height="34" fill="#c99a6b" />
      <rect y="126" width="240" height="5" fill="#e3b98a" />
      <path d="M142 142L196 136L201 149L148 155Z" fill="#f5efe2" />
      <path d="M152 145L184 141.5M153.5 149L174 146.8" stroke="#8d93b5" strokeWidth="1.6" />
      <path d="M28 150Q30 138 44 139Q56 131 66 140Q78 142 76 151Q52 158 28 150Z" fill="#d98f3e" />
      <path
        d="M38 151Q39 143 46 141M52 152Q52 142 57 139M64 151Q65 144 69 142"
        stroke="#a8641f"
        strokeWidth="2"
        fill="none"
      />
    </>
  );
}

export function WardScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#d8efea" />
      <rect y="92" width="240" height="6" fill="#8fcabf" />
      <circle cx="54" cy="44" r="24" fill="#ffffff" />
      <circle cx="54" cy="44" r="24" fill="none" stroke="#0c5c55" strokeWidth="4" />
      <path d="M54 44L43 57M54 44L70 36" stroke="#101b3b" strokeWidth="3.5" strokeLinecap="round" />
      <rect x="150" y="20" width="66" height="50" rx="6" fill="#17b2a5" />
      <path d="M183 31V59M169 45H197" stroke="#ffffff" strokeWidth="9" />
      <rect y="122" width="240" height="38" fill="#f4f6fb" />
      <rect y="122" width="240" height="4" fill="#c5d0e6" />
      <path d="M24 134H88L94 152H18Z" fill="#ffe3cf" />
      <path d="M34 139H76M33 145H70" stroke="#c48a5c" strokeWidth="2.4" />
      <path d="M170 146Q170 132 184 132Q198 132 198 146" fill="none" stroke="#101b3b" strokeWidth="4" />
      <circle cx="170" cy="147" r="5" fill="#101b3b" />
      <Flask x={128} y={148} height={88} body="#17338f" />
      <Lens x={128} y={111.5} width={38} height={38} />
    </Scene>
  );
}

export function SummitScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#bfe0ff" />
      <circle cx="196" cy="34" r="16" fill="#fff1c9" />
      <path d="M-10 120L50 46L84 84L132 30L190 98L250 60V160H-10Z" fill="#7c9bd6" />
      <path d="M132 30L150 51L138 57L130 49L119 55L115 49Z" fill="#ffffff" />
      <path d="M50 46L64 62L52 66L40 59Z" fill="#ffffff" />
      <path d="M-10 136L60 92L120 122L176 88L250 128V160H-10Z" fill="#3f5f9e" />
      <path d="M-6 160L34 128L84 138L140 124L196 140L246 132V160Z" fill="#5b5f73" />
      <path d="M34 128L84 138L66 152L20 150Z" fill="#747990" />
      <path d="M186 138V96" stroke="#101b3b" strokeWidth="3" />
      <path d="M187 97L214 104L187 112Z" fill="#ff5a3c" />
      <Flask x={112} y={140} height={80} body="#ff8a3d" />
      <Lens x={112} y={106} width={36} height={36} />
    </Scene>
  );
}

export function ShelfScene(): ReactNode {
  const row = [
    { x: 30, body: '#e5484d' },
    { x: 72, body: '#f2c94c' },
    { x: 168, body: '#17b2a5' },
    { x: 210, body: '#8a5a8f' },
  ];
  return (
    <Scene>
      <rect width="240" height="160" fill="#f1e7db" />
      <rect y="22" width="240" height="8" fill="#b98b5e" />
      <rect x="18" y="0" width="26" height="22" fill="#9fb4e8" />
      <rect x="62" y="0" width="34" height="22" fill="#ffd0b0" />
      <rect x="124" y="0" width="22" height="22" fill="#a9d8c9" />
      <rect x="176" y="0" width="40" height="22" fill="#e8b9c4" />
      <rect y="134" width="240" height="10" fill="#b98b5e" />
      <rect y="144" width="240" height="16" fill="#d9c6ae" />
      {row.map(({ x, body }) => (
        <Flask key={x} x={x} y={134} height={84} body={body} lid="#3c4257" mark={null} />
      ))}
      <Flask x={120} y={134} height={94} />
      <rect x="96" y="138" width="48" height="15" rx="2" fill="#ffffff" />
      <path d="M104 145.5H136" stroke="#ff5a3c" strokeWidth="3" />
      <Lens x={120} y={95} width={40} height={40} />
    </Scene>
  );
}

/** A flask of a rival on its way back to the shop. */
export function ReturnScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#dfe8ff" />
      <path d="M0 118H240V160H0Z" fill="#b9c8ea" />
      <path d="M64 64H176V144H64Z" fill="#b98b5e" />
      <path d="M64 64L46 50H80L98 64ZM176 64L196 52H160L142 64Z" fill="#e8bb86" />
      <Flask x={120} y={118} height={98} body="#17b2a5" lid="#3c4257" mark={null} />
      <path d="M64 80H176V144H64Z" fill="#d9a066" />
      <path d="M64 80H176V86H64Z" fill="#000000" opacity="0.1" />
      <g transform="translate(28 8) rotate(-4 92 106)">
        <rect x="52" y="84" width="82" height="44" rx="3" fill="#ffffff" />
        <path d="M78 93L62 104L78 115V108Q96 106 106 118Q106 100 78 100Z" fill="#ff5a3c" />
        <path d="M113 92V120M118 92V120M125 92V120M129 92V120" stroke="#101b3b" strokeWidth="2.5" />
      </g>
      <Lens x={121} y={114} width={98} height={56} />
    </Scene>
  );
}

export function PicnicScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#cfeecb" />
      <path d="M0 50Q60 30 120 46T240 40V160H0Z" fill="#8fcf86" />
      <path d="M36 160L64 84H204L236 160Z" fill="#fff7f2" />
      <path
        d="M78 84L58 160M108 84L102 160M138 84L146 160M168 84L190 160M56 106H213M47 130H223"
        stroke="#ff9c86"
        strokeWidth="9"
        opacity="0.55"
      />
      <g transform="rotate(-64 118 120)">
        <Flask x={118} y={152} height={82} />
      </g>
      <path d="M150 96H214L206 140H158Z" fill="#c48a4e" />
      <path d="M150 96H214V104H150Z" fill="#8f5f2d" />
      <path d="M160 96Q182 58 204 96" fill="none" stroke="#8f5f2d" strokeWidth="5" />
      <path d="M156 114H210M158 126H208" stroke="#a9723b" strokeWidth="3" />
      <circle cx="70" cy="138" r="9" fill="#e5484d" />
      <circle cx="86" cy="143" r="8" fill="#f2c94c" />
      <Lens x={116} y={119} width={42} height={40} isDoubt />
    </Scene>
  );
}

export function StallScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#ffe7c7" />
      <path
        d="M0 0H240V34Q225 48 210 34Q195 48 180 34Q165 48 150 34Q135 48 120 34Q105 48 90 34Q75 48 60 34Q45 48 30 34Q15 48 0 34Z"
        fill="#ffffff"
      />
      <path
        d="M0 0H30V34Q15 48 0 34ZM60 0H90V34Q75 48 60 34ZM120 0H150V34Q135 48 120 34ZM180 0H210V34Q195 48 180 34Z"
        fill="#e5484d"
      />
      <rect y="126" width="240" height="34" fill="#8b6a48" />
      <rect y="126" width="240" height="6" fill="#a88560" />
      <Flask x={52} y={134} height={72} body="#2f6bff" mark="#ffffff" isFlipped />
      <Flask x={112} y={134} height={72} body="#3f6fe0" mark="#ffffff" isFlipped />
      <Flask x={172} y={134} height={72} body="#2b5fd8" mark="#ffffff" isFlipped />
      <path d="M194 108L226 102L230 122L198 128Z" fill="#fff9d9" />
      <path d="M202 114L222 110.5" stroke="#101b3b" strokeWidth="3" />
      <Lens x={112} y={104} width={36} height={34} isDoubt />
    </Scene>
  );
}

/** The logo of today on a flask, and that of 2011 on a faded tag. */
/** A glove on the lid, too thick for its latch. */
export function GloveScene(): ReactNode {
  return (
    <Scene isWide>
      <rect width="400" height="160" fill="#cfe0f7" />
      <circle cx="84" cy="40" r="15" fill="#fff3d6" />
      <path d="M0 124L98 52L156 104L222 42L340 122L400 92V160H0Z" fill="#a9c0e6" />
      <path d="M98 52L122 74L104 80L88 72L76 68ZM222 42L252 62L232 74L214 64L196 66Z" fill="#ffffff" />
      <path d="M0 136Q110 112 210 128T400 118V160H0Z" fill="#f1f6ff" />
      <g transform="translate(80)">
        <Flask x={108} y={226} height={196} />
        <path d="M188 78L320 40V110L196 112Z" fill="#2b4a8f" />
        <path d="M180 80L232 66L238 108L188 114Z" fill="#f5efe2" />
        <path d="M190 112Q150 112 140 84Q112 84 90 66Q78 54 86 42Q96 32 116 38Q168 44 194 80Z" fill="#e5484d" />
        <path d="M150 96Q132 112 106 106Q92 100 96 90Q102 82 118 86Q136 88 144 78Z" fill="#c5353b" />
        <path d="M200 76L207 112M215 72L221 110" stroke="#d9d0bd" strokeWidth="3" fill="none" />
        <Lens x={108} y={66} width={78} height={78} />
      </g>
    </Scene>
  );
}

export function MarksScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#d9e4ff" />
      <path d="M0 118H240V160H0Z" fill="#b3c6f3" />
      <g transform="translate(10) rotate(-7 70 92)">
        <rect x="20" y="50" width="92" height="84" rx="6" fill="#e9d8b6" />
        <circle cx="32" cy="62" r="4" fill="#b99d6b" />
        <path d="M20 118L112 110V128Q112 134 106 134H26Q20 134 20 128Z" fill="#dcc698" />
        <KestrelMark x={66} y={84} width={58} fill="#8f6b3d" />
        <text x="66" y="122" fill="#8f6b3d" fontSize="12" fontWeight="700" textAnchor="middle">
          2011
        </text>
      </g>
      <Flask x={176} y={150} height={124} />
      <g transform="translate(10) rotate(-7 70 92)">
        <Lens x={66} y={84} width={74} height={42} />
      </g>
      <Lens x={176} y={98} width={46} height={40} />
    </Scene>
  );
}

/** A hand covers the logo of a flask; its shoulder is still in sight. */
export function ShoulderScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#ffe3cf" />
      <circle cx="206" cy="30" r="42" fill="#ffd0ae" />
      <Flask x={120} y={206} height={186} mark={null} />
      <path
        d="M240 104L196 96Q160 92 132 100L92 108Q82 112 85 120Q88 127 98 124L92 130Q84 136 90 143Q95 148 104 143Q100 152 108 156Q113 160 122 155L160 160H240Z"
        fill="#c98d63"
      />
      <path
        d="M98 124L128 117M104 143L132 133M122 155L138 149"
        stroke="#a56c46"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <Lens x={120} y={58} width={84} height={62} />
    </Scene>
  );
}

interface BoardProps {
  /** A mark in the middle of the board; Kestrel’s if it is not set. */
  readonly children?: ReactNode;
  readonly fill?: string;
}

/** A board behind a pitch, between two others, and a crowd. */
export function BoardScene({ children, fill = '#2358ea' }: BoardProps): ReactNode {
  const clothes = ['#e5484d', '#f2c94c', '#2f6bff', '#17b2a5', '#ffffff', '#8a5a8f'];
  return (
    <Scene>
      <rect width="240" height="160" fill="#1d2550" />
      {clothes.map((colour, index) => (
        <path
          key={colour}
          d="M8 18H240M-84 40H240M-42 62H240"
          stroke={colour}
          strokeDasharray="0 123"
          strokeDashoffset={-20.5 * index}
          strokeLinecap="round"
          strokeWidth="17"
          opacity="0.75"
        />
      ))}
      <rect y="74" width="240" height="46" fill="#0b1333" />
      <rect x="-6" y="78" width="70" height="38" rx="3" fill="#17b2a5" />
      <circle cx="29" cy="97" r="11" fill="none" stroke="#ffffff" strokeWidth="5" />
      <rect x="68" y="78" width="104" height="38" rx="3" fill={fill} />
      {children ?? <KestrelMark x={120} y={97} width={62} />}
      <rect x="176" y="78" width="70" height="38" rx="3" fill="#f2c94c" />
      <path d="M196 104L211 86L226 104Z" fill="#101b3b" />
      <rect y="120" width="240" height="40" fill="#3f9b5b" />
      <path d="M0 128H240" stroke="#ffffff" strokeWidth="3" />
      <circle cx="196" cy="146" r="8" fill="#ffffff" />
      <path d="M196 141L200 144L198.5 149H193.5L192 144Z" fill="#101b3b" />
      <Lens x={120} y={97} width={82} height={50} />
    </Scene>
  );
}

/** Head and body of people in a queue, from the left: where they stand, hair, skin and clothes. */
const QUEUE = [
  [60, '#24305a', '#f2c6a5', '#17b2a5'],
  [75, '#8c4a24', '#ffd9bd', '#2f6bff'],
  [90, '#101b3b', '#b97a56', '#f2c94c'],
] as const;

/** A hall of a fair: a coffee cart with its queue, a board of the sponsor, a stand with a dog, and our folding table far behind. */
export function FairScene(): ReactNode {
  return (
    <Scene>
      <rect width="240" height="160" fill="#dfe7fb" />
      <path
        d="M0 14H240M0 26H240M20 14L32 26L44 14L56 26L68 14L80 26L92 14L104 26L116 14L128 26L140 14L152 26L164 14L176 26L188 14L200 26L212 14L224 26L236 14"
        fill="none"
        stroke="#b7c6ee"
        strokeWidth="2"
      />
      <path d="M0 116H240V160H0Z" fill="#b9c7ea" />
      <path d="M0 116H240L240 121H0Z" fill="#a5b6e0" />
      {/* The sponsor */}
      <path d="M196 26V34M230 26V34" stroke="#7183b8" strokeWidth="2" />
      <rect x="189" y="34" width="48" height="38" rx="3" fill="#101b3b" />
      <circle cx="213" cy="53" r="10" fill="none" stroke="#f2c94c" strokeWidth="5.5" />
      <Lens x={213} y={53} width={36} height={30} />
      <DogStand />
      <Lens x={29} y={81} width={38} height={28} />
      {/* Our table */}
      <path d="M206 104H234M209 104L206 122M231 104L234 122" stroke="#5b6aa0" strokeWidth="2.5" strokeLinecap="round" />
      <rect x="213" y="94" width="13" height="10" rx="1.5" fill="#1d53e0" />
      <circle cx="219" cy="98.4" r="2.4" fill="none" stroke="#ffffff" strokeWidth="1.3" />
      <path d="M220.8 100.2L223 102.4" stroke="#ff8a73" strokeWidth="1.4" strokeLinecap="round" />
      <Lens x={219.5} y={99} width={32} height={26} isDoubt />
      {/* The cart */}
      <path d="M112 50V96M176 50V96" stroke="#101b3b" strokeWidth="3" />
      <path d="M104 54L110 38H178L184 54Z" fill="#ffffff" />
      <path d="M104 54L110 38H124L121 54ZM138 54L138 38H151L152 54ZM168 54L164 38H178L184 54Z" fill="#e5484d" />
      <path d="M104 54Q112.500 62 121 54Q129.500 62 138 54Q145 62 152 54Q160 62 168 54Q176 62 184 54Z" fill="#ffffff" />
      <rect x="106" y="92" width="76" height="44" rx="4" fill="#101b3b" />
      <rect x="102" y="88" width="84" height="7" rx="3" fill="#8a5f3c" />
      <circle cx="124" cy="138" r="10" fill="#24305a" />
      <circle cx="124" cy="138" r="4" fill="#b9c7ea" />
      <circle cx="166" cy="138" r="10" fill="#24305a" />
      <circle cx="166" cy="138" r="4" fill="#b9c7ea" />
      <path d="M158 88V74H172V88ZM160 74V68H170V74" fill="#8d93b5" />
      <path d="M134 98H154L151 128H137Z" fill="#ffffff" />
      <path d="M132 96H156V101H132Z" fill="#f2c94c" />
      <circle cx="144" cy="114" r="5.5" fill="#ff8a3d" />
      <Lens x={144} y={112} width={42} height={42} />
      <Queue />
    </Scene>
  );
}

/** A dog before the logo of its stand. */
function DogStand(): ReactNode {
  return (
    <>
      <path d="M4 64H54V116H4Z" fill="#ffffff" />
      <path d="M29 70L44 92H14Z" fill="#17b2a5" />
      <path d="M2 116H58L66 126H-6Z" fill="#e5484d" opacity="0.75" />
      <g transform="translate(-9 0)">
        <path
          d="M18 122Q14 104 24 102L34 100Q38 92 44 92Q51 92 52 99Q52 104 46 105L44 122H38V112H28V122Z"
          fill="#b97a56"
        />
        <path d="M38 93Q34 96 36 103Q40 102 41 96Z" fill="#8c4a24" />
        <circle cx="46" cy="97" r="1.4" fill="#101b3b" />
        <circle cx="52" cy="99" r="1.8" fill="#101b3b" />
        <path d="M18 120Q9 116 11 106" fill="none" stroke="#b97a56" strokeWidth="3.5" strokeLinecap="round" />
      </g>
    </>
  );
}

function Queue(): ReactNode {
  return QUEUE.map(([x, hair, skin, clothes]) => (
    <g key={x}>
      <path d={`M${x - 8} 152Q${x - 9} 112 ${x} 112T${x + 8} 152Z`} fill={clothes} />
      <circle cx={x} cy="104" r="7" fill={skin} />
      <path d={`M${x - 7.5} 104Q${x - 8} 95 ${x} 95.500T${x + 7.5} 102Q${x} 99 ${x - 7.5} 104Z`} fill={hair} />
    </g>
  ));
}
