import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePieces } from '../../cli/files/text-lines.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lines-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writePieces', () => {
  it('writes texts and bytes in their order, whatever their length and wherever what is written at once ends', () => {
    const long = `a${'😀'.repeat(300_000)}${'Ї'.repeat(700_001)}`;
    const pieces = ['', 'first\n', long, Buffer.from('bytes'), 'last', long, '\ud800', Buffer.alloc(0)];
    const file = join(folder, 'file');
    writePieces(file, pieces);
    const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('replaces the file, also by nothing', () => {
    const file = join(folder, 'file');
    writePieces(file, ['text']);
    writePieces(file, []);
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});
