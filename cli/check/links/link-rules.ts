// Rules for what pages link to and load. Links are checked page by page, those of a header and footer once for all pages that have
// it. Anchors on other pages are checked at the end.

import { HEADING_ID_PREFIX } from '../../../config/constants.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { addressKey } from '../../paths/address.ts';
import type { CheckInput, Stylesheet } from '../check-input.ts';
import type { RuleCode } from '../rules/rules.ts';
import type { LinkTarget, SiteIndex } from '../site-index.ts';
import { describeDeadAnchor, hasAnchor, type LinkFaultList } from './link-faults.ts';

/** A page and the facts of its header and footer. */
interface LinkedPage {
  readonly page: number;
  /** Key of its header and footer; null if they are part of the page. */
  readonly chrome: string | null;
  readonly facts: PageFacts;
  readonly fragment: PageFacts;
}

/** Checks links page by page. */
export interface LinkCheck {
  readonly checkPage: (page: LinkedPage) => void;
  /** Call after the last page: checks headers and footers, anchors and stylesheets. */
  readonly finish: (input: Pick<CheckInput, 'readPages' | 'stylesheets'>) => void;
  /** Whether another page links to a page. Call after `finish`. */
  readonly isLinked: (page: number) => boolean;
  /** Number of checked internal links. */
  readonly count: () => number;
}

/** Called with every link to another host; null if those are not checked. */
export type ExternalLinkHandler =
  | ((url: string, href: string, pages: number | readonly number[], isShared: boolean) => void)
  | null;

/** Starts the check. */
export function createLinkCheck(site: SiteIndex, faults: LinkFaultList, onExternal: ExternalLinkHandler): LinkCheck {
  const state: LinkCheckState = {
    site,
    faults,
    isLinked: new Uint8Array(site.routes.length),
    anchors: new Map(),
    chromes: new Map(),
    onExternal,
  };
  let count = 0;
  return {
    count: () => count,
    isLinked: (page) => state.isLinked[page] === 1,
    checkPage: (checked) => {
      const { page, chrome, facts, fragment } = checked;
      if (chrome !== null) {
        const known = state.chromes.get(chrome);
        if (known === undefined) state.chromes.set(chrome, { fragment, pages: [page] });
        else known.pages.push(page);
      }
      count += checkPageLinks(state, checked);
      checkAddresses(state, page, facts);
    },
    finish: ({ readPages, stylesheets }) => {
      for (const { pages, fragment } of state.chromes.values()) checkFragment(state, pages, fragment);
      checkStylesheets(state, stylesheets);
      if (state.anchors.size > 0) checkAnchors(state, readPages);
    },
  };
}

interface LinkCheckState {
  readonly site: SiteIndex;
  readonly faults: LinkFaultList;
  /** By page number: whether another page links to it. */
  readonly isLinked: Uint8Array;
  /** Links to ids of other pages, by page number and id. */
  readonly anchors: Map<number, Map<string, AnchorLink[]>>;
  /** Headers and footers with their pages. */
  readonly chromes: Map<string, { readonly fragment: PageFacts; readonly pages: number[] }>;
  readonly onExternal: ExternalLinkHandler;
}

interface AnchorLink {
  readonly href: string;
  /** The page with the link, or all pages with the same header and footer. */
  readonly page: number | readonly number[];
}

/** Stores a link between pages, and the id that it names. */
function addLink(
  { isLinked, anchors }: LinkCheckState,
  target: Extract<LinkTarget, { readonly kind: 'page' }>,
  link: AnchorLink,
): void {
  const { page, anchor } = target;
  const sources = typeof link.page === 'number' ? [link.page] : link.page;
  if (sources.length > 1 || sources[0] !== page) isLinked[page] = 1;
  if (anchor === '') return;
  const ofPage = anchors.get(page) ?? new Map<string, AnchorLink[]>();
  anchors.set(page, ofPage);
  const links = ofPage.get(anchor);
  if (links === undefined) ofPage.set(anchor, [link]);
  else links.push(link);
}

type AddFault = (code: RuleCode, href: string, what: string, hint?: string) => void;

function faultsOfPage({ site, faults }: LinkCheckState, page: number): AddFault {
  return (code, href, what, hint = '') => {
    const key = addressKey(href, pathAt(site, page), site.origin);
    faults.add({ code, href, key, isShared: false, what, hint }, page);
  };
}

/** Checks the links of a page and returns the number of internal ones. */
function checkPageLinks(state: LinkCheckState, { page, facts, fragment }: LinkedPage): number {
  const { site, onExternal } = state;
  const addFault = faultsOfPage(state, page);
  const ids = new Set([...facts.ids, ...fragment.ids]);
  // Links of the header to an id of the current page, such as that of the demo button, have another target on every page.
  const shared = fragment.links.filter((href) => href.startsWith('#'));
  let count = 0;
  for (const href of [...facts.links, ...shared]) {
    const target = site.resolve(href, pathAt(site, page));
    if (target.kind === 'external') onExternal?.(target.url, href, page, false);
    else count += 1;
    const fault = describeFault(target, href);
    if (fault !== null) addFault(fault.code, href, fault.what);
    if (target.kind !== 'page') continue;
    if (target.page !== page) addLink(state, target, { href, page });
    else if (target.anchor !== '' && !hasAnchor(ids, target.anchor))
      addFault('ANCHOR_DEAD', href, describeDeadAnchor(`${pathAt(site, page)}#${target.anchor}`), nameHeadings(ids));
  }
  return count;
}

/** Checks the files that a page loads and the addresses in its metadata. */
function checkAddresses(state: LinkCheckState, page: number, { assets, openGraph, structuredData }: PageFacts): void {
  const addFault = faultsOfPage(state, page);
  const isMissing = (address: string) => !exists(state.site, address, page);
  for (const source of assets)
    if (isMissing(source)) addFault('ASSET_DEAD', source, `The file ${source} does not exist.`);
  for (const address of [openGraph.image, openGraph.url])
    if (address !== undefined && isMissing(address))
      addFault('OPEN_GRAPH_URL_DEAD', address, `The address ${address} of the shared link does not exist.`);
  for (const address of structuredData.flatMap(({ urls }) => urls))
    if (isMissing(address))
      addFault('JSONLD_URL_DEAD', address, `The address ${address} in the structured data does not exist.`);
}

function pathAt(site: SiteIndex, page: number): string {
  return site.routes[page]?.path ?? '/';
}

/** Whether an address is a page or file, or belongs to another host. */
function exists(site: SiteIndex, address: string, page: number): boolean {
  const { kind } = site.resolve(address, pathAt(site, page));
  return kind !== 'dead' && kind !== 'unknown-scheme' && kind !== 'invalid';
}

function describeFault(target: LinkTarget, href: string): { readonly code: RuleCode; readonly what: string } | null {
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

/** A link to the site itself over http, or over https if the site has http only. */
export function describeInsecure(href: string): string {
  const scheme = URL.parse(href)?.protocol === 'https:' ? 'https' : 'http';
  return `The link ${href} leads to this site over ${scheme}.`;
}

const MAX_IDS_NAMED = 5;

/** Names ids that a link may mean: an editor cannot see them in the control panel. */
function nameHeadings(ids: ReadonlySet<string>): string {
  const headings = [...ids].filter((id) => id.startsWith(HEADING_ID_PREFIX)).map((id) => `#${id}`);
  if (headings.length === 0) return 'No heading there has an id.';
  return `Headings there have ${headings.slice(0, MAX_IDS_NAMED).join(', ')}${headings.length > MAX_IDS_NAMED ? ' …' : '.'}`;
}

/** Checks a header and footer as they are on the first of their pages. */
function checkFragment(state: LinkCheckState, pages: readonly number[], fragment: PageFacts): void {
  const { site, faults, onExternal } = state;
  const [first] = pages;
  if (first === undefined) return;
  const addFault: AddFault = (code, href, what) => {
    const key = addressKey(href, pathAt(site, first), site.origin);
    faults.add({ code, href, key, isShared: true, what, hint: '' }, pages);
  };
  for (const href of fragment.links) {
    if (href.startsWith('#')) continue;
    const target = site.resolve(href, pathAt(site, first));
    const fault = describeFault(target, `${href} in header or footer`);
    if (fault !== null) addFault(fault.code, href, fault.what);
    if (target.kind === 'external') onExternal?.(target.url, href, pages, true);
    if (target.kind === 'page') addLink(state, target, { href, page: pages });
  }
  for (const source of fragment.assets)
    if (!exists(site, source, first))
      addFault('ASSET_DEAD', source, `The file ${source} in header or footer does not exist.`);
}

/** Reads the facts of each page that is linked at an id again. Pages that are not rendered are not checked. */
function checkAnchors({ site, faults, anchors, chromes }: LinkCheckState, readPages: CheckInput['readPages']): void {
  const paths = new Set([...anchors.keys()].map((page) => pathAt(site, page)));
  for (const { path, chrome, facts } of readPages(paths)) {
    const links = anchors.get(site.numberOf(path) ?? -1);
    if (links === undefined || facts === null) continue;
    const ids = new Set([...facts.ids, ...(chromes.get(chrome ?? '')?.fragment.ids ?? [])]);
    for (const [anchor, sources] of links) {
      if (hasAnchor(ids, anchor)) continue;
      const [what, hint] = [describeDeadAnchor(`${path}#${anchor}`), nameHeadings(ids)];
      for (const { href, page: source } of sources) {
        const isShared = typeof source !== 'number';
        const base = pathAt(site, isShared ? (source[0] ?? -1) : source);
        const key = addressKey(href, base, site.origin);
        faults.add({ code: 'ANCHOR_DEAD', href, key, isShared, what, hint }, source);
      }
    }
  }
}

function checkStylesheets({ site, faults }: LinkCheckState, stylesheets: Iterable<Stylesheet>): void {
  for (const { path, text } of stylesheets) {
    for (const address of findCssUrls(text)) {
      if (site.resolve(address, path).kind !== 'dead') continue;
      const what = `The stylesheet ${path} names ${address}, which does not exist.`;
      faults.add(
        { code: 'CSS_URL_DEAD', href: address, key: `${path} ${address}`, isShared: true, what, hint: '' },
        [],
      );
    }
  }
}

const COMMENT = /\/\*[\s\S]*?\*\//g;
const ADDRESS = /(?:\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\))|(?:@import\s+(?:"([^"]*)"|'([^']*)'))/gi;

/** Every address of a stylesheet once, in order of first use, without fragments and inline data. */
export function findCssUrls(css: string): readonly string[] {
  const addresses = [...css.replace(COMMENT, '').matchAll(ADDRESS)].map(
    ([, double, single, bare, importDouble, importSingle]) =>
      double ?? single ?? bare ?? importDouble ?? importSingle ?? '',
  );
  return [...new Set(addresses)].filter((address) => address !== '' && !/^(#|data:)/i.test(address));
}
