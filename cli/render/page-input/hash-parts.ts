// A page's input as texts, with a short hash of each part, to tell whether it changed and what of it. Rich text is most of
// an input, and stays as it is: to write it into JSON and to read it from there costs more than all the rest.

import type { BlockInput, CardInput, PageInput, SharedKeys, SiteInput } from '../../../templates/page-input.ts';
import { shortHash } from '../../files/content-hash.ts';

/**
 * An input as texts, which cross to another thread for the price of their bytes: apart from each other, since one letter
 * beyond Latin-1 makes two bytes of every character of its text.
 */
export interface InputTexts {
  /** JSON, as are the next two; without rich text and the cards of other entries. */
  readonly props: string;
  readonly head: string;
  readonly surroundings: string;
  /** Of each block of text, in their order. */
  readonly html: readonly string[];
}

/** An input ready to be handed over. */
export interface HashedInput {
  readonly texts: InputTexts;
  /** Hash by part; shared values stand under their own hash. */
  readonly parts: Readonly<Record<string, string>>;
  readonly hash: string;
}

/** The texts of an entry, and the hash of the line that it was received as. */
export interface NamedTexts {
  readonly digest: string;
  readonly texts: readonly string[];
}

/** What stands in an input apart from its JSON. */
interface TakenOut {
  readonly content?: readonly BlockInput[];
  readonly related?: readonly CardInput[];
}

const NO_TEXT: BlockInput = { type: 'text', html: '' };
const NO_CARDS: readonly CardInput[] = [];
/** No text of content has it, nor has JSON. */
const SEPARATOR = '\0';

/**
 * Each part is turned into text once; what is small goes together, since a hash costs more than its bytes. Texts of its entry
 * are named by the hash of that: they are most of an input, and were hashed when they came.
 */
export function hashParts(input: PageInput, entry: NamedTexts | null): HashedInput {
  const { props, head, shared } = input;
  const html = listHtml(props);
  const texts = {
    props: JSON.stringify(withoutHtml(props)),
    head: JSON.stringify(head),
    surroundings: JSON.stringify(surroundingsOf(input)),
    html,
  };
  const { chrome, words, site, related } = shared;
  const parts = {
    props: shortHash([texts.props, ...nameTexts(html, entry)].join(SEPARATOR)),
    head: shortHash(texts.head),
    surroundings: shortHash(texts.surroundings),
    chrome,
    words,
    site,
    ...(related === null ? {} : { related }),
  };
  return { texts, parts, hash: shortHash(Object.values(parts).join(' ')) };
}

/** Shared values under the keys of one input. */
interface KeyedValues {
  readonly keys: SharedKeys;
  readonly site: SiteInput;
  readonly related: readonly CardInput[] | null;
}

/** The input that the texts are of. */
export function parseInput(
  { props, head, surroundings, html }: InputTexts,
  { keys, site, related }: KeyedValues,
): PageInput {
  return {
    ...JSON.parse(surroundings),
    props: withHtml(JSON.parse(props), html, related),
    head: JSON.parse(head),
    site,
    shared: keys,
  };
}

/** Texts by their places in the entry, where all of them stand there as they are. What reads entries is code of templates. */
function nameTexts(html: readonly string[], entry: NamedTexts | null): readonly string[] {
  if (entry === null || html.length === 0) return html;
  const places = html.map((text) => entry.texts.indexOf(text));
  return places.includes(-1) ? html : [`${entry.digest} ${places.join(' ')}`];
}

function listHtml(props: PageInput['props']): readonly string[] {
  const html: string[] = [];
  if (!('content' in props)) return html;
  for (const block of props.content) if (block.type === 'text') html.push(block.html);
  return html;
}

function withoutHtml(props: PageInput['props']): unknown {
  if (!('content' in props)) return props;
  const content = props.content.map((block) => (block.type === 'text' ? NO_TEXT : block));
  return 'related' in props ? { ...props, content, related: NO_CARDS } : { ...props, content };
}

function withHtml(props: TakenOut, html: readonly string[], related: readonly CardInput[] | null): TakenOut {
  let next = 0;
  const whole = related === null ? props : { ...props, related };
  const { content } = whole;
  if (content === undefined || html.length === 0) return whole;
  const nextHtml = (): string => {
    next += 1;
    return html[next - 1] ?? '';
  };
  return {
    ...whole,
    content: content.map((block) => (block.type === 'text' ? { type: 'text', html: nextHtml() } : block)),
  };
}

/** All but what goes apart. A field that is missing here does not compile. */
function surroundingsOf(input: PageInput): Omit<PageInput, 'props' | 'head' | 'site' | 'shared'> {
  return {
    template: input.template,
    routeName: input.routeName,
    locale: input.locale,
    languageTag: input.languageTag,
    wordsLanguageTag: input.wordsLanguageTag,
    layout: input.layout,
    breadcrumbs: input.breadcrumbs,
    switcher: input.switcher,
    finalHrefs: input.finalHrefs,
    richImages: input.richImages,
  };
}
