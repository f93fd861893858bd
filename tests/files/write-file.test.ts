import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWhole } from '../../cli/files/write-file.ts';

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

  it('leaves no other file where it cannot write', () => {
    mkdirSync(join(folder, 'taken'));
    expect(() => writeWhole(join(folder, 'taken'), 'one')).toThrow(/EISDIR|EEXIST/);
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});
