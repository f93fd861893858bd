// A page that consists of blocks. Its title is the h1.

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
