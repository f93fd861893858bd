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
  readonly parse: typeof parseAddress;
}

const ABSOLUTE = /^https?:\/\//;
/** Absolute addresses whose meaning a thread remembers. */
const ADDRESSES_KEPT = 1000;

/** Makes briefs of many pages: what they load is mostly the same, and is read once. */
export function createBriefMaker(): (input: Omit<BriefInput, 'parse'>) => PageBrief | null {
  const known = new Map<string, Address>();
  const parse: BriefInput['parse'] = (href, path, origin) => {
    if (!ABSOLUTE.test(href)) return parseAddress(href, path, origin);
    const address = known.get(href) ?? parseAddress(href, path, origin);
    if (known.size >= ADDRESSES_KEPT) known.clear();
    known.set(href, address);
    return address;
  };
  return (input) => createPageBrief({ ...input, parse });
}

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

/** Characters of a text's digest: 72 bits. */
const DIGEST_LENGTH = 12;

/** Equal for equal texts, but for spaces around them; '' for none. */
export function digestText(written: string | null): string {
  const text = written?.trim() ?? '';
  return text === '' ? '' : hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}

type SortedAddresses = Pick<PageBrief, 'links' | 'targets' | 'anchors' | 'files'>;

/** Null where an address is wrong by itself, or leads to an id that the page lacks. */
function sortAddresses(input: BriefInput): SortedAddresses | null {
  const { path, origin, facts, fragment } = input;
  let links = 0;
  const targets = new Set<string>();
  const anchors: string[] = [];
  const hasId = createIdFinder(facts, fragment);
  // The header's links within the page, such as that of the demo button, mean another place on every page.
  const inPage = fragment?.links.filter((href) => href.startsWith('#')) ?? [];
  for (const href of [...facts.links, ...inPage]) {
    const address = readAddress(href, input);
    if (address.kind === 'external') continue;
    links += 1;
    if (address.kind === 'other') continue;
    if (address.kind !== 'own') return null;
    const { anchor, isSlashless } = address;
    if (address.path === path) {
      if (isSlashless || !hasId(anchor)) return null;
    } else if (anchor !== '') anchors.push(href);
    else targets.add(wholeAddress(href, path, origin));
  }
  const files = findFiles(input, targets);
  return files === null ? null : { links, targets: [...targets], anchors, files };
}

/** What must exist and is no target already; null where something cannot. */
function findFiles(input: BriefInput, targets: ReadonlySet<string>): readonly string[] | null {
  const { path, origin, facts } = input;
  const files = new Set<string>();
  const { image = '', url = '' } = facts.openGraph;
  const shared = [image, url].filter((address) => address !== '');
  for (const source of [...facts.assets, ...shared, ...facts.structuredData.flatMap(({ urls }) => urls)]) {
    const address = readAddress(source, input);
    if (address.kind === 'dead' || address.kind === 'unknown-scheme') return null;
    if (address.kind !== 'own' || address.path === path) continue;
    const whole = wholeAddress(source, path, origin);
    if (!targets.has(whole)) files.add(whole);
  }
  return [...files];
}

const PLAIN_ANCHOR = /^#[\w-]+$/;

/** Most addresses are read without parsing them. */
function readAddress(href: string, { path, origin, parse }: BriefInput): Address {
  const plain = plainPathOf(href, origin);
  if (plain !== null) return { kind: 'own', path: plain, anchor: '', isSlashless: false };
  if (PLAIN_ANCHOR.test(href) && href !== '#top')
    return { kind: 'own', path, anchor: href.slice(1), isSlashless: false };
  return parse(href, path, origin);
}

/** The same place wherever it is named. */
function wholeAddress(href: string, path: string, origin: string): string {
  const plain = plainPathOf(href, origin);
  if (plain !== null) return plain;
  const whole = href.startsWith('/') && !href.startsWith('//') ? href : URL.parse(href, urlOf(origin, path))?.href;
  if (whole === undefined) return href;
  return whole.startsWith(`${origin}/`) && !whole.startsWith(`${origin}//`) ? whole.slice(origin.length) : whole;
}

function createIdFinder(facts: PageFacts, fragment: PageFacts | null): (anchor: string) => boolean {
  let ids: ReadonlySet<string> | null = null;
  return (anchor) => {
    if (anchor === '') return true;
    ids ??= new Set([...facts.ids, ...(fragment?.ids ?? [])]);
    return ids.has(anchor);
  };
}
