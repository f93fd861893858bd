// A page that consists of blocks, next to a table of contents. Its title is the h1.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { Contents } from '../components/Contents.tsx';
import { createBlockOutline } from '../components/outline.ts';
import { PageOpening } from '../components/PageOpening.tsx';
import { useTextRules } from '../contexts.ts';
import type { PageConstructorProps } from '../page-input.ts';
import './PageConstructorPage.css';

export function PageConstructorPage({ title, subtitle, content }: PageConstructorProps): ReactNode {
  const outline = createBlockOutline(content, useTextRules());
  return (
    <>
      <PageOpening title={title} subtitle={subtitle} />
      <div className="block-page">
        <Contents headings={outline.headings} />
        <Blocks blocks={content} outline={outline} />
      </div>
    </>
  );
}
