// A page that an editor built from blocks. Its title is the page's only first-level heading.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import type { PageConstructorProps } from '../page-input.ts';

export function PageConstructorPage({ title, subtitle, content }: PageConstructorProps): ReactNode {
  return (
    <>
      <PageOpening title={title} subtitle={subtitle} />
      <Blocks blocks={content} />
    </>
  );
}
