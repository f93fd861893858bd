// Writes a manifest: rows are printed, and lines of the last one that say what they said are copied.

import { createHash, type Hash } from 'node:crypto';
import type { Locale } from '../../../config/locales.ts';
import { writePieces } from '../../files/text-lines.ts';
import type { LineRange, ManifestSection, ManifestSections } from './manifest-sections.ts';
import { FIRST_LINE, LAST_LINE, type ManifestFile } from './output-manifest.ts';

/** Lines of the last manifest that stand in the next one as they are, all of pages of one locale. */
export interface KeptLines extends Pick<LineRange, 'files' | 'firstPath' | 'lastPath'> {
  readonly locale: Locale;
  readonly text: Uint8Array;
  readonly parse: () => readonly ManifestFile[];
}

/** What was written. */
interface WrittenManifest {
  readonly sha256: string;
  readonly sections: ManifestSections;
}

/**
 * Writes a manifest, one file per line.
 * @param rows sorted by path
 * @param keys of all that the pages of some locales were made of: where these stand is told
 */
export function writeManifest(
  file: string,
  rows: Iterable<ManifestFile | KeptLines>,
  keys: ReadonlyMap<Locale, string> = new Map(),
): WrittenManifest {
  const sections = startSections(keys);
  const hash = createHash('sha256');
  writePieces(file, hashPieces(manifestPieces(rows, sections), hash));
  return { sha256: hash.digest('hex'), sections: sections.finish() };
}

function* hashPieces(pieces: Iterable<Uint8Array>, hash: Hash): Generator<Uint8Array> {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** Of text that is encoded at once. */
const PIECE_LENGTH = 32_768;
/** UTF-8 bytes of a UTF-16 code unit, at most. */
const BYTES_PER_UNIT = 3;

/** Pieces of a manifest in UTF-8; each is to be used before the next is asked for. */
function* manifestPieces(rows: Iterable<ManifestFile | KeptLines>, sections: SectionWriter): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_LENGTH * BYTES_PER_UNIT * 2);
  let pending = FIRST_LINE;
  let offset = 0;
  const encode = (): Uint8Array => {
    const isRoomy = pending.length * BYTES_PER_UNIT <= buffer.length;
    const bytes = isRoomy ? buffer.subarray(0, buffer.write(pending)) : Buffer.from(pending);
    pending = '';
    offset += bytes.length;
    return bytes;
  };
  const printRow = createRowPrinter();
  let separator = '\n';
  for (const row of rows) {
    const range = rangeOf(row);
    if (sections.isOther(range.locale)) {
      yield encode();
      sections.turn(range, offset, offset + separator.length);
    } else sections.extend(range);
    pending += separator;
    separator = ',\n';
    if ('text' in row) {
      yield encode();
      offset += row.text.length;
      yield row.text;
    } else pending += printRow(row);
    if (pending.length >= PIECE_LENGTH) yield encode();
  }
  yield encode();
  sections.turn(null, offset, offset);
  pending = `\n${LAST_LINE}\n`;
  yield encode();
}

/** Pages of a locale that a route owns; the locale is null where the row is none of them. */
type RowRange = Pick<LineRange, 'files' | 'firstPath' | 'lastPath'> & { readonly locale: Locale | null };

function rangeOf(row: ManifestFile | KeptLines): RowRange {
  if ('text' in row) return row;
  const { path, kind, locale, owner } = row;
  return { locale: kind === 'page' && owner !== null ? locale : null, files: 1, firstPath: path, lastPath: path };
}

/** Notes where the pages of locales stand. */
interface SectionWriter {
  /** Whether rows of this locale are not of the range that the last one was of. */
  readonly isOther: (locale: Locale | null) => boolean;
  /** Ends the range of the last row, if there is one, at an offset, and begins that of the next at another. */
  readonly turn: (next: RowRange | null, to: number, from: number) => void;
  readonly extend: (row: RowRange) => void;
  readonly finish: () => ManifestSections;
}

function startSections(keys: ReadonlyMap<Locale, string>): SectionWriter {
  const byLocale = new Map<Locale, ManifestSection & { readonly ranges: LineRange[] }>();
  let locale: Locale | null = null;
  let range = { from: 0, line: 0, files: 0, firstPath: '', lastPath: '' };
  let line = 0;
  return {
    isOther: (next) => (next !== null && keys.has(next) ? next : null) !== locale,
    turn: (next, to, from) => {
      const key = locale === null ? undefined : keys.get(locale);
      if (locale !== null && key !== undefined) {
        const section = byLocale.get(locale) ?? { key, ranges: [] };
        byLocale.set(locale, section);
        section.ranges.push({ ...range, to });
      }
      if (next === null) return;
      const { files, firstPath, lastPath } = next;
      locale = next.locale !== null && keys.has(next.locale) ? next.locale : null;
      range = { from, line, files, firstPath, lastPath };
      line += files;
    },
    extend: ({ files, lastPath }) => {
      range.files += files;
      range.lastPath = lastPath;
      line += files;
    },
    finish: () => ({ files: line, byLocale }),
  };
}

function createRowPrinter(): (row: ManifestFile) => string {
  // What rows that follow each other mostly have in common is printed once.
  let last: Pick<ManifestFile, 'contentType' | 'cacheControl' | 'kind' | 'locale'> | null = null;
  let common = '';
  return (row) => {
    const { path, sha256, bytes, contentType, cacheControl, kind, locale, owner, outdatedBy } = row;
    const isSame =
      last?.contentType === contentType &&
      last.cacheControl === cacheControl &&
      last.kind === kind &&
      last.locale === locale;
    if (!isSame) common = JSON.stringify({ contentType, cacheControl, kind, locale }).slice(1, -1);
    last = row;
    const age = outdatedBy === undefined ? '' : `,"outdatedBy":${outdatedBy}`;
    return `{"path":${JSON.stringify(path)},"sha256":"${sha256}","bytes":${bytes},${common},"owner":${JSON.stringify(owner)}${age}}`;
  };
}
