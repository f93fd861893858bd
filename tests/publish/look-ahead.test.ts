import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAhead } from '../../cli/publish/look-ahead.ts';
import { writeManifest } from '../../cli/publish/manifest/write-manifest.ts';

const FILES = 3200;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-look-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A manifest that says of each file that it has so many bytes. */
function writeRows(rows: readonly { readonly path: string; readonly bytes: number }[]): string {
  const file = join(dir, 'manifest.json');
  const files = rows.map((row) => ({
    ...row,
    sha256: '0'.repeat(64),
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'public, max-age=0, must-revalidate',
    kind: 'page' as const,
    locale: null,
    owner: null,
  }));
  writeManifest(file, files);
  return file;
}

describe('lookAhead', () => {
  it('tells whether files have the bytes that their rows say, and of what is no file that it has not', async () => {
    const rows = Array.from({ length: FILES }, (_, index) => ({ path: `${index}.html`, bytes: index % 50 }));
    for (const { path, bytes } of rows) writeFileSync(join(dir, path), 'x'.repeat(path === '6.html' ? 7 : bytes));
    rmSync(join(dir, '7.html'));
    rmSync(join(dir, '8.html'));
    mkdirSync(join(dir, '8.html'));
    rmSync(join(dir, '9.html'));
    symlinkSync('10.html', join(dir, '9.html'));
    const find = lookAhead(dir, writeRows(rows), FILES);
    expect(find).not.toBeNull();
    while (find?.(FILES - 1) === undefined) await nextTurn();
    expect(rows.map((_, row) => find?.(row))).toEqual(rows.map((_, row) => ![6, 7, 8, 9].includes(row)));
    expect(find?.(FILES)).toBeUndefined();
  });

  it('leaves few files to the asker', () => {
    expect(lookAhead(dir, writeRows([{ path: 'index.html', bytes: 1 }]), 1)).toBeNull();
  });
});
