// Creates an entry or global as the service sends it: what builds read of every entry, and each field of its blueprint. Absolute URLs
// have the origin of the request; relations are one level deep. Values that do not fit their fields are sent as they are.

import { LOCALES } from '../../../config/locales.ts';
import { COLLECTIONS, type GlobalName } from '../../../content/collections.ts';
import { type EditorField, type EditorFields, fieldsOfCollection, fieldsOfGlobal } from '../blueprints/read-fields.ts';
import { isObject } from '../client/entry-facts.ts';
import type { SampleEntry, SampleLibrary, StoredFields } from './sample-library.ts';
import { listOf, sampleId, statusOf, toIso } from './sample-library.ts';

export interface DocumentContext {
  readonly library: SampleLibrary;
  readonly origin: string;
  readonly now: Date;
}

export type ApiDocument = Readonly<Record<string, unknown>>;

/** Creates the document of an entry. Lists and single entries have the same. */
export function createDocument(entry: SampleEntry, context: DocumentContext): ApiDocument {
  const status = statusOf(entry, context.now);
  const fields = fieldsOfCollection(entry.collection);
  // `pages` has a second blueprint, for pages built from blocks.
  const handle = typeof entry.fields.blueprint === 'string' ? entry.fields.blueprint : entry.collection;
  return {
    ...entry.fields,
    ...createFields(entry.fields, fields, { ...context, site: entry.site, collection: entry.collection }),
    ...entryUrls(entry, context.origin),
    id: entry.id,
    origin_id: originId(entry, context.library),
    slug: entry.slug,
    title: entry.title,
    locale: entry.site,
    status,
    private: status === 'scheduled',
    published: entry.published,
    date: timestamp(entry.date),
    last_modified: timestamp(entry.updatedAt),
    updated_at: timestamp(entry.updatedAt),
    blueprint: { title: handle, handle },
  };
}

/** Creates the document of a global. Its `api_url` has no site. */
export function createGlobalDocument(
  { name, site, stored }: { name: GlobalName; site: string; stored: StoredFields },
  context: DocumentContext,
): ApiDocument {
  return {
    ...stored,
    ...createFields(stored, fieldsOfGlobal(name), { ...context, site, collection: name }),
    handle: name,
    api_url: `${context.origin}/api/globals/${name}`,
  };
}

/** `uri` is without the prefix of the site, `url` with it; both are null if entries have no page. */
function entryUrls(entry: SampleEntry, origin: string) {
  const own = `collections/${entry.collection}/entries/${entry.id}`;
  const addresses = { api_url: `${origin}/api/${own}`, edit_url: entry.source };
  const { route } = COLLECTIONS[entry.collection];
  if (route === null) return { ...addresses, uri: null, url: null, permalink: null };
  const isHome = entry.collection === 'pages' && entry.slug === 'main';
  const uri = isHome ? '/' : route.replace('{slug}', entry.slug);
  const url = isHome ? prefixOf(entry.site) || '/' : `${prefixOf(entry.site)}${uri}`;
  return { ...addresses, uri, url, permalink: `${origin}${url === '/' ? '' : url}` };
}

interface FieldContext extends DocumentContext {
  readonly site: string;
  readonly collection: string;
}

function createFields(stored: StoredFields, fields: EditorFields, context: FieldContext): ApiDocument {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, createValue(stored[name] ?? null, field, context)]),
  );
}

function createValue(value: unknown, field: EditorField, context: FieldContext): unknown {
  const { collection, isOne = false, options = {}, taxonomy = '' } = field;
  if (collection !== undefined) return createRelations(value, { collection, isOne }, context);
  switch (field.type) {
    case 'toggle':
      return value ?? false;
    case 'date':
      return timestamp(toIso(value));
    case 'assets': {
      const assets = listOf(value).map((item) => createAsset(item, context));
      return isOne ? (assets[0] ?? null) : assets;
    }
    case 'select':
      return { value, label: options[String(value)] ?? null, key: value };
    case 'terms':
      return listOf(value).map((slug) => createTerm(String(slug), { ...context, taxonomy }));
    case 'bard':
      return field.sets === undefined ? value : createRows(textAsSet(value), field, context);
    case 'grid':
    case 'replicator':
      return createRows(listOf(value), field, context);
    default:
      return value;
  }
}

/** No version sends the size of assets. */
function createAsset(value: unknown, { origin }: FieldContext): unknown {
  const stored = isObject(value) ? value : { src: value };
  const path = String(stored.src);
  const inContainer = path.replace(/^\/assets\//, '');
  return {
    id: `assets::${inContainer}`,
    url: path,
    permalink: URL.parse(path, origin)?.href ?? null,
    api_url: `${origin}/api/assets/assets/${inContainer}`,
    alt: 'alt' in stored ? stored.alt : null,
  };
}

function createTerm(
  slug: string,
  { library, origin, site, collection, taxonomy }: FieldContext & { readonly taxonomy: string },
): unknown {
  const titles = library.taxonomyByHandle.get(taxonomy)?.[slug];
  const url = `${prefixOf(site)}/${collection}/${taxonomy}/${slug}`;
  return {
    id: `${taxonomy}::${slug}`,
    title: titles?.[site] ?? titles?.en ?? slug,
    slug,
    url,
    permalink: `${origin}${url}`,
    api_url: `${origin}/api/taxonomies/${taxonomy}/terms/${slug}`,
  };
}

/** Related entries of the same site. Missing ones and those that are not live are dropped silently, as by the real service. */
function createRelations(
  value: unknown,
  { collection, isOne }: { readonly collection: SampleEntry['collection']; readonly isOne: boolean },
  context: FieldContext,
): unknown {
  const related = listOf(value).flatMap((slug) => {
    const place = { collection, site: context.site, slug: String(slug) };
    const entry = context.library.entryById.get(sampleId(place));
    if (entry === undefined || statusOf(entry, context.now) !== 'published') return [];
    const { url, permalink, api_url } = entryUrls(entry, context.origin);
    return [{ id: entry.id, title: entry.title, url, permalink, api_url }];
  });
  return isOne ? (related[0] ?? null) : related;
}

/** HTML in a field with sets is sent as one set. */
function textAsSet(value: unknown): readonly unknown[] {
  return typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : listOf(value);
}

/** Sets and grid rows with all of their fields. All have an id, except the texts between the sets of a rich text. */
function createRows(rows: readonly unknown[], field: EditorField, context: FieldContext): readonly unknown[] {
  return rows.map((row, index) => {
    if (!isObject(row)) return row;
    const fields = field.row ?? field.sets?.[String(row.type)]?.fields ?? {};
    const isText = field.type === 'bard' && row.type === 'text';
    return { ...row, ...createFields(row, fields, context), ...(isText ? {} : { id: `row${index + 1}` }) };
  });
}

function originId({ collection, site, slug }: SampleEntry, library: DocumentContext['library']): string | null {
  const id = sampleId({ collection, site: 'en', slug });
  return site !== 'en' && library.entryById.has(id) ? id : null;
}

function prefixOf(site: string): string {
  return LOCALES.find((locale) => locale.site === site)?.prefix ?? '';
}

/** ISO 8601 with microseconds, as the service writes times. */
function timestamp(iso: unknown): unknown {
  return typeof iso === 'string' ? iso.replace(/Z$/, '000Z') : iso;
}
