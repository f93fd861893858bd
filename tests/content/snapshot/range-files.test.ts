import { hash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRangeLines, rangeFile, readRange, writeRange } from '../../../cli/content/snapshot/range-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ranges-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const linesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: index, text: 'Ї\u2028\n' }));

const write = (lines: readonly string[]) =>
  writeRange(
    folder,
    lines.map((line) => ({ line, digest: hash('sha256', line) })),
  );

describe('openRangeLines', () => {
  it('finds lines in any order, of whatever length', () => {
    const lines = Array.from({ length: 40 }, (_, index) => JSON.stringify({ text: 'Ї'.repeat(index ** 4 % 200_003) }));
    const sha256 = write(lines);
    const findLine = openRangeLines(folder, sha256, true);
    const order = [...lines.keys(), ...lines.keys().map((line) => (line * 7) % 40)];
    expect(order.map(findLine)).toEqual(order.map((line) => lines[line]));
    expect(findLine(40)).toBe(null);
  });

  it('finds no line that has no end', () => {
    const sha256 = write(linesUpTo(3));
    writeFileSync(rangeFile(folder, sha256), '{"id":1}\n{"id":');
    const findLine = openRangeLines(folder, sha256, true);
    expect([0, 1, 0].map(findLine)).toEqual(['{"id":1}', null, '{"id":1}']);
  });

  it('refuses a file that is missing', () => {
    expect(() => openRangeLines(folder, 'none', true)).toThrow(
      'none.ndjson of the snapshot is missing. Nothing was written.',
    );
  });
});

describe('readRange', () => {
  it('reads the entries of a range in order', () => {
    const lines = linesUpTo(20);
    expect(readRange(folder, write(lines)).map((entry) => JSON.stringify(entry))).toEqual(lines);
  });

  it('refuses a file whose bytes are not those of its name', () => {
    const sha256 = write(linesUpTo(3));
    const file = rangeFile(folder, sha256);
    appendFileSync(file, '{"id":');
    expect(() => readRange(folder, sha256)).toThrow(expect.objectContaining({ code: 'SNAPSHOT_DAMAGED' }));
    writeFileSync(file, '{"id":1}\n');
    const refusal = expect.objectContaining({
      code: 'SNAPSHOT_DAMAGED',
      exitCode: 2,
      message: `The range file ${file} of the snapshot was changed or truncated. Nothing was written.`,
      problems: [
        {
          code: 'SNAPSHOT_DAMAGED',
          severity: 'error',
          where: { file },
          what: `The range file ${file} of the snapshot was changed or truncated.`,
          fix: 'Delete the file if it exists, and build from the content service, which writes it again. Or restore the whole snapshots folder.',
        },
      ],
    });
    expect(() => readRange(folder, sha256)).toThrow(refusal);
  });

  it('names a missing file', () => {
    const sha256 = '0'.repeat(64);
    expect(() => readRange(folder, sha256)).toThrow(
      `The range file ${rangeFile(folder, sha256)} of the snapshot is missing.`,
    );
  });
});
