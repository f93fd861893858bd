// Sanitizes HTML of the content service: allows only listed elements and attributes, and resolves links. The result has no scripts,
// styles, event handlers, frames or decoded control characters.

import type sanitizer from 'sanitize-html';
import type { Attributes, IOptions, Tag } from 'sanitize-html';
import type { LinkRules, TextRules } from '../contexts.ts';
import type { ImageInput } from '../page-input.ts';
import {
  type CleanHeading,
  type CleanText,
  cleanRichText,
  type FindLink,
  isSafeId,
  textOf,
} from './clean-rich-text.ts';
import { hasFinalHrefs, type ResolvedLink, resolveLink, resolvePlain, resolveSource } from './resolve-link.ts';

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'];
const ALLOWED_TAGS = [
  ...HEADINGS,
  ...['p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'figure', 'figcaption', 'hr', 'br', 'pre', 'code'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...[
    'a',
    'img',
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
    'kbd',
    'abbr',
    'cite',
    'q',
    'del',
    'ins',
  ],
];
/** Elements that are removed with their content. */
const DROPPED_WHOLE = [
  ...['script', 'style', 'textarea', 'option', 'select', 'noscript', 'noembed', 'noframes', 'iframe', 'frameset'],
  ...[
    'object',
    'embed',
    'applet',
    'svg',
    'math',
    'template',
    'title',
    'xmp',
    'plaintext',
    'head',
    'audio',
    'video',
    'canvas',
  ],
];

/** The empty corner of a table, which screen readers would announce as a heading. */
const EMPTY_HEADING = /<th((?:\s[^>]*)?)>\s*<\/th>/g;

/** A link without an allowed target, which is replaced by its text. */
const UNLINKED = /<a>(.*?)<\/a>/gs;

/** Written as entities. The intake rejects unescaped ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]+/g;

/** Sanitizes a rich text. */
export function sanitizeRichText(html: string, rules: TextRules): string {
  return cleanText(html, rules).pieces.join('');
}

/** Sanitizes a rich text, and returns its headings and length, too. */
export function cleanText(html: string, rules: TextRules): CleanText {
  return cleanRichText(html, createLinkFinder(rules)) ?? describe(html, sanitizeThoroughly(html, rules));
}

const HEADING_START = '<h2';
const HEADING_END = '</h2>';
const ID = /\sid="([^"]*)"/;

function describe(html: string, safeHtml: string): CleanText {
  const pieces: string[] = [];
  const headings: CleanHeading[] = [];
  let copied = 0;
  let end = 0;
  for (let start = safeHtml.indexOf(HEADING_START); start !== -1; start = safeHtml.indexOf(HEADING_START, end)) {
    const nameEnd = start + HEADING_START.length;
    const inside = safeHtml.indexOf('>', nameEnd) + 1;
    end = safeHtml.indexOf(HEADING_END, inside);
    if (end === -1) break;
    pieces.push(safeHtml.slice(copied, nameEnd));
    copied = nameEnd;
    const ownId = ID.exec(safeHtml.slice(nameEnd, inside))?.[1] ?? null;
    headings.push({ titleHtml: textOf(safeHtml.slice(inside, end)), ownId });
  }
  pieces.push(safeHtml.slice(copied));
  return { pieces, headings, characters: countCharacters(html) };
}

/** Characters outside tags. An entity counts as written. */
function countCharacters(html: string): number {
  let characters = html.length;
  for (let start = html.indexOf('<'); start !== -1; ) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    characters -= end + 1 - start;
    start = html.indexOf('<', end);
  }
  return characters;
}

/** Sanitizes any text with the library. Its output is escaped, so removing parts of it later is safe. */
export function sanitizeThoroughly(html: string, rules: TextRules): string {
  // Loaded on first use, because this takes half of the time to load the templates.
  const sanitizeHtml: typeof sanitizer = require('sanitize-html');
  return sanitizeHtml(html, createOptions(rules))
    .replace(CONTROL_CHARACTERS, '')
    .replace(EMPTY_HEADING, printEmptyCell)
    .replace(UNLINKED, '$1');
}

function printEmptyCell(_heading: string, attributes: string): string {
  return `<td${attributes.replace(/\sscope="[^"]*"/, '')}></td>`;
}

/** No characters to escape, and an allowed scheme. */
const PLAIN_HREF = /^(?:https?:\/\/|\/(?!\/)|#|\?)[\w\-.~:/?#@!$*+,;=%]*$/;

/** Resolves links without characters to escape, as most are. */
function createLinkFinder(rules: TextRules): FindLink {
  const mayChange = hasFinalHrefs(rules);
  return (href) => {
    const plain = mayChange ? null : resolvePlain(href, rules.origin);
    if (plain !== null) return plain;
    const link = resolveLink(href, rules);
    return link !== null && PLAIN_HREF.test(link.href) ? link : null;
  };
}

function opensTab({ isOuter }: ResolvedLink, target: string | undefined): boolean {
  return isOuter || target?.toLowerCase() === '_blank';
}

function createOptions(rules: TextRules): IOptions {
  return {
    allowedTags: ALLOWED_TAGS,
    nonTextTags: DROPPED_WHOLE,
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start', 'reversed', 'type'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      col: ['span'],
      colgroup: ['span'],
      abbr: ['title'],
      p: ['class'],
      ...Object.fromEntries(HEADINGS.map((heading) => [heading, ['id', 'class']])),
      '*': ['lang', 'dir'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      a: (tagName, attributes) => ({ tagName, attribs: transformLink(attributes, rules) }),
      img: (tagName, attributes) => ({ tagName, attribs: transformImage(attributes, rules) }),
      p: (tagName, attributes) => ({ tagName, attribs: alignBlock(attributes) }),
      ...Object.fromEntries(['h1', ...HEADINGS].map((heading) => [heading, transformHeading])),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  };
}

/** The only h1 of a page is in its template. */
function transformHeading(heading: string, { id, ...written }: Attributes): Tag {
  const others = alignBlock(written);
  const attribs: Attributes = id !== undefined && isSafeId(id) ? { ...others, id } : others;
  return { tagName: heading === 'h1' ? 'h2' : heading, attribs };
}

/** The text alignment as the Statamic editor writes it. */
const ALIGNMENT = /(?:^|;)\s*text-align\s*:\s*(center|right|end|justify)\s*(?:;|$)/i;
const CLASS_BY_ALIGNMENT: Readonly<Record<string, string>> = {
  center: 'text-center',
  right: 'text-end',
  end: 'text-end',
  justify: 'text-justify',
};

/** Converts the alignment to a class, because inline styles are not allowed. Removes other classes. */
function alignBlock({ style = '', class: _, ...others }: Attributes): Attributes {
  const alignment = CLASS_BY_ALIGNMENT[ALIGNMENT.exec(style)?.[1]?.toLowerCase() ?? ''];
  return alignment === undefined ? others : { ...others, class: alignment };
}

/** A link without an allowed target gets no href, and is unwrapped later. */
function transformLink({ href = '', target, ...others }: Attributes, rules: LinkRules): Attributes {
  const link = href.trim() === '' ? null : resolveLink(href, rules);
  if (link === null) return {};
  return {
    ...without(others, ['rel']),
    href: link.href,
    ...(opensTab(link, target) ? { target: '_blank', rel: 'noreferrer noopener' } : {}),
  };
}

function transformImage({ src, alt, width, height, ...others }: Attributes, rules: TextRules): Attributes {
  const image = src === undefined ? null : findImage(src, rules);
  const shown = image?.src ?? src ?? null;
  // The path of a file of the site is already complete.
  const isFile = image?.src.startsWith('/') === true;
  const source = isFile || shown === null ? shown : resolveSource(shown, rules);
  return {
    ...without(others, ['loading', 'decoding', 'srcset', 'sizes']),
    ...(source === null ? {} : { src: source }),
    ...(image === null || image.srcset === null ? {} : { srcset: image.srcset, sizes: TEXT_SIZES }),
    alt: alt ?? '',
    ...boxOf(image, { width, height }),
    loading: 'lazy',
    decoding: 'async',
  };
}

/** Width of an image in a text. */
const TEXT_SIZES = '(min-width: 800px) 704px, 100vw';

function findImage(source: string, { richImages }: TextRules): ImageInput | null {
  const key = source.trim();
  return Object.hasOwn(richImages, key) ? (richImages[key] ?? null) : null;
}

/** The width of the editor with the aspect ratio of the file, if the file is known. */
function boxOf(
  image: ImageInput | null,
  written: { readonly width: string | undefined; readonly height: string | undefined },
): Attributes {
  const [width, height] = [written.width, written.height].map((value) =>
    value !== undefined && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : null,
  );
  if (image !== null && image.width !== null && image.height !== null) {
    const shown = width ?? image.width;
    return { width: String(shown), height: String(Math.max(1, Math.round((shown * image.height) / image.width))) };
  }
  return { ...(width == null ? {} : { width: String(width) }), ...(height == null ? {} : { height: String(height) }) };
}

function without(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));
}
