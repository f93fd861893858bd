// How the sanitizer treats the elements of a rich text: which it keeps, with which attributes, and what replaces the others.

import type { Attributes, IOptions, Tag } from 'sanitize-html';
import type { LinkRules, TextRules } from '../contexts.ts';
import type { ImageInput } from '../page-input.ts';
import { HEADINGS, INLINE, ownIdOf } from './clean-rich-text.ts';
import { MAX_DEPTH } from './limit-nesting.ts';
import { type ResolvedLink, resolveLink, resolveSource } from './resolve-link.ts';
import { BLOCK, MEDIUM, SHOWN_AS, SOURCE, STYLED } from './tidy-rich-text.ts';

const ALLOWED_TAGS = [
  ...HEADINGS,
  ...INLINE,
  ...['p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'figure', 'figcaption', 'hr', 'br', 'pre'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'img', 'kbd', 'abbr', 'cite', 'q', 'del', 'ins', 'ruby', 'rt', 'rp'],
];
/** Blocks that pages have no element for. Their text becomes paragraphs. */
const OTHER_BLOCKS =
  'address article aside body center details dialog div fieldset footer form header hgroup html legend main nav search section summary'.split(
    ' ',
  );
/** Elements that show another page or file, with the attribute of its address. Pages link to it instead. */
export const MEDIA = {
  iframe: 'src',
  video: 'src',
  audio: 'src',
  object: 'data',
  embed: 'src',
  oembed: 'url',
} as const;
/** The same, with the files of a medium. */
export const MEDIA_SOURCES = { ...MEDIA, source: 'src' } as const;
const ADDRESSES: Readonly<Record<string, string>> = MEDIA;
/** What an element shows. */
export const addressOf = (name: string, attributes: Attributes): string => attributes[ADDRESSES[name] ?? 'src'] ?? '';
/** Elements that are removed with their content. */
export const DROPPED_WHOLE =
  'script style textarea option select noscript noembed noframes frameset applet svg math template title xmp plaintext head canvas'.split(
    ' ',
  );

const NEW_TAB: Attributes = { target: '_blank', rel: 'noreferrer noopener' };

function opensTab({ isOuter }: ResolvedLink, target: string | undefined): boolean {
  return isOuter || target?.toLowerCase() === '_blank';
}

/** The options of the sanitizer. */
export function createOptions(rules: TextRules): IOptions {
  const toBlock = (tagName: string, attributes: Attributes): Tag => ({
    tagName: BLOCK,
    attribs: styleBlock(tagName === 'center' ? { ...attributes, align: 'center' } : attributes),
  });
  const toStyled = (tagName: string, attributes: Attributes): Tag => transformStyled(tagName, attributes);
  const toMedium = (tagName: string, attributes: Attributes): Tag => transformMedium(tagName, attributes, rules);
  const link = ['href', 'target', 'rel', 'title'];
  return {
    allowedTags: [...ALLOWED_TAGS, BLOCK, STYLED, MEDIUM, SOURCE],
    nonTextTags: DROPPED_WHOLE,
    nestingLimit: MAX_DEPTH,
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
      ol: ['start', 'reversed', 'type'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      col: ['span'],
      colgroup: ['span'],
      abbr: ['title'],
      p: ['class', SHOWN_AS],
      [BLOCK]: ['class', SHOWN_AS],
      [STYLED]: [SHOWN_AS],
      [MEDIUM]: link,
      [SOURCE]: link,
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
      p: (tagName, attributes) => ({ tagName, attribs: styleBlock(attributes) }),
      ...Object.fromEntries(['h1', ...HEADINGS].map((heading) => [heading, transformHeading])),
      ...Object.fromEntries(OTHER_BLOCKS.map((block) => [block, toBlock])),
      ...Object.fromEntries(['span', 'font', 'b', 'strong', 'i', 'em'].map((inline) => [inline, toStyled])),
      ...Object.fromEntries([...Object.keys(MEDIA), MEDIUM, 'source', SOURCE].map((medium) => [medium, toMedium])),
      ...Object.fromEntries(['menu', 'dir'].map((list) => [list, () => ({ tagName: 'ul', attribs: {} })])),
      strike: () => ({ tagName: 's', attribs: {} }),
      listing: () => ({ tagName: 'pre', attribs: {} }),
    },
  };
}

/** The only h1 of a page is in its template. */
function transformHeading(heading: string, { id, ...written }: Attributes): Tag {
  const others = alignBlock(written);
  const ownId = id === undefined ? null : ownIdOf(id);
  const attribs: Attributes = ownId === null ? others : { id: ownId, ...others };
  return { tagName: heading === 'h1' ? 'h2' : heading, attribs };
}

/** Styles that say something, with the element that shows each. */
const SHOWN_STYLES: readonly (readonly [element: string, style: RegExp])[] = [
  ['strong', /(?:^|;)\s*font-weight\s*:\s*(?:bold|[6-9]\d\d|1000)/i],
  ['em', /(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)/i],
  ['s', /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i],
  ['sub', /(?:^|;)\s*vertical-align\s*:\s*sub/i],
  ['sup', /(?:^|;)\s*vertical-align\s*:\s*super/i],
];
const NOT_BOLD = /(?:^|;)\s*font-weight\s*:\s*(?:normal|lighter|inherit|initial|[1-5]\d\d\b)/i;
const NOT_ITALIC = /(?:^|;)\s*font-style\s*:\s*(?:normal|inherit|initial)/i;
/** Replaced with its text. The sanitizer must keep it: after a tag that it discards, it ends a later one with the wrong name. */
const TEXT_ONLY: Tag = { tagName: STYLED, attribs: {} };

function shownAs({ style = '' }: Attributes): Attributes {
  const elements = SHOWN_STYLES.filter(([, pattern]) => pattern.test(style)).map(([element]) => element);
  return elements.length === 0 ? {} : { [SHOWN_AS]: elements.join(' ') };
}

/** `<b style="font-weight: normal">` is how Google Docs wraps what it copies. */
function transformStyled(tagName: string, attributes: Attributes): Tag {
  const { style = '' } = attributes;
  if (tagName === 'span' || tagName === 'font') {
    const attribs = shownAs(attributes);
    return SHOWN_AS in attribs ? { tagName: STYLED, attribs } : TEXT_ONLY;
  }
  const isPlain = tagName === 'b' || tagName === 'strong' ? NOT_BOLD.test(style) : NOT_ITALIC.test(style);
  return isPlain ? TEXT_ONLY : { tagName, attribs: attributes };
}

/** A link to the medium, or to a file of it, named by its title, file or host. */
function transformMedium(tagName: string, attributes: Attributes, rules: LinkRules): Tag {
  const standIn = tagName === 'source' || tagName === SOURCE ? SOURCE : MEDIUM;
  const written = addressOf(tagName, attributes);
  const target = resolveMedium(written, rules);
  const title = attributes.title?.trim() || attributes['aria-label']?.trim();
  if (target === null) return { tagName: standIn, attribs: title === undefined || title === '' ? {} : { title } };
  return { tagName: standIn, attribs: { ...target, title: title || nameOfMedium(written, rules) } };
}

/** The page of a player in a frame, which shows nothing on its own. */
const PLAYERS: readonly (readonly [player: RegExp, page: string])[] = [
  [
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/videoseries\?(?:.*&)?list=([\w-]+).*$/is,
    'https://www.youtube.com/playlist?list=$1',
  ],
  [
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]{11})(?![\w-]).*$/is,
    'https://www.youtube.com/watch?v=$1',
  ],
  // An unlisted video has a hash.
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)\?(?:.*&)?h=(\w+).*$/is, 'https://vimeo.com/$1/$2'],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)\b.*$/is, 'https://vimeo.com/$1'],
];

/** Attributes of the link to a medium; null if its address is not a web address. */
export function resolveMedium(written: string, rules: LinkRules): Attributes | null {
  const address = PLAYERS.reduce((found, [player, page]) => found.replace(player, page), written.trim());
  const link = address === '' ? null : resolveLink(address, rules);
  if (link === null || /^(?!https?:)[a-z]+:/i.test(link.href) || link.href === '') return null;
  return { href: link.href, ...(link.isOuter ? NEW_TAB : {}) };
}

/** The file of the site, or the host. */
function nameOfMedium(address: string, { origin }: LinkRules): string {
  const url = URL.parse(address.trim(), origin);
  if (url === null) return address;
  if (url.host !== new URL(origin).host) return url.host.replace(/^www\./, '');
  return url.pathname.split('/').at(-1) || url.pathname;
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
function alignBlock({ style = '', align = '', class: _, [SHOWN_AS]: __, ...others }: Attributes): Attributes {
  const alignment = CLASS_BY_ALIGNMENT[(ALIGNMENT.exec(style)?.[1] ?? align).toLowerCase()];
  return alignment === undefined ? others : { ...others, class: alignment };
}

function styleBlock(attributes: Attributes): Attributes {
  return { ...alignBlock(attributes), ...shownAs(attributes) };
}

/** A link without an allowed target gets no href, and is unwrapped later. */
function transformLink({ href = '', target, ...others }: Attributes, rules: LinkRules): Attributes {
  const link = href.trim() === '' ? null : resolveLink(href, rules);
  if (link === null) return {};
  return {
    ...without(others, ['rel']),
    href: link.href,
    ...(opensTab(link, target) ? NEW_TAB : {}),
  };
}

function transformImage({ src, alt, width, height, ...others }: Attributes, rules: TextRules): Attributes {
  const image = src === undefined ? null : findImage(src, rules);
  const shown = image?.src ?? src ?? null;
  // The path of a file of the site is already complete.
  const isFile = image?.src.startsWith('/') === true;
  const source = isFile || shown === null ? shown : resolveSource(shown, rules);
  return {
    ...(source === null ? {} : { src: source }),
    ...without(others, ['loading', 'decoding', 'srcset', 'sizes']),
    ...(image === null || image.srcset === null ? {} : { srcset: image.srcset, sizes: TEXT_SIZES }),
    alt: alt ?? '',
    ...boxOf(image, { width, height }),
    loading: 'lazy',
    decoding: 'async',
  };
}

/** Width of an image in a text. */
export const TEXT_SIZES = '(min-width: 800px) 704px, 100vw';

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
