// An entry or global as the service sends it: common keys, every field of its blueprint, sorted by key.
// Absolute URLs have the origin of the request; relations are one level deep.

import { LOCALES, localeRow } from '../../../config/locales.ts';
import type { GlobalName } from '../../../content/collections.ts';
import type { EditorField, EditorFields } from '../blueprints/read-fields.ts';
import { BLUEPRINTS, GLOBAL_FIELDS } from './blueprints.ts';
import type { SampleEntry, SampleLibrary, StoredFields } from './sample-library.ts';
import { isAssetField, isStoredFields, listOf, sampleId, statusOf } from './sample-library.ts';

/** What a document depends on beside its entry. */
export interface DocumentContext {
  readonly library: SampleLibrary;
  /** Scheme and host of the request. */
  readonly origin: string;
  readonly now: Date;
}

/** A JSON object. */
export type ApiDocument = Readonly<Record<string, unknown>>;

/** The whole document of an entry; list and detail have the same. */
export function createDocument(entry: SampleEntry, context: DocumentContext): ApiDocument {
  const { fields, title } = BLUEPRINTS[entry.collection];
  const status = statusOf(entry, context.now);
  const document = {
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
    date: entry.date === null ? null : timestamp(entry.date),
    last_modified: timestamp(entry.updatedAt),
    updated_at: timestamp(entry.updatedAt),
    updated_by: null,
    order: entry.order,
    is_entry: true,
    mount: null,
    collection: { title, handle: entry.collection },
    blueprint: blueprintOf(entry),
  };
  return Object.fromEntries(Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A collection may have several blueprints: `pages` has one for pages that are built from blocks. */
function blueprintOf({ collection, fields }: SampleEntry): { readonly title: string; readonly handle: string } {
  const handle = typeof fields.blueprint === 'string' ? fields.blueprint : collection;
  return { title: handle, handle };
}

/** The document of a global. Its `api_url` names no site. */
export function createGlobalDocument(
  { name, site, stored }: { name: GlobalName; site: string; stored: StoredFields },
  context: DocumentContext,
): ApiDocument {
  return {
    ...stored,
    ...createFields(stored, GLOBAL_FIELDS[name], { ...context, site, collection: name }),
    handle: name,
    api_url: `${context.origin}/api/globals/${name}`,
  };
}

/** `uri` is without the site's prefix, `url` with it; both null where entries have no page. */
export function entryUrls(
  entry: SampleEntry,
  origin: string,
): { api_url: string; edit_url: string; uri: string | null; url: string | null; permalink: string | null } {
  const own = `collections/${entry.collection}/entries/${entry.id}`;
  const addresses = { api_url: `${origin}/api/${own}`, edit_url: entry.source };
  const { route } = BLUEPRINTS[entry.collection];
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
  const { collection, isOne = false } = field;
  if (collection !== undefined) return createRelations(value, { collection, isOne }, context);
  switch (field.type) {
    case 'toggle':
      return value ?? false;
    case 'date':
      return typeof value === 'string' ? timestamp(new Date(value).toISOString()) : null;
    case 'assets':
      return value === null ? null : createAsset(value, context);
    case 'select':
      return { value, label: value === null ? null : field.options?.[String(value)], key: value };
    case 'terms':
      return listOf(value).map((slug) => createTerm(String(slug), field.taxonomy ?? '', context));
    case 'bard':
      return Array.isArray(value) ? createRows(value, context) : value;
    case 'grid':
    case 'replicator':
      return createRows(listOf(value), context);
    default:
      return value;
  }
}

/** An image of an SVG has `width` and `height` too, the real service's shallow assets have neither. */
function createAsset(value: unknown, { library, origin }: FieldContext): unknown {
  const stored = isStoredFields(value) ? value : { src: value };
  const path = String(stored.src);
  const asset = library.assetByPath.get(path);
  const inContainer = path.replace(/^\/assets\//, '');
  return {
    id: `assets::${inContainer}`,
    url: path,
    permalink: `${origin}${path}`,
    api_url: `${origin}/api/assets/assets/${inContainer}`,
    alt: 'alt' in stored ? stored.alt : null,
    ...(asset?.width == null || asset.height === null ? {} : { width: asset.width, height: asset.height }),
  };
}

function createTerm(slug: string, taxonomy: string, { library, origin, site, collection }: FieldContext): unknown {
  const titles = library.taxonomyByHandle.get(taxonomy)?.get(slug) ?? {};
  const url = `${prefixOf(site)}/${collection}/${taxonomy}/${slug}`;
  return {
    id: `${taxonomy}::${slug}`,
    title: titles[site] ?? titles.en ?? slug,
    slug,
    url,
    permalink: `${origin}${url}`,
    api_url: `${origin}/api/taxonomies/${taxonomy}/terms/${slug}`,
  };
}

/** Related entries of the same site; one that is absent or not live there is dropped silently, as on the real service. */
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

/** Names of select fields in sets and rows. */
const CHOICES: ReadonlySet<string> = new Set(['kind', 'form', 'provider']);

/** Sets and grid rows: assets inside are augmented, and all but text carry an id. */
function createRows(rows: readonly unknown[], context: FieldContext): readonly unknown[] {
  return rows.map((row, index) => {
    if (!isStoredFields(row)) return row;
    const fields = Object.entries(row).map(([name, value]) => [name, createInner(name, value, context)]);
    return { ...Object.fromEntries(fields), ...(row.type === 'text' ? {} : { id: `row${index + 1}` }) };
  });
}

function createInner(name: string, value: unknown, context: FieldContext): unknown {
  if (isAssetField(name)) {
    return Array.isArray(value) ? value.map((item) => createAsset(item, context)) : createAsset(value, context);
  }
  if (name === 'block') return createRelations(value, { collection: 'pages_block', isOne: true }, context);
  if (CHOICES.has(name)) return { value, label: value, key: value };
  return Array.isArray(value) && value.some(isStoredFields) ? createRows(value, context) : value;
}

function originId({ collection, site, slug }: SampleEntry, library: SampleLibrary): string | null {
  const id = sampleId({ collection, site: 'en', slug });
  return site !== 'en' && library.entryById.has(id) ? id : null;
}

function prefixOf(site: string): string {
  const row = LOCALES.find((locale) => locale.site === site);
  return row === undefined ? '' : localeRow(row.locale).prefix;
}

/** ISO 8601 with microseconds, as the service writes moments. */
function timestamp(iso: string): string {
  return iso.replace(/Z$/, '000Z');
}
