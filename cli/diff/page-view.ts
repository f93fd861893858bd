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
  /** `og:title`, the name of a picture; '' for kinds without names. */
  readonly name: string;
  readonly value: string;
}

export interface PageView {
  readonly html: string;
  readonly title: string;
  /** Its main headings. */
  readonly heading: string;
  readonly canonical: string;
  /** '' if search engines may list the page. */
  readonly robots: string;
  /** `hreflang href` of every language link. */
  readonly alternates: readonly string[];
  readonly links: readonly string[];
  readonly texts: readonly PlacedText[];
  /** Everything but the texts. */
  readonly facts: readonly Fact[];
}

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
  const title = plain(facts.title ?? '');
  const heading = headings.join(' | ');
  const canonical = own(facts.canonical ?? '');
  const hidden = [
    facts.hasNoindex ? 'noindex' : [],
    robotsTag === undefined ? [] : `X-Robots-Tag: ${robotsTag}`,
  ].flat();
  const robots = hidden.join(', ');
  const links = hrefs.map(readLink);
  const fact = (kind: ChangeKind, value: string, name = ''): Fact => ({ kind, name, value });
  return {
    ...{ html, title, heading, canonical, robots, links, texts },
    alternates: facts.alternates.map(({ hreflang, href }) => `${hreflang} ${own(href)}`),
    facts: [
      fact('title', title),
      fact('robots', robots),
      fact('canonical', canonical),
      fact('description', facts.description ?? ''),
      fact('h1', heading),
      ...facts.alternates.map(({ hreflang, href }) => fact('language-links', own(href), hreflang)),
      fact('language', facts.language ?? ''),
      ...links.map((href) => fact('links', href)),
      ...dataTexts.flatMap(listData).map(([name, value]) => fact('structured-data', withoutHashes(own(value)), name)),
      ...Object.entries(facts.openGraph).map(([name, value]) => fact('share', withoutHashes(own(value)), `og:${name}`)),
      ...facts.assets.map((address) => fact(...nameAsset(own(address)))),
    ],
  };
}

/** A picture has files of several widths and formats. */
function nameAsset(address: string): readonly [ChangeKind, string, string] {
  const name = withoutHashes(address);
  const isPicture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(address);
  return isPicture ? ['pictures', address, name.replace(/(?:-\d+)?\.\w+$/, '')] : ['assets', address, name];
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
