import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFoldersAhead, NO_FOLDERS } from '../../cli/output/folders-ahead.ts';

let stagingDir = '';
beforeEach(() => {
  stagingDir = mkdtempSync(join(tmpdir(), 'sitegen-folders-'));
});
afterEach(() => rmSync(stagingDir, { recursive: true, force: true }));

const COUNT = 100;
const fileAt = (position: number) => (position === 50 ? '404.html' : `blog/article-${position}/index.html`);
const openAhead = () => createFoldersAhead({ stagingDir, shownOutDir: 'out' }, COUNT, fileAt);
const isThere = (position: number) => existsSync(join(stagingDir, fileAt(position), '..'));

describe('createFoldersAhead', () => {
  it('makes the folders of all files but those whose turn has come, a few at once', () => {
    const { step, has } = openAhead();
    let last = 4;
    let steps = 0;
    while (step(last)) {
      steps += 1;
      // Each is told with its file whether its folder is there, and asked for later.
      last += 10;
      for (let position = 0; position < COUNT; position += 1)
        expect(isThere(position)).toBe(has(position) || position === 50);
    }
    expect(steps).toBeGreaterThan(1);
    expect([0, 4, 5, COUNT - 1].map(has)).toEqual([false, false, true, true]);
    expect(step(last)).toBe(false);
  });

  it('makes none of files whose turn came before it was asked', () => {
    const { step, has } = openAhead();
    step(89);
    expect([89, 90, 99].map(has)).toEqual([false, true, true]);
    expect(readdirSync(join(stagingDir, 'blog'))).toHaveLength(10);
    expect(step(89)).toBe(false);
  });

  it('leaves a folder that cannot be made to whoever writes its file', () => {
    writeFileSync(join(stagingDir, 'blog'), 'A file.');
    const { step, has } = openAhead();
    expect(step(0)).toBe(false);
    expect(has(1)).toBe(false);
  });
});

describe('NO_FOLDERS', () => {
  it('makes none', () => {
    expect([NO_FOLDERS.step(0), NO_FOLDERS.has(0)]).toEqual([false, false]);
  });
});
