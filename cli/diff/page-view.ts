// A page as readers and search engines get it, without the address of its site.

import { withoutBase } from '../../config/site-address.ts';
import type { PlacedText } from '../facts/page-texts.ts';
import { parsePage } from '../facts/parse-html.ts';
import { parseJson } from '../facts/structured-data-facts.ts';
import type { SitePath } from '../files/brands.ts';
import { urlOf } from '../paths/site-path.ts';

/** Who is affected: search engines, readers, or neither. */
export type Concern = 'search' | 'content' | 'technical';

/** What changes of a page are about, in display order. */
export const CHANGE_KINDS = {
  title: { label: 'Title', concern: 'search' },
  robots: { label: 'Robots', concern: 'search' },
  canonical: { label: 'Canonical address', concern: 'search' },
  description: { label: 'Description', concern: 'search' },
  h1: { label: 'Main heading', concern: 'search' },
  'language-links': { label: 'Language links', concern: 'search' },
  language: { label: 'Language', concern: 'search' },
  origin: { label: 'Origin', concern: 'search' },
  text: { label: 'Text', concern: 'content' },
  links: { label: 'Links', concern: 'content' },
  pictures: { label: 'Pictures', concern: 'content' },
  'structured-data': { label: 'Structured data', concern: 'search' },
  share: { label: 'Social networks', concern: 'content' },
  assets: { label: 'Styles and scripts', concern: 'technical' },
  markup: { label: 'Markup', concern: 'technical' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly concern: Concern }>>;

export type ChangeKind = keyof typeof CHANGE_KINDS;

/** A page has one or several facts of a kind and name. */
export interface Fact {
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

/** The values of all facts of a kind. */
export const valuesOf = ({ facts }: PageView, wanted: ChangeKind): readonly string[] =>
  facts.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));

/** The only value of a kind; '' if there is none. */
export const factOf = (view: PageView, kind: ChangeKind): string => valuesOf(view, kind)[0] ?? '';

/** `hreflang href` of every language link. */
export const alternatesOf = ({ facts }: PageView): ReadonlySet<string> =>
  new Set(facts.flatMap(({ kind, name, value }) => (kind === 'language-links' ? [`${name} ${value}`] : [])));

interface PagePlace {
  readonly path: SitePath;
  /** Address of the site. */
  readonly origin: string | null;
  /** An X-Robots-Tag that hides the page. */
  readonly robotsTag?: string | undefined;
}

export function readPageView(html: string, { path, origin, robotsTag }: PagePlace): PageView {
  const { facts, headings, texts, hrefs, dataTexts } = parsePage(html);
  const own = (address: string) => withoutOrigin(address, origin);
  // Share links contain the address and the title of their page.
  const ownUrl = origin === null ? null : encodeURIComponent(urlOf(origin, path));
  const readLink = (href: string) => (ownUrl !== null && href.includes(ownUrl) ? href.replace(/\?.*/s, '') : own(href));
  const robots = [...(facts.hasNoindex ? ['noindex'] : []), ...(robotsTag ? [`X-Robots-Tag: ${robotsTag}`] : [])];
  const fact = (kind: ChangeKind, value: string, name = ''): Fact => ({ kind, name, value });
  return {
    html,
    texts,
    facts: [
      fact('title', plain(facts.title ?? '')),
      fact('robots', robots.join(', ')),
      fact('canonical', own(facts.canonical ?? '')),
      fact('description', facts.description ?? ''),
      fact('h1', headings.join(' | ')),
      ...facts.alternates.map(({ hreflang, href }) => fact('language-links', own(href), hreflang)),
      fact('language', facts.language ?? ''),
      ...hrefs.map((href) => fact('links', readLink(href))),
      ...dataTexts.flatMap(listData).map(([name, value]) => fact('structured-data', withoutHashes(own(value)), name)),
      ...Object.entries(facts.openGraph).map(([name, value]) => fact('share', withoutHashes(own(value)), `og:${name}`)),
      ...facts.assets.map((address) => nameAsset(own(address))),
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

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Removes the address of the site. */
export function withoutOrigin(address: string, origin: string | null): string {
  if (origin === null) return address;
  if (address.startsWith('/')) return withoutBase(address, origin) ?? address;
  if (!address.startsWith(origin)) return address;
  const rest = address.slice(origin.length);
  return rest === '' || /^[/#?]/.test(rest) ? rest || '/' : address;
}

/** Names and values of structured data. Invalid JSON is one value. */
function listData(text: string): readonly (readonly [string, string])[] {
  const visit = (value: unknown, place: string): readonly (readonly [string, string])[] => {
    if (typeof value !== 'object' || value === null) return [[place, String(value)]];
    return Object.entries(value).flatMap(([name, inner]) => {
      const isUnnamed = Array.isArray(value) || name === '@graph';
      return visit(inner, isUnnamed ? place : place === '' ? name : `${place}.${name}`);
    });
  };
  const value = parseJson(text);
  return value === null ? [['unreadable', plain(text).slice(0, 200)]] : visit(value, '');
}

const HASHES = /[-.](?:[A-Z0-9]{8}|[0-9a-f]{8,64})(?=\.[a-z0-9]{2,5}\b)|sha(?:256|384|512)-[A-Za-z0-9+/=]{43,}/g;

/** Removes the hashes of files: `/assets/home-480-41ae5865ba.webp` → `/assets/home-480.webp` */
export function withoutHashes(text: string): string {
  return text.replace(HASHES, '');
}
