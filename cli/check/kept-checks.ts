// What the checks found out about pages that are right, kept for the next build: a page that it takes over, in a site
// where every address means what it meant, is right again, and has the faults that it had by itself. Pages that a brief
// does not settle, or that link to an id of another page, are looked at anew each time.

import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { createTextHash, sha256 } from '../files/content-hash.ts';
import type { TextDigest } from './briefs/page-brief.ts';
import type { RightPage } from './briefs/settled-brief.ts';
import type { CheckRoute } from './check-input.ts';
import type { PageFault } from './rules/page-rules.ts';

/** Version of the shape of checks.bin. */
const CHECKS_VERSION = 2;
const CHECKS_FILE = 'checks.bin';
const NEWLINE = 10;

/** The pages of a site by their numbers: 28 bytes each, of which lines of JSON would take hundreds. */
export interface PageChecks {
  readonly setRight: (page: number, chrome: string, checked: RightPage) => void;
  /** Null of a page that is to be looked at. */
  readonly findRight: (page: number) => (RightPage & { readonly chrome: string }) | null;
  /** A page that links to this one by itself; null where none does. */
  readonly findLinking: (page: number) => number | null;
  readonly setLinking: (page: number, linking: number) => void;
  readonly stored: StoredPages;
}

interface StoredPages {
  readonly numbers: Uint8Array;
  /** Keys of the chromes that pages have. */
  readonly chromes: readonly string[];
  /** Of the few pages that have some. */
  readonly faults: readonly (readonly [page: number, faults: readonly PageFault[]])[];
}

/** Numbers of a page: two of each digest, its links, who links to it (both are 0 where there is nothing), and its chrome. */
const NUMBERS = 7;
const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Nothing known of so many pages, or what was. */
export function createPageChecks(source: number | StoredPages): PageChecks {
  const {
    numbers: bytes,
    faults,
    chromes,
  } = typeof source === 'number'
    ? { numbers: new Uint8Array(source * NUMBERS * NUMBER_BYTES), faults: [], chromes: [] }
    : source;
  const numbers = new Uint32Array(new Uint8Array(bytes).buffer);
  const faultsByPage = new Map<number, readonly PageFault[]>(faults);
  const chromeNumbers = new Map(chromes.map((chrome, number) => [chrome, number]));
  const chromeAt = [...chromes];
  const numberOf = (chrome: string): number => {
    const number = chromeNumbers.get(chrome);
    if (number !== undefined) return number;
    chromeNumbers.set(chrome, chromeAt.length);
    return chromeAt.push(chrome) - 1;
  };
  const at = (page: number, column: number) => numbers[page * NUMBERS + column] ?? 0;
  const digestAt = (page: number, column: number): TextDigest => {
    const [high, low] = [at(page, column), at(page, column + 1)];
    return high === 0 && low === 0 ? null : [high, low];
  };
  return {
    setRight: (page, chrome, { title, description, links, faults }) => {
      if (faults.length > 0) faultsByPage.set(page, faults);
      const start = page * NUMBERS;
      numbers[start] = title?.[0] ?? 0;
      numbers[start + 1] = title?.[1] ?? 0;
      numbers[start + 2] = description?.[0] ?? 0;
      numbers[start + 3] = description?.[1] ?? 0;
      numbers[start + 4] = links + 1;
      numbers[start + 6] = numberOf(chrome);
    },
    findRight: (page) =>
      at(page, 4) === 0
        ? null
        : {
            links: at(page, 4) - 1,
            title: digestAt(page, 0),
            description: digestAt(page, 2),
            faults: faultsByPage.get(page) ?? [],
            chrome: chromeAt[at(page, 6)] ?? '',
          },
    findLinking: (page) => (at(page, 5) === 0 ? null : at(page, 5) - 1),
    setLinking: (page, linking) => {
      numbers[page * NUMBERS + 5] = linking + 1;
    },
    get stored() {
      return { numbers: new Uint8Array(numbers.buffer), faults: [...faultsByPage], chromes: chromeAt };
    },
  };
}

/** The pages of a site as they were checked. */
export interface SiteChecks {
  /** Of {@link createSiteKey}. */
  readonly key: string;
  readonly pages: PageChecks;
}

/** A key of all that decides whether a page is right besides the page: its route, and where addresses lead. */
export function createSiteKey(routes: readonly CheckRoute[], rest: readonly string[]): string {
  const key = createTextHash();
  key.add(JSON.stringify([CHECKS_VERSION, endianness(), ...rest]));
  for (const { path, kind, languageTag, isIndexable } of routes)
    key.add(`${path}\n${kind} ${languageTag} ${isIndexable}\n`);
  return key.finish();
}

/** The first line of the file; behind it stand a line of faults and chromes, and the numbers. */
interface StoredHeader {
  readonly key: string;
  /** Names of the indexes of the records that were checked. */
  readonly indexes: readonly string[];
  /** Of what stands behind it. */
  readonly digest: string;
}

/** The checks of the build that left these indexes; null where they are not known, or not as that build wrote them. */
export function loadChecks(cacheDir: string, indexes: readonly string[]): SiteChecks | null {
  try {
    const [first, pages] = cutLine(readFileSync(join(cacheDir, CHECKS_FILE)));
    const header: StoredHeader = JSON.parse(first);
    if (header.indexes.join() !== indexes.join() || header.digest !== sha256(pages)) return null;
    const [second, numbers] = cutLine(pages);
    const { faults, chromes }: Pick<StoredPages, 'faults' | 'chromes'> = JSON.parse(second);
    return { key: header.key, pages: createPageChecks({ faults, chromes, numbers }) };
  } catch {
    return null; // Absent, or damaged by whatever hand: every page is looked at.
  }
}

function cutLine(bytes: Buffer): readonly [line: string, rest: Buffer] {
  const end = bytes.indexOf(NEWLINE);
  return [bytes.toString('utf8', 0, end), bytes.subarray(end + 1)];
}

/** The state file that tells the next build. */
export function printChecks(
  { key, pages }: SiteChecks,
  indexes: readonly string[],
): { readonly path: string; readonly content: Uint8Array } {
  const { numbers, ...texts } = pages.stored;
  const stored = Buffer.concat([Buffer.from(`${JSON.stringify(texts)}\n`), numbers]);
  const header = { key, indexes, digest: sha256(stored) } satisfies StoredHeader;
  return { path: CHECKS_FILE, content: Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), stored]) };
}
