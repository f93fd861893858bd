// The sample, built once by the real command and read back, beside the content files that it was made of.
// Relied on afterwards: the clock is fixed, so the same entries are scheduled on every day.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { loadLibrary } from '../../cli/content/sample/load-library.ts';
import type { SampleEntry, SampleLibrary } from '../../cli/content/sample/sample-library.ts';
import type { Locale } from '../../config/locales.ts';
import type { Collection } from '../../content/collections.ts';
import { type BuiltPage, type BuiltSite, readBuiltSite } from './built-site.ts';
import { runSitegen } from './run-sitegen.ts';

/** The origin of the sample. */
export const ORIGIN = 'https://www.example.com';
/** The moment of every build of these tests. */
export const CLOCK = '2026-11-20T12:00:00Z';
/** Every locale of the sample. */
export const SAMPLE_LOCALES: readonly Locale[] = ['en', 'es', 'pt', 'ua', 'kz'];

const routeList = z.object({
  routes: z.array(z.object({ name: z.string(), path: z.string(), locale: z.string(), page: z.string() })),
});

/** A row of `routes.json`, as far as these tests ask for it. */
export type SampleRoute = z.infer<typeof routeList>['routes'][number];

/** The built sample and what it was made of. */
export interface BuiltSample {
  readonly site: BuiltSite;
  readonly routes: readonly SampleRoute[];
  readonly library: SampleLibrary;
  /** The page at a site path. Throws where there is none. */
  readonly pageAt: (path: string) => BuiltPage;
  /** The entry of a site. Throws where there is none. */
  readonly entryOf: (collection: Collection, site: Locale, slug: string) => SampleEntry;
  /** Every entry of a site, in storage order. */
  readonly entriesOf: (collection: Collection, site: Locale) => readonly SampleEntry[];
  readonly remove: () => void;
}

/** What a site path of a locale starts with. */
export function prefixOf(locale: Locale): string {
  return locale === 'en' ? '' : `/${locale}`;
}

/** Builds the sample into a folder of its own. */
export async function buildSample(): Promise<BuiltSample> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-sample-'));
  const run = await runSitegen(['build', '--sample', '--clock', CLOCK], { cwd: folder });
  if (run.code !== 0) throw new Error(`${run.stdout}${run.stderr}`);
  const site = readBuiltSite(join(folder, 'out'));
  const { routes } = routeList.parse(JSON.parse(readFileSync(join(folder, '.sitegen/routes.json'), 'utf8')));
  const library = await loadLibrary(resolve(import.meta.dirname, '../../content/sample'));
  const pageByPath = new Map(site.pages.map((page) => [page.path, page]));
  const entriesOf = (collection: Collection, locale: Locale) =>
    (library.entriesByCollection.get(collection) ?? []).filter((entry) => entry.site === locale);
  return {
    site,
    routes,
    library,
    pageAt: (path) => assertFound(pageByPath.get(path), `page ${path}`),
    entryOf: (collection, locale, slug) =>
      assertFound(
        entriesOf(collection, locale).find((entry) => entry.slug === slug),
        `entry ${collection}/${locale}/${slug}`,
      ),
    entriesOf,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function assertFound<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The sample has no ${name}.`);
  return value;
}
