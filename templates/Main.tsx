// The part of a page below its header: the breadcrumbs and the page of its template.

import type { ReactNode } from 'react';
import { Breadcrumbs } from './components/Breadcrumbs.tsx';
import type { PageInput } from './page-input.ts';
import { Page } from './registry.ts';

/** The `<main>` of a page. */
export function Main({ input }: { readonly input: PageInput }): ReactNode {
  return (
    <main className={`page page--${input.template}`} id="main" tabIndex={-1}>
      <Breadcrumbs items={input.breadcrumbs} />
      <Page input={input} />
    </main>
  );
}
