// Reads a page of a live site: its HTML in any charset, and what its headers add.

import { isUtf8 } from 'node:buffer';
import { isHidingTag, type PageFacts } from '../../facts/page-facts.ts';
import { type ParsedPage, parsePage } from '../../facts/parse-html.ts';
import { type SitePath, toSitePath } from '../../files/brands.ts';
import { sha256 } from '../../files/content-hash.ts';
import type { LinkResponse } from '../external/send-request.ts';
import { isSameText, saysMissing, wordsOf } from '../external/soft-404.ts';
import type { SiteAddresses } from './site-addresses.ts';

/** A page of a live site. Its links are absolute, or begin with a slash on the site itself. */
export interface LivePage {
  /** Decoded path with its query. */
  readonly path: SitePath;
  readonly url: string;
  readonly contentType: string;
  /** Of the HTML. */
  readonly bytes: number;
  /** With what the headers say. */
  readonly facts: PageFacts;
  readonly robotsTags: readonly string[];
  /** Hash of the text that only this page should have; null if it has little. */
  readonly textKey: string | null;
  readonly words: number;
  /** Whether it says that it does not exist. */
  readonly isMissing: boolean;
  /** Where it leads at once, as an absolute URL; null if it stays. */
  readonly refresh: string | null;
}

/** Shorter texts, such as those of forms, may be equal. */
const MIN_TEXT = 300;
/** A page that says more has something to say. */
const MAX_MISSING_WORDS = 150;

/** `notFound` are the words of the page for paths that do not exist; null if such paths get an error. */
export function readLivePage(
  url: URL,
  { body, contentType, headers }: LinkResponse,
  site: SiteAddresses,
  notFound: ReadonlySet<string> | null,
): LivePage {
  const html = decodeHtml(body, contentType);
  const parsed = parsePage(html);
  const text = mainTextOf(parsed);
  const words = text.split(/\s+/).length;
  const title = [parsed.facts.title ?? '', ...parsed.headings].join(' ');
  const robotsTags = [headers['x-robots-tag'] ?? []].flat();
  // Copied, because parts of a text keep the whole text in memory.
  const facts: PageFacts = JSON.parse(JSON.stringify(joinFacts(url, parsed, headers, robotsTags, site)));
  const { refresh } = parsed;
  return {
    path: toSitePath(site.pathOf(url)),
    url: url.href,
    contentType,
    bytes: body.length,
    facts,
    robotsTags,
    textKey: text.length < MIN_TEXT ? null : sha256(text),
    words,
    refresh: refresh === null ? null : site.expand(refresh, url),
    isMissing:
      (words < MAX_MISSING_WORDS && saysMissing(title)) ||
      (notFound !== null && url.pathname !== '/' && isSameText(wordsOf(html, url.href), notFound)),
  };
}

/** Whether search engines list a page at its address. */
export function isIndexed({ url, facts, isMissing }: LivePage): boolean {
  return !isMissing && !facts.hasNoindex && (facts.canonical === null || facts.canonical === url);
}

/** What the page has of its own: the text of `<main>`, or what is outside of header and footer. */
function mainTextOf({ texts }: ParsedPage): string {
  const region = texts.some((text) => text.region === 'main') ? 'main' : 'frame';
  return texts.flatMap((text) => (text.region === region ? [text.text] : [])).join(' ');
}

/** Facts with the links of the headers. */
function joinFacts(
  url: URL,
  { facts, base }: ParsedPage,
  headers: LinkResponse['headers'],
  robotsTags: readonly string[],
  site: SiteAddresses,
): PageFacts {
  const place = (base === null ? null : URL.parse(base, url)) ?? url;
  const short = (href: string) => site.shorten(href, place);
  const full = (href: string) => site.expand(href, place);
  const links = readLinkHeader([headers.link ?? []].flat().join(', '));
  const canonicals = [
    ...facts.otherCanonicals,
    ...(facts.canonical === null ? [] : [facts.canonical]),
    ...links.flatMap(({ rel, href }) => (rel === 'canonical' ? [href] : [])),
  ].map(full);
  const canonical = canonicals.at(-1) ?? null;
  const alternates = [
    ...facts.alternates,
    ...links.flatMap(({ rel, hreflang, href }) => (rel === 'alternate' && hreflang !== '' ? [{ hreflang, href }] : [])),
  ].map(({ hreflang, href }) => ({ hreflang, href: /^https?:/i.test(href) ? full(href) : href }));
  const own = new Map(alternates.map((alternate) => [JSON.stringify(alternate), alternate]));
  const openGraph = Object.entries(facts.openGraph).map(([name, value]) => {
    return [name, name === 'url' || name === 'image' ? full(value) : value];
  });
  return {
    ...facts,
    canonical,
    otherCanonicals: [...new Set(canonicals)].filter((other) => other !== canonical),
    alternates: [...own.values()],
    links: [...new Set(facts.links.map(short))],
    assets: [...new Set(facts.assets.map(short))].filter((href) => !/^(?:data|blob|about|javascript):/i.test(href)),
    hasNoindex: facts.hasNoindex || robotsTags.some(isHidingTag),
    robots: [...facts.robots, ...robotsTags],
    openGraph: Object.fromEntries(openGraph),
    structuredData: facts.structuredData.map(({ urls, pageUrl, ...data }) => ({
      ...data,
      urls: urls.map(full),
      pageUrl: pageUrl === null ? null : full(pageUrl),
    })),
  };
}

/** Links of a `Link` header (RFC 8288). */
function readLinkHeader(header: string) {
  return [...header.matchAll(/<([^<>]*)>([^<]*)/g)].map(([, href = '', parameters = '']) => {
    const parameterOf = (name: string) =>
      new RegExp(`;\\s*${name}\\s*=\\s*"?([^";,]+)`, 'i').exec(parameters)?.[1] ?? '';
    return { href, rel: parameterOf('rel').trim().toLowerCase(), hreflang: parameterOf('hreflang').trim() };
  });
}

/** Bytes in which a page names its charset. */
const PRESCAN = 1024;

/** The text of a page: by its byte order mark, its header, its `<meta>`, or else UTF-8 if it is valid. */
function decodeHtml(body: Buffer, contentType: string): string {
  const start = body.toString('latin1', 0, PRESCAN);
  const mark = MARKS.find(({ bytes }) => start.startsWith(bytes))?.charset;
  const named = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType);
  const charset = mark ?? (named ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start))?.[1];
  // The last character may be cut.
  const fallback = isUtf8(body.subarray(0, body.lastIndexOf('<') + 1)) ? 'utf-8' : 'windows-1252';
  try {
    return new TextDecoder(charset ?? fallback).decode(body);
  } catch {
    // An unknown charset.
    return new TextDecoder(fallback).decode(body);
  }
}

const MARKS = [
  { bytes: '\xef\xbb\xbf', charset: 'utf-8' },
  { bytes: '\xfe\xff', charset: 'utf-16be' },
  { bytes: '\xff\xfe', charset: 'utf-16le' },
];
