// A page of the list of e-books.

import type { ReactNode } from 'react';
import { CardGrid } from '../components/CardGrid.tsx';
import { CategoryFilter } from '../components/CategoryFilter.tsx';
import { ListControls } from '../components/ListControls.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { Pager } from '../components/Pager.tsx';
import { useWords } from '../contexts.ts';
import type { EBooksProps } from '../page-input.ts';
import { lines } from '../screens/OpeningFigures.tsx';
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
          beside={<Shelf titles={cards.map(({ title }) => title)} />}
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

/** Widths and heights of the books of other pages. */
const OTHERS = '9074 5861 7253 6248 8268 4657 6055 7771 6162 8569 5259 6866 4475 7058 5266 8862'
  .split(' ')
  .map((size) => ({ width: Number(size.slice(0, 2)), height: Number(size.slice(2)) * 3.3 }));
const COLOURS = [
  ['#fff6ea', '#0c1531'],
  ['#ff8a3d', '#0c1531'],
  ['#1d53e0', '#ffffff'],
  ['#0c8576', '#ffffff'],
] as const;
const WIDTH = 1232;
const BOARD = 300;
const BOOK = 108;

/** The shelf of the first page: its last books are those of this page, pulled out. */
function Shelf({ titles }: { readonly titles: readonly string[] }): ReactNode {
  const start = WIDTH - 40 - titles.length * (BOOK + 20);
  let end = start - 12;
  const others = OTHERS.flatMap(({ width, height }) => {
    end -= width + 3;
    return end < 36 ? [] : [{ x: end, width, height }];
  });
  return (
    <svg className="scene" viewBox={`0 0 ${WIDTH} 348`} aria-hidden="true">
      <rect width={WIDTH} height="348" rx="20" fill="#dfe8ff" />
      <path d={`M0 ${BOARD}H${WIDTH}V328Q${WIDTH} 348 ${WIDTH - 20} 348H20Q0 348 0 328Z`} fill="#a8703f" />
      <path d={`M0 ${BOARD}H${WIDTH}v12H0Z`} fill="#c98f5a" />
      {others.map(({ x, width, height }) => (
        <g key={x}>
          <rect x={x} y={BOARD - height} width={width} height={height} rx="6" fill="#bccbf3" />
          <path
            d={`M${x} ${BOARD - 44}h${width}M${x} ${BOARD - height + 20}h${width}`}
            stroke="#9db2ec"
            strokeWidth="5"
          />
        </g>
      ))}
      {titles.map((title, index) => {
        const [fill, ink] = COLOURS[index % COLOURS.length] ?? COLOURS[0];
        return <Spine key={title} x={start + index * (BOOK + 20)} title={title} fill={fill} ink={ink} />;
      })}
    </svg>
  );
}

interface SpineProps {
  readonly x: number;
  readonly title: string;
  readonly fill: string;
  readonly ink: string;
}

function Spine({ x, title, fill, ink }: SpineProps): ReactNode {
  const rows = lines(title, 18);
  return (
    <g transform={`translate(${x} 30)`}>
      <rect width={BOOK} height={BOARD} rx="6" fill={fill} />
      <path d={`M0 22h${BOOK}M0 ${BOARD - 40}h${BOOK}`} stroke="#0c1531" strokeOpacity="0.25" strokeWidth="5" />
      <g transform="translate(0 40) rotate(90)" fontSize="25" fontWeight="640" letterSpacing="-0.5" fill={ink}>
        {rows.map((row, line) => (
          <text key={row} y={-BOOK / 2 + 9 + (line - (rows.length - 1) / 2) * 31}>
            {row}
          </text>
        ))}
      </g>
    </g>
  );
}
