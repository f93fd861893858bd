import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LocaleMaps, loadMaps, printMaps } from '../../cli/pipeline/kept-maps.ts';

const EN: LocaleMaps = { key: 'k', files: [{ path: 'lists/blog/en/all/1.json', sha256: 'a'.repeat(64), bytes: 12 }] };

/** A cache folder with the maps of a build, changed by a hand. */
function cacheWith(change: (content: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-maps-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { path, content } = printMaps(new Map([['en', EN]]));
  writeFileSync(join(folder, path), change(content));
  return folder;
}

describe('loadMaps', () => {
  it('gives what the last build printed', () => {
    expect(loadMaps(cacheWith((content) => content))).toEqual(new Map([['en', EN]]));
  });

  it('gives nothing where there was no build', () => {
    expect(loadMaps(join(tmpdir(), 'sitegen-no-such-folder'))).toEqual(new Map());
  });

  it.each([
    ['cut off', (content: string) => content.slice(0, -20)],
    ['of another version', (content: string) => content.replace('"version":1', '"version":0')],
    ['changed', (content: string) => content.replace('all/1.json', 'all/2.json')],
    ['something else', () => '[]'],
  ])('gives nothing that is %s', (_, change) => {
    const folder = cacheWith(change);
    expect(readFileSync(join(folder, 'maps.json'), 'utf8')).not.toBe(printMaps(new Map([['en', EN]])).content);
    expect(loadMaps(folder)).toEqual(new Map());
  });
});
