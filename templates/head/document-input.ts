// The input of the document around the body of a page.

import type { PageInput } from '../page-input.ts';
import { findSubject, type PageSubject } from './page-subject.ts';

/** The parts of the page input that the document needs. */
export interface DocumentInput
  extends Pick<PageInput, 'routeName' | 'layout' | 'languageTag' | 'head' | 'site' | 'breadcrumbs'> {
  readonly subject: PageSubject | null;
}

/** Creates the input of the document. */
export function createDocumentInput(input: PageInput): DocumentInput {
  const { routeName, layout, languageTag, head, site, breadcrumbs } = input;
  return { routeName, layout, languageTag, head, site, breadcrumbs, subject: findSubject(input) };
}
