// Reads a page as readers and search engines get it, and finds what changed between two versions, texts word by word. Every difference
// in bytes is at least one change, even if it is not visible.

import { diffArrays, diffWords } from 'diff';
import { withoutBase } from '../../config/site-address.ts';
import { type PlacedText, plain, type Region } from '../facts/page-texts.ts';
import { parsePage } from '../facts/parse-html.ts';
import type { SitePath } from '../files/brands.ts';
import { urlOf } from '../paths/site-path.ts';

/** What changes of a page are about, in display order, with their labels. */
export const CHANGE_KINDS = {
  title: 'Title',
  robots: 'Robots',
  canonical: 'Canonical address',
  description: 'Description',
  h1: 'Main heading',
  'language-links': 'Language links',
  language: 'Language',
  origin: 'Origin',
  text: 'Text',
  links: 'Links',
  pictures: 'Pictures',
  'structured-data': 'Structured data',
  share: 'Social networks',
  assets: 'Styles and scripts',
  markup: 'Markup',
} as const;

export type ChangeKind = keyof typeof CHANGE_KINDS;

/** A page has one or several facts of a kind and name. */
interface Fact {
  readonly kind: ChangeKind;
  /** `og:title`, a language, the name of a picture; '' for kinds without names. */
  readonly name: string;
  /** '' if the page has none. `robots`: '' if search engines may list the page. */
  readonly value: string;
}

export interface PageView {
  readonly html: string;
  readonly texts: readonly PlacedText[];
  /** Everything but the texts. */
  readonly facts: readonly Fact[];
}

/** The only value of a kind; '' if there is none. */
export const factOf = ({ facts }: PageView, wanted: ChangeKind): string =>
  facts.find(({ kind }) => kind === wanted)?.value ?? '';

/** `hreflang href` of every language link. */
export const alternatesOf = ({ facts }: PageView): ReadonlySet<string> =>
  new Set(facts.flatMap(({ kind, name, value }) => (kind === 'language-links' ? [`${name} ${value}`] : [])));

/** Reads a page of the site at `origin`. `robotsTag` is an X-Robots-Tag that hides it. */
export function readPageView(
  source: string,
  { path, origin, robotsTag }: { path: SitePath; origin: string | null; robotsTag?: string | undefined },
): PageView {
  const html = withoutOrigin(source, origin);
  const { facts, headings, texts, hrefs, dataTexts } = parsePage(html);
  // Share links contain the address and the title of their page.
  const ownUrl = origin === null ? null : encodeURIComponent(urlOf(origin, path));
  const readLink = (href: string) =>
    ownUrl !== null && href.includes(ownUrl) ? href.replace(/\?.*/s, '') : withoutOrigin(href, origin);
  const robots = [...(facts.hasNoindex ? ['noindex'] : []), ...(robotsTag ? [`X-Robots-Tag: ${robotsTag}`] : [])];
  const fact = (kind: ChangeKind, value: string, name = ''): Fact => ({ kind, name, value });
  return {
    html,
    texts,
    facts: [
      fact('title', plain(facts.title ?? '')),
      fact('robots', robots.join(', ')),
      fact('canonical', facts.canonical ?? ''),
      fact('description', facts.description ?? ''),
      fact('h1', headings.join(' | ')),
      ...facts.alternates.map(({ hreflang, href }) => fact('language-links', href, hreflang)),
      fact('language', facts.language ?? ''),
      ...hrefs.map((href) => fact('links', readLink(href))),
      ...dataTexts.map((text) => fact('structured-data', withoutHashes(text), /"@type":\s*"(\w+)"/.exec(text)?.[1])),
      ...Object.entries(facts.openGraph).map(([name, value]) => fact('share', withoutHashes(value), `og:${name}`)),
      ...facts.assets.map((address) => nameAsset(withoutOrigin(address, origin))),
    ],
  };
}

/** A picture has files of several widths and formats. */
function nameAsset(value: string): Fact {
  const name = withoutHashes(value);
  const isPicture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(value);
  return isPicture
    ? { kind: 'pictures', name: name.replace(/(?:-\d+)?\.\w+$/, ''), value }
    : { kind: 'assets', name, value };
}

/** Removes the address of the site from HTML, an absolute address, or the path of an address. */
export function withoutOrigin(text: string, origin: string | null): string {
  if (origin === null) return text;
  if (text.startsWith('/')) return withoutBase(text, origin) ?? text;
  return text.replace(new RegExp(`${RegExp.escape(origin)}(?:/|(?![\\w.:-]))`, 'g'), '/');
}

const HASHES = /[-.](?:[A-Z0-9]{8}|[0-9a-f]{8,64})(?=\.[a-z0-9]{2,5}\b)|sha(?:256|384|512)-[A-Za-z0-9+/=]{43,}/g;

/** Removes the hashes of files: `/assets/home-480-41ae5865ba.webp` → `/assets/home-480.webp` */
function withoutHashes(text: string): string {
  return text.replace(HASHES, '');
}

const ORDER = Object.keys(CHANGE_KINDS);

export function compareKinds(a: ChangeKind, b: ChangeKind): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}

/** A run of words in both texts (' '), only in the first ('-'), or only in the second ('+'). */
export interface WordRun {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** A change of one page. */
export interface PageChange {
  readonly kind: ChangeKind;
  /** Of a text; else `frame`. */
  readonly region: Region;
  /** What exactly changed, such as `og:title`; may be ''. */
  readonly subject: string;
  readonly runs: readonly WordRun[];
  /** Other kinds in which the same words changed. */
  readonly also: readonly ChangeKind[];
}

const removed = (text: string): WordRun => ({ mark: '-', text });
const added = (text: string): WordRun => ({ mark: '+', text });

function createChange(
  kind: ChangeKind,
  runs: readonly WordRun[],
  { region = 'frame', subject = '' }: { readonly region?: Region; readonly subject?: string } = {},
): PageChange {
  return { kind, region, subject, runs, also: [] };
}

/** The change of a page of a site with another address, whose views do not have the address. */
export const changeOrigin = (before: string, after: string): PageChange =>
  createChange('origin', [removed(before), added(after)]);

/** The same change on other pages has the same key. */
export const keyOfChange = ({ kind, region, subject, runs }: PageChange): string =>
  [kind, region, subject, keyOfRuns(runs)].join('\u0002');

/** The changed words without context: equal for the same change in another place. */
function keyOfRuns(runs: readonly WordRun[]): string {
  return runs
    .filter(({ mark }) => mark !== ' ')
    .map(({ mark, text }) => `${mark}${text.trim()}`)
    .join('\u0001');
}

/** Compares two versions whose bytes differ. @returns at least one change. */
export function comparePages(a: PageView, b: PageView): readonly PageChange[] {
  const changes = [...compareFacts(a.facts, b.facts), ...compareTexts(a.texts, b.texts)];
  changes.sort((one, other) => compareKinds(one.kind, other.kind));
  if (changes.length > 0) return mergeSame(changes);
  return withoutHashes(a.html) === withoutHashes(b.html)
    ? [createChange('assets', [], { subject: 'only the addresses of other files' })]
    : [createChange('markup', [], { subject: 'no word, link or picture changed' })];
}

/** If the same words change in several places (title, heading, social networks), that is one change. */
function mergeSame(changes: readonly PageChange[]): readonly PageChange[] {
  const groups = Map.groupBy(changes, (change) => keyOfRuns(change.runs) || keyOfChange(change));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const also = new Set(others.map(({ kind }) => kind).filter((kind) => kind !== first.kind));
    // The same words in the header and in the content are two changes.
    const elsewhere = others.filter(({ kind, region }) => kind === first.kind && region !== first.region);
    return [{ ...first, also: [...also] }, ...elsewhere];
  });
}

function compareFacts(before: readonly Fact[], after: readonly Fact[]): readonly PageChange[] {
  const keyOf = ({ kind, name }: Fact) => `${kind} ${name}`;
  const [old, now] = [Map.groupBy(before, keyOf), Map.groupBy(after, keyOf)];
  return [...new Map([...old, ...now])].flatMap(([key, [fact]]) =>
    fact === undefined ? [] : compareValues(fact, old.get(key) ?? [], now.get(key) ?? []),
  );
}

/** Compares the values of one kind and name. */
function compareValues({ kind, name }: Fact, before: readonly Fact[], after: readonly Fact[]): readonly PageChange[] {
  const [old = [], now = []] = [before, after].map((facts) => facts.map(({ value }) => value).sort());
  const parts = diffArrays(old, now);
  const gone = parts.flatMap((part) => (part.removed ? part.value : []));
  const fresh = parts.flatMap((part) => (part.added ? part.value : []));
  if (gone.length + fresh.length === 0) return [];
  if (kind === 'pictures' || kind === 'assets') {
    if (before.length === 0) return [createChange(kind, [added(name)])];
    if (after.length === 0) return [createChange(kind, [removed(name)])];
    return [createChange(kind, [], { subject: `${name}: other bytes or sizes` })];
  }
  const runs = [...gone.map(removed), ...fresh.map(added)];
  if (gone.length !== 1 || fresh.length !== 1) return runs.map((run) => createChange(kind, [run], { subject: name }));
  // Addresses are shown whole.
  const isAddress = kind === 'links' || kind === 'language-links';
  return [createChange(kind, isAddress ? runs : compareWords(gone.join(), fresh.join()), { subject: name })];
}

/** Pages with more differences are considered entirely different. */
const MAX_EDITS = 2000;

/** Compares blocks of text. Adjacent ones are one change, unless each has its counterpart. */
function compareTexts(before: readonly PlacedText[], after: readonly PlacedText[]): readonly PageChange[] {
  const isSame = (a: PlacedText, b: PlacedText) => a.text === b.text && a.region === b.region;
  const parts = diffArrays([...before], [...after], { comparator: isSame, maxEditLength: MAX_EDITS });
  if (parts === undefined) return pairTexts(before, after);
  return parts.flatMap((part, index) => {
    const previous = parts[index - 1];
    // The removed blocks of a place come first.
    if (part.added) return pairTexts(previous?.removed === true ? previous.value : [], part.value);
    return part.removed && parts[index + 1]?.added !== true ? pairTexts(part.value, []) : [];
  });
}

function pairTexts(before: readonly PlacedText[], after: readonly PlacedText[]): readonly PageChange[] {
  const [old, now] = [before, after].map((texts) => Map.groupBy(texts, ({ region }) => region));
  const regions = new Set([...before, ...after].map(({ region }) => region));
  return [...regions].flatMap((region) => {
    const [was, is] = [old, now].map((texts) => texts?.get(region)?.map(({ text }) => text) ?? []);
    return was !== undefined && was.length === is?.length
      ? was.map((text, index) => createChange('text', compareWords(text, is[index] ?? ''), { region }))
      : [createChange('text', compareWords(was?.join(' · ') ?? '', is?.join(' · ') ?? ''), { region })];
  });
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** Texts with more differences are shown whole, because a word diff would not be readable. */
const MAX_WORDS = 600;
/** Characters shown around a change. */
const CONTEXT = 60;
/** Characters shown of a long change. */
const MAX_RUN = 600;

/** Changed words with only whitespace between them are one run. */
function compareWords(before: string, after: string): readonly WordRun[] {
  const parts = diffWords(before, after, { intlSegmenter: WORDS, maxEditLength: MAX_WORDS }) ?? [];
  // Blanks alone are no word.
  const hasWords = parts.some((part) => part.added || part.removed);
  const runs: readonly WordRun[] = hasWords
    ? parts.map((part) => ({ mark: part.added ? '+' : part.removed ? '-' : ' ', text: part.value }))
    : [removed(before), added(after)].filter(({ text }) => text !== '');
  return runs.map(({ mark, text }, index) => {
    if (mark !== ' ') return { mark, text: cut(text, MAX_RUN, 0) };
    return { mark, text: cut(text, index === 0 ? 0 : CONTEXT, index === runs.length - 1 ? 0 : CONTEXT) };
  });
}

/** Keeps the first and last characters of a longer text, cut between words. */
function cut(text: string, first: number, last: number): string {
  if (text.length <= first + last + 3) return text;
  const start = text.slice(0, first).replace(/\S*$/, '');
  const end = last === 0 ? '' : text.slice(-last).replace(/^\S*/, '');
  return `${start}…${end}`.toWellFormed();
}
