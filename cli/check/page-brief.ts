// A brief holds what the rules need to know about a page. It is created when the page is rendered, and cached, so that checks
// read no HTML. Pages with another canonical URL, or with an address that is always wrong, have no brief: their HTML is checked.

import { LRUCache } from 'lru-cache';
import { basePathOf, hostOriginOf } from '../../config/site-address.ts';
import type { PageRow, StoredPages } from '../database/pages.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { sha256 } from '../files/content-hash.ts';
import { type Address, parseAddress, plainPathOf } from '../paths/address.ts';
import { urlOf } from '../paths/site-path.ts';
import { findPageFaults, type PageFault } from './rules/page-rules.ts';
import { isRuleCode } from './rules/rules.ts';

/** What the rules need to know about a page. */
export interface PageBrief {
  /** True if the canonical URL is its own, false if it has none. */
  readonly hasCanonical: boolean;
  /** '' if it has none. */
  readonly language: string;
  readonly hasNoindex: boolean;
  /** From {@link digestAlternates}. */
  readonly alternates: string;
  /** Number of links other than to other sites. */
  readonly links: number;
  /** Addresses of other pages and files that it links to. */
  readonly targets: readonly string[];
  /** Hrefs of links to ids of other pages. */
  readonly anchors: readonly string[];
  /** Addresses of this site that only need to exist: assets, and addresses in Open Graph and structured data. */
  readonly files: readonly string[];
  /** From {@link digestText}. */
  readonly title: string;
  readonly description: string;
  readonly faults: readonly PageFault[];
}

interface BriefInput {
  readonly path: string;
  readonly origin: string;
  readonly facts: PageFacts;
  /** Facts of its header and footer. */
  readonly fragment: PageFacts | null;
  readonly parse: typeof parseAddress;
}

const EXTERNAL = 'external';
/** Length of `https://`. Of `http://`, it is within the host. */
const HOST_START = 8;
const MAX_CACHED_HOSTS = 1000;

/** Creates briefs of many pages. It caches which hosts are foreign, because pages link to few hosts. */
export function createBriefMaker(): (input: Omit<BriefInput, 'parse'>) => PageBrief | null {
  const isForeignByHost = new LRUCache<string, boolean>({ max: MAX_CACHED_HOSTS });
  const isForeign = (href: string, origin: string): boolean => {
    if (!href.startsWith('http')) return false;
    const host = href.slice(0, href.indexOf('/', HOST_START) + 1);
    const known = isForeignByHost.get(host);
    if (known !== undefined) return known;
    const found = ABSOLUTE.test(host) && parseAddress(host, '/', hostOriginOf(origin)).kind === EXTERNAL;
    isForeignByHost.set(host, found);
    return found;
  };
  const parse: BriefInput['parse'] = (href, path, origin) =>
    isForeign(href, origin) ? { kind: EXTERNAL, url: href } : parseAddress(href, path, origin);
  return (input) => createPageBrief({ ...input, parse });
}

const ABSOLUTE = /^https?:\/\/[^/]/;

/** Null if the HTML of the page has to be checked. */
function createPageBrief(input: BriefInput): PageBrief | null {
  const { path, origin, facts, fragment } = input;
  const { canonical, hasNoindex } = facts;
  if (canonical !== null && canonical !== urlOf(origin, path)) return null;
  const addresses = sortAddresses(input);
  if (addresses === null) return null;
  const language = facts.language ?? '';
  // What depends on the plan is compared when the brief is checked.
  const asPlanned = { canonical, isIndexable: !hasNoindex, languageTag: language };
  return {
    hasCanonical: canonical !== null,
    language,
    hasNoindex,
    alternates: digestAlternates(facts.alternates),
    ...addresses,
    title: digestText(facts.title),
    description: digestText(facts.description),
    faults: findPageFaults(asPlanned, facts, fragment),
  };
}

/** Hash of a list; '' for an empty one. */
export function digestAlternates(alternates: PageFacts['alternates']): string {
  if (alternates.length === 0) return '';
  return sha256(JSON.stringify(alternates.map(({ hreflang, href }) => [hreflang, href]))).slice(0, 32);
}

/** Hash of a text without spaces around it; '' for an empty one. */
export function digestText(written: string | null): string {
  const text = written?.trim() ?? '';
  return text === '' ? '' : sha256(text).slice(0, 16);
}

type SortedAddresses = Pick<PageBrief, 'links' | 'targets' | 'anchors' | 'files'>;

/** Null if an address is always wrong, or names an id that the page does not have. */
function sortAddresses(input: BriefInput): SortedAddresses | null {
  const { path, origin, facts, fragment, parse } = input;
  const base = basePathOf(origin);
  let links = 0;
  // An array, because a Set costs more than checking a duplicate twice.
  const targets: string[] = [];
  const anchors: string[] = [];
  const hasId = createIdFinder(facts, fragment);
  /** Returns false if the address is wrong. */
  const sort = (href: string): boolean => {
    // Most links are plain paths, which need no parsing.
    const plain = plainPathOf(href, origin);
    if (plain !== null) {
      links += 1;
      if (plain !== path) targets.push(`${base}${plain}`);
      return true;
    }
    const address = readAnchor(href, path) ?? parse(href, path, origin);
    if (address.kind === EXTERNAL) return true;
    links += 1;
    if (address.kind === 'other') return true;
    if (address.kind !== 'own') return false;
    const { anchor, isSlashless } = address;
    if (address.path === path) return !isSlashless && hasId(anchor);
    if (anchor === '') targets.push(wholeAddress(href, path, origin));
    else anchors.push(href);
    return true;
  };
  // Links of the header to an id of the current page, such as that of the demo button, have another target on every page.
  const shared = fragment?.links.filter((href) => href.startsWith('#')) ?? [];
  if (!facts.links.every(sort) || !shared.every(sort)) return null;
  const files = findFiles(input, targets);
  return files === null ? null : { links, targets, anchors, files };
}

/** Addresses that must exist and are not among the targets; null if one is always wrong. */
function findFiles({ path, origin, facts, parse }: BriefInput, targets: readonly string[]): readonly string[] | null {
  const { assets, canonical, openGraph, structuredData } = facts;
  const base = basePathOf(origin);
  const { image = '', url = '' } = openGraph;
  const sources = [...assets, image, url, ...structuredData.flatMap(({ urls }) => urls)];
  const files: string[] = [];
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index] ?? '';
    // Pages name their own address several times.
    if (source === '' || source === canonical) continue;
    const plain = plainPathOf(source, origin);
    if (plain !== null) {
      // Assets have no duplicates. The few other addresses often do.
      const href = `${base}${plain}`;
      const isNew = index < assets.length || !(files.includes(href) || targets.includes(href));
      if (plain !== path && isNew) files.push(href);
    } else {
      const address = readAnchor(source, path) ?? parse(source, path, origin);
      if (address.kind === 'dead' || address.kind === 'unknown-scheme' || address.kind === 'invalid') return null;
      if (address.kind === 'own' && address.path !== path) files.push(wholeAddress(source, path, origin));
    }
  }
  return files;
}

const PLAIN_ANCHOR = /^#[\w-]+$/;

/** Fast path for `#id`; null if the href must be parsed. */
function readAnchor(href: string, path: string): Address | null {
  if (!href.startsWith('#') || !PLAIN_ANCHOR.test(href) || href === '#top') return null;
  return { kind: 'own', path, anchor: href.slice(1), isSlashless: false };
}

/** The address as an absolute path, or as a URL if it is on another host. */
function wholeAddress(href: string, path: string, origin: string): string {
  const plain = plainPathOf(href, origin);
  if (plain !== null) return `${basePathOf(origin)}${plain}`;
  const host = hostOriginOf(origin);
  const whole = href.startsWith('/') && !href.startsWith('//') ? href : URL.parse(href, urlOf(origin, path))?.href;
  if (whole === undefined) return href;
  return whole.startsWith(`${host}/`) && !whole.startsWith(`${host}//`) ? whole.slice(host.length) : whole;
}

/** Up to this number, searching the array is faster than creating a Set. */
const FEW_IDS = 50;

function createIdFinder({ ids }: PageFacts, fragment: PageFacts | null): (anchor: string) => boolean {
  const own = ids.length > FEW_IDS ? new Set(ids) : null;
  const isOwn = (id: string) => own?.has(id) ?? ids.includes(id);
  return (anchor) => anchor === '' || isOwn(anchor) || fragment?.ids.includes(anchor) === true;
}

/** A rendered page. */
export interface ReadPage {
  readonly path: string;
  readonly chrome: string;
  /** Null if the page has none. */
  readonly brief: PageBrief | null;
}

export function* readPages(
  rows: Iterable<Pick<PageRow, 'path' | 'chrome'>>,
  pages: Pick<StoredPages, 'readFacts'>,
): Iterable<ReadPage> {
  for (const [{ path, chrome }, brief] of pages.readFacts(rows))
    yield { path, chrome, brief: parseBrief(brief ?? 'null') };
}

function parseBrief(text: string): PageBrief | null {
  try {
    const brief: unknown = JSON.parse(text);
    return isBrief(brief) ? brief : null;
  } catch {
    return null; // Damaged, so the HTML is checked.
  }
}

/** Whether a brief is complete. The cache may be damaged. */
function isBrief(value: unknown): value is PageBrief {
  const brief: Partial<Record<keyof PageBrief, unknown>> = Object(value);
  const { alternates, links, targets, anchors, files, title, description, faults } = brief;
  return (
    [targets, anchors, files].every(Array.isArray) &&
    [title, description, alternates].every((digest) => typeof digest === 'string') &&
    typeof links === 'number' &&
    Array.isArray(faults) &&
    faults.every(isFault)
  );
}

const OWNER_KINDS: readonly unknown[] = ['entry', 'file', 'template'] satisfies readonly PageFault['owner']['kind'][];

function isFault(value: unknown): boolean {
  const { code, owner, what }: Partial<Record<keyof PageFault, unknown>> = Object(value);
  return isRuleCode(String(code)) && OWNER_KINDS.includes(Object(owner).kind) && typeof what === 'string';
}
