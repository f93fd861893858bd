// Compares the pages of two generators: head, links, images, JSON-LD and visible text. Describes each difference in a line.

import { Parser } from 'htmlparser2';

const WORDS_AROUND = 6;
const CHARACTERS_BEFORE = 60;
const CHARACTERS_AFTER = 80;

/** The differences: `blog/index.html, links: …`. */
export function findDifferences(
  file: string,
  pages: { readonly ours: string; readonly theirs: string },
): readonly string[] {
  const ours = readSignature(pages.ours);
  const theirs = readSignature(pages.theirs);
  const parts = Object.keys(ours) as readonly (keyof PageSignature)[];
  return parts.flatMap((part) => describeDifference(`${file}, ${part}`, part, [ours[part], theirs[part]]));
}

function describeDifference(
  place: string,
  part: keyof PageSignature,
  [ours, theirs]: readonly [readonly string[], readonly string[]],
): readonly string[] {
  const length = Math.max(ours.length, theirs.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => ours[index] !== theirs[index]);
  if (at === undefined) return [];
  const around = (words: readonly string[]) => words.slice(Math.max(0, at - WORDS_AROUND), at + WORDS_AROUND).join(' ');
  const [one, other] =
    part === 'text'
      ? [around(ours), around(theirs)]
      : cutAroundDifference(ours[at] ?? '(nothing)', theirs[at] ?? '(nothing)');
  return [
    `${place}: ${ours.length} in sitegen's page, ${theirs.length} in theirs; the first difference:`,
    `  sitegen  ${one}`,
    `  theirs   ${other}`,
  ];
}

/** Cuts long lines to the first difference. */
function cutAroundDifference(one: string, other: string): readonly [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const start = at <= CHARACTERS_BEFORE ? 0 : at - CHARACTERS_BEFORE;
  const cut = (line: string) => {
    const shown = line.slice(start, at + CHARACTERS_AFTER);
    return `${start === 0 ? '' : '…'}${shown}${line.length > at + CHARACTERS_AFTER ? '…' : ''}`;
  };
  return [cut(one), cut(other)];
}

/** Lines to compare by kind; sorted if their order has no meaning. */
interface PageSignature {
  readonly title: readonly string[];
  readonly metas: readonly string[];
  /** `<link>` elements of the head. */
  readonly headLinks: readonly string[];
  readonly structuredData: readonly string[];
  /** Address and text of every `<a>`, in document order. */
  readonly links: readonly string[];
  readonly images: readonly string[];
  /** Words of the body, in document order. */
  readonly text: readonly string[];
}

const META_ATTRIBUTES = ['charset', 'name', 'property', 'http-equiv', 'content'];
const LINK_ATTRIBUTES = ['rel', 'type', 'hreflang', 'title', 'href'];
const IMAGE_ATTRIBUTES = ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'fetchpriority'];

/** Reads a page. */
function readSignature(html: string): PageSignature {
  const page: Record<Exclude<keyof PageSignature, 'text'>, string[]> = {
    title: [],
    metas: [],
    headLinks: [],
    structuredData: [],
    links: [],
    images: [],
  };
  let silent: string | null = null;
  /** Number of parent elements that are hidden before a script runs. */
  let unseen = 0;
  let script = '';
  let title = '';
  let isInBody = false;
  let text = '';
  const openLinks: { readonly href: string; readonly start: number }[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (unseen > 0 || name === 'template' || attributes.hidden !== undefined) {
        unseen += 1;
        return;
      }
      if (name === 'body') isInBody = true;
      if (name === 'meta') page.metas.push(describe(attributes, META_ATTRIBUTES));
      if (name === 'link') page.headLinks.push(describe(attributes, LINK_ATTRIBUTES));
      if (name === 'img') page.images.push(describe(attributes, IMAGE_ATTRIBUTES));
      if (name === 'a') openLinks.push({ href: attributes.href ?? '', start: text.length });
      if (name === 'script') silent = attributes.type === 'application/ld+json' ? 'json' : 'script';
      if (name === 'style') silent = name;
      if (name === 'title' && !isInBody) silent = 'title';
      if (isInBody) text += ' ';
    },
    ontext: (part) => {
      if (unseen > 0) return;
      if (silent === 'json') script += part;
      else if (silent === 'title') title += part;
      else if (silent === null && isInBody) text += part;
    },
    onclosetag: (name) => {
      if (unseen > 0) {
        unseen -= 1;
        return;
      }
      if (name === 'script' && silent === 'json') page.structuredData.push(sortKeys(script));
      if (name === 'title' && silent === 'title') page.title.push(title);
      if (['script', 'style', 'title'].includes(name)) silent = null;
      if (silent === null) script = '';
      const link = name === 'a' ? openLinks.pop() : undefined;
      if (link !== undefined) page.links.push(`${link.href} "${splitWords(text.slice(link.start)).join(' ')}"`);
      if (isInBody) text += ' ';
    },
  });
  parser.end(html);
  return sortSignature({ ...page, text: splitWords(text) });
}

/** Sorts lines whose order has no meaning. */
function sortSignature({ metas, headLinks, structuredData, ...inOrder }: PageSignature): PageSignature {
  return {
    ...inOrder,
    metas: [...new Set(metas)].sort(),
    headLinks: [...new Set(headLinks)].sort(),
    structuredData: structuredData.toSorted(),
  };
}

/** The compared attributes in a fixed order, with a fixed format for offsets of dates. */
function describe(attributes: Readonly<Record<string, string>>, names: readonly string[]): string {
  return names.flatMap((name) => (attributes[name] === undefined ? [] : [`${name}="${attributes[name]}"`])).join(' ');
}

function splitWords(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** JSON with sorted keys. Invalid JSON stays unchanged, and so differs. */
function sortKeys(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    );
  } catch {
    return text;
  }
}
