// The manifest that the last build left. Rows are parsed when one of them is asked for, and those of pages that are taken
// over by their lines never: most builds change few of ten thousand.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../../config/locales.ts';
import type { OutputPlaces } from '../output-places.ts';
import { type LineRange, loadSections, type ManifestSection, type ManifestSections } from './manifest-sections.ts';
import { LAST_LINE, loadManifest, type ManifestFile, parseManifestRows } from './output-manifest.ts';
import type { KeptLines } from './write-manifest.ts';

/** A row with its number in the manifest. */
export interface LastFile extends ManifestFile {
  readonly row: number;
}

/** What a manifest tells. */
export interface LastManifest {
  /** The out folder's own; that and the next one of an unfinished commit; or the cache folder's, which may be of another out folder. */
  readonly origin: 'own' | 'unfinished' | 'cache';
  /** How many there are. */
  readonly rows: number;
  /** SHA-256 of the bytes that a file may have; none where it is not in the manifest. */
  readonly hashesOf: (path: string) => readonly string[];
  /** Rows by path, but for those of sections that are kept. @throws SiteError MANIFEST_DAMAGED. */
  readonly files: () => ReadonlyMap<string, LastFile>;
  readonly sections: ReadonlyMap<Locale, ManifestSection>;
  readonly parseRange: (range: LineRange) => readonly LastFile[];
  /** Takes the lines of a section; null where there is none, and once rows were parsed. */
  readonly keep: (locale: Locale) => readonly KeptLines[] | null;
}

/**
 * Opens what manifests there are of the out folder; null where there is none.
 * @throws SiteError MANIFEST_DAMAGED (exit 2).
 */
export function openManifests(places: OutputPlaces): LastManifest | null {
  // Only a dry run comes here with the next manifest of an unfinished commit there: the files are of either.
  const next = loadManifest(places.nextManifestFile);
  const hasOwn = existsSync(places.manifestFile);
  if (hasOwn && next === null) return openOwn(places);
  const last = loadManifest(hasOwn ? places.manifestFile : join(places.cacheDir, 'manifest.json'));
  const both = [last, next].flatMap((manifest) => manifest ?? []);
  const origin = hasOwn ? 'unfinished' : 'cache';
  return both.length === 0
    ? null
    : openRows(
        both.flatMap(({ files }) => files),
        origin,
      );
}

function openOwn({ manifestFile, sectionsFile }: OutputPlaces): LastManifest {
  const bytes = readFileSync(manifestFile);
  const sections = loadSections(sectionsFile, bytes);
  return sections === null
    ? openRows(loadManifest(manifestFile)?.files ?? [], 'own')
    : openSections(manifestFile, bytes, sections);
}

/** A manifest of these rows. */
export function openRows(rows: readonly ManifestFile[], origin: LastManifest['origin']): LastManifest {
  const files = new Map(rows.map((file, row) => [file.path, { ...file, row }]));
  return {
    origin,
    rows: rows.length,
    hashesOf: (path) => {
      // An unfinished commit has two rows of most paths.
      const found = origin === 'unfinished' ? rows.filter((row) => row.path === path) : [files.get(path)];
      return found.flatMap((row) => row?.sha256 ?? []);
    },
    files: () => files,
    sections: new Map(),
    parseRange: () => [],
    keep: () => null,
  };
}

/** Opens a manifest that is as its build wrote it: nothing in it is damaged. */
function openSections(file: string, bytes: Buffer, { files: rows, byLocale }: ManifestSections): LastManifest {
  const kept: LineRange[] = [];
  let parsed: ReadonlyMap<string, LastFile> | null = null;
  const parseRange = ({ from, to, line }: Pick<LineRange, 'from' | 'to' | 'line'>): readonly LastFile[] => {
    const lines = bytes.toString('utf8', from, to).split('\n').filter(isRow);
    return parseManifestRows(file, lines).map((found, index) => ({ ...found, row: line + index }));
  };
  return {
    origin: 'own',
    rows,
    hashesOf: (path) => {
      const line = findLine(bytes, path);
      return line === null ? [] : parseManifestRows(file, [line]).map(({ sha256 }) => sha256);
    },
    files: () => {
      parsed ??= new Map(
        listGaps(kept, bytes.length)
          .flatMap(parseRange)
          .map((found) => [found.path, found]),
      );
      return parsed;
    },
    sections: byLocale,
    parseRange,
    keep: (locale) => {
      const section = byLocale.get(locale);
      if (section === undefined || parsed !== null) return null;
      kept.push(...section.ranges);
      return section.ranges.map((range) => {
        const { from, to, files, firstPath, lastPath } = range;
        return { locale, files, firstPath, lastPath, text: bytes.subarray(from, to), parse: () => parseRange(range) };
      });
    },
  };
}

const ROW_START = '{"path":';

function isRow(line: string): boolean {
  return line.startsWith(ROW_START);
}

/** What is in none of some ranges. */
function listGaps(ranges: readonly LineRange[], end: number): readonly Pick<LineRange, 'from' | 'to' | 'line'>[] {
  const sorted = ranges.toSorted((one, other) => one.from - other.from);
  const starts = [{ from: 0, line: 0 }, ...sorted.map(({ to, line, files }) => ({ from: to, line: line + files }))];
  return starts.map((start, index) => ({ ...start, to: sorted[index]?.from ?? end }));
}

const NEWLINE = 10;

/** Looks for a row among lines that are sorted by path. */
function findLine(bytes: Buffer, path: string): string | null {
  let low = bytes.indexOf(NEWLINE) + 1;
  let high = bytes.lastIndexOf(LAST_LINE);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = bytes.lastIndexOf(NEWLINE, middle - 1) + 1;
    const end = bytes.indexOf(NEWLINE, middle);
    const line = bytes.toString('utf8', start, end);
    const found = pathOf(line);
    if (found === path) return line;
    if (found < path) low = end + 1;
    else high = start;
  }
  return null;
}

function pathOf(line: string): string {
  return JSON.parse(line.slice(ROW_START.length, line.indexOf('","', ROW_START.length) + 1));
}
