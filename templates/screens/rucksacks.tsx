// Nineteen drawn photographs of wet rucksacks, each with a flask in its side pocket; and three of them as a task.

import type { ReactNode } from 'react';
import { useFigures } from './parts.tsx';

const COLOURS = ['#e5484d', '#f2c94c', '#17b2a5', '#8a5a8f', '#ff8a3d', '#3f5f9e', '#6fb583'];
const GROUNDS = ['#d9e4ff', '#ffe3cf', '#dff3ea', '#f1e7db', '#e3d9f2'];
const PHOTOS = Array.from({ length: 19 }, (_, index) => ({
  id: `photo-${index}`,
  colour: COLOURS[(index * 3) % COLOURS.length],
  ground: GROUNDS[(index * 2) % GROUNDS.length],
  /** How far the rucksack leans, in degrees. */
  lean: ((index * 7) % 5) * 4 - 8,
  isFlipped: index % 2 === 1,
}));

export function RucksacksPiece(): ReactNode {
  return (
    <ul className="photos screen__chips" aria-hidden="true">
      {PHOTOS.map((photo) => (
        <li key={photo.id}>
          <svg viewBox="0 0 60 60" aria-hidden="true">
            <Photo {...photo} />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** Photos of a task, with the place of a question mark and of a ring around what it asks about. */
const ASKED = [
  {
    at: 1,
    mark: [22, 34],
    ring: 'M24 98C28 62 44 50 60 54C84 60 92 102 88 134C84 170 70 190 50 186C26 180 16 142 27 86',
  },
  {
    at: 6,
    mark: [178, 34],
    ring: 'M176 98C172 62 156 50 140 54C116 60 108 102 112 134C116 170 130 190 150 186C174 180 184 142 173 86',
  },
  { at: 11, mark: [22, 116], ring: 'M24 176C26 146 172 142 180 168S70 200 22 172' },
] as const;

/** Three of the photos, large, each with a ring and a question mark in pencil; and how an applicant answered. */
export function TaskPiece(): ReactNode {
  const { t } = useFigures();
  return (
    <div className="rows">
      <svg viewBox="0 0 624 208" aria-hidden="true">
        <clipPath id="task-photo">
          <rect width="60" height="60" rx="5" />
        </clipPath>
        {ASKED.map(({ at, mark, ring }, place) => (
          <g key={ring} transform={`translate(${place * 212} 0)`}>
            <g transform="scale(3.3333)" clipPath="url(#task-photo)">
              {PHOTOS.slice(at, at + 1).map((photo) => (
                <Photo key={photo.id} {...photo} ground={GROUNDS[place]} />
              ))}
            </g>
            <g fill="none" stroke="#101b3b" strokeWidth="2.5" strokeLinecap="round">
              <path d={ring} />
              <path
                transform={`translate(${mark.join(' ')})`}
                d="M-8 -12Q-7 -23 3 -22Q14 -19 10 -8Q7 -1 2 3Q1 6 1 10M1 18V18.5"
              />
            </g>
          </g>
        ))}
      </svg>
      <p className="pane__title">{t('section.screen.taskAnswer')}</p>
      <p className="screen__label">{t('section.screen.taskFrom')}</p>
    </div>
  );
}

function Photo({ colour, ground, lean, isFlipped }: (typeof PHOTOS)[number]): ReactNode {
  return (
    <>
      <rect width="60" height="60" fill={ground} />
      <path d="M0 46H60V60H0Z" fill="#101b3b" opacity="0.14" />
      <g transform={isFlipped ? 'translate(60 0) scale(-1 1)' : undefined}>
        <ellipse cx="31" cy="54" rx="21" ry="4" fill="#4f9fe0" opacity="0.7" />
        <g transform={`rotate(${lean} 30 52)`}>
          <rect x="40" y="20" width="8" height="7" rx="2" fill="#101b3b" />
          <rect x="39" y="26" width="10" height="24" rx="3" fill="#2358ea" />
          <path d="M23 12Q23 6 29 6T35 12" fill="none" stroke="#101b3b" strokeWidth="3" />
          <rect x="13" y="11" width="31" height="42" rx="9" fill={colour} />
          <path d="M13 36H44V44A9 9 0 0 1 35 53H22A9 9 0 0 1 13 44Z" fill="#101b3b" opacity="0.42" />
          <path d="M15 38Q19 33 23.5 37T32.5 36T42 37" fill="none" stroke="#101b3b" strokeWidth="2" opacity="0.3" />
          <rect x="19" y="33" width="19" height="14" rx="4" fill="#ffffff" opacity="0.35" />
          <path d="M17 22H40" stroke="#ffffff" strokeWidth="2" opacity="0.6" />
          <path d="M41 45Q38 49 41 51Q44 49 41 45Z" fill="#9fd0ff" />
        </g>
      </g>
    </>
  );
}
