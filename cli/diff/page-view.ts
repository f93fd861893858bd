// A page as readers and search engines get it, without the address of its site.

import { withoutBase } from '../../config/site-address.ts';
import type { PlacedText } from '../facts/page-texts.ts';
import { parseHtml } from '../facts/parse-html.ts';
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
  const page = parseHtml(html);
  const own = (address: string) => withoutOrigin(address, origin);
  // Share links contain the address and the title of their page.
  const ownUrl = origin === null ? null : encodeURIComponent(urlOf(origin, path));
  const readLink = (href: string) => (ownUrl !== null && href.includes(ownUrl) ? href.replace(/\?.*/s, '') : own(href));
  const robots = [page.hasNoindex ? 'noindex' : [], robotsTag === undefined ? [] : `X-Robots-Tag: ${robotsTag}`].flat();
  return {
    html,
    title: page.title === null ? null : plain(page.title),
    description: page.description,
    heading: page.headings.length === 0 ? null : page.headings.join(' | '),
    canonical: page.canonical === null ? null : own(page.canonical),
    robots: robots.length === 0 ? null : robots.join(', '),
    language: page.language,
    alternates: page.alternates.map(({ hreflang, href }) => `${hreflang} ${own(href)}`).sort(),
    share: Object.entries(page.openGraph).map(([name, value]) => `og:${name}: ${withoutHash(own(value))}`),
    data: page.dataTexts.flatMap((text) => listData(text, own)),
    texts: page.texts,
    links: page.hrefs.map(readLink),
    assets: page.assets.map(own),
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
