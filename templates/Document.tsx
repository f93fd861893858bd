// A whole page: <head> from data, the page's own parts, and the markers where the bytes of the shared chrome go.

import type { ReactNode } from 'react';
import { Breadcrumbs } from './components/Breadcrumbs.tsx';
import { LanguageSwitcher } from './components/LanguageSwitcher.tsx';
import { createHeadTags } from './head/head-tags.ts';
import { printHead } from './head/print-head.ts';
import { createStructuredData } from './head/structured-data.ts';
import { PAGE_MARKERS } from './markers.ts';
import type { PageInput } from './page-input.ts';
import { Page } from './registry.ts';

/** The document of a page, chrome left out. */
export function Document({ input }: { readonly input: PageInput }): ReactNode {
  const head = printHead(createHeadTags(input.head, createStructuredData(input)));
  return (
    <html lang={input.languageTag}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: printed from data by print-head.ts, every value escaped */}
      <head dangerouslySetInnerHTML={{ __html: head }} />
      <body data-route={input.routeName} data-layout={input.layout}>
        {PAGE_MARKERS.top}
        {input.layout === 'header-only' ? null : <LanguageSwitcher switcher={input.switcher} />}
        {PAGE_MARKERS.afterSwitcher}
        <main className={`page page--${input.template}`} id="main" tabIndex={-1}>
          <Breadcrumbs items={input.breadcrumbs} />
          <Page input={input} />
        </main>
        {PAGE_MARKERS.bottom}
      </body>
    </html>
  );
}
