// Reads what a page says from its HTML in one pass. Any HTML is accepted, because live sites may send any.

import { Parser } from 'htmlparser2';
import { withoutBase } from '../../config/site-address.ts';
import { type PageView, type Region, withoutHash } from './page-view.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

/** `origin` is the address of the site, which is removed from its own addresses. */
export function readPageView(html: string, origin: string | null): PageView {
  const reader = new ViewReader(origin);
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  });
  parser.end(html);
  return reader.finish();
}

/** Elements whose text is not part of the page's text. */
const SILENT = new Set(['script', 'style', 'svg', 'template', 'title', 'head']);
const REGIONS: Readonly<Record<string, Region>> = { header: 'header', main: 'main', footer: 'footer' };
/** Elements within a text. All others start a new block. */
const INLINE = new Set(
  'a abbr b bdi bdo br cite code data dfn em i ins del kbd mark q s samp small span strong sub sup time u var wbr img picture source svg path'.split(
    ' ',
  ),
);
const LABELS = ['aria-label', 'aria-description', 'placeholder', 'title', 'data-label'];
const LOADING = new Set(['stylesheet', 'icon', 'preload', 'modulepreload', 'apple-touch-icon', 'manifest']);
const SHARED = /^(?:og|twitter|article|fb):/;

type Attributes = Readonly<Record<string, string>>;

class ViewReader {
  readonly view: Mutable<PageView> = {
    title: null,
    description: null,
    headings: [],
    canonical: null,
    robots: null,
    language: null,
    alternates: [],
    redirect: null,
    share: [],
    data: [],
    blocks: [],
    links: [],
    pictures: [],
    labels: [],
    assets: [],
  };
  readonly origin: string | null;
  region: Region = 'frame';
  depth = 0;
  regionDepth = 0;
  /** Depth of the outermost silent element; 0 outside. */
  silentDepth = 0;
  block = '';
  heading: string | null = null;
  link: { href: string; text: string } | null = null;
  /** Text of the title, or of structured data. */
  raw: string | null = null;
  /** Addresses of the `source` elements of the current picture. */
  sources: string[] = [];
  /** Whether an inline element has just ended. If another follows directly, styles separate them visually. */
  hasJustClosed = false;

  constructor(origin: string | null) {
    this.origin = origin;
  }

  open(name: string, attributes: Attributes): void {
    this.depth += 1;
    if (this.silentDepth === 0) {
      if (!INLINE.has(name)) this.endBlock();
      if (name === 'br' || name === 'img' || this.hasJustClosed) this.addText(' ');
      this.hasJustClosed = false;
      if (this.regionDepth === 0 && REGIONS[name] !== undefined) this.enter(REGIONS[name]);
      this.readLabels(name, attributes);
      if (SILENT.has(name) && name !== 'head') this.silentDepth = this.depth;
    }
    this.readElement(name, attributes);
  }

  enter(region: Region): void {
    this.region = region;
    this.regionDepth = this.depth;
  }

  text(part: string): void {
    if (this.raw !== null) this.raw += part;
    if (this.silentDepth > 0) return;
    this.hasJustClosed = false;
    this.addText(part);
  }

  addText(part: string): void {
    this.block += part;
    if (this.heading !== null) this.heading += part;
    if (this.link !== null) this.link.text += part;
  }

  close(name: string): void {
    if (this.raw !== null && (name === 'title' || name === 'script')) this.endRaw(name);
    if (this.silentDepth === this.depth) this.silentDepth = 0;
    else if (this.silentDepth === 0) {
      if (!INLINE.has(name)) this.endBlock();
      if (name === 'h1' && this.heading !== null) {
        this.view.headings.push(plain(this.heading));
        this.heading = null;
      }
      if (name === 'a') this.endLink();
      this.hasJustClosed = INLINE.has(name);
    }
    if (name === 'picture') this.sources = [];
    if (this.depth === this.regionDepth) {
      this.region = 'frame';
      this.regionDepth = 0;
    }
    this.depth -= 1;
  }

  finish(): PageView {
    this.endBlock();
    this.view.alternates.sort();
    return this.view;
  }

  endBlock(): void {
    const text = plain(this.block);
    this.block = '';
    if (text !== '') this.view.blocks.push({ region: this.region, text });
  }

  endLink(): void {
    if (this.link === null) return;
    this.view.links.push({ region: this.region, href: this.link.href, text: plain(this.link.text) });
    this.link = null;
  }

  endRaw(name: string): void {
    const text = this.raw ?? '';
    this.raw = null;
    if (name === 'title') this.view.title ??= plain(text);
    else this.view.data.push(...listData(text, (value) => this.own(value)));
  }

  readLabels(name: string, attributes: Attributes): void {
    const names = name === 'input' || name === 'button' ? [...LABELS, 'value'] : LABELS;
    for (const label of names) {
      const text = attributes[label];
      if (text !== undefined && text.trim() !== '' && attributes.type !== 'hidden')
        this.view.labels.push({ region: this.region, text: plain(text) });
    }
  }

  readElement(name: string, attributes: Attributes): void {
    if (name === 'html') this.view.language = attributes.lang ?? null;
    else if (name === 'h1') this.heading = '';
    else if (name === 'title' && this.view.title === null) this.raw = '';
    else if (name === 'meta') this.readMeta(attributes);
    else if (name === 'link') this.readLink(attributes);
    else if (name === 'script') this.readScript(attributes);
    else if (name === 'a' && attributes.href !== undefined) this.link = { href: this.own(attributes.href), text: '' };
    else if (name === 'source') this.sources.push(...filesOf(attributes));
    else if (name === 'img') this.readImage(attributes);
    else if (['video', 'audio', 'iframe', 'embed'].includes(name) && attributes.src !== undefined)
      this.addPicture([attributes.src], attributes.title ?? '');
  }

  readMeta(attributes: Attributes): void {
    const { content = '', property } = attributes;
    const name = (attributes.name ?? '').toLowerCase();
    const shared = property ?? name;
    if (attributes['http-equiv']?.toLowerCase() === 'refresh')
      this.view.redirect = /url=(.+)$/i.exec(content)?.[1] ?? null;
    else if (name === 'description') this.view.description = plain(content);
    else if (name === 'robots') this.view.robots = content;
    else if (SHARED.test(shared)) this.view.share.push(`${shared}: ${withoutHash(this.own(content))}`);
  }

  readLink({ rel = '', href = '', ...attributes }: Attributes): void {
    if (rel === 'canonical') this.view.canonical = this.own(href);
    else if (rel === 'alternate' && attributes.hreflang !== undefined)
      this.view.alternates.push(`${attributes.hreflang} ${this.own(href)}`);
    else if (LOADING.has(rel)) this.view.assets.push(href);
    else if (['alternate', 'next', 'prev', 'author', 'license'].includes(rel))
      this.view.links.push({ region: 'head', href: this.own(href), text: `${rel} ${attributes.title ?? ''}`.trim() });
  }

  readScript({ type, src }: Attributes): void {
    if (type === 'application/ld+json') this.raw = '';
    else if (src !== undefined) this.view.assets.push(src);
  }

  readImage(attributes: Attributes): void {
    this.addPicture([...this.sources, ...filesOf(attributes)], attributes.alt ?? '');
    this.sources = [];
  }

  addPicture(files: readonly string[], alt: string): void {
    const shown = this.own(files.at(-1) ?? '');
    this.view.pictures.push({
      region: this.region,
      name: withoutHash(shown),
      files: files.map((file) => this.own(file)).join(' '),
      text: plain(alt),
    });
  }

  /** Removes the origin and folder from an address of this site. */
  own(address: string): string {
    if (this.origin === null) return address;
    if (address.startsWith('/')) return withoutBase(address, this.origin) ?? address;
    if (!address.startsWith(this.origin)) return address;
    const rest = address.slice(this.origin.length);
    return rest === '' || rest.startsWith('/') || rest.startsWith('#') ? rest || '/' : address;
  }
}

/** Addresses in `srcset`, then in `src`. */
function filesOf({ src, srcset = '' }: Attributes): readonly string[] {
  const candidates = srcset.split(/,\s+/).flatMap((candidate) => candidate.trim().split(/\s/)[0] || []);
  return src === undefined ? candidates : [...candidates, src];
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Every value of structured data with its path. Invalid JSON is one value. */
function listData(text: string, own: (address: string) => string): readonly string[] {
  const rows: string[] = [];
  const visit = (value: unknown, trail: string) => {
    if (Array.isArray(value)) for (const item of value) visit(item, trail);
    else if (typeof value === 'object' && value !== null) visitObject({ ...value }, trail);
    else rows.push(`${trail}: ${withoutHash(own(String(value)))}`);
  };
  const visitObject = (value: Readonly<Record<string, unknown>>, trail: string) => {
    const type = typeof value['@type'] === 'string' ? value['@type'] : '';
    const here = type === '' ? trail : trail === '' ? type : `${trail} › ${type}`;
    for (const [name, inner] of Object.entries(value)) {
      if (name === '@context' || (name === '@type' && type !== '')) continue;
      visit(inner, name === '@graph' ? here : here === '' ? name : `${here} › ${name}`);
    }
    if (type !== '') rows.push(`${here}: `);
  };
  try {
    visit(JSON.parse(text), '');
    return rows;
  } catch {
    return [`unreadable: ${plain(text).slice(0, 200)}`];
  }
}
