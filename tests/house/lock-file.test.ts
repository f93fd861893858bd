import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMissingOptional, lockedPlatform } from './lock-file.ts';

describe('package-lock.json', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8');

  it('has the optional packages of every platform (else: npm run lock)', () => {
    expect(findMissingOptional(JSON.parse(text))).toEqual([]);
  });

  it('has no registry', () => {
    expect(text).not.toContain('"resolved"');
  });
});

describe('findMissingOptional', () => {
  it('finds required packages that are missing', () => {
    const packages = {
      'node_modules/a': { dev: true, optionalDependencies: { 'a-linux-x64': '1.0.0', b: '^1.0.0' } },
      'node_modules/b': { version: '1.2.0' },
    };
    expect(findMissingOptional({ packages })).toEqual([
      { path: 'node_modules/a-linux-x64', name: 'a-linux-x64', version: '1.0.0', isDev: true },
    ]);
  });

  it('nests a version that differs from the one at the top', () => {
    const packages = {
      'node_modules/c/node_modules/a': { version: '2.0.0', optionalDependencies: { 'a-linux-x64': '2.0.0' } },
      'node_modules/a-linux-x64': { version: '1.0.0' },
    };
    expect(findMissingOptional({ packages }).map(({ path }) => path)).toEqual([
      'node_modules/c/node_modules/a/node_modules/a-linux-x64',
    ]);
  });
});

describe('lockedPlatform', () => {
  it.each([
    ['@biomejs/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@rolldown/binding-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
    ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
    ['fsevents', { os: ['darwin'] }],
  ])('reads %s', (name, platform) => {
    expect(lockedPlatform(name)).toEqual(platform);
  });
});
