import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePieces, writeWhole } from '../../cli/files/write-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-write-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeWhole', () => {
  it('replaces a file', () => {
    const file = join(folder, 'file.json');
    writeWhole(file, 'one');
    writeWhole(file, Buffer.from('two'));
    expect(readFileSync(file, 'utf8')).toBe('two');
  });

  it('leaves no temporary file if it cannot write', () => {
    mkdirSync(join(folder, 'taken'));
    expect(() => writeWhole(join(folder, 'taken'), 'one')).toThrow(/EISDIR|EEXIST/);
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

describe('writePieces', () => {
  it('writes texts and bytes of any length in their order', () => {
    const long = `a${'😀'.repeat(300_000)}${'Ї'.repeat(700_001)}`;
    const pieces = ['', 'first\n', long, Buffer.from('bytes'), 'last', long, '\ud800', Buffer.alloc(0)];
    const file = join(folder, 'file');
    writePieces(file, pieces);
    const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('replaces the file, also with nothing', () => {
    const file = join(folder, 'file');
    writePieces(file, ['text']);
    writePieces(file, []);
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});
