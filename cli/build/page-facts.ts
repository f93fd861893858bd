// What one page's HTML says about itself, read from its bytes: links, ids, headings, assets. Our renderer and the
// sanitiser both print every attribute double-quoted and escaped, which is all that this reading relies on.

import { decodeEntities } from './find-attributes.ts';

/** Facts of a page or of a shared fragment. */
export interface PageFacts {
  readonly title: string | null;
  readonly canonical: string | null;
  /** hreflang and href of every alternate link. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  /** Every `href` of an `<a>`, once, in order of first use. */
  readonly links: readonly string[];
  /** Everything the browser loads: stylesheets, scripts, images, icons. */
  readonly assets: readonly string[];
  readonly ids: readonly string[];
  readonly headingCount: number;
  readonly hasNoindex: boolean;
}

const TAG = /<([a-z][a-z0-9-]*)(\s[^<>]*)?>/g;
const ATTRIBUTE = /\s([a-zA-Z-]+)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/;
/** Tags of which more is read than their id: a page has far more of the others. */
const TELLING_TAGS = new Set([
  'a',
  'h1',
  'link',
  'meta',
  'img',
  'source',
  'script',
  'video',
  'audio',
  'iframe',
  'embed',
]);
const TITLE = /<title>([^<]*)<\/title>/;

/** Reads the facts of some HTML. */
export function parsePageFacts(html: string): PageFacts {
  const links = new Set<string>();
  const assets = new Set<string>();
  const ids: string[] = [];
  const alternates: { hreflang: string; href: string }[] = [];
  let canonical: string | null = null;
  let headingCount = 0;
  let hasNoindex = false;
  for (const [, name = '', text = ''] of html.matchAll(TAG)) {
    if (!TELLING_TAGS.has(name)) {
      const id = text.includes(' id="') ? ID.exec(text)?.[1] : undefined;
      if (id !== undefined) ids.push(decodeEntities(id));
      continue;
    }
    const attributes = parseAttributes(text);
    const { id, href, src, srcset, rel } = attributes;
    if (id !== undefined) ids.push(id);
    if (name === 'h1') headingCount += 1;
    if (name === 'a' && href !== undefined) links.add(href);
    if (name === 'link' && href !== undefined) {
      if (rel === 'canonical') canonical = href;
      else if (rel === 'alternate' && attributes.hreflang !== undefined)
        alternates.push({ hreflang: attributes.hreflang, href });
      else if (rel === 'stylesheet' || rel === 'icon' || rel === 'preload' || rel === 'modulepreload') assets.add(href);
      else if (rel === 'alternate' || rel === 'next' || rel === 'prev') links.add(href);
    }
    if (name === 'meta' && attributes.name === 'robots') hasNoindex = attributes.content?.includes('noindex') ?? false;
    if (src !== undefined) assets.add(src);
    for (const candidate of srcset?.split(/,\s+/) ?? []) assets.add(candidate.split(' ')[0] ?? '');
  }
  const title = TITLE.exec(html)?.[1];
  return {
    title: title === undefined ? null : decodeEntities(title),
    canonical,
    alternates,
    links: [...links],
    assets: [...assets],
    ids,
    headingCount,
    hasNoindex,
  };
}

function parseAttributes(text: string): Record<string, string | undefined> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] = decodeEntities(value);
  return attributes;
}
