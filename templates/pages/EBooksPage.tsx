// A page of the list of e-books.

import type { ReactNode } from 'react';
import { LIST_PAGE_SIZE } from '../../config/constants.ts';
import type { CardFields } from '../../content/collections.ts';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';
import { Sections } from '../sections/Sections.tsx';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function EBooksPage({ cards, categories, ...page }: EBooksProps): ReactNode {
  const { t, wordsLang } = useWords();
  const isEnd = page.pageNumber > 1 && page.pageNumber === page.lastPage;
  const before = (page.pageNumber - 1) * LIST_PAGE_SIZE;
  // Where to start, for those whom a shelf of books does not help.
  const start = page.sections[0]?.kind === 'features' ? page.sections.slice(0, 1) : [];
  return (
    <>
      {page.pageNumber === 1 ? (
        <MarketingOpening {...page} />
      ) : (
        <div className="split">
          <PageOpening
            title={isEnd ? t('e-books.oldestTitle', { count: cards.length }) : page.title}
            subtitle={page.subtitle}
          />
          <Shelf books={cards} />
        </div>
      )}
      <Sections sections={start} />
      <section
        className="section"
        data-list="e-books"
        data-list-page={page.pageNumber}
        data-list-last-page={page.lastPage}
      >
        <h2 lang={wordsLang}>
          {isEnd
            ? t('e-books.numbers', { count: cards.length, from: before + 1, to: before + cards.length })
            : t('e-books.list')}
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
      <MarketingBody {...page} sections={page.sections.slice(start.length)} />
    </>
  );
}

/** Spines of books that say nothing of theirs. */
const USUAL = ['#8db0ff', '#1d53e0'] as const;
const USUAL_PAGES = 24;
const WIDTH = 616;
/** How long a book is. */
const LENGTH = 520;
/** The thicker the spine, the more pages. */
const PER_PAGE = 4.5;
const THINNEST = 44;
/** More books than this are all thinner by the same factor. */
const HIGHEST = 260;

interface ShelfProps {
  readonly books: EBooksProps['cards'];
}

/** The books of this page in a pile on a board, framed. */
function Shelf({ books }: ShelfProps): ReactNode {
  const wanted = books.map(({ fields }) => widthOf(fields));
  const sum = wanted.reduce((total, width) => total + width, 0);
  const scale = Math.min(1, HIGHEST / Math.max(1, sum));
  const pile = Math.round(sum * scale);
  const board = pile + 46;
  const left = (WIDTH - LENGTH) / 2;
  let top = board - pile;
  return (
    <svg className="scene" viewBox={`0 0 ${WIDTH} ${board + 20}`} aria-hidden="true">
      <rect width={WIDTH} height={board + 20} rx="12" fill="#e4ecff" />
      <path d={`M0 ${board}H${WIDTH}v8q0 12-12 12H12Q0 ${board + 20} 0 ${board + 8}Z`} fill="#a8703f" />
      <path d={`M0 ${board}H${WIDTH}v7H0Z`} fill="#c98f5f" />
      {books.map(({ title, fields }, index) => {
        const width = (wanted[index] ?? THINNEST) * scale;
        top += width;
        const place = { x: left, y: top - width, width: width - 1 };
        return <Book key={title} {...place} title={title} spine={fields.spine} pages={fields.pages} />;
      })}
      <path
        d={cornersOf(left - 9, board - pile - 12, LENGTH + 18, pile + 24)}
        stroke="#ff5a3c"
        strokeWidth="2.5"
        fill="none"
      />
    </svg>
  );
}

function cornersOf(x: number, y: number, width: number, height: number): string {
  return [0, width]
    .flatMap((dx) => [0, height].map((dy) => `M${x + dx} ${y + Math.abs(dy - 24)}V${y + dy}H${x + Math.abs(dx - 24)}`))
    .join('');
}

const widthOf = ({ pages }: CardFields) => Math.max(THINNEST, Math.round((pages ?? USUAL_PAGES) * PER_PAGE));

function coloursOf(spine: CardFields['spine']): readonly [fill: string, band: string] {
  const [fill = USUAL[0], band = USUAL[1]] = spine?.split(/\s+/) ?? [];
  return [fill, band];
}

interface BookProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly title: string;
  readonly spine: CardFields['spine'];
  readonly pages: CardFields['pages'];
}

/** A book that lies, so that its title can be read. */
function Book({ x, y, width, title, spine, pages }: BookProps): ReactNode {
  // A letter is about as wide as half its height.
  const size = Math.min(30, width * 0.62, ((LENGTH - 124) / Math.max(1, title.length)) * 1.85);
  const [fill, band] = coloursOf(spine);
  return (
    <g transform={`translate(${x} ${Math.round(y * 10) / 10})`}>
      <rect width={LENGTH} height={width} rx="5" fill={fill} stroke={band} strokeWidth="1.5" />
      <path d={`M14 0v${width}M${LENGTH - 34} 0v${width}`} stroke={band} strokeWidth="5" />
      <g
        transform={`translate(30 ${Math.round(width / 2 + size * 0.34)})`}
        fontSize={Math.round(size * 10) / 10}
        fontWeight="640"
        fill={isDark(fill) ? '#ffffff' : '#101b3b'}
      >
        <text>{title}</text>
        <text x={LENGTH - 84} textAnchor="end" fontWeight="400">
          {pages}
        </text>
      </g>
    </g>
  );
}

/** Whether white is easier to read on it than dark blue. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 120;
}
