// A page that consists of blocks, next to a table of contents if there is text. Its title is the h1. A large heading that comes first is part of the opening,
// with its picture. A table that follows it, such as a programme, makes the opening a poster.

import type { ReactNode } from 'react';
import { TableBlock } from '../blocks/TableBlock.tsx';
import { Anchor } from '../components/Anchor.tsx';
import { Blocks } from '../components/Blocks.tsx';
import { Contents } from '../components/Contents.tsx';
import { Image } from '../components/Image.tsx';
import { createBlockOutline } from '../components/outline.ts';
import { PageOpening } from '../components/PageOpening.tsx';
import { useTextRules } from '../contexts.ts';
import type { BlockInput, ImageInput, PageConstructorProps } from '../page-input.ts';
import './PageConstructorPage.css';

export function PageConstructorPage({ title, subtitle, content }: PageConstructorProps): ReactNode {
  const [first, second] = content;
  const hero = first?.type === 'hero' ? first : null;
  const table = hero !== null && second?.type === 'table' ? second : null;
  const rest = content.slice(table !== null ? 2 : hero !== null ? 1 : 0);
  const outline = createBlockOutline(rest, useTextRules());
  return (
    <>
      <PageOpening
        title={title}
        subtitle={subtitle}
        image={hero?.image ?? null}
        beside={table === null ? null : <Poster image={hero?.image ?? null} table={table} />}
      >
        {hero === null ? null : (
          <>
            <h2 className={table === null ? 'directory__category' : undefined}>{hero.title}</h2>
            {hero.text === null ? null : <p>{hero.text}</p>}
            {hero.link === null ? null : (
              <Anchor className="button" href={hero.link.href} isOuter={hero.link.isOuter}>
                {hero.link.label}
              </Anchor>
            )}
          </>
        )}
      </PageOpening>
      <div className="block-page">
        {/* Beside text alone: next to pictures and forms it would leave a third of the page empty. */}
        {outline.characters === 0 ? null : <Contents headings={outline.headings} />}
        <Blocks blocks={rest} outline={outline} />
      </div>
    </>
  );
}

interface PosterProps {
  readonly image: ImageInput | null;
  readonly table: Extract<BlockInput, { type: 'table' }>;
}

/** The picture beside the title, and the programme below both. */
function Poster({ image, table }: PosterProps): ReactNode {
  return (
    <>
      {image === null ? null : <Image image={image} isFirst sizes="(min-width: 900px) 46vw, 100vw" />}
      <TableBlock block={table} />
    </>
  );
}
