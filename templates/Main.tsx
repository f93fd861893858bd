// What is a page's own below its header: the trail, and the page of its template.

import type { ReactNode } from 'react';
import { Breadcrumbs } from './components/Breadcrumbs.tsx';
import type { PageInput } from './page-input.ts';
import { Page } from './registry.ts';
import type { TemplateId } from './template-ids.ts';

/** The `<main>` of a page. */
export function Main({ input }: { readonly input: PageInput }): ReactNode {
  return (
    <MainFrame template={input.template} trail={<Breadcrumbs items={input.breadcrumbs} />}>
      <Page input={input} />
    </MainFrame>
  );
}

interface MainFrameProps {
  readonly template: TemplateId;
  readonly trail: ReactNode;
  readonly children: ReactNode;
}

/** What is around every page. */
export function MainFrame({ template, trail, children }: MainFrameProps): ReactNode {
  return (
    <main className={`page page--${template}`} id="main" tabIndex={-1}>
      {trail}
      {children}
    </main>
  );
}
