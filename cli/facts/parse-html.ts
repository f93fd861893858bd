// Reads a page from any HTML: pages that were edited after the build, of releases, and of live sites.

import { Parser } from 'htmlparser2';
import { isStructuredData, listFacts, type PageFacts, readTag, startFacts } from './page-facts.ts';
import { type PlacedText, TextReader } from './page-texts.ts';

/** What a whole page has, with header and footer. */
export interface ParsedPage {
  readonly facts: PageFacts;
  readonly headings: readonly string[];
  readonly texts: readonly PlacedText[];
  /** Every link, with duplicates. */
  readonly hrefs: readonly string[];
  /** The text of each block of JSON-LD. */
  readonly dataTexts: readonly string[];
  /** `href` of `<base>`. */
  readonly base: string | null;
  /** Where a meta refresh without delay leads, also without scripts. */
  readonly refresh: string | null;
}

/** Nobody can read what is deeper, and the parser takes a time that grows with the square of the depth. */
const MAX_DEPTH = 5000;
const CHUNK = 16_384;

export function parsePage(html: string): ParsedPage {
  const found = startFacts();
  const reader = new TextReader();
  // Only scripts use what is in them.
  let templates = 0;
  let noscripts = 0;
  let refresh: string | null = null;
  // Of the title, or of structured data.
  let text: string | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      reader.open(name, attributes);
      if (name === 'template') templates += 1;
      if (name === 'noscript') noscripts += 1;
      if (templates === 0) readTag(name, attributes, found);
      if (templates + noscripts === 0) refresh ??= readRefresh(attributes);
      // Only the first title: SVG images have titles too.
      if (isStructuredData(name, attributes) || (name === 'title' && found.title === null)) text = '';
    },
    ontext: (part) => {
      if (text === null) reader.text(part);
      else text += part;
    },
    onclosetag: (name) => {
      reader.close(name);
      if (name === 'template') templates -= 1;
      if (name === 'noscript') noscripts -= 1;
      if (text === null) return;
      if (name === 'script') found.dataTexts.push(text);
      else found.title = text;
      text = null;
    },
  });
  for (let start = 0; start < html.length && reader.depth < MAX_DEPTH; start += CHUNK)
    parser.write(html.slice(start, start + CHUNK));
  parser.end();
  reader.endBlock();
  const { headings, texts } = reader;
  const { links: hrefs, dataTexts, base } = found;
  return { facts: listFacts(found), headings, texts, hrefs, dataTexts, base, refresh };
}

function readRefresh({ 'http-equiv': name, content = '' }: Readonly<Record<string, string>>): string | null {
  const isRefresh = name?.toLowerCase() === 'refresh';
  return isRefresh ? (/^\s*0\s*;\s*url=['"]?([^"']+)/i.exec(content)?.[1]?.trim() ?? null) : null;
}

/** Target of a meta refresh without delay; null if there is none. */
export function findRefresh(html: string): string | null {
  return /\brefresh\b/i.test(html) ? parsePage(html).refresh : null;
}
