// Rules about what pages link to and load. A page's own addresses are looked at page by page, those of header and
// footer once a chrome. Anchors on other pages are asked for at the end, of the pages that should have them.

import type { PageFacts } from '../../facts/page-facts.ts';
import { addressKey } from '../../paths/address.ts';
import type { CheckInput, Stylesheet } from '../check-input.ts';
import type { PageBrief } from '../page-brief.ts';
import type { RuleCode } from '../rules/rules.ts';
import type { LinkTarget, SiteIndex } from '../site-index.ts';
import type { SuspectList } from './suspects.ts';

/** What the link rules keep while pages go by. */
export interface LinkCheck {
  readonly checkPage: (
    page: number,
    own: { readonly chrome: string; readonly facts: PageFacts },
    fragment: PageFacts | null,
  ) => void;
  /** Looks at a page by its brief; false, and nothing noted, where something is wrong and the page must be looked at whole. */
  readonly checkBrief: (page: number, chrome: string, brief: PageBrief) => boolean;
  /** After the last page: chromes, anchors, stylesheets. */
  readonly finish: (input: CheckInput) => void;
  /** Whether another page links to a page. Known after `finish`. */
  readonly isLinked: (page: number) => boolean;
  /** Internal links that were looked at, each once a page. */
  readonly count: () => number;
}

/** Is told of every address of another host; null where nobody asks. */
export type ExternalSink =
  | ((url: string, href: string, pages: number | readonly number[], isShared: boolean) => void)
  | null;

/** Starts the link rules of one site. */
export function createLinkCheck(site: SiteIndex, suspects: SuspectList, onExternal: ExternalSink): LinkCheck {
  const linked = new Uint8Array(site.routes.length);
  const wanted = createWantedAnchors();
  const checking: LinkChecking = { site, suspects, linked, wanted, onExternal };
  const pagesByChrome = new Map<string, number[]>();
  let count = 0;
  const add = (page: number, chrome: string, links: number) => {
    const ofChrome = pagesByChrome.get(chrome);
    if (ofChrome === undefined) pagesByChrome.set(chrome, [page]);
    else ofChrome.push(page);
    count += links;
  };
  return {
    count: () => count,
    isLinked: (page) => linked[page] === 1,
    checkBrief: (page, chrome, brief) => {
      if (!checkBriefLinks(checking, page, brief)) return false;
      add(page, chrome, brief.links);
      return true;
    },
    checkPage: (page, { chrome, facts }, fragment) => {
      add(page, chrome, checkPageLinks(checking, page, facts, fragment));
      checkAddresses(checking, page, facts);
    },
    finish: (input) => {
      for (const [chrome, pages] of pagesByChrome) {
        const fragment = input.fragmentFacts.get(chrome);
        if (fragment !== undefined) checkFragment(fragment, pages, checking);
      }
      checkStylesheets(input.stylesheets, { site, suspects });
      if (wanted.size() > 0) checkAnchors(input, wanted, { site, suspects, pagesByChrome });
    },
  };
}

/** What the checks of single links share. */
interface LinkChecking {
  readonly site: SiteIndex;
  readonly suspects: SuspectList;
  /** By page: whether another one links to it. */
  readonly linked: Uint8Array;
  readonly wanted: WantedAnchors;
  readonly onExternal: ExternalSink;
}

function suspectOf({ site, suspects }: LinkChecking, page: number) {
  return (code: RuleCode, href: string, what: string) =>
    suspects.add({ code, href, key: addressKey(href, urlAt(site, page)), isShared: false, what }, page);
}

/** False, and nothing noted, where something is wrong. */
function checkBriefLinks(
  { site, linked, wanted }: LinkChecking,
  page: number,
  { targets, anchors, files }: PageBrief,
): boolean {
  const own = pathAt(site, page);
  const isRight = (href: string) => describeLink(site.resolve(href, own), href) === null;
  const pages: number[] = [];
  const others = [...anchors];
  for (const target of targets) {
    // Most targets are paths of pages.
    const number = site.numberOf(target);
    if (number === undefined) others.push(target);
    else pages.push(number);
  }
  // Nothing is noted before all are known to be right.
  if (!others.every(isRight) || !files.every((address) => isFound(site, address, page))) return false;
  for (const number of pages) linked[number] = 1;
  for (const href of others) {
    const target = site.resolve(href, own);
    if (target.kind !== 'page') continue;
    if (target.page !== page) linked[target.page] = 1;
    if (target.anchor !== '') wanted.add(target.page, target.anchor, { href, page });
  }
  return true;
}

/** Looks at the links of a page. @returns how many lead inside the site. */
function checkPageLinks(checking: LinkChecking, page: number, facts: PageFacts, fragment: PageFacts | null): number {
  let known: ReadonlySet<string> | null = null;
  const ids = () => {
    known ??= new Set([...facts.ids, ...(fragment?.ids ?? [])]);
    return known;
  };
  // The header's links within the page, such as that of the demo button, mean another place on every page.
  const shared = (fragment?.links ?? []).filter((href) => href.startsWith('#'));
  let count = 0;
  for (const href of [...facts.links, ...shared]) if (checkLink(checking, page, href, ids) !== 'external') count += 1;
  return count;
}

function checkLink(
  checking: LinkChecking,
  page: number,
  href: string,
  ids: () => ReadonlySet<string>,
): LinkTarget['kind'] {
  const { site, linked, wanted, onExternal } = checking;
  const suspect = suspectOf(checking, page);
  const target = site.resolve(href, pathAt(site, page));
  if (target.kind === 'external') onExternal?.(target.url, href, page, false);
  const fault = describeLink(target, href);
  if (fault !== null) suspect(fault.code, href, fault.what);
  if (target.kind !== 'page') return target.kind;
  if (target.page !== page) linked[target.page] = 1;
  if (target.anchor === '') return target.kind;
  if (target.page !== page) wanted.add(target.page, target.anchor, { href, page });
  else if (!ids().has(target.anchor)) suspect('ANCHOR_DEAD', href, deadAnchor(site, target.page, target.anchor));
  return target.kind;
}

/** Looks at what a page loads and names besides its links. */
function checkAddresses(checking: LinkChecking, page: number, { assets, openGraph, structuredData }: PageFacts): void {
  const suspect = suspectOf(checking, page);
  const isMissing = (address: string) => !isFound(checking.site, address, page);
  for (const source of assets)
    if (isMissing(source)) suspect('ASSET_DEAD', source, `The file ${source} does not exist.`);
  for (const address of [openGraph.image, openGraph.url])
    if (address !== undefined && isMissing(address))
      suspect('OPEN_GRAPH_URL_DEAD', address, `The address ${address} of the shared link does not exist.`);
  for (const address of structuredData.flatMap(({ urls }) => urls))
    if (isMissing(address))
      suspect('JSONLD_URL_DEAD', address, `The address ${address} in the structured data does not exist.`);
}

function pathAt(site: SiteIndex, page: number): string {
  return site.routes[page]?.path ?? '/';
}

function urlAt(site: SiteIndex, page: number): string {
  return `${site.origin}${encodeURI(pathAt(site, page))}`;
}

/** Addresses that need only exist: a file or a page. */
function isFound(site: SiteIndex, address: string, page: number): boolean {
  const { kind } = site.resolve(address, pathAt(site, page));
  return kind !== 'dead' && kind !== 'unknown-scheme' && kind !== 'invalid';
}

function describeLink(target: LinkTarget, href: string): { readonly code: RuleCode; readonly what: string } | null {
  switch (target.kind) {
    case 'dead':
      return { code: 'LINK_DEAD', what: `The link ${href} leads to no page.` };
    case 'redirect':
      return { code: 'LINK_REDIRECTED', what: `The link ${href} is redirected to ${target.to}.` };
    case 'insecure':
      return { code: 'LINK_INSECURE', what: describeInsecure(href) };
    case 'unknown-scheme':
      return { code: 'LINK_SCHEME_UNKNOWN', what: describeUnknownScheme(href) };
    case 'invalid':
      return { code: 'LINK_INVALID', what: `The link ${href} is not a valid URL.` };
    case 'page':
      return target.isSlashless ? { code: 'LINK_SLASHLESS', what: `The link ${href} has no trailing slash.` } : null;
    case 'file':
    case 'external':
    case 'other':
      return null;
  }
}

/** A link such as `htps://…`. */
export function describeUnknownScheme(href: string): string {
  return `The link ${href} uses an unknown URL scheme.`;
}

/** A link to the site itself over http, or over https where the site has http only. */
export function describeInsecure(href: string): string {
  const scheme = URL.parse(href)?.protocol === 'https:' ? 'https' : 'http';
  return `The link ${href} leads to this site over ${scheme}.`;
}

function deadAnchor(site: SiteIndex, page: number, anchor: string): string {
  return `The link ${pathAt(site, page)}#${anchor} names an id that is not on that page.`;
}

/** Anchors that other pages ask for, by the page that should have them. */
interface WantedAnchors {
  readonly add: (
    target: number,
    anchor: string,
    source: { readonly href: string; readonly page: number | readonly number[] },
  ) => void;
  readonly of: (target: number) => ReadonlyMap<string, readonly AnchorSource[]> | undefined;
  readonly size: () => number;
}

interface AnchorSource {
  readonly href: string;
  /** One page, or those of a chrome. */
  readonly page: number | readonly number[];
}

function createWantedAnchors(): WantedAnchors {
  const wanted = new Map<number, Map<string, AnchorSource[]>>();
  return {
    add: (target, anchor, source) => {
      const anchors = wanted.get(target) ?? new Map<string, AnchorSource[]>();
      const sources = anchors.get(anchor) ?? [];
      wanted.set(target, anchors.set(anchor, sources));
      sources.push(source);
    },
    of: (target) => wanted.get(target),
    size: () => wanted.size,
  };
}

/** Header and footer stand on every page of their chrome, and are looked at from the first of them. */
function checkFragment(
  fragment: PageFacts,
  pages: readonly number[],
  { site, suspects, linked, wanted, onExternal }: LinkChecking,
): void {
  const [first] = pages;
  if (first === undefined) return;
  const suspect = (code: RuleCode, href: string, what: string) =>
    suspects.add({ code, href, key: addressKey(href, urlAt(site, first)), isShared: true, what }, pages);
  for (const href of fragment.links) {
    if (href.startsWith('#')) continue;
    const target = site.resolve(href, pathAt(site, first));
    const fault = describeLink(target, `${href} in header or footer`);
    if (fault !== null) suspect(fault.code, href, fault.what);
    if (target.kind === 'external') onExternal?.(target.url, href, pages, true);
    if (target.kind !== 'page') continue;
    if (pages.length > 1 || target.page !== first) linked[target.page] = 1;
    if (target.anchor !== '') wanted.add(target.page, target.anchor, { href, page: pages });
  }
  for (const source of fragment.assets)
    if (!isFound(site, source, first))
      suspect('ASSET_DEAD', source, `The file ${source} in header or footer does not exist.`);
}

function checkAnchors(
  input: CheckInput,
  wanted: WantedAnchors,
  {
    site,
    suspects,
    pagesByChrome,
  }: {
    readonly site: SiteIndex;
    readonly suspects: SuspectList;
    readonly pagesByChrome: ReadonlyMap<string, readonly number[]>;
  },
): void {
  // Of pages that were there.
  const targets = [...pagesByChrome].flatMap(([chrome, pages]) =>
    pages.flatMap((page) => {
      const anchors = wanted.of(page);
      return anchors === undefined ? [] : [{ page, chrome, anchors }];
    }),
  );
  for (const { page, chrome, anchors } of targets.sort((one, other) => one.page - other.page)) {
    const facts = input.readFacts(pathAt(site, page), chrome);
    if (facts === null) continue;
    const ids = new Set([...facts.ids, ...(input.fragmentFacts.get(chrome)?.ids ?? [])]);
    for (const [anchor, sources] of anchors) {
      if (ids.has(anchor)) continue;
      const what = deadAnchor(site, page, anchor);
      for (const { href, page: source } of sources) {
        const isShared = typeof source !== 'number';
        const base = urlAt(site, isShared ? (source[0] ?? page) : source);
        suspects.add({ code: 'ANCHOR_DEAD', href, key: addressKey(href, base), isShared, what }, source);
      }
    }
  }
}

function checkStylesheets(
  stylesheets: Iterable<Stylesheet>,
  { site, suspects }: { readonly site: SiteIndex; readonly suspects: SuspectList },
): void {
  for (const { path, text } of stylesheets) {
    for (const address of findCssUrls(text)) {
      const { kind } = site.resolve(address, path);
      if (kind !== 'dead') continue;
      const what = `The stylesheet ${path} names ${address}, which does not exist.`;
      suspects.add({ code: 'CSS_URL_DEAD', href: address, key: `${path} ${address}`, isShared: true, what }, []);
    }
  }
}

const COMMENT = /\/\*[\s\S]*?\*\//g;
const ADDRESS = /(?:\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\))|(?:@import\s+(?:"([^"]*)"|'([^']*)'))/gi;

/** Every address, once, in order of first use; fragments within the page and inline data are none. */
export function findCssUrls(css: string): readonly string[] {
  const addresses = [...css.replace(COMMENT, '').matchAll(ADDRESS)].map(
    ([, double, single, bare, importDouble, importSingle]) =>
      double ?? single ?? bare ?? importDouble ?? importSingle ?? '',
  );
  return [...new Set(addresses)].filter((address) => address !== '' && !/^(#|data:)/i.test(address));
}
