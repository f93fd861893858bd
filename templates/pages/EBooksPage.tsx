// A page of the list of e-books.

import type { ReactNode } from 'react';
import type { CardFields } from '../../content/collections.ts';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';
import { MarketingBody, MarketingOpening } from './MarketingPage.tsx';

export function EBooksPage({ cards, before, categories, ...page }: EBooksProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      {page.pageNumber === 1 ? (
        <MarketingOpening {...page} />
      ) : (
        <PageOpening title={page.title} subtitle={page.subtitle} beside={<Shelf books={cards} before={before} />} />
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

/** Spines of books that say nothing of theirs. */
const USUAL = ['#8db0ff', '#1d53e0'] as const;
const USUAL_PAGES = 24;
/** Heights, from one book to the next: of this page, and of the pages before. */
const HEIGHTS = [342, 356, 338];
const HEIGHTS_BEFORE = [364, 332, 358, 346, 372, 338, 350, 366, 330, 360, 344, 372];
const WIDTH = 1232;
const BOARD = 404;
const GAP = 3;
/** Between the books and the ends of the board. */
const SIDE = 19;
/** The thicker the spine, the more pages. */
const PER_PAGE = 2.403;
const THINNEST = 36;

interface ShelfProps {
  readonly books: EBooksProps['cards'];
  readonly before: EBooksProps['before'];
}

/** The shelf of all books: those of this page stand at its end, those of the pages before are pale. */
function Shelf({ books, before }: ShelfProps): ReactNode {
  const wanted = books.map(({ fields }) => widthOf(fields));
  const room = WIDTH - 2 * SIDE - books.length * GAP;
  // Twelve thick books would not fit: all are thinner by the same factor then.
  const scale = Math.min(1, room / wanted.reduce((sum, width) => sum + width, 0));
  const widths = wanted.map((width) => Math.round(width * scale * 10) / 10);
  let x = WIDTH - SIDE - widths.reduce((sum, width) => sum + width + GAP, 0);
  let end = x;
  const others = before.flatMap((fields, index) => {
    const width = widthOf(fields);
    end -= width + GAP;
    return end < SIDE ? [] : [{ x: end, width, height: HEIGHTS_BEFORE[index % 12] ?? 342, fields }];
  });
  return (
    <svg className="scene" viewBox={`0 0 ${WIDTH} 444`} aria-hidden="true">
      <rect width={WIDTH} height="444" rx="20" fill="#e4ecff" />
      <path d={`M0 ${BOARD}H${WIDTH}V424Q${WIDTH} 444 ${WIDTH - 20} 444H20Q0 444 0 424Z`} fill="#a8703f" />
      <path d={`M0 ${BOARD}H${WIDTH}v14H0Z`} fill="#c98f5f" />
      <g opacity="0.3">
        {others.map((book) => (
          <Book key={book.x} {...book} />
        ))}
      </g>
      {books.map(({ title, fields }, index) => {
        const width = widths[index] ?? THINNEST;
        x += width + GAP;
        return (
          <Book
            key={title}
            x={x - width - GAP}
            width={width}
            height={HEIGHTS[index % HEIGHTS.length] ?? 342}
            fields={fields}
            title={title}
          />
        );
      })}
    </svg>
  );
}

const widthOf = ({ pages }: CardFields) => Math.max(THINNEST, Math.round((pages ?? USUAL_PAGES) * PER_PAGE * 10) / 10);

interface BookProps {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly fields: CardFields;
  readonly title?: string;
}

function Book({ x, width, height, fields, title = '' }: BookProps): ReactNode {
  // A letter is about as wide as half its height.
  const size = Math.min(18, ((height - 106) / Math.max(1, title.length)) * 1.85);
  const [fill = USUAL[0], band = USUAL[1]] = fields.spine?.match(/#[0-9a-f]{6}\b/gi) ?? [];
  return (
    <g transform={`translate(${Math.round(x * 10) / 10} ${BOARD - height})`}>
      <rect width={width} height={height} rx="7" fill={fill} />
      <path d={`M0 18h${width}M0 ${height - 52}h${width}`} stroke={band} strokeWidth="6" />
      {title === '' ? null : (
        <text
          transform={`translate(${width / 2} 34) rotate(90)`}
          y="6"
          fontSize={size}
          fontWeight="640"
          fill={isDark(fill) ? '#ffffff' : '#101b3b'}
        >
          {title}
        </text>
      )}
    </g>
  );
}

/** Whether white is easier to read on it than dark blue. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 120;
}
