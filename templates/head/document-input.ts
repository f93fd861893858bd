// What the document around a page's body is made of.

import type { PageInput } from '../page-input.ts';
import { findSubject, type PageSubject } from './page-subject.ts';

/** The parts of a page's input that its document shows. */
export interface DocumentInput
  extends Pick<PageInput, 'routeName' | 'layout' | 'languageTag' | 'head' | 'site' | 'breadcrumbs'> {
  readonly subject: PageSubject | null;
}

/** The document of a page. */
export function createDocumentInput(input: PageInput): DocumentInput {
  const { routeName, layout, languageTag, head, site, breadcrumbs } = input;
  return { routeName, layout, languageTag, head, site, breadcrumbs, subject: findSubject(input) };
}
