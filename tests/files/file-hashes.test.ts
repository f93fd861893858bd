// Hashes that are remembered from build to build: what was not touched is not read, and no edit goes unseen.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../cli/files/content-hash.ts';
import { openFileHashes } from '../../cli/files/file-hashes.ts';

const OLD = new Date('2020-01-01T00:00:00Z');

let cacheDir = '';
let source = '';
let memory = '';
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'sitegen-hashes-'));
  source = join(cacheDir, 'source.ts');
  memory = join(cacheDir, 'bundles/hashes.json');
  write('first');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(cacheDir, { recursive: true, force: true });
});

/** Every text of one length looks the same but for the time of its change. */
function write(text: string): void {
  writeFileSync(source, text);
  utimesSync(source, OLD, OLD);
}

/** What a build makes of the source. */
function build({ isForced = false } = {}): string {
  const hashes = openFileHashes({ cacheDir, isForced });
  const hash = hashes.hashOf(source);
  hashes.store();
  return hash;
}

/** Lets the source be old enough to be remembered. */
function settle(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
}

/** Puts another hash into the memory: whoever takes it has not read the source. */
function forgeMemory(): void {
  const entries = readFileSync(memory, 'utf8').split('\n')[1]?.replace(sha256('first'), sha256('forged')) ?? '';
  writeFileSync(memory, `${sha256(entries)}\n${entries}\n`);
}

describe('openFileHashes', () => {
  it('does not read a file again that was not touched since, unless caches are to be ignored', () => {
    settle();
    expect(build()).toBe(sha256('first'));
    forgeMemory();
    expect(build()).toBe(sha256('forged'));
    expect(build({ isForced: true })).toBe(sha256('first'));
  });

  it('sees an edit that keeps size and modification time', () => {
    settle();
    build();
    const { ctimeMs, mtimeMs, size } = statSync(source);
    // Until the clock of the file system goes on.
    do write('other');
    while (statSync(source).ctimeMs === ctimeMs);
    expect(statSync(source)).toMatchObject({ mtimeMs, size });
    expect(build()).toBe(sha256('other'));
    expect(build()).toBe(sha256('other'));
  });

  it('does not remember a file that may change again within the same tick of the clock', () => {
    expect(build()).toBe(sha256('first'));
    expect(existsSync(memory)).toBe(false);
    write('other');
    expect(build()).toBe(sha256('other'));
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, -20)],
    ['changed', (text: string) => text.replace(sha256('first'), sha256('forged'))],
    ['no memory at all', () => 'null'],
  ])('reads everything where the memory is %s', (_, damage) => {
    settle();
    build();
    writeFileSync(memory, damage(readFileSync(memory, 'utf8')));
    expect(build()).toBe(sha256('first'));
  });

  it('forgets files that are gone', () => {
    settle();
    build();
    rmSync(source);
    source = join(cacheDir, 'another.ts');
    write('second');
    settle();
    build();
    expect(readFileSync(memory, 'utf8')).not.toContain('source.ts');
  });

  it('fails for a file that is not there', () => {
    rmSync(source);
    expect(() => build()).toThrow('ENOENT');
  });
});
