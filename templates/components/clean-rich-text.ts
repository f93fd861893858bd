// The fast path of the sanitizer, for well-nested paragraphs, headings, lists and links, which most texts consist of. The result is
// the same as that of the sanitizer. Texts have no control characters, because the intake rejects them.

import type { ResolvedLink } from './resolve-link.ts';

/** The target of a link without characters to escape; null if the text needs the sanitizer. */
export type FindLink = (href: string) => ResolvedLink | null;

/** The part of a tag after its name. */
const ATTRIBUTES = /^(?: (id|href)="([^"<>&\s]+)")?(?: target="(_blank)")?( ?\/)?$/;
const NEW_TAB = ' target="_blank" rel="noreferrer noopener"';
/** All entities but the three that the sanitizer does not change. */
const OTHER_ENTITY = /&(?!(?:amp|lt|gt);)/;
const SLASH = 0x2f;
/** `</` and `>`. */
const CLOSING_LENGTH = 3;
const ROOT = '';
/** Headings that can get an id. */
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
  /** Escaped HTML without tags; '' if it has no words. */
  readonly titleHtml: string;
  readonly ownId: string | null;
}

/** A sanitized text. */
export interface CleanText {
  /** The HTML, split where headings can get an id. */
  readonly pieces: readonly string[];
  /** The heading before each piece but the first. */
  readonly headings: readonly CleanHeading[];
  /** Number of characters outside tags. */
  readonly characters: number;
}

// Excludes ids that the page uses or generates.
const SAFE_ID = /^(?!main$)\p{L}[\p{L}\p{M}\p{N}_-]*$/u;
/** Most ids. Faster, because it has no Unicode properties. */
const PLAIN_ID = /^(?!main$)[a-z][a-z0-9_-]*$/;

/** Whether a heading can have this id. */
export function isSafeId(id: string): boolean {
  return PLAIN_ID.test(id) || SAFE_ID.test(id);
}

/** The text as the sanitizer would print it; null if it has other elements or a link that needs the sanitizer. */
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
  /** Whether the link opens a new tab. */
  readonly isTab: boolean;
  /** Id of a heading; '' if it has none. */
  readonly id: string;
}

const NO_ATTRIBUTES: Attributes = { href: null, isTab: false, id: '' };

/** Parses the part of a tag after its name; null if it has other attributes. */
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

/** Removes the tags. */
export function textOf(html: string): string {
  return (html.includes('<') ? html.replace(/<[^>]*>/g, '') : html).trim();
}

/** The end of a tag name in lower case; `start` if there is none. */
function findNameEnd(html: string, start: number): number {
  if (!isSmallLetter(html.charCodeAt(start))) return start;
  let end = start + 1;
  for (let code = html.charCodeAt(end); isSmallLetter(code) || isDigit(code); code = html.charCodeAt(end)) end += 1;
  return end;
}

const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Whether HTML parsers do not move the element. */
function mayStand(name: string, parent: string): boolean {
  if (BLOCKS.has(name)) return BLOCK_PARENTS.has(parent);
  return name === 'li' ? LIST_PARENTS.has(parent) : INLINE.has(name);
}
