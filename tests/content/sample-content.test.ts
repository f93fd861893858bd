// The sample content itself: it passes the schemas, and nothing in it leads nowhere.

import { resolve } from 'node:path';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOfCollection } from '../../cli/content/blueprints/read-fields.ts';
import { loadLibrary, type SampleLibrary, statusOf } from '../../cli/content/sample/sample-library.ts';
import { type SampleService, startSampleService } from '../../cli/content/sample-service.ts';
import { LOCALES } from '../../config/locales.ts';
import { COLLECTIONS, GLOBALS } from '../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../content/handles.ts';
import { plainFigure } from '../../templates/components/mark-figures.ts';
import { ask, at } from './sample-site.ts';

let service: SampleService;
let library: SampleLibrary;
beforeAll(async () => {
  service = await startSampleService();
  library = loadLibrary(resolve(import.meta.dirname, '../../content/sample'));
});
afterAll(() => service.stop());

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const documentsOf = async (collection: string) =>
  listOf(at((await ask(service, `/api/collections/${collection}/entries?limit=1000&filter[status]=any`)).body, 'data'));

describe('sample content', () => {
  it.each(COLLECTION_HANDLES)('of %s passes its schema', async (collection) => {
    const documents = await documentsOf(collection);
    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) {
      const place = `${String(at(document, 'locale'))}/${String(at(document, 'slug'))}`;
      expect([place, COLLECTIONS[collection].schema.safeParse(document).error?.issues]).toEqual([place, undefined]);
    }
  });

  it('has only slugs that Statamic keeps as they are', () => {
    const entries = [...library.entriesByCollection.values()]
      .flat()
      .filter(({ collection }) => collection !== 'redirects');
    expect(entries.map(({ slug }) => slug).filter((slug) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))).toEqual([]);
  });

  it.each(GLOBAL_NAMES)('of the global %s passes its schema', async (name) => {
    const documents = await Promise.all(LOCALES.map(({ site }) => ask(service, `/api/globals/${name}?site=${site}`)));
    const found = documents.filter(({ status }) => status === 200);
    expect(found.length).toBeGreaterThan(0);
    for (const { body } of found) expect(GLOBALS[name].safeParse(at(body, 'data')).error?.issues).toBeUndefined();
  });

  it.each(LOCALES)('has sources only of figures that its texts write ($site)', async ({ site }) => {
    const { sources } = GLOBALS.sources.parse(
      at((await ask(service, `/api/globals/sources?site=${site}`)).body, 'data'),
    );
    const entries = [...library.entriesByCollection.values()].flat().filter((entry) => entry.site === site);
    const texts = plainFigure(JSON.stringify(entries));
    const figures = sources.flatMap((row) => row.figures);
    expect(figures.length).toBeGreaterThan(20);
    expect(figures.filter((figure) => !texts.includes(plainFigure(figure)))).toEqual([]);
    expect(new Set(figures).size).toBe(figures.length);
  });

  it('names only assets that exist, in fields and in HTML', () => {
    const missing = findReferences(library).filter(
      ({ href }) => href.startsWith('/assets/') && !library.assetByPath.has(href),
    );
    expect(missing).toEqual([]);
  });

  it('has only fields of its blueprints, and no part of a text as a key (YAML splits unquoted commas)', () => {
    const entries = [...library.entriesByCollection.values()].flat();
    const unknown = entries.flatMap(({ collection, site, slug, fields }) => {
      const known = new Set([...Object.keys(fieldsOfCollection(collection)), 'blueprint']);
      const names = Object.keys(fields).filter((name) => !known.has(name));
      return [...names, ...findNullKeys(fields.sections), ...findNullKeys(fields.blocks)].map(
        (name) => `${site}/${slug} ${name}`,
      );
    });
    expect(unknown).toEqual([]);
  });

  it('leads at least one link of each site through a redirect', () => {
    for (const site of new Set(articlesOf(library).map((entry) => entry.site))) {
      const sources = new Set(redirectsOf(library, site).map(({ fields }) => String(fields.from)));
      const isUsed = findReferences(library).some(
        (reference) => reference.site === site && sources.has(reference.href),
      );
      expect([site, isUsed]).toEqual([site, true]);
    }
  });

  it('has redirects of every status and a chain of three in each site', () => {
    for (const site of new Set(articlesOf(library).map((entry) => entry.site))) {
      const redirects = redirectsOf(library, site);
      expect(new Set(redirects.map(({ fields }) => fields.type))).toEqual(
        new Set([301, 302, 303, 307, 308, 410, null]),
      );
      const targetBySource = new Map(redirects.map(({ fields }) => [fields.from, fields.to]));
      const isLongChain = (from: unknown) => targetBySource.has(targetBySource.get(targetBySource.get(from)));
      expect([...targetBySource.keys()].some(isLongChain)).toBe(true);
    }
  });

  it('has a second list page in en and ua, and the special articles in en', () => {
    const listed = (site: string) =>
      articlesOf(library).filter(
        (entry) =>
          entry.site === site && statusOf(entry, new Date()) === 'published' && entry.fields.hide_from_index !== true,
      );
    // The hero of the blog is not in the list's pages of 12.
    expect(listed('en').length).toBeGreaterThan(13);
    expect(listed('ua').length).toBeGreaterThan(13);
    const english = articlesOf(library).filter(({ site }) => site === 'en');
    expect(new Set(english.map((entry) => statusOf(entry, new Date())))).toEqual(
      new Set(['published', 'draft', 'scheduled']),
    );
    for (const flag of ['hide_from_index', 'seo_noindex'])
      expect(english.some(({ fields }) => fields[flag] === true)).toBe(true);
  });

  it('resolves every author, speaker and hero in its own site', async () => {
    const articles = await documentsOf('blog_articles');
    expect(articles.filter((document) => at(document, 'author') === null)).toEqual([]);
    const webinars = await documentsOf('webinars');
    expect(webinars.filter((document) => listOf(at(document, 'speakers')).length === 0)).toEqual([]);
    const heroes = (await documentsOf('pages')).filter((document) => at(document, 'slug') === 'blog');
    for (const hero of heroes) {
      const isThere = articlesOf(library).some(
        ({ site, slug }) => site === at(hero, 'locale') && slug === at(hero, 'hero_slug'),
      );
      expect(isThere).toBe(true);
    }
  });
});

const articlesOf = ({ entriesByCollection }: SampleLibrary) => entriesByCollection.get('blog_articles') ?? [];
const redirectsOf = ({ entriesByCollection }: SampleLibrary, site: string) =>
  (entriesByCollection.get('redirects') ?? []).filter((entry) => entry.site === site);

interface Reference {
  readonly site: string;
  readonly place: string;
  readonly href: string;
}

/** Everything that a text value of the content points to: whole values that are paths, and href and src in HTML. */
function findReferences({ entryById, globalByPlace }: SampleLibrary): readonly Reference[] {
  const ofEntries = [...entryById.values()].flatMap((entry) =>
    textsOf(without(entry.fields, 'from'))
      .flatMap(hrefsOf)
      .map((href) => ({ site: entry.site, place: `${entry.collection}/${entry.slug}`, href })),
  );
  const ofGlobals = [...globalByPlace].flatMap(([place, stored]) =>
    textsOf(stored)
      .flatMap(hrefsOf)
      .map((href) => ({ site: place.split('/')[1] ?? '', place, href })),
  );
  return [...ofEntries, ...ofGlobals];
}

const without = (fields: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function hrefsOf(text: string): readonly string[] {
  if (text.startsWith('/')) return [text];
  const hrefs: string[] = [];
  const parser = new Parser({
    onopentag: (_name, { href, src }) => hrefs.push(...[href, src].filter((value) => value !== undefined)),
  });
  parser.end(text);
  return hrefs;
}

/** Keys without a value, at any depth below a field: what YAML makes of a comma in an unquoted flow text. */
function findNullKeys(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (inner === null ? [key] : findNullKeys(inner)));
}
