// A page as readers and crawlers see it.

/** Where something is on a page. `frame` is outside of header, main and footer. */
export type Region = 'head' | 'header' | 'main' | 'footer' | 'frame';

export interface PlacedText {
  readonly region: Region;
  readonly text: string;
}

export interface ShownLink extends PlacedText {
  /** Without the origin of the site. */
  readonly href: string;
}

export interface ShownPicture extends PlacedText {
  /** Address without the hash. `text` is the alternative text. */
  readonly name: string;
  /** Addresses of all files. */
  readonly files: string;
}

export interface PageView {
  readonly title: string | null;
  readonly description: string | null;
  readonly headings: readonly string[];
  readonly canonical: string | null;
  readonly robots: string | null;
  readonly language: string | null;
  /** `hreflang href` of every language link, sorted. */
  readonly alternates: readonly string[];
  /** Target of a meta refresh. */
  readonly redirect: string | null;
  /** `name: value` for social networks. */
  readonly share: readonly string[];
  /** `Article › headline: text` of every value of the structured data. */
  readonly data: readonly string[];
  /** The text of every block, in order. */
  readonly blocks: readonly PlacedText[];
  readonly links: readonly ShownLink[];
  readonly pictures: readonly ShownPicture[];
  /** Texts in attributes: accessible names, placeholders, button texts. */
  readonly labels: readonly PlacedText[];
  /** Addresses of styles, scripts, fonts and icons. */
  readonly assets: readonly string[];
}

export function isIndexable({ robots, redirect }: Pick<PageView, 'robots' | 'redirect'>): boolean {
  return redirect === null && !/\b(?:noindex|none)\b/i.test(robots ?? '');
}

/** Target of a meta refresh; null if there is none. */
export function findRefresh(html: string): string | null {
  const [, tag = ''] = /<meta\s([^>]*http-equiv="?refresh\b[^>]*)>/i.exec(html) ?? [];
  const [, target] = /\burl=([^">]+)/i.exec(tag) ?? [];
  return target?.trim().replaceAll('&amp;', '&') ?? null;
}

const HASH = /[-.](?:[A-Z0-9]{8}|[0-9a-f]{8,64})(?=\.[a-z0-9]+$)/;

/** Removes the hash of an asset: `/assets/home-480-41ae5865ba.webp` → `/assets/home-480.webp`. */
export function withoutHash(address: string): string {
  return address.replace(HASH, '');
}

/** Removes all hashes of other files from HTML. */
export function withoutHashes(html: string): string {
  return html.replace(/(?<=[-.])(?:[A-Z0-9]{8}|[0-9a-f]{8,64})(?=\.[a-z0-9]{2,5}\b)/g, '').replace(SHA, '');
}

const SHA = /sha(?:256|384|512)-[A-Za-z0-9+/=]{43,}/g;
