// The shared sample read back, beside the content files that it was made of. Tests only read it.
// Relied on afterwards: the clock is fixed, so the same entries are scheduled on every day.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { SampleEntry, SampleLibrary } from '../../cli/content/sample/sample-library.ts';
import { loadLibrary } from '../../cli/content/sample/sample-library.ts';
import type { Locale } from '../../config/locales.ts';
import type { Collection } from '../../content/collections.ts';
import { loadSharedSample } from '../browser/shared-sample.ts';
import { type BuiltPage, type BuiltSite, readBuiltSite } from './built-site.ts';
import { CLOCK } from './sample-clock.ts';

export { CLOCK };

/** The origin of the sample. */
export const ORIGIN = 'https://www.example.com';
/** The locales that tests have facts of. A new locale needs none of its own. */
export const SAMPLE_LOCALES = ['en', 'es', 'pt', 'ua', 'kz'] as const satisfies readonly Locale[];
/** One of them. */
export type SampleLocale = (typeof SAMPLE_LOCALES)[number];

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
}

/** What a site path of a locale starts with. */
export function prefixOf(locale: Locale): string {
  return locale === 'en' ? '' : `/${locale}`;
}

let loaded: Promise<BuiltSample> | undefined;

/** Reads the sample, which is built if no other test has built it. Once a process: test files may share one. */
export function loadBuiltSample(): Promise<BuiltSample> {
  loaded ??= readSample();
  return loaded;
}

async function readSample(): Promise<BuiltSample> {
  const outDir = await loadSharedSample();
  const site = readBuiltSite(outDir);
  const { routes } = routeList.parse(JSON.parse(readFileSync(join(outDir, '../.sitegen/routes.json'), 'utf8')));
  const library = loadLibrary(resolve(import.meta.dirname, '../../content/sample'));
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
  };
}

function assertFound<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The sample has no ${name}.`);
  return value;
}
