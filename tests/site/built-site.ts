// A built site as another program sees it: the files of the out folder, and its pages parsed by htmlparser2, which shares
// nothing with the renderer. Relied on afterwards: nothing here knows how sitegen made the files.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';

/** One element. `text` is all text inside it, spaces collapsed. */
export interface PageElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** How many of the elements that follow in the page are inside this one. */
  readonly innerCount: number;
}

/** One HTML file of the out folder. */
export interface BuiltPage {
  /** Relative to the out folder. */
  readonly file: string;
  /** Decoded path under which a host serves the file. */
  readonly path: string;
  readonly html: string;
  readonly elements: readonly PageElement[];
  readonly ids: ReadonlySet<string>;
  /** True for a page that only leads elsewhere. */
  readonly isRedirect: boolean;
}

/** All files, and the pages among them. */
export interface BuiltSite {
  readonly outDir: string;
  /** Relative paths of all files, sorted. */
  readonly files: ReadonlySet<string>;
  readonly pages: readonly BuiltPage[];
}

/** A URL that a page names: where it stands, and what it says. */
export interface NamedUrl {
  readonly where: string;
  readonly href: string;
  readonly kind: 'link' | 'resource';
}

/** Reads the site. */
export function readBuiltSite(outDir: string): BuiltSite {
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(outDir.length + 1))
    .sort();
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => parsePage(file, readFileSync(join(outDir, file), 'utf8')));
  return { outDir, files: new Set(files), pages };
}

/** Puts its text together when a test asks for it: of most elements, none does. */
class ParsedElement implements PageElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  innerCount = 0;
  #text = '';
  #shown: string | undefined;

  constructor(tag: string, attributes: Readonly<Record<string, string>>) {
    this.tag = tag;
    this.attributes = attributes;
  }

  add(text: string): void {
    this.#text += text;
  }

  get text(): string {
    this.#shown ??= this.tag === 'script' ? this.#text : this.#text.replaceAll(/\s+/g, ' ').trim();
    return this.#shown;
  }
}

/** Parses one page. */
function parsePage(file: string, html: string): BuiltPage {
  const elements: ParsedElement[] = [];
  const open: { element: ParsedElement; place: number }[] = [];
  // What a <template> holds is no part of the page until a script puts it there.
  const isInert = () => open.some(({ element: { tag } }) => tag === 'template');
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      const isShown = !isInert();
      const element = new ParsedElement(tag, attributes);
      open.push({ element, place: isShown ? elements.length : -1 });
      if (isShown) elements.push(element);
    },
    ontext: (text) => {
      // The number of a source is no part of the text around it.
      const mark = open.findLastIndex(({ element: { attributes } }) => attributes.class === 'source-mark');
      if (isInert()) return;
      for (const { element } of open.slice(mark + 1)) element.add(text);
    },
    onclosetag: () => {
      const { element, place = -1 } = open.pop() ?? {};
      if (element !== undefined && place !== -1) element.innerCount = elements.length - place - 1;
    },
  });
  parser.end(html);
  return {
    file,
    path: `/${file.replace(/(^|\/)index\.html$/, '$1')}`,
    html,
    elements,
    ids: new Set(elements.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]))),
    isRedirect: elements.some(({ attributes }) => attributes['http-equiv'] === 'refresh'),
  };
}

/** The elements of a tag, with the given attributes. */
export function elementsOf(
  page: BuiltPage,
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
): readonly PageElement[] {
  return page.elements.filter(
    (element) =>
      element.tag === tag && Object.entries(attributes).every(([name, value]) => element.attributes[name] === value),
  );
}

/** The elements inside an element of the page. */
export function elementsInside({ elements }: BuiltPage, element: PageElement): readonly PageElement[] {
  const start = elements.indexOf(element) + 1;
  return elements.slice(start, start + element.innerCount);
}

/** The value of a `<meta>`, by name or property; null where there is none. */
export function metaOf(page: BuiltPage, name: string): string | null {
  const found = elementsOf(page, 'meta').find(({ attributes }) =>
    [attributes.name, attributes.property].includes(name),
  );
  return found?.attributes.content ?? null;
}

/** Href of the `<link>` of a relation; null where there is none. */
export function linkOf(page: BuiltPage, rel: string): string | null {
  return elementsOf(page, 'link', { rel })[0]?.attributes.href ?? null;
}

/** The address of the page before or after this one in its list. */
export function neighbourOf(page: BuiltPage, rel: 'prev' | 'next'): string | null {
  return elementsOf(page, 'a', { rel })[0]?.attributes.href ?? null;
}

const RESOURCE_META = new Set(['og:image', 'og:url', 'twitter:image']);

/** Every URL that a page names in an attribute that a browser or a crawler follows. */
export function namedUrls({ elements }: BuiltPage): readonly NamedUrl[] {
  return elements.flatMap(({ tag, attributes }) => {
    const { href, src, srcset, poster, content } = attributes;
    const named = (value: string | undefined, kind: NamedUrl['kind']): readonly NamedUrl[] =>
      value === undefined ? [] : [{ where: tag, href: value, kind }];
    const isMeta = tag === 'meta' && RESOURCE_META.has(attributes.property ?? attributes.name ?? '');
    const refresh = attributes['http-equiv'] === 'refresh' ? /url=(.*)$/.exec(content ?? '')?.[1] : undefined;
    return [
      ...named(href, tag === 'a' ? 'link' : 'resource'),
      ...named(src, 'resource'),
      ...named(poster, 'resource'),
      ...(srcset ?? '').split(',').flatMap((part) => named(part.trim().split(/\s+/)[0] || undefined, 'resource')),
      ...named(isMeta ? content : undefined, 'resource'),
      ...named(refresh, 'link'),
      ...named(attributes['data-target'], 'link'),
    ];
  });
}

/** A URL of the site's own origin in parts, decoded; null for any other. */
export function ownUrl(href: string, page: BuiltPage, origin: string): { path: string; hash: string } | null {
  const url = new URL(href, new URL(encodeURI(page.path), origin));
  if (url.origin !== origin) return null;
  return { path: decodeURI(url.pathname), hash: decodeURIComponent(url.hash.slice(1)) };
}

/** The file that a host serves for a path. */
export function fileOfPath(path: string): string {
  return `${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`;
}

/** Pages that miss something that they need to be shown: stylesheets, scripts, images. */
export function findBrokenPages({ files, pages }: BuiltSite): readonly string[] {
  return pages.flatMap((page) =>
    namedUrls(page)
      .filter(({ where, href }) => /^(link|script|img|source)$/.test(where) && href.startsWith('/assets/'))
      .filter(({ href }) => !files.has(href.slice(1)))
      .map(({ href }) => `${page.file} lacks ${href}`),
  );
}
