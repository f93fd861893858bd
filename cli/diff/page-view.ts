// A page as readers and search engines get it, without the address of its site.

import { withoutBase } from '../../config/site-address.ts';
import type { PlacedText } from '../facts/page-texts.ts';
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

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Removes the address of the site from HTML, an absolute address, or the path of an address. */
export function withoutOrigin(text: string, origin: string | null): string {
  if (origin === null) return text;
  if (text.startsWith('/')) return withoutBase(text, origin) ?? text;
  return text.replace(new RegExp(`${RegExp.escape(origin)}(?:/|(?![\\w.:-]))`, 'g'), '/');
}

const HASHES = /[-.](?:[A-Z0-9]{8}|[0-9a-f]{8,64})(?=\.[a-z0-9]{2,5}\b)|sha(?:256|384|512)-[A-Za-z0-9+/=]{43,}/g;

/** Removes the hashes of files: `/assets/home-480-41ae5865ba.webp` → `/assets/home-480.webp` */
export function withoutHashes(text: string): string {
  return text.replace(HASHES, '');
}
