import { hash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRangeWriter,
  nameOfLines,
  openRangeLines,
  type RangeLine,
  rangeFile,
  readRange,
} from '../../../cli/content/snapshot/range-files.ts';

let folder = '';
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'ranges-')), 'ranges');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const linesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: index, text: 'Ї\u2028\n' }));

const withDigest = (text: string): RangeLine => ({ line: text, digest: hash('sha256', text) });

async function writeLines(batches: readonly (readonly string[])[]): Promise<readonly string[]> {
  const writer = createRangeWriter(folder);
  for (const lines of batches) await writer.append(lines.map(withDigest));
  return writer.finish();
}

describe('createRangeWriter', () => {
  it('cuts ranges at 1,000 lines wherever batches end, and reads them back in order', async () => {
    const lines = linesUpTo(2300);
    const ranges = await writeLines([lines.slice(0, 700), lines.slice(700, 2100), lines.slice(2100)]);
    const read = await Promise.all(ranges.map((sha256) => readRange(folder, sha256)));
    expect(read.map((entries) => entries.length)).toEqual([1000, 1000, 300]);
    expect(read.flat().map((entry) => JSON.stringify(entry))).toEqual(lines);
  });

  it('stores equal content once, however it came', async () => {
    const lines = linesUpTo(20);
    const first = await writeLines([lines]);
    const second = await writeLines([lines.slice(0, 5), lines.slice(5)]);
    expect(second).toEqual(first);
    expect(await readdir(folder)).toEqual([`${first[0]}.ndjson`]);
  });

  it('names ranges by what their lines are', async () => {
    const lines = linesUpTo(1200);
    const names = [lines.slice(0, 1000), lines.slice(1000)].map((part) =>
      nameOfLines(part.map((line) => hash('sha256', line))),
    );
    expect(await writeLines([lines])).toEqual(names);
  });

  it('writes nothing for no lines', async () => {
    expect(await writeLines([[], []])).toEqual([]);
  });

  it('leaves no temporary file behind when it is discarded', async () => {
    const writer = createRangeWriter(folder);
    await writer.append(linesUpTo(10).map(withDigest));
    await writer.discard();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('openRangeLines', () => {
  it('finds lines in any order, of whatever length', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => JSON.stringify({ text: 'Ї'.repeat(index ** 4 % 200_003) }));
    const [sha256 = ''] = await writeLines([lines]);
    const findLine = openRangeLines(folder, sha256);
    const order = [...lines.keys(), ...lines.keys().map((line) => (line * 7) % 40)];
    expect(order.map(findLine)).toEqual(order.map((line) => lines[line]));
    expect(findLine(40)).toBe(null);
  });

  it('finds no line that has no end', async () => {
    const [sha256 = ''] = await writeLines([linesUpTo(3)]);
    await writeFile(rangeFile(folder, sha256), '{"id":1}\n{"id":');
    const findLine = openRangeLines(folder, sha256);
    expect([0, 1, 0].map(findLine)).toEqual(['{"id":1}', null, '{"id":1}']);
  });

  it('refuses a file that is missing', () => {
    expect(() => openRangeLines(folder, 'none')).toThrow(
      'none.ndjson of the snapshot is missing. Nothing was written.',
    );
  });
});

describe('readRange', () => {
  it('refuses a file whose bytes are not those of its name', async () => {
    const [sha256 = ''] = await writeLines([linesUpTo(3)]);
    const file = rangeFile(folder, sha256);
    await appendFile(file, '{"id":');
    await expect(readRange(folder, sha256)).rejects.toMatchObject({ code: 'SNAPSHOT_DAMAGED' });
    await writeFile(file, '{"id":1}\n');
    await expect(readRange(folder, sha256)).rejects.toMatchObject({
      code: 'SNAPSHOT_DAMAGED',
      exitCode: 2,
      message: `The range file ${file} of the snapshot was changed or cut off. Nothing was written.`,
      problems: [
        {
          where: { file },
          fix: 'Delete the file if it is there, and build from the content service, which writes it anew; or restore the whole snapshots folder.',
        },
      ],
    });
  });

  it('names a missing file', async () => {
    const sha256 = '0'.repeat(64);
    await expect(readRange(folder, sha256)).rejects.toThrow(
      `The range file ${rangeFile(folder, sha256)} of the snapshot is missing.`,
    );
  });
});
