import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookAhead } from '../../cli/output/look-ahead.ts';

const FILES = 3200;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-look-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const filesOf = (paths: readonly string[]) => new Map(paths.map((path) => [path, null]));

describe('lookAhead', () => {
  it('tells the bytes of files, and of what is no file that it is none', async () => {
    const paths = Array.from({ length: FILES }, (_, index) => `${index}.html`);
    for (const [index, path] of paths.entries()) writeFileSync(join(dir, path), 'x'.repeat(index % 50));
    rmSync(join(dir, '7.html'));
    rmSync(join(dir, '8.html'));
    mkdirSync(join(dir, '8.html'));
    rmSync(join(dir, '9.html'));
    symlinkSync('10.html', join(dir, '9.html'));
    const find = lookAhead(dir, filesOf(paths));
    expect(find).not.toBeNull();
    while (find?.(`${FILES - 1}.html`) === undefined) await nextTurn();
    expect(paths.map((path) => find?.(path))).toEqual(
      paths.map((_, index) => ([7, 8, 9].includes(index) ? -1 : index % 50)),
    );
    expect(find?.('other.html')).toBeUndefined();
  });

  it('leaves few files to the asker', () => {
    expect(lookAhead(dir, filesOf(['index.html']))).toBeNull();
  });
});
