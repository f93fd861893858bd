// Forty drawn faces in the manner of the portraits, put together from parts that the page names once.

import type { ReactNode } from 'react';

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const CURLS = [
  [150, 200, 50],
  [140, 258, 46],
  [166, 142, 50],
  [212, 106, 50],
  [268, 106, 50],
  [314, 142, 50],
  [330, 200, 50],
  [340, 258, 46],
  [156, 306, 40],
  [324, 306, 40],
] as const;
/** Hair: what is behind the head, and what is before it. */
const HAIR = [
  [
    '',
    'M162 210C146 168 154 128 182 116C186 90 226 78 254 90C288 84 318 104 318 134C334 156 326 188 318 210C314 184 306 172 296 164C276 172 262 152 246 158C228 166 212 150 196 164C178 168 168 188 162 210Z',
  ],
  [
    'M150 226C138 130 184 84 240 84S342 130 330 226C330 262 352 300 346 350C344 392 322 408 300 410L290 290H180C160 286 152 262 150 226Z',
    'M162 224C150 138 190 98 240 98S332 138 318 232C314 190 288 150 216 130C206 166 176 180 162 224Z',
  ],
  [
    '',
    'M164 214C150 150 176 96 222 94C268 84 326 104 318 168C320 186 318 200 316 214C312 186 306 172 296 160C268 150 230 158 204 136C192 152 170 172 164 214Z',
  ],
  [
    disc(240, 84, 44),
    'M162 224C150 142 186 98 240 98S330 142 318 224C314 190 306 168 294 152C272 150 250 144 236 128C224 152 196 164 182 168C172 182 166 200 162 224Z',
  ],
  [
    CURLS.map(([x, y, r]) => disc(x, y, r)).join(''),
    'M162 206C160 140 190 106 240 106S320 140 318 206C308 174 296 158 280 150C268 158 254 146 240 152C226 146 212 158 200 150C184 158 172 174 162 206Z',
  ],
  [
    '',
    'M164 208C152 128 186 90 240 90S328 128 316 208C312 178 306 158 296 148C268 138 212 138 184 148C174 158 168 178 164 208Z',
  ],
  [
    'M148 220C136 128 180 86 240 86S344 128 332 220L342 420H138Z',
    'M162 240C148 140 188 98 240 98S332 140 318 240C316 192 300 150 242 122C180 150 164 192 162 240Z',
  ],
  [
    '',
    'M162 222C138 190 146 128 186 104C216 76 290 80 316 122C338 150 332 192 318 222C314 198 310 184 300 172C262 178 226 168 204 142C198 164 172 178 162 222Z',
  ],
] as const;
/** Those who may have a beard. */
const SHORT = [0, 2, 5];
const SHADES = ['#1c1620', '#4a2e1f', '#b5572a', '#e3bd72', '#9aa3b5', '#6b4027', '#8f3f1f'];
const SKINS = ['#f1c6a4', '#b97a55', '#e6b48f', '#7a4a2f', '#f4cdb0', '#d9a27c'];
const CLOTHES = ['#24305a', '#1d53e0', '#0f8f84', '#e5a02f', '#8db0ff', '#3f5f57'];

/** The parts that all faces share, once for a drawing. */
export function FaceParts(): ReactNode {
  return (
    <defs>
      <clipPath id="face">
        <circle cx="240" cy="240" r="240" />
      </clipPath>
      <path
        id="head"
        d="M206 286H274V352C274 392 206 392 206 352ZM168 206C168 146 198 126 240 126S312 146 312 206V244C312 290 276 324 240 324S168 290 168 244ZM153 238a13 20 0 1 0 26 0a13 20 0 1 0-26 0M301 238a13 20 0 1 0 26 0a13 20 0 1 0-26 0"
      />
      <g id="look">
        <path d="M210 229V236M270 229V236" stroke="#1b1b24" strokeWidth="15" />
        <path
          d="M194 210Q210 200 226 209M254 209Q270 200 286 210M240 238Q230 258 243 261M216 278Q240 296 264 278"
          stroke="#1b1b24"
          strokeOpacity="0.6"
          strokeWidth="6"
        />
      </g>
      <path
        id="beard"
        d="M168 230C172 278 178 334 240 338S308 278 312 230C304 256 298 264 284 260C262 252 218 252 196 260C182 264 176 256 168 230Z"
      />
      <path id="glasses" d={`${disc(210, 233, 26)}${disc(270, 233, 26)}`} strokeWidth="6" />
      {HAIR.map(([back, front], style) => (
        <g key={front}>
          <path id={`back-${style}`} d={back} />
          <path id={`front-${style}`} d={front} />
        </g>
      ))}
    </defs>
  );
}

interface DrawnProps {
  readonly person: number;
  readonly ground: string;
  /** Whether the ground is strong, so that the clothes are dark. */
  readonly isStrong: boolean;
}

/** One of the faces, 480 wide; neighbours differ. */
export function Drawn({ person, ground, isStrong }: DrawnProps): ReactNode {
  const style = (person * 3 + Math.floor(person / 8)) % HAIR.length;
  const shade = SHADES[(person * 2 + Math.floor(person / 5)) % SHADES.length];
  const skin = SKINS[(person * 5 + Math.floor(person / 6)) % SKINS.length];
  const hasBeard = SHORT.includes(style) && person % 3 === 0;
  return (
    <g clipPath="url(#face)">
      <rect width="480" height="480" fill={ground} />
      <g transform="translate(-50 -24) scale(1.21)">
        <use href={`#back-${style}`} y="16" fill={shade} />
        <path
          d="M48 480C50 410 100 380 190 356Q240 384 290 356C380 380 430 410 432 480Z"
          fill={isStrong ? '#101b3b' : CLOTHES[person % CLOTHES.length]}
        />
        <use href="#head" fill={skin} />
        {hasBeard ? <use href="#beard" fill={shade} /> : null}
        <use href="#look" fill="none" strokeLinecap="round" />
        {hasBeard ? (
          <path d="M220 279Q240 290 260 279" fill="none" stroke="#f6e4d8" strokeWidth="6" strokeLinecap="round" />
        ) : null}
        {person % 7 === 3 ? <use href="#glasses" fill="none" stroke="#101b3b" /> : null}
        <use href={`#front-${style}`} y="16" fill={shade} />
      </g>
    </g>
  );
}
