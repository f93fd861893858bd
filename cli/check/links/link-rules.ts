// Rules for what pages link to and load. Links are checked page by page, those of a header and footer once for all pages that have
// it. Anchors on other pages are checked at the end.

import { HEADING_ID_PREFIX } from '../../../config/constants.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { SitePath } from '../../files/brands.ts';
import { ROOT_PATH } from '../../paths/site-path.ts';
import type { CheckInput, LinkTarget, Stylesheet } from '../check-input.ts';
import { isPrivate } from '../external/send-request.ts';
import type { Fault } from '../findings.ts';
import type { RuleCode } from '../rules/rules.ts';
import type { SiteIndex } from '../site-index.ts';
import { type LinkFault, LinkFaultList, nameIds } from './link-faults.ts';

/** A page and the facts of its header and footer. */
interface LinkedPage {
  readonly page: number;
  /** Key of its header and footer; null if they are part of the page. */
  readonly chrome: string | null;
  readonly facts: PageFacts;
  readonly fragment: PageFacts;
}

/** A link to an id. Its source is a page, or all pages with the same header and footer. */
interface AnchorLink {
  readonly href: string;
  readonly source: number | readonly number[];
}

export class LinkCheck {
  readonly #site: SiteIndex;
  readonly #withExternals: boolean;
  readonly externals = new LinkFaultList();
  readonly #faults = new LinkFaultList();
  /** Which pages another page links to, after `finish`. */
  readonly isLinked: Uint8Array;
  /** Links to ids of other pages, by page number and id. */
  readonly #anchors = new Map<number, Map<string, AnchorLink[]>>();
  /** Headers and footers with their pages. */
  readonly #chromes = new Map<string, { readonly fragment: PageFacts; readonly pages: number[] }>();
  /** Number of checked internal links. */
  count = 0;

  constructor(site: SiteIndex, withExternals: boolean) {
    this.#site = site;
    this.#withExternals = withExternals;
    this.isLinked = new Uint8Array(site.routes.length);
  }

  checkPage(checked: LinkedPage): void {
    const { page, chrome, facts, fragment } = checked;
    if (chrome !== null) this.#chromes.getOrInsert(chrome, { fragment, pages: [] }).pages.push(page);
    this.#checkLinks(checked);
    this.#checkAddresses(page, facts);
  }

  /** Call it after the last page: checks headers, footers and anchors, and lists the faults. */
  finish({ readPages }: Pick<CheckInput, 'readPages'>): readonly LinkFault[] {
    for (const { pages, fragment } of this.#chromes.values()) this.#checkFragment(pages, fragment);
    if (this.#anchors.size > 0) this.#checkAnchors(readPages);
    return this.#faults.list();
  }

  #pathAt(page: number): SitePath {
    return this.#site.routes[page]?.path ?? ROOT_PATH;
  }

  /** The paths of the pages with a link, and whether it is in their header or footer. */
  #placeOf(source: AnchorLink['source']): Pick<LinkFault, 'isShared' | 'paths'> {
    const isShared = typeof source !== 'number';
    return { isShared, paths: (isShared ? source : [source]).map((page) => this.#pathAt(page)) };
  }

  #add(source: AnchorLink['source'], fault: Pick<LinkFault, 'code' | 'href' | 'what'>): void {
    const place = this.#placeOf(source);
    const key = this.#site.keyOf(fault.href, place.paths[0] ?? ROOT_PATH);
    this.#faults.add({ ...fault, ...place, key });
  }

  /** A link of a header and footer is resolved as on the first of their pages. */
  #resolve(href: string, source: AnchorLink['source']): LinkTarget {
    return this.#site.resolve(href, this.#pathAt(typeof source === 'number' ? source : (source[0] ?? -1)));
  }

  #addExternal(url: string, href: string, source: AnchorLink['source']): void {
    const fault = { code: 'EXTERNAL_UNKNOWN', href, key: url, what: '' } as const;
    if (this.#withExternals) this.externals.add({ ...fault, ...this.#placeOf(source) });
  }

  /** Resolves a link, and reports it if it is faulty or leads to another host. */
  #checkLink(href: string, source: AnchorLink['source'], shown = href): LinkTarget {
    const target = this.#resolve(href, source);
    if (target.kind === 'external') this.#addExternal(target.url, href, source);
    const why = target.kind === 'dead' ? (target.why ?? `leads to no page${this.#hintAt(href)}`) : '';
    const fault = describeFault(target.kind === 'dead' ? { ...target, why } : target, shown, this.#site.isPublic);
    if (fault !== null) this.#add(source, { ...fault, href });
    return target;
  }

  /** What people get wrong in an address: its case, file, locale or beginning. */
  #hintAt(href: string): string {
    const [written = ''] = href.replace(/^[./]*/, '/').split(/[?#]/, 1);
    const path = `${written.toLowerCase().replace(/(?:\/index)?\.html?$/, '')}/`.replace(/\/{2,}/g, '/');
    const near = [path, path.replace(/^\/[a-z]{2}(?=\/.)/, '')].find(
      (each) => this.#site.resolve(each, ROOT_PATH).kind === 'page',
    );
    return near === undefined ? missingStart(href) : `: the page is at ${near}`;
  }

  #checkLinks({ page, facts, fragment }: LinkedPage): void {
    const ids = new Set([...facts.ids, ...fragment.ids]);
    // Links of the header to an id of the current page, such as that of the demo button, have another target on every page.
    const shared = fragment.links.filter((href) => href.startsWith('#'));
    for (const href of [...facts.links, ...shared]) {
      const target = this.#checkLink(href, page);
      if (target.kind !== 'external') this.count += 1;
      if (target.kind === 'redirect' && target.page !== undefined) this.isLinked[target.page] = 1;
      if (target.kind !== 'page') continue;
      if (target.page !== page) this.#addLink(target, { href, source: page });
      else if (target.anchor !== '') this.#checkAnchor(page, target.anchor, ids, [{ href, source: page }]);
    }
  }

  /** Stores a link between pages, and the id that it names. */
  #addLink({ page, anchor }: Extract<LinkTarget, { readonly kind: 'page' }>, link: AnchorLink): void {
    const { source } = link;
    if (typeof source === 'number' ? source !== page : source.some((each) => each !== page)) this.isLinked[page] = 1;
    if (anchor === '') return;
    this.#anchors.getOrInsert(page, new Map()).getOrInsert(anchor, []).push(link);
  }

  /** Reports links to an id that a page does not have. */
  #checkAnchor(page: number, anchor: string, ids: ReadonlySet<string>, links: readonly AnchorLink[]): void {
    if (hasAnchor(ids, anchor)) return;
    const address = `${this.#pathAt(page)}#${anchor}`;
    const what = `The link ${address} names an id that is not on that page.${this.#nameHeadings(ids)}`;
    for (const { href, source } of links) this.#add(source, { code: 'ANCHOR_DEAD', href, what });
  }

  /** Names ids that a link may mean: an editor cannot see them in the control panel. Other sites give headings any id. */
  #nameHeadings(ids: ReadonlySet<string>): string {
    const headings = [...ids].filter((id) => id.startsWith(HEADING_ID_PREFIX)).map((id) => `#${id}`);
    if (headings.length > 0) return ` Headings there have ${nameIds(headings)}`;
    return this.#site.isLive ? '' : ' No heading there has an id.';
  }

  /** Checks the files that a page loads and the addresses in its metadata. */
  #checkAddresses(source: AnchorLink['source'], facts: PageFacts, where = ''): void {
    const { assets, openGraph, structuredData } = facts;
    const check = (code: RuleCode, href: string | undefined, name: string) => {
      if (href === undefined) return;
      const target = this.#resolve(href, source);
      // A build loads nothing from other hosts.
      if (target.kind === 'external' && this.#site.isLive && code === 'ASSET_DEAD')
        this.#addExternal(target.url, href, source);
      const fault = describeMissing(target, { code, name });
      if (fault !== null) this.#add(source, { ...fault, href });
    };
    for (const file of assets) check('ASSET_DEAD', file, `The file ${file}${where}`);
    for (const address of [openGraph.image, openGraph.url])
      check('OPEN_GRAPH_URL_DEAD', address, `The address ${address} of the shared link`);
    for (const address of structuredData.flatMap(({ urls }) => urls))
      check('JSONLD_URL_DEAD', address, `The address ${address} in the structured data`);
  }

  #checkFragment(pages: readonly number[], fragment: PageFacts): void {
    for (const href of fragment.links) {
      if (href.startsWith('#')) continue;
      const target = this.#checkLink(href, pages, `${href} in header or footer`);
      if (target.kind === 'page') this.#addLink(target, { href, source: pages });
    }
    this.#checkAddresses(pages, fragment, ' in header or footer');
  }

  /** Reads the facts of each page that is linked at an id again. Pages that are not rendered are not checked. */
  #checkAnchors(readPages: CheckInput['readPages']): void {
    for (const { path, chrome, facts } of readPages(
      new Set([...this.#anchors.keys()].map((page) => this.#pathAt(page))),
    )) {
      const page = this.#site.numberOf(path) ?? -1;
      if (facts === null) continue;
      const ids = new Set([...facts.ids, ...(this.#chromes.get(chrome ?? '')?.fragment.ids ?? [])]);
      for (const [anchor, links] of this.#anchors.get(page) ?? []) this.#checkAnchor(page, anchor, ids, links);
    }
  }
}

export function* findStylesheetFaults(stylesheets: Iterable<Stylesheet>, site: SiteIndex): Iterable<Fault> {
  for (const { path: file, text } of stylesheets)
    for (const href of findCssUrls(text)) {
      const what = `The stylesheet ${file} names ${href}, which does not exist.`;
      if (site.resolve(href, file).kind === 'dead')
        yield { code: 'CSS_URL_DEAD', where: { file }, what, path: null, target: href };
    }
}

type Description = Pick<LinkFault, 'code' | 'what'>;

/** The fault of a file or an address in metadata; null if it is a page or file, or belongs to another host. */
function describeMissing(target: LinkTarget, { code, name }: { readonly code: RuleCode; readonly name: string }) {
  if (target.kind === 'file' && target.wrongType !== undefined)
    return { code: 'TYPE_WRONG', what: target.wrongType } as const;
  const why = target.kind === 'dead' ? (target.why ?? 'does not exist') : 'does not exist';
  return ['dead', 'unknown-scheme', 'invalid'].includes(target.kind) ? { code, what: `${name} ${why}.` } : null;
}

/** What an address lacks that people wrote without its beginning. */
function missingStart(href: string): string {
  if (/^[^/?#@\s]+@[^/?#@\s]+$/.test(href)) return ': an e-mail address needs "mailto:" before it';
  if (/^\+?(?:[\s().-]*\d){7,15}$/.test(href)) return ': a phone number needs "tel:" before it';
  const isHost = /^(?:https?(?!:\/\/)[:/]+|\/)?(?:www\.|[a-z\d-]+\.(?:com|org|net|io|eu|ua|kz|es|pt|br)\b)/i.test(href);
  return isHost ? ': an address of another site needs "https://" before it' : '';
}

/** The fault of a link by its target; null if it has none. A site that is not public may link to its neighbours. */
function describeFault(target: LinkTarget, href: string, isPublic: boolean): Description | null {
  const fault = (code: RuleCode, what: string): Description => ({ code, what: `The link ${href} ${what}.` });
  if (target.kind === 'page') return target.isSlashless ? fault('LINK_SLASHLESS', 'has no trailing slash') : null;
  if (target.kind === 'dead') return fault('LINK_DEAD', target.why ?? '');
  if (target.kind === 'redirect') return fault('LINK_REDIRECTED', `is redirected to ${target.to}`);
  if (target.kind === 'insecure') return fault('LINK_INSECURE', `leads to this site over ${schemeOf(href)}`);
  if (target.kind === 'unknown-scheme') return fault('LINK_SCHEME_UNKNOWN', 'uses an unknown URL scheme');
  if (target.kind === 'invalid') return fault('LINK_INVALID', 'is not a valid URL');
  if (target.kind === 'file' && target.wrongType !== undefined) return { code: 'TYPE_WRONG', what: target.wrongType };
  if (target.kind !== 'external') return null;
  const { url } = target;
  const wrapped = wrappedIn(url);
  if (isPublic && isPrivate(hostOf(url))) return fault('LINK_PRIVATE', 'leads to a host that is not on the Internet');
  if (wrapped !== null) return fault('LINK_REDIRECTED', `of a mail program or document leads to ${wrapped}`);
  if (!/^https?:\/\/[^/?#]*@/i.test(url)) return null;
  return fault('LINK_INVALID', 'has a user name before its host: an e-mail address needs "mailto:" before it');
}

/** The address in a link that Outlook or Google Docs put in its place; null if it is none. */
function wrappedIn(url: string): string | null {
  const isWrapped = /^https:\/\/(?:[\w.-]+\.safelinks\.protection\.outlook\.com\/|www\.google\.com\/url)\?/i.test(url);
  const wrapped = isWrapped ? new URL(url).searchParams : null;
  return wrapped?.get('url') ?? wrapped?.get('q') ?? null;
}

/** `https` for a link to a site that has http only. */
const schemeOf = (href: string): string => (URL.parse(href)?.protocol === 'https:' ? 'https' : 'http');

/** The host of an absolute URL, by its text: parsing the links of all pages takes long. */
function hostOf(url: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?(?:\[([^\]]*)\]|([^/?#:]*))/i.exec(url)?.slice(1).join('') ?? '';
}

/** Whether a page has the id. Its script also finds a heading by the id that the editor gave, without the prefix. */
function hasAnchor(ids: ReadonlySet<string>, anchor: string): boolean {
  return ids.has(anchor) || ids.has(`${HEADING_ID_PREFIX}${anchor}`);
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
