// The fast path of the sanitizer, for well-nested paragraphs, headings, lists and links, which most texts consist of. The result is
// the same as that of the sanitizer. Texts have no control characters, because the intake removes them.

import { HEADING_ID_PREFIX } from '../../config/constants.ts';
import { isVisible } from '../../content/trimmed.ts';
import { MAX_DEPTH } from './limit-nesting.ts';
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
const LISTED = 'h2';
const BLOCK_PARENTS: ReadonlySet<string> = new Set([ROOT, 'blockquote', 'li']);
const LIST_PARENTS: ReadonlySet<string> = new Set(['ul', 'ol']);
/** Elements that can have an id. An h1 becomes an h2. */
export const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];
/** Elements of text without attributes. */
export const INLINE = ['strong', 'em', 'b', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark', 'code'];
const HEADING_NAMES: ReadonlySet<string> = new Set(HEADINGS);
const BLOCK_NAMES: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'blockquote', ...HEADINGS]);
const INLINE_NAMES: ReadonlySet<string> = new Set(INLINE);
/** Links and headings that the sanitizer removes if they have no words. */
const NEEDS_WORDS: ReadonlySet<string> = new Set(['a', 'li', ...HEADINGS]);

/** A second-level heading, or another one with an id. */
export interface CleanHeading {
  /** Escaped HTML without tags; '' if it has no words, or is not of the second level. */
  readonly titleHtml: string;
  /** That of the editor, with the prefix. */
  readonly ownId: string | null;
}

/** A sanitized text. */
export interface CleanText {
  /** The HTML without ids, split where headings can get one. */
  readonly pieces: readonly string[];
  /** The heading before each piece but the first. */
  readonly headings: readonly CleanHeading[];
  /** Number of characters outside tags. */
  readonly characters: number;
}

/** Whether tables of contents list headings with this tag name. */
export const isListed = (name: string): boolean => name === LISTED;

const SAFE_ID = /^[\p{L}\p{M}\p{N}_.:-]+$/u;
/** Most ids. Faster, because it has no Unicode properties. */
const PLAIN_ID = /^[a-z][a-z0-9_-]*$/;

/** The id of a heading for one that an editor gave; null if it cannot be one. The prefix keeps it apart from ids and globals of scripts. */
export function ownIdOf(id: string): string | null {
  if (!PLAIN_ID.test(id) && !SAFE_ID.test(id)) return null;
  return id.startsWith(HEADING_ID_PREFIX) ? id : `${HEADING_ID_PREFIX}${id}`;
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
  let listed: { readonly start: number; readonly ownId: string | null } = { start: 0, ownId: null };
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    const close = html.indexOf('>', end);
    if (close < start) return null;
    end = close + 1;
    characters -= end - start;
    if (html.charCodeAt(start + 1) === SLASH) {
      if (parent === ROOT || end - start !== parent.length + CLOSING_LENGTH || !html.startsWith(parent, start + 2))
        return null;
      if (NEEDS_WORDS.has(parent) && isEmpty(html, parent, start)) return null;
      if (parent === LISTED) headings.push({ titleHtml: textOf(html.slice(listed.start, start)), ownId: listed.ownId });
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
    if (name === LISTED || attributes.id !== null) {
      pieces.push(printed + html.slice(copied, nameEnd));
      printed = '';
      copied = attributes.id === null ? nameEnd : close;
      listed = { start: end, ownId: attributes.id };
      if (name !== LISTED) headings.push({ titleHtml: '', ownId: attributes.id });
    }
    if (open.length >= MAX_DEPTH) return null;
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
  /** Id of a heading, with the prefix. */
  readonly id: string | null;
}

const NO_ATTRIBUTES: Attributes = { href: null, isTab: false, id: null };

/** Parses the part of a tag after its name; null if it has other attributes. */
function readAttributes(name: string, text: string): Attributes | null {
  const match = ATTRIBUTES.exec(text);
  if (match === null) return null;
  const [, key, value, target, slash] = match;
  if (slash !== undefined && name !== 'br') return null;
  if (name === 'a')
    return key === 'href' && value !== undefined ? { href: value, isTab: target !== undefined, id: null } : null;
  if (target !== undefined) return null;
  if (value === undefined) return NO_ATTRIBUTES;
  const id = key === 'id' && HEADING_NAMES.has(name) ? ownIdOf(value) : null;
  return id === null ? null : { href: null, isTab: false, id };
}

/** Whether the element that ends at `end` has no words. Most end with a visible character. */
function isEmpty(html: string, name: string, end: number): boolean {
  const last = html.charAt(end - 1);
  if (last !== '>' && isVisible(last)) return false;
  return !isVisible(textOf(html.slice(html.lastIndexOf(`<${name}`, end), end)));
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
  if (BLOCK_NAMES.has(name)) return BLOCK_PARENTS.has(parent);
  return name === 'li' ? LIST_PARENTS.has(parent) : INLINE_NAMES.has(name);
}
