// What the checks of a whole site ask of one page, made where the page is rendered: its HTML is read there anyway, and
// pages are many. A page with an address that is wrong whatever the site holds has no brief: it is looked at whole.

import { hash } from 'node:crypto';
import { sha256 } from '../build/content-hash.ts';
import type { PageFacts } from '../build/page-facts.ts';
import { urlOf } from '../build/site-path.ts';
import { type Address, parseAddress, plainPathOf } from './address.ts';
import { findPageFaults, type PageFault } from './page-rules.ts';

/** A page in brief. What it says of itself is compared with the plan; where that differs, the page is looked at whole. */
export interface PageBrief {
  readonly canonical: string | null;
  readonly language: string | null;
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
const HOSTS_KEPT = 1000;

/** Makes briefs of many pages: they name few hosts, and what is of another one is told by its host alone. */
export function createBriefMaker(): (input: Omit<BriefInput, 'anchors' | 'parse'>) => PageBrief | null {
  const isForeignByHost = new Map<string, boolean>();
  let lastForeign: string | null = null;
  const isForeign = (href: string, origin: string): boolean => {
    if (!href.startsWith('http')) return false;
    if (lastForeign !== null && href.startsWith(lastForeign)) return true;
    const host = href.slice(0, href.indexOf('/', HOST_START) + 1);
    const known = isForeignByHost.get(host);
    if (known === true) lastForeign = host;
    if (known !== undefined) return known;
    const found = ABSOLUTE.test(host) && parseAddress(host, '/', origin).kind === EXTERNAL;
    if (isForeignByHost.size >= HOSTS_KEPT) isForeignByHost.clear();
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
  return (input) => createPageBrief({ ...input, anchors: findAnchors(input.fragment), parse });
}

const ABSOLUTE = /^https?:\/\/[^/]/;

/** Makes the brief of a page; null where it has none. */
function createPageBrief(input: BriefInput): PageBrief | null {
  const places = sortAddresses(input);
  if (places === null) return null;
  const { facts, fragment } = input;
  const { canonical, language, hasNoindex } = facts;
  const said = { canonical, isIndexable: !hasNoindex, languageTag: language ?? '' };
  return {
    canonical,
    language,
    hasNoindex,
    alternates: digestAlternates(facts.alternates),
    ...places,
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

/** The first 64 bits of what {@link digestAlternates} prints; null of the empty list. */
export function parseListDigest(text: string): TextDigest {
  return text === '' ? null : [Number.parseInt(text.slice(0, 8), 16), Number.parseInt(text.slice(8, 16), 16)];
}

/** Characters of a text's digest: 72 bits. */
const DIGEST_LENGTH = 12;

/** Equal for equal texts, but for spaces around them; '' for none. */
export function digestText(written: string | null): string {
  const text = written?.trim() ?? '';
  return text === '' ? '' : hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}

/** The digest of a text that pages must not share, as two numbers; null of no text. */
export type TextDigest = readonly [high: number, low: number] | null;

/** The first 64 bits of what {@link digestText} prints. */
export function parseDigest(text: string): TextDigest {
  if (text === '') return null;
  const digest = Buffer.from(text, 'base64url');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}

type SortedAddresses = Pick<PageBrief, 'links' | 'targets' | 'anchors' | 'files'>;

/** Null where an address is wrong by itself, or leads to an id that the page lacks. */
function sortAddresses(input: BriefInput): SortedAddresses | null {
  const { path, origin, facts, fragment } = input;
  let links = 0;
  // Links differ already, and a target that stands twice is looked at twice: a list costs less than a set.
  const targets: string[] = [];
  const anchors: string[] = [];
  const hasId = createIdFinder(facts, fragment);
  for (const href of input.anchors.length === 0 ? facts.links : [...facts.links, ...input.anchors]) {
    // Most links are of these two kinds, and are read without parsing them.
    const plain = plainPathOf(href, origin);
    if (plain !== null) {
      links += 1;
      if (plain !== path) targets.push(plain);
      continue;
    }
    const address = readAnchor(href, path) ?? input.parse(href, path, origin);
    if (address.kind === EXTERNAL) continue;
    links += 1;
    if (address.kind === 'other') continue;
    if (address.kind !== 'own') return null;
    const { anchor, isSlashless } = address;
    if (address.path === path) {
      if (isSlashless || !hasId(anchor)) return null;
    } else if (anchor === '') targets.push(wholeAddress(href, path, origin));
    else anchors.push(href);
  }
  const files = findFiles(input, targets);
  return files === null ? null : { links, targets, anchors, files };
}

/** What must exist and is no target already; null where something cannot. */
function findFiles({ path, origin, facts, parse }: BriefInput, targets: readonly string[]): readonly string[] | null {
  const { assets, openGraph, structuredData } = facts;
  const { image = '', url = '' } = openGraph;
  const sources = [...assets, image, url, ...structuredData.flatMap(({ urls }) => urls)];
  const files: string[] = [];
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index] ?? '';
    const plain = plainPathOf(source, origin);
    if (plain !== null) {
      // Assets differ already, and are many on some pages; the few others are mostly named before.
      const isNew = index < assets.length || !(files.includes(plain) || targets.includes(plain));
      if (plain !== path && isNew) files.push(plain);
    } else if (source !== '') {
      const address = readAnchor(source, path) ?? parse(source, path, origin);
      if (address.kind === 'dead' || address.kind === 'unknown-scheme') return null;
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

/** The same place wherever it is named. */
function wholeAddress(href: string, path: string, origin: string): string {
  const plain = plainPathOf(href, origin);
  if (plain !== null) return plain;
  const whole = href.startsWith('/') && !href.startsWith('//') ? href : URL.parse(href, urlOf(origin, path))?.href;
  if (whole === undefined) return href;
  return whole.startsWith(`${origin}/`) && !whole.startsWith(`${origin}//`) ? whole.slice(origin.length) : whole;
}

/** A page has a few ids; a Set of them costs more than to ask for each link of its contents. */
const FEW_IDS = 50;

function createIdFinder({ ids }: PageFacts, fragment: PageFacts | null): (anchor: string) => boolean {
  const own = ids.length > FEW_IDS ? new Set(ids) : null;
  const isOwn = (id: string) => own?.has(id) ?? ids.includes(id);
  return (anchor) => anchor === '' || isOwn(anchor) || fragment?.ids.includes(anchor) === true;
}
