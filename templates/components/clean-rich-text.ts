// The fast path of the sanitiser, for well-nested paragraphs, headings, lists and links, as most editors' HTML is. The
// result is what the sanitiser would print. Texts have no control characters: the intake rejects them.

import type { ResolvedLink } from './resolve-link.ts';

/** Where a link leads, with nothing in its address to escape; null leaves the text to the sanitiser. */
export type FindLink = (href: string) => ResolvedLink | null;

/** What follows the name of a tag, up to its end. */
const ATTRIBUTES = /^(?: (id|href)="([^"<>&\s]+)")?(?: target="(_blank)")?( ?\/)?$/;
const NEW_TAB = ' target="_blank" rel="noreferrer noopener"';
/** Entities are decoded and printed anew by the sanitiser: of these three the printed form is the same. */
const OTHER_ENTITY = /&(?!(?:amp|lt|gt);)/;
const SLASH = 0x2f;
/** `</` and `>`. */
const CLOSING_LENGTH = 3;
const ROOT = '';
/** Headings of this level may get an id. */
const MARKED = 'h2';
const BLOCK_PARENTS: ReadonlySet<string> = new Set([ROOT, 'blockquote', 'li']);
const LIST_PARENTS: ReadonlySet<string> = new Set(['ul', 'ol']);
const HEADINGS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const BLOCKS: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'blockquote', ...HEADINGS]);
const INLINE: ReadonlySet<string> = new Set([
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'small',
  'mark',
  'code',
]);

/** A second-level heading. */
export interface CleanHeading {
  /** Escaped HTML without tags; empty where it has no words. */
  readonly titleHtml: string;
  readonly ownId: string | null;
}

/** A text that may be printed. */
export interface CleanText {
  /** What is printed, cut where each second-level heading may get an id. */
  readonly pieces: readonly string[];
  /** In front of each piece but the first. */
  readonly headings: readonly CleanHeading[];
  /** Characters outside tags, as the text was written. */
  readonly characters: number;
}

// Ids that the page itself uses, or that start like its generated ones, would make an anchor ambiguous.
const SAFE_ID = /^(?!main$)\p{L}[\p{L}\p{M}\p{N}_-]*$/u;
/** Matches most ids without Unicode properties, which are slow. */
const PLAIN_ID = /^(?!main$)[a-z][a-z0-9_-]*$/;

/** Whether a heading may have this id. */
export function isSafeId(id: string): boolean {
  return PLAIN_ID.test(id) || SAFE_ID.test(id);
}

/** The text as the sanitiser would print it; null where it is beyond the grammar, or one of its links is left to the sanitiser. */
export function cleanRichText(html: string, findLink: FindLink): CleanText | null {
  if (html.includes('&') && OTHER_ENTITY.test(html)) return null;
  const pieces: string[] = [];
  const headings: CleanHeading[] = [];
  const open: string[] = [];
  let parent = ROOT;
  let printed = '';
  let copied = 0;
  let characters = html.length;
  let end = 0;
  let heading = { start: 0, ownId: '' };
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    const close = html.indexOf('>', end);
    if (close < start) return null;
    end = close + 1;
    characters -= end - start;
    if (html.charCodeAt(start + 1) === SLASH) {
      if (parent === ROOT || end - start !== parent.length + CLOSING_LENGTH || !html.startsWith(parent, start + 2))
        return null;
      if (parent === MARKED)
        headings.push({ titleHtml: textOf(html.slice(heading.start, start)), ownId: heading.ownId || null });
      open.pop();
      parent = open.at(-1) ?? ROOT;
      continue;
    }
    const nameEnd = findNameEnd(html, start + 1);
    if (nameEnd === start + 1) return null;
    const name = html.slice(start + 1, nameEnd);
    const attributes = nameEnd === close ? NO_ATTRIBUTES : readAttributes(name, html.slice(nameEnd, close));
    if (attributes === null) return null;
    if (name === 'br') {
      printed += `${html.slice(copied, start)}<br />`;
      copied = end;
      continue;
    }
    if (name === 'a') {
      const link = attributes.href === null || open.includes('a') ? null : findLink(attributes.href);
      if (link === null) return null;
      const newTab = link.isOuter || attributes.isTab ? NEW_TAB : '';
      printed += `${html.slice(copied, start)}<a href="${link.href}"${newTab}>`;
      copied = end;
    } else if (!mayStand(name, parent)) return null;
    if (name === MARKED) {
      pieces.push(printed + html.slice(copied, nameEnd));
      printed = '';
      copied = nameEnd;
      heading = { start: end, ownId: attributes.id };
    }
    open.push(name);
    parent = name;
  }
  if (open.length > 0 || html.includes('>', end)) return null;
  pieces.push(printed + html.slice(copied));
  return { pieces, headings, characters };
}

/** Attributes of a start tag. */
interface Attributes {
  readonly href: string | null;
  /** Whether it opens a new tab. */
  readonly isTab: boolean;
  /** Of a heading; empty where it has none. */
  readonly id: string;
}

const NO_ATTRIBUTES: Attributes = { href: null, isTab: false, id: '' };

/** Reads what follows the name of a tag; null where it is beyond the grammar. */
function readAttributes(name: string, text: string): Attributes | null {
  const match = ATTRIBUTES.exec(text);
  if (match === null) return null;
  const [, key, value, target, slash] = match;
  if (slash !== undefined && name !== 'br') return null;
  if (name === 'a')
    return key === 'href' && value !== undefined ? { href: value, isTab: target !== undefined, id: '' } : null;
  if (target !== undefined) return null;
  if (value === undefined) return NO_ATTRIBUTES;
  return key === 'id' && HEADINGS.has(name) && isSafeId(value) ? { href: null, isTab: false, id: value } : null;
}

/** Of HTML, without its tags. */
export function textOf(html: string): string {
  return (html.includes('<') ? html.replace(/<[^>]*>/g, '') : html).trim();
}

/** The end of a name of small letters and digits, a letter first; its start where there is none. */
function findNameEnd(html: string, start: number): number {
  if (!isSmallLetter(html.charCodeAt(start))) return start;
  let end = start + 1;
  for (let code = html.charCodeAt(end); isSmallLetter(code) || isDigit(code); code = html.charCodeAt(end)) end += 1;
  return end;
}

const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Whether parsers leave an element where it is. */
function mayStand(name: string, parent: string): boolean {
  if (BLOCKS.has(name)) return BLOCK_PARENTS.has(parent);
  return name === 'li' ? LIST_PARENTS.has(parent) : INLINE.has(name);
}
