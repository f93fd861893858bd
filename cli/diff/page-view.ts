// A page as readers and search engines get it, without the address of its site.

import { withoutBase } from '../../config/site-address.ts';
import type { PlacedText } from '../facts/page-texts.ts';
import { parsePage } from '../facts/parse-html.ts';
import { urlOf } from '../paths/site-path.ts';

export interface PageView {
  readonly html: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Its main headings. */
  readonly heading: string | null;
  readonly canonical: string | null;
  readonly robots: string | null;
  readonly language: string | null;
  /** `hreflang href` of every language link, sorted. */
  readonly alternates: readonly string[];
  /** `name: value` for social networks. */
  readonly share: readonly string[];
  /** `headline: text` of every value of the structured data. */
  readonly data: readonly string[];
  readonly texts: readonly PlacedText[];
  readonly links: readonly string[];
  readonly assets: readonly string[];
}

interface PagePlace {
  readonly path: string;
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
  const robots = [
    facts.hasNoindex ? 'noindex' : [],
    robotsTag === undefined ? [] : `X-Robots-Tag: ${robotsTag}`,
  ].flat();
  return {
    html,
    title: facts.title === null ? null : plain(facts.title),
    description: facts.description,
    heading: headings.length === 0 ? null : headings.join(' | '),
    canonical: facts.canonical === null ? null : own(facts.canonical),
    robots: robots.length === 0 ? null : robots.join(', '),
    language: facts.language,
    alternates: facts.alternates.map(({ hreflang, href }) => `${hreflang} ${own(href)}`).sort(),
    share: Object.entries(facts.openGraph).map(([name, value]) => `og:${name}: ${withoutHash(own(value))}`),
    data: dataTexts.flatMap((text) => listData(text, own)),
    texts,
    links: hrefs.map(readLink),
    assets: facts.assets.map(own),
  };
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

/** Every value of structured data with its place. Invalid JSON is one value. */
function listData(text: string, own: (address: string) => string): readonly string[] {
  const visit = (value: unknown, place: string): readonly string[] => {
    if (typeof value !== 'object' || value === null) return [`${place}: ${withoutHash(own(String(value)))}`];
    return Object.entries(value).flatMap(([name, inner]) => {
      const isUnnamed = Array.isArray(value) || name === '@graph';
      return visit(inner, isUnnamed ? place : place === '' ? name : `${place}.${name}`);
    });
  };
  try {
    return visit(JSON.parse(text), '');
  } catch {
    return [`unreadable: ${plain(text).slice(0, 200)}`];
  }
}

const HASH = /[-.](?:[A-Z0-9]{8}|[0-9a-f]{8,64})(?=\.[a-z0-9]+$)/;

/** Removes the hash of an asset: `/assets/home-480-41ae5865ba.webp` → `/assets/home-480.webp`. */
export function withoutHash(address: string): string {
  return address.replace(HASH, '');
}

const HASHES = /(?<=[-.])(?:[A-Z0-9]{8}|[0-9a-f]{8,64})(?=\.[a-z0-9]{2,5}\b)|sha(?:256|384|512)-[A-Za-z0-9+/=]{43,}/g;

/** Removes all hashes of other files from HTML. */
export function withoutHashes(html: string): string {
  return html.replace(HASHES, '');
}

/** Target of a meta refresh; null if there is none. */
export function findRefresh(html: string): string | null {
  const [, tag = ''] = /<meta\s([^>]*http-equiv="?refresh\b[^>]*)>/i.exec(html) ?? [];
  const [, target] = /\burl=([^">]+)/i.exec(tag) ?? [];
  return target?.trim().replaceAll('&amp;', '&') ?? null;
}
