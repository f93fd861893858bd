// Adds numbers of sources to a page: after the first place of each figure in the global `sources`, and where components left room for
// one. It changes printed HTML, so that it finds figures in every field, also in rich text. React and the sanitizer escape every '<' and
// '>' that does not belong to a tag.

import { escapeHtml } from '../escape-html.ts';
import type { FigureInput } from '../page-input.ts';

/** Elements in which a button must not stand, or whose figures are examples, quotations, or have a mark of their own. */
const SKIPPED = new Set(
  'a blockquote button dl fieldset figure label legend nav script select summary sup svg'.split(' '),
);
/** Pictures, cards, and what React renders again in the browser. */
const SKIPPED_ATTRIBUTE = / (?:aria-hidden="true"|data-island=|class="card[ "])/;
const PLACE = / data-source="(\d+)"/;
const TOKEN = /<[^>]*>|[^<]+/g;
const VOID = /^<(?:br|hr|img|input|col|source|wbr)\b|\/>$/;
const SPACES = /(?:\s|&nbsp;)+/g;

/** Finds any of the figures, not as a part of a longer number or word. Spaces can be of any kind. Null without figures. */
export function figurePattern(figures: readonly string[]): RegExp | null {
  if (figures.length === 0) return null;
  const choices = figures
    .toSorted((a, b) => b.length - a.length)
    .map((figure) => escapeHtml(figure).split(SPACES).map(escapePattern).join('(?:\\s|&nbsp;)+'));
  // Only where a figure can begin is it worth to look at what is before.
  const firsts = new Set(figures.map((figure) => String.fromCodePoint(escapeHtml(figure).codePointAt(0) ?? 0)));
  const begin = `(?=[${[...firsts].map(escapePattern).join('')}])`;
  return new RegExp(`${begin}(?<![\\p{L}\\p{N}]|\\d[.,])(?:${choices.join('|')})(?![\\p{L}\\p{N}]|[.,]\\d)`, 'gu');
}

/** A figure as it is written, with plain spaces. */
export const plainFigure = (figure: string): string => figure.replace(SPACES, ' ');

/** A page with numbers, and the source of each number; null if it is not known. */
interface MarkedPage {
  readonly html: string;
  readonly sources: readonly (string | null)[];
}

/** `known` are the sources of the places that components left. */
export function markFigures(
  html: string,
  {
    known,
    figures,
    printMark,
  }: {
    readonly known: readonly (string | null)[];
    readonly figures: readonly FigureInput[];
    readonly printMark: (number: number) => string;
  },
): MarkedPage {
  const pattern = figurePattern(figures.map(({ figure }) => figure));
  if (pattern === null && !PLACE.test(html)) return { html, sources: [] };
  const left = new Map(figures.map(({ figure, source }) => [escapeHtml(plainFigure(figure)), source]));
  const sources: (string | null)[] = [];
  const mark = (source: string | null) => {
    if (!sources.includes(source)) sources.push(source);
    return printMark(sources.indexOf(source) + 1);
  };
  const markText = (text: string) =>
    text.replace(pattern ?? /(?!)/, (found) => {
      const figure = plainFigure(found);
      const source = left.get(figure);
      if (source === undefined) return found;
      left.delete(figure);
      // Keeps the number on the line of the last word.
      const start = found.lastIndexOf(' ') + 1;
      return `${found.slice(0, start)}<span class="sourced">${found.slice(start)}<sup class="source-mark">${mark(source)}</sup></span>`;
    });
  const skipper = createSkipper();
  const marked = html.replace(TOKEN, (token) => {
    if (!token.startsWith('<')) return skipper.isSkipping() ? token : markText(token);
    skipper.take(token);
    const place = PLACE.exec(token);
    return place === null ? token : `${token.replace(PLACE, '')}${mark(known[Number(place[1])] ?? null)}`;
  });
  return { html: marked, sources };
}

/** Follows tags, and says whether the text after them is in an element without marks. */
function createSkipper() {
  const name = /^<\/?([a-z][\w-]*)/;
  let skipped: string | null = null;
  let depth = 0;
  return {
    isSkipping: () => skipped !== null,
    take: (tag: string) => {
      const element = name.exec(tag)?.[1] ?? '';
      if (VOID.test(tag)) return;
      const isEnd = tag.startsWith('</');
      if (skipped === null) {
        if (isEnd || !(SKIPPED.has(element) || SKIPPED_ATTRIBUTE.test(tag))) return;
        skipped = element;
        depth = 1;
      } else if (element === skipped) {
        depth += isEnd ? -1 : 1;
        if (depth === 0) skipped = null;
      }
    },
  };
}

/** Also for a class, where "-" has a meaning; outside of one "\\-" is an error. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('-', '\\x2d');
}
