// Template id → what prints the `<main>` of its pages without a render of its own, checked complete: a filler that
// template-ids.ts does not name does not compile, nor does a name without a filler.

import type { TextRules, WordsContextValue } from './contexts.ts';
import type { FilledFrame } from './markup.ts';
import type { PageInput, PropsByTemplate } from './page-input.ts';
import { fillArticle } from './pages/fill-article.tsx';
import { fillBlog } from './pages/fill-blog.tsx';
import type { TEMPLATES, TemplateId } from './template-ids.ts';

type FilledId = {
  readonly [T in TemplateId]: (typeof TEMPLATES)[T] extends { readonly filler: string } ? T : never;
}[TemplateId];

interface FilledInput<T extends TemplateId> extends Pick<PageInput, 'breadcrumbs'> {
  readonly template: T;
  readonly props: PropsByTemplate[T];
}

type Filler<T extends TemplateId> = (input: FilledInput<T>, words: WordsContextValue, rules: TextRules) => FilledFrame;

const FILLERS: { readonly [T in FilledId]: Filler<T> } = { article: fillArticle, blog: fillBlog };

/** The `<main>` of a page of a template that has a filler, else null. */
export function fillMain(input: PageInput, words: WordsContextValue, rules: TextRules): FilledFrame | null {
  return isFilled(input) ? fillTemplate(input, words, rules) : null;
}

/** Whether the page is of a template that has a filler: of all others a site has few pages. */
function isFilled(input: PageInput): input is PageInput & { readonly template: FilledId } {
  return Object.hasOwn(FILLERS, input.template);
}

/** The type parameter ties the filler to its props. */
function fillTemplate<T extends FilledId>(
  input: FilledInput<T>,
  words: WordsContextValue,
  rules: TextRules,
): FilledFrame {
  const filler: (typeof FILLERS)[T] = FILLERS[input.template];
  return filler(input, words, rules);
}
