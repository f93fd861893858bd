// What the rules need of a page, made where the page is rendered and cached, so that a check reads no HTML. A page that names
// another one as canonical, or has an address that is wrong whatever the site holds, has no brief: its HTML is checked.

import { LRUCache } from 'lru-cache';
import { basePathOf, hostOriginOf } from '../../config/site-address.ts';
import type { CachedPages, PageRow } from '../cache/page-cache.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { sha256 } from '../files/content-hash.ts';
import { type Address, parseAddress, plainPathOf } from '../paths/address.ts';
import { urlOf } from '../paths/site-path.ts';
import { findPageFaults, type PageFault } from './rules/page-rules.ts';
import { isRuleCode } from './rules/rules.ts';

/** A page in brief. What differs from the plan is not in it: then the HTML of the page is checked. */
export interface PageBrief {
  /** Whether it names its own address as canonical, or none. */
  readonly hasCanonical: boolean;
  /** '' where it has none. */
  readonly language: string;
  readonly hasNoindex: boolean;
  /** Of {@link digestAlternates}. */
  readonly alternates: string;
  /** Links that stay inside the site, or are no links of the web. */
  readonly links: number;
  /** Addresses of links to other places of the site. */
  readonly targets: readonly string[];
  /** Hrefs of links to ids of other pages. */
  readonly anchors: readonly string[];
  /** Addresses of this site that need only exist: stylesheets, images, what shares and structured data name. */
  readonly files: readonly string[];
  /** Of {@link digestText}. */
  readonly title: string;
  readonly description: string;
  readonly faults: readonly PageFault[];
}

/** The page and what it says. */
interface BriefInput {
  readonly path: string;
  readonly origin: string;
  readonly facts: PageFacts;
  /** Facts of its header and footer. */
  readonly fragment: PageFacts | null;
  /** Its links within the page, such as that of the demo button: they mean another place on every page. */
  readonly anchors: readonly string[];
  readonly parse: typeof parseAddress;
}

const EXTERNAL = 'external';
/** Where the host of `https://` begins, or a letter later. */
const HOST_START = 8;
/** Hosts that a thread remembers. */
const HOSTS_CACHED = 1000;

/**
 * Makes briefs of many pages: they name few hosts, and what is of another one is told by its host alone.
 */
export function createBriefMaker(): (input: Omit<BriefInput, 'anchors' | 'parse'>) => PageBrief | null {
  const isForeignByHost = new LRUCache<string, boolean>({ max: HOSTS_CACHED });
  let lastForeign: string | null = null;
  const isForeign = (href: string, origin: string): boolean => {
    if (!href.startsWith('http')) return false;
    if (lastForeign !== null && href.startsWith(lastForeign)) return true;
    const host = href.slice(0, href.indexOf('/', HOST_START) + 1);
    const known = isForeignByHost.get(host);
    if (known === true) lastForeign = host;
    if (known !== undefined) return known;
    const found = ABSOLUTE.test(host) && parseAddress(host, '/', hostOriginOf(origin)).kind === EXTERNAL;
    isForeignByHost.set(host, found);
    return found;
  };
  const parse: BriefInput['parse'] = (href, path, origin) =>
    isForeign(href, origin) ? { kind: EXTERNAL, url: href } : parseAddress(href, path, origin);
  const anchorsByFragment = new Map<PageFacts | null, readonly string[]>();
  const findAnchors = (fragment: PageFacts | null): readonly string[] => {
    const known = anchorsByFragment.get(fragment);
    if (known !== undefined) return known;
    const anchors = fragment?.links.filter((href) => href.startsWith('#')) ?? [];
    anchorsByFragment.set(fragment, anchors);
    return anchors;
  };
  return ({ path, origin, facts, fragment }) =>
    createPageBrief({ path, origin, facts, fragment, anchors: findAnchors(fragment), parse });
}

const ABSOLUTE = /^https?:\/\/[^/]/;

/** Makes the brief of a page; null where it has none. */
function createPageBrief(input: BriefInput): PageBrief | null {
  const { path, origin, facts, fragment } = input;
  const { canonical, hasNoindex } = facts;
  if (canonical !== null && canonical !== urlOf(origin, path)) return null;
  const places = sortAddresses(input);
  if (places === null) return null;
  const language = facts.language ?? '';
  const said = { canonical, isIndexable: !hasNoindex, languageTag: language };
  const { links, targets, anchors, files } = places;
  return {
    hasCanonical: canonical !== null,
    language,
    hasNoindex,
    alternates: digestAlternates(facts.alternates),
    links,
    targets,
    anchors,
    files,
    title: digestText(facts.title),
    description: digestText(facts.description),
    faults: findPageFaults(said, facts, fragment),
  };
}

/** Equal for equal lists; '' for the empty one. */
export function digestAlternates(alternates: PageFacts['alternates']): string {
  if (alternates.length === 0) return '';
  return sha256(JSON.stringify(alternates.map(({ hreflang, href }) => [hreflang, href]))).slice(0, 32);
}

/** Equal for equal texts, but for spaces around them; '' for none. */
export function digestText(written: string | null): string {
  const text = written?.trim() ?? '';
  return text === '' ? '' : sha256(text).slice(0, 16);
}

type SortedAddresses = Pick<PageBrief, 'links' | 'targets' | 'anchors' | 'files'>;

/** Null where an address is wrong by itself, or leads to an id that the page lacks. */
function sortAddresses(input: BriefInput): SortedAddresses | null {
  const { path, origin, facts, fragment, parse } = input;
  const base = basePathOf(origin);
  let links = 0;
  // Links differ already, and a target that stands twice is looked at twice: a list costs less than a set.
  const targets: string[] = [];
  const anchors: string[] = [];
  const hasId = createIdFinder(facts, fragment);
  /** Whether the address may be right. */
  const sort = (href: string): boolean => {
    // Most links are of these kinds, and are read without parsing them.
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
  if (!facts.links.every(sort) || !input.anchors.every(sort)) return null;
  const files = findFiles(input, targets);
  return files === null ? null : { links, targets, anchors, files };
}

/** What must exist and is no target already; null where something cannot. */
function findFiles({ path, origin, facts, parse }: BriefInput, targets: readonly string[]): readonly string[] | null {
  const { assets, canonical, openGraph, structuredData } = facts;
  const base = basePathOf(origin);
  const { image = '', url = '' } = openGraph;
  const sources = [...assets, image, url, ...structuredData.flatMap(({ urls }) => urls)];
  const files: string[] = [];
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index] ?? '';
    // Its own address is named several times, and was looked at before.
    if (source === '' || source === canonical) continue;
    const plain = plainPathOf(source, origin);
    if (plain !== null) {
      // Assets differ already, and are many on some pages; the few others are mostly named before.
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

/** A place of the page itself; null for everything that is to be parsed. */
function readAnchor(href: string, path: string): Address | null {
  if (!href.startsWith('#') || !PLAIN_ANCHOR.test(href) || href === '#top') return null;
  return { kind: 'own', path, anchor: href.slice(1), isSlashless: false };
}

/** The same place wherever it is named: an href without the host. */
function wholeAddress(href: string, path: string, origin: string): string {
  const plain = plainPathOf(href, origin);
  if (plain !== null) return `${basePathOf(origin)}${plain}`;
  const host = hostOriginOf(origin);
  const whole = href.startsWith('/') && !href.startsWith('//') ? href : URL.parse(href, urlOf(origin, path))?.href;
  if (whole === undefined) return href;
  return whole.startsWith(`${host}/`) && !whole.startsWith(`${host}//`) ? whole.slice(host.length) : whole;
}

/** A page has a few ids; a Set of them costs more than to ask for each link of its contents. */
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
  /** Null where the page has none. */
  readonly brief: PageBrief | null;
}

/** Reads the pages of some rows. */
export function* readPages(
  rows: Iterable<Pick<PageRow, 'path' | 'chrome' | 'record'>>,
  cache: Pick<CachedPages, 'readBriefs'>,
): Iterable<ReadPage> {
  for (const [{ path, chrome }, brief] of cache.readBriefs(rows))
    yield { path, chrome, brief: parseBrief(brief ?? 'null') };
}

function parseBrief(text: string): PageBrief | null {
  try {
    const brief: unknown = JSON.parse(text);
    return isBrief(brief) ? brief : null;
  } catch {
    return null; // Damaged: the page itself tells the same.
  }
}

/** Whether nothing of a brief is missing, as where a letter of its JSON was changed. */
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
