// A page of the list of e-books.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function EBooksPage({ cards, categories, ...page }: EBooksProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      {page.pageNumber === 1 ? (
        <MarketingOpening {...page} />
      ) : (
        <PageOpening
          title={page.title}
          subtitle={page.subtitle}
          beside={<Shelf books={cards.map(({ title, fields }) => ({ title, pages: fields.pages ?? USUAL }))} />}
        />
      )}
      <section
        className="section"
        data-list="e-books"
        data-list-page={page.pageNumber}
        data-list-last-page={page.lastPage}
      >
        <h2 className="visually-hidden" lang={wordsLang}>
          {t('e-books.list')}
        </h2>
        <CategoryFilter categories={categories} />
        {cards.length === 0 ? (
          <p lang={wordsLang}>{t('e-books.empty')}</p>
        ) : (
          <CardGrid cards={cards} isList isFirstOnPage={page.image === null} />
        )}
        <ListControls />
        <Pager {...page} />
      </section>
      <MarketingBody {...page} />
    </>
  );
}

/** Widths and heights of the books of other pages, as on the shelf of the first one. */
const OTHERS = [
  [36, 364],
  [86, 332],
  [110, 358],
  [96, 346],
  [96, 372],
  [72, 338],
  [43, 350],
  [106, 366],
  [72, 330],
  [67, 360],
  [139, 344],
  [125, 372],
] as const;
/** Grounds and bands of the books of this page, and their heights. */
const COLOURS = [
  ['#f8f3ec', '#b98b5e', 342],
  ['#fff4e8', '#ff8a3d', 356],
  ['#ffc857', '#e9a92f', 338],
] as const;
const WIDTH = 1232;
const BOARD = 404;
const GAP = 3;
/** Between the books and the ends of the board. */
const SIDE = 26;
/** The thicker the spine, the more pages. */
const PER_PAGE = 2.4;
const THINNEST = 36;
const USUAL = 24;

/** The shelf of the first page: the books of this page stand at its end, and keep their colours. */
function Shelf({
  books,
}: {
  readonly books: readonly { readonly title: string; readonly pages: number }[];
}): ReactNode {
  const wanted = books.map(({ pages }) => Math.max(THINNEST, pages * PER_PAGE));
  const room = WIDTH - 2 * SIDE - books.length * GAP;
  // Twelve thick books would not fit: all are thinner by the same factor then.
  const scale = Math.min(1, room / wanted.reduce((sum, width) => sum + width, 0));
  const widths = wanted.map((width) => Math.round(width * scale));
  const start = WIDTH - SIDE - widths.reduce((sum, width) => sum + width + GAP, 0);
  let end = start;
  const others = OTHERS.flatMap(([width, height]) => {
    end -= width + GAP;
    return end < SIDE - 6 ? [] : [{ x: end, width, height }];
  });
  let x = start;
  return (
    <svg className="scene" viewBox={`0 0 ${WIDTH} 444`} aria-hidden="true">
      <rect width={WIDTH} height="444" rx="20" fill="#dfe8ff" />
      <path d={`M0 ${BOARD}H${WIDTH}V424Q${WIDTH} 444 ${WIDTH - 20} 444H20Q0 444 0 424Z`} fill="#a8703f" />
      <path d={`M0 ${BOARD}H${WIDTH}v14H0Z`} fill="#c98f5f" />
      {others.map((book) => (
        <Book key={book.x} {...book} fill="#bccbf3" band="#9db2ec" />
      ))}
      {books.map(({ title }, index) => {
        const [fill, band, height] = COLOURS[index % COLOURS.length] ?? COLOURS[0];
        const width = widths[index] ?? THINNEST;
        x += width + GAP;
        return (
          <Book key={title} x={x - width - GAP} width={width} height={height} fill={fill} band={band} title={title} />
        );
      })}
    </svg>
  );
}

interface BookProps {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly fill: string;
  readonly band: string;
  readonly title?: string;
}

function Book({ x, width, height, fill, band, title = '' }: BookProps): ReactNode {
  // A letter is about as wide as half its height.
  const size = Math.min(18, ((height - 106) / Math.max(1, title.length)) * 1.85);
  return (
    <g transform={`translate(${x} ${BOARD - height})`}>
      <rect width={width} height={height} rx="7" fill={fill} />
      <path d={`M0 18h${width}M0 ${height - 52}h${width}`} stroke={band} strokeWidth="6" />
      {title === '' ? null : (
        <text transform={`translate(${width / 2} 34) rotate(90)`} y="6" fontSize={size} fontWeight="640" fill="#101b3b">
          {title}
        </text>
      )}
    </g>
  );
}
