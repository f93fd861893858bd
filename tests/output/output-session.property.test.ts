// Whatever builds came before, the out folder holds what a clean build of the last one would have made.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputFile, OutputKind } from '../../cli/output/output-file.ts';
import { loadManifest } from '../../cli/output/output-manifest.ts';
import type { Locale } from '../../config/locales.ts';
import { build, sideDirOf, treeOf, treeOfFiles } from './small-site.ts';

interface Build {
  readonly files: readonly OutputFile[];
  readonly locales: readonly Locale[] | 'all';
}

// Few names, so that paths meet again, change their kind, and change between file and folder. A locale has its own top folder.
const part = fc.constantFrom('a', 'b', 'В', 'c.html');
const relativePath = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const content = fc.constantFrom('one', 'two', 'three', '');
const localeFile = fc
  .record({
    path: relativePath,
    content,
    kind: fc.constantFrom<OutputKind>('page', 'map'),
    locale: fc.constantFrom<Locale>('en', 'ua', 'kz'),
  })
  .map((file): OutputFile => ({ ...file, path: `${file.locale}/${file.path}`, owner: null }));
const sharedFile = fc
  .record({ path: relativePath, content, kind: fc.constantFrom<OutputKind>('asset', 'map') })
  .map((file): OutputFile => ({ ...file, path: `${file.kind}s/${file.path}`, locale: null, owner: null }));
const files = fc
  .array(fc.oneof(localeFile, sharedFile), { maxLength: 14 })
  .map((all) =>
    all.filter((file, index) => all.slice(0, index).every((earlier) => !areInConflict(earlier.path, file.path))),
  );
const locales = fc.oneof(
  { weight: 2, arbitrary: fc.constant<'all'>('all') },
  { weight: 1, arbitrary: fc.subarray<Locale>(['en', 'ua', 'kz']) },
);
const builds = fc.array(fc.record({ files, locales }), { minLength: 1, maxLength: 6 });

function areInConflict(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** What the out folder is to hold after a build, by the rules in words. Null where an asset that stays is in the way. */
function treeAfter(
  tree: ReadonlyMap<string, OutputFile>,
  { files, locales }: Build,
): ReadonlyMap<string, OutputFile> | null {
  const isOwned = (file: OutputFile) => locales === 'all' || (file.locale !== null && locales.includes(file.locale));
  const kept = [...tree.values()].filter((file) => !isOwned(file));
  const written = files.filter((file) => isOwned(file) || file.kind === 'asset');
  const paths = new Set(written.map((file) => file.path));
  const stays = kept.filter((file) => !paths.has(file.path));
  if (stays.some((file) => written.some((other) => areInConflict(file.path, other.path)))) return null;
  return new Map([...stays, ...written].map((file) => [file.path, file]));
}

describe('a sequence of builds', () => {
  it('gives exactly the tree of a clean build, and a manifest that lists it', async () => {
    await fc.assert(
      fc.asyncProperty(builds, async (sequence) => {
        const dir = mkdtempSync(join(tmpdir(), 'sitegen-sequence-'));
        try {
          let tree: ReadonlyMap<string, OutputFile> = new Map();
          for (const step of sequence) {
            const next = treeAfter(tree, step);
            if (next === null) await expect(build(dir, step.files, step.locales)).rejects.toThrow('have no place');
            else await build(dir, step.files, step.locales);
            tree = next ?? tree;
            expect(treeOf(join(dir, 'out'))).toEqual(tree.size === 0 ? {} : treeOfFiles([...tree.values()]));
            const manifest = loadManifest(join(dir, '.sitegen/manifest.json'));
            if (next !== null) expect(manifest?.files.map((file) => file.path)).toEqual([...tree.keys()].sort());
            expect(Object.keys(treeOf(sideDirOf(dir))).filter((path) => path !== 'manifest.json')).toEqual([]);
          }
        } finally {
          rmSync(dir, { recursive: true, force: true });
        }
      }),
      { numRuns: process.env.SITEGEN_TEST_LONG === '1' ? 2000 : 200, verbose: 1 },
    );
  }, 300_000);
});
