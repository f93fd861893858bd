// Writes a manifest, one file per line.

import { writePieces } from '../../files/text-lines.ts';
import { FIRST_LINE, LAST_LINE, type ManifestFile } from './output-manifest.ts';

/** Writes a manifest of rows that are sorted by path. */
export function writeManifest(file: string, rows: Iterable<ManifestFile>): void {
  writePieces(file, manifestPieces(rows));
}

function* manifestPieces(rows: Iterable<ManifestFile>): Generator<string> {
  yield FIRST_LINE;
  const printRow = createRowPrinter();
  let separator = '\n';
  for (const row of rows) {
    yield separator + printRow(row);
    separator = ',\n';
  }
  yield `\n${LAST_LINE}\n`;
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
