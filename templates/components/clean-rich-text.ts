// The quick way for rich text that needs no sanitiser: well-nested paragraphs, headings, lists and links of a small
// grammar, as most editors' HTML is. Relied on afterwards: what comes back is what the sanitiser would have printed of a
// text without control characters, which the door in refuses.

import type { ReadText } from '../page-input.ts';
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

/**
 * Kinds of tags. A link, or one that asks for a tab of its own, says its href. A second-level heading, from and to where an id may come, says
 * its own one, which is empty where it has none, and its title; another heading its id.
 */
const TAG = { link: 0, tabLink: 1, lineBreak: 2, heading: 3, otherHeading: 4 } as const;
/** Numbers of a tag. */
const PER_TAG = 3;
/** How many words each of them says. */
const WORDS_BY_TAG: readonly number[] = [1, 1, 0, 2, 1];

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
/** Most ids, told without Unicode's properties, which are dear. */
const PLAIN_ID = /^(?!main$)[a-z][a-z0-9_-]*$/;

/** Whether a heading may have this id. */
export function isSafeId(id: string): boolean {
  return PLAIN_ID.test(id) || SAFE_ID.test(id);
}

/** Reads a text; null where it is beyond the grammar. */
export function readRichText(html: string): ReadText | null {
  if (html.includes('&') && OTHER_ENTITY.test(html)) return null;
  const open: string[] = [];
  const tags: number[] = [];
  const words: string[] = [];
  let parent = ROOT;
  let characters = html.length;
  let end = 0;
  let headingStart = 0;
  let headingWord = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    const close = html.indexOf('>', end);
    if (close < start) return null;
    end = close + 1;
    characters -= end - start;
    if (html.charCodeAt(start + 1) === SLASH) {
      if (parent === ROOT || end - start !== parent.length + CLOSING_LENGTH || !html.startsWith(parent, start + 2))
        return null;
      if (parent === MARKED) words[headingWord] = textOf(html.slice(headingStart, start));
      open.pop();
      parent = open.at(-1) ?? ROOT;
      continue;
    }
    const nameStart = start + 1;
    const nameEnd = findNameEnd(html, nameStart);
    if (nameEnd === nameStart) return null;
    const name = html.slice(nameStart, nameEnd);
    const attributes = nameEnd === close ? NO_ATTRIBUTES : readAttributes(name, html.slice(nameEnd, close));
    if (attributes === null || (name === 'a' && (attributes.href === null || open.includes('a')))) return null;
    const { id, href } = attributes;
    if (href !== null) {
      tags.push(attributes.isTab ? TAG.tabLink : TAG.link, start, end);
      words.push(href);
    }
    if (name === 'br') {
      tags.push(TAG.lineBreak, start, end);
      continue;
    }
    if (name !== 'a' && !mayStand(name, parent)) return null;
    if (name === MARKED) {
      tags.push(TAG.heading, nameEnd, nameEnd);
      headingStart = end;
      headingWord = words.push(id, '') - 1;
    } else if (id !== '') {
      tags.push(TAG.otherHeading, start, end);
      words.push(id);
    }
    open.push(name);
    parent = name;
  }
  return open.length > 0 || html.includes('>', end) ? null : { characters, tags, words };
}

/** What a start tag says. */
interface Attributes {
  readonly href: string | null;
  /** Whether it asks for a tab of its own. */
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

/** The text as the sanitiser would print it; null where one of its links leaves that to it. */
export function cleanRichText(
  html: string,
  { characters, tags, words }: ReadText,
  findLink: FindLink,
): CleanText | null {
  const pieces: string[] = [];
  const headings: CleanHeading[] = [];
  let printed = '';
  let copied = 0;
  let word = 0;
  const nextWord = () => {
    word += 1;
    return words[word - 1] ?? '';
  };
  for (let index = 0; index < tags.length; index += PER_TAG) {
    const tag = tags[index];
    const start = tags[index + 1] ?? 0;
    if (tag === TAG.otherHeading) {
      word += 1;
      continue;
    }
    printed += html.slice(copied, start);
    copied = tags[index + 2] ?? 0;
    if (tag === TAG.lineBreak) printed += '<br />';
    else if (tag === TAG.heading) {
      const ownId = nextWord() || null;
      headings.push({ titleHtml: nextWord(), ownId });
      pieces.push(printed);
      printed = '';
    } else {
      const link = findLink(nextWord());
      if (link === null) return null;
      printed += `<a href="${link.href}"${link.isOuter || tag === TAG.tabLink ? NEW_TAB : ''}>`;
    }
  }
  pieces.push(printed + html.slice(copied));
  return { pieces, headings, characters };
}

/** Where the links of a text that was read lead, as they stand there. */
export function hrefsOf({ tags, words }: ReadText): readonly string[] {
  const hrefs: string[] = [];
  let word = 0;
  for (let index = 0; index < tags.length; index += PER_TAG) {
    const tag = tags[index] ?? TAG.lineBreak;
    const href = words[word];
    if ((tag === TAG.link || tag === TAG.tabLink) && href !== undefined) hrefs.push(href);
    word += WORDS_BY_TAG[tag] ?? 0;
  }
  return hrefs;
}

/** Of HTML, without its tags. */
export function textOf(html: string): string {
  return (html.includes('<') ? html.replace(/<[^>]*>/g, '') : html).trim();
}

/** The end of a name of small letters and digits, a letter first; its start where none stands there. */
function findNameEnd(html: string, start: number): number {
  if (!isSmallLetter(html.charCodeAt(start))) return start;
  let end = start + 1;
  for (let code = html.charCodeAt(end); isSmallLetter(code) || isDigit(code); code = html.charCodeAt(end)) end += 1;
  return end;
}

const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Whether an element stands where every parser leaves it. */
function mayStand(name: string, parent: string): boolean {
  if (BLOCKS.has(name)) return BLOCK_PARENTS.has(parent);
  return name === 'li' ? LIST_PARENTS.has(parent) : INLINE.has(name);
}
