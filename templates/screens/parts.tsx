// Parts of several screens. They are not interactive, because a screen is a picture of the product.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';

/** The client of the sample whose workspace the screens show. */
export const BRAND = 'Kestrel';
/** Two others. */
export const BANK = 'Northgate';
export const HOTELS = 'Oleander';

/** Formats the figures of a screen in the language of the locale; the brand of the site is the name of the product. */
export function useFigures() {
  const { t, brand } = useWords();
  return {
    t,
    brand,
    number: (n: number) => t('section.screen.number', { n }),
    /** Formats a share: 0.23 is 23%. */
    percent: (n: number) => t('section.screen.percent', { n }),
  };
}

/** The tones of posts, each with its colour in the stylesheet. */
export type Tone = 'positive' | 'neutral' | 'negative' | 'unclear';

/** Hair, skin and clothes. */
const FACES = [
  ['#24305a', '#f2c6a5', '#17b2a5'],
  ['#8c4a24', '#ffd9bd', '#ff8a3d'],
  ['#101b3b', '#b97a56', '#2f6bff'],
  ['#d8a23c', '#ffe3cf', '#e5484d'],
  ['#1c1620', '#7a4a2f', '#16b3a5'],
] as const;

/** The hair of the last face, curl by curl. */
const CURLS = 'M9 20h0M8 15h0M10 10h0M14 7.5h0M18 7.5h0M22 10h0M24 15h0M23 20h0';

/** A small drawn face. */
export function Face({ number }: { readonly number: number }): ReactNode {
  const [hair, skin, clothes] = FACES[number % FACES.length] ?? FACES[0];
  return (
    <svg className="face" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill="#d9e4ff" />
      {number % FACES.length === 4 ? <path d={CURLS} stroke={hair} strokeWidth="6.5" strokeLinecap="round" /> : null}
      <path d="M5 29Q7 21 16 21T27 29Q22 32 16 32T5 29Z" fill={clothes} />
      <circle cx="16" cy="14" r="6.5" fill={skin} />
      <path d="M9 14Q8 6 16 6T23 14Q21 10 16 10.5T9 14Z" fill={hair} />
      <path
        d="M13.5 13.8v.6M18.5 13.8v.6M13.8 17Q16 18.8 18.2 17"
        fill="none"
        stroke="#1c1620"
        strokeWidth="0.9"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A share of a row as a bar, in the colour of the text around it. */
export function Bar({
  share,
  tone = 'accent',
}: {
  readonly share: number;
  readonly tone?: Tone | 'accent';
}): ReactNode {
  return (
    <svg className={`bar bar--${tone}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar__ground" width="100" height="6" />
      <rect className="bar__share" width={Math.round(share * 1000) / 10} height="6" />
    </svg>
  );
}

/** The magnifying glass of our logo, for messages from us. */
export function AppMark(): ReactNode {
  return (
    <svg className="app-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1d53e0" />
      <circle cx="14.5" cy="14.5" r="6.5" fill="none" stroke="#ffffff" strokeWidth="3" />
      <path d="M19.5 19.5L25 25" stroke="#ff8a73" strokeWidth="3.5" strokeLinecap="round" />
    </svg>
  );
}

/** Posts, each with the place and day where it was found. */
export function Quotes({ posts }: { readonly posts: readonly (readonly [string, string])[] }): ReactNode {
  return (
    <ul className="quotes rows">
      {posts.map(([text, from]) => (
        <li key={text}>
          {text} <small>{from}</small>
        </li>
      ))}
    </ul>
  );
}
