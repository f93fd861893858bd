// Whatever builds came before, the out folder holds what a clean build of the last one would have made, and old assets for
// as many releases as they are kept.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toOutPath } from '../../cli/files/brands.ts';
import type { OutputFile, OutputKind } from '../../cli/files/output-file.ts';
import { loadManifest } from '../../cli/publish/manifest.ts';
import type { Locale } from '../../config/locales.ts';
import { IS_LONG } from '../long-run.ts';
import { memoryFolder } from '../memory-folder.ts';
import { build, sideDirOf, treeOf, treeOfFiles } from './small-site.ts';

interface Build {
  readonly files: readonly OutputFile[];
  readonly locales: readonly Locale[] | 'all';
  /** For how many releases assets stay that are out of use. */
  readonly releases: number;
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
  .map((file): OutputFile => ({ ...file, path: toOutPath(`${file.locale}/${file.path}`), owner: null }));
const sharedFile = fc
  .record({ path: relativePath, content, kind: fc.constantFrom<OutputKind>('asset', 'map') })
  .map((file): OutputFile => ({ ...file, path: toOutPath(`${file.kind}s/${file.path}`), locale: null, owner: null }));
const files = fc
  .array(fc.oneof(localeFile, sharedFile), { maxLength: 14 })
  .map((all) =>
    all.filter((file, index) => all.slice(0, index).every((earlier) => !areInConflict(earlier.path, file.path))),
  );
const locales = fc.oneof(
  { weight: 2, arbitrary: fc.constant<'all'>('all') },
  { weight: 1, arbitrary: fc.subarray<Locale>(['en', 'ua', 'kz']) },
);
const releases = fc.constantFrom(0, 0, 1, 2);
const builds = fc.array(fc.record({ files, locales, releases }), { minLength: 1, maxLength: 6 });

function areInConflict(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** A file of the out folder; `age` counts the releases that did without it. */
interface Held extends OutputFile {
  readonly age?: number;
}

/** What the out folder is to hold after a build, by the rules in words. Null where an asset that stays is in the way. */
function treeAfter(
  tree: ReadonlyMap<string, Held>,
  { files, locales, releases }: Build,
): ReadonlyMap<string, Held> | null {
  const isOwned = (file: OutputFile) => locales === 'all' || (file.locale !== null && locales.includes(file.locale));
  const isMissing = (file: OutputFile) => file.locale === null && !tree.has(file.path);
  const written = files.filter((file) => isOwned(file) || file.kind === 'asset' || isMissing(file));
  const paths = new Set(written.map((file) => file.path));
  const leftOver = [...tree.values()].filter((file) => !paths.has(file.path));
  const isInTheWay = (file: OutputFile) => written.some((other) => areInConflict(file.path, other.path));
  const stays = leftOver.filter((file) => !isOwned(file));
  if (stays.some(isInTheWay)) return null;
  const outdated = leftOver.filter((file) => isOwned(file) && file.kind === 'asset');
  const step = outdated.some(({ age }) => age === undefined) ? 1 : 0;
  const kept = outdated
    .map((file) => ({ ...file, age: (file.age ?? 0) + step }))
    .filter((file) => file.age <= releases && !isInTheWay(file));
  return new Map([...stays, ...kept, ...written].map((file) => [file.path, file]));
}

describe('a sequence of builds', () => {
  it('gives exactly the tree of a clean build, and a manifest that lists it', async () => {
    await fc.assert(
      fc.asyncProperty(builds, async (sequence) => {
        const dir = mkdtempSync(join(memoryFolder(), 'sitegen-sequence-'));
        try {
          let tree: ReadonlyMap<string, Held> = new Map();
          for (const step of sequence) {
            const next = treeAfter(tree, step);
            const run = () => build(dir, step.files, { locales: step.locales, assetReleasesKept: step.releases });
            if (next === null) await expect(run()).rejects.toThrow('are in the way');
            else await run();
            tree = next ?? tree;
            expect(treeOf(join(dir, 'out'))).toEqual(tree.size === 0 ? {} : treeOfFiles([...tree.values()]));
            const manifest = loadManifest(join(dir, '.sitegen/manifest.json'));
            const rows = [...tree.values()].map(({ path, age }) => [path, age]);
            if (next !== null)
              expect(manifest?.files.map(({ path, outdatedBy }) => [path, outdatedBy])).toEqual(rows.sort());
            expect(Object.keys(treeOf(sideDirOf(dir))).filter((path) => path !== 'manifest.json')).toEqual([]);
          }
        } finally {
          rmSync(dir, { recursive: true, force: true });
        }
      }),
      { numRuns: IS_LONG ? 2000 : 50, verbose: 1 },
    );
  }, 1_800_000);
});
