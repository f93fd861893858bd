// Loads `content/sample/` into memory: entries, globals, taxonomies, assets. One SiteError names every bad file.

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CORE_SCHEMA, load as parseYaml, YAMLException } from 'js-yaml';
import { LOCALES } from '../../../config/locales.ts';
import type { Collection } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { listFiles } from '../../files/list-files.ts';
import { isObject } from '../client/entry-facts.ts';
import { createDocument, createGlobalDocument, parseDate, parseToggle } from './create-document.ts';
import type { SampleAsset, SampleEntry, SampleLibrary, SampleTaxonomy, StoredFields } from './sample-library.ts';
import { type FaultyFile, findLine, SampleFault, sampleId, sampleInvalid, sourceName } from './sample-library.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
};

/** The assets and terms that an entry may name. */
type KnownNames = Pick<SampleLibrary, 'assetByPath' | 'taxonomyByHandle'>;

/** `updated_at` of entries without one and without a date. Fixed, so that builds of a fresh checkout are equal. */
const FIRST_EDITION = '2026-01-15T09:00:00.000Z';

/** What was loaded of each file, by its path below the content folder. */
export type LoadedFiles = Map<string, unknown>;

/** Removes changed files, or all for null. Any entry may name a term or an asset, so a change of one removes all. */
export function forgetFiles(loaded: LoadedFiles, changed: ReadonlySet<string> | null): void {
  if (changed === null || changed.values().some((path) => /^(?:assets|taxonomies)\//.test(path))) loaded.clear();
  else for (const path of changed) loaded.delete(path);
}

/**
 * Loads the sample content.
 * @throws SiteError SAMPLE_INVALID (exit 1) with one problem for each bad file.
 */
export function loadLibrary(contentDir: string, loaded: LoadedFiles = new Map()): SampleLibrary {
  const files = findFiles(contentDir);
  const below = (...folders: readonly string[]) => files.filter(({ parts: [top = ''] }) => folders.includes(top));
  const known: KnownNames = {
    taxonomyByHandle: new Map(loadAll(below('taxonomies'), loaded, loadTaxonomy)),
    assetByPath: new Map(loadAll(below('assets'), loaded, loadAsset)),
  };
  const loadEntriesOf = (file: SampleFile) => loadEntries(file, known);
  const entries = loadAll(below(...COLLECTION_HANDLES), loaded, loadEntriesOf).flat();
  const globals = loadAll(below('globals'), loaded, (file) => loadGlobal(file, known));
  assertUniqueIds(entries, contentDir);
  return {
    ...known,
    entriesByCollection: new Map(
      COLLECTION_HANDLES.map((handle) => [handle, entries.filter(({ collection }) => collection === handle)]),
    ),
    entryById: new Map(entries.map((entry) => [entry.id, entry])),
    globalByPlace: new Map(globals),
  };
}

/** A file of the content folder. */
interface SampleFile {
  readonly contentDir: string;
  /** Below the content folder; `parts` are its segments. */
  readonly path: string;
  readonly parts: readonly string[];
}

/** In the order of sites, then by name. */
function findFiles(contentDir: string): readonly SampleFile[] {
  const siteOrder = new Map(LOCALES.map(({ site }, index) => [site, index]));
  const rank = ({ parts }: SampleFile) => siteOrder.get((parts[1] ?? '').replace(/\.yaml$/, '')) ?? siteOrder.size;
  try {
    return listFiles(contentDir)
      .map((path) => ({ contentDir, path, parts: path.split('/') }))
      .sort((a, b) => rank(a) - rank(b));
  } catch (cause) {
    throw sampleInvalid([{ file: '', cause }], contentDir);
  }
}

/** Loads the files that are not cached, and reports all bad ones together. */
function loadAll<T>(files: readonly SampleFile[], loaded: LoadedFiles, load: (file: SampleFile) => T): readonly T[] {
  const faulty: FaultyFile[] = [];
  const values: T[] = [];
  for (const file of files)
    try {
      // Each file has one kind of content.
      const value = (loaded.get(file.path) as T | undefined) ?? load(file);
      loaded.set(file.path, value);
      values.push(value);
    } catch (cause) {
      faulty.push({ file: file.path, cause });
    }
  if (faulty.length > 0) throw sampleInvalid(faulty, files[0]?.contentDir ?? '');
  return values;
}

function loadEntries(file: SampleFile, known: KnownNames): readonly SampleEntry[] {
  const [top = '', place = '', name = ''] = file.parts;
  const collection = COLLECTION_HANDLES.find((handle) => handle === top);
  if (collection === undefined) throw new SampleFault(`There is no collection "${top}".`);
  const text = readText(file);
  if (place.endsWith('.yaml'))
    return parseList({ collection, site: siteOf(place.slice(0, -5)), text, path: file.path }, known);
  if (!name.endsWith('.md'))
    throw new SampleFault('Only {collection}/{site}/{slug}.md and {collection}/{site}.yaml are read.');
  const slug = name.slice(0, -3).normalize('NFC');
  const at = { collection, site: siteOf(place), slug, order: null, source: sourceName(file.path) };
  return [createEntry(parseArticle(text), at, known)];
}

/** Creates an entry from a mapping of a sample file. @throws SampleFault that names the field */
function createEntry(
  stored: StoredFields,
  place: {
    readonly collection: SampleEntry['collection'];
    readonly site: string;
    readonly slug: string;
    readonly order: number | null;
    /** File and line. */
    readonly source: string;
  },
  known: KnownNames,
): SampleEntry {
  const { title, published, date, updated_at, order, slug: _slug, ...fields } = stored;
  if (typeof title !== 'string' || title.trim() === '') throw new SampleFault(describeTitle(title), { field: 'title' });
  const entryDate = parseDate('date', date);
  const entry = {
    ...place,
    id: sampleId(place),
    title,
    published: parseToggle('published', published) ?? true,
    date: entryDate,
    updatedAt: parseDate('updated_at', updated_at) ?? entryDate ?? FIRST_EDITION,
    order: typeof order === 'number' ? order : place.order,
    fields,
  };
  createDocument(entry, checkOnly(known));
  return entry;
}

/** To check a document: it is never sent. */
const checkOnly = (known: KnownNames) => ({
  library: { ...known, entryById: new Map() },
  origin: '',
  now: new Date(),
});

/** YAML reads `title: 42` as a number. */
function describeTitle(title: unknown): string {
  if (title === undefined || title === null || typeof title === 'string')
    return 'The field "title" is missing or empty.';
  if (typeof title === 'object') return 'The field "title" is a list or group of fields where text is expected.';
  return `The field "title" is ${String(title)}, not text: put it in quotes, "${String(title)}".`;
}

function readText({ contentDir, path }: SampleFile): string {
  const bytes = readFileSync(join(contentDir, path));
  if (!isUtf8(bytes)) throw new SampleFault('The file is not UTF-8: save it in that encoding.');
  return bytes.toString('utf8');
}

/** Parses front matter between `---` lines, then the HTML of `content`. */
function parseArticle(text: string): StoredFields {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (match === null) throw new SampleFault('The file does not start with front matter between "---" lines.');
  // A line break for the first "---", so that YAML reports the lines of the file.
  const stored = parseMapping(`\n${match[1] ?? ''}`);
  const body = (match[2] ?? '').trim();
  if (body === '') return stored;
  if ('content' in stored) throw new SampleFault('The file has a body and a field "content": use only one of them.');
  return { ...stored, content: body };
}

function parseList(
  { collection, site, text, path }: { collection: Collection; site: string; text: string; path: string },
  known: KnownNames,
): readonly SampleEntry[] {
  const list = parse(text);
  if (!Array.isArray(list)) throw new SampleFault('The file is not a list of entries.');
  return list.map((item: unknown, index) => {
    if (!isObject(item)) throw new SampleFault(`Item ${index + 1} is not a mapping.`);
    const stored = collection === 'redirects' ? { title: item.from, slug: slugOfPath(item.from), ...item } : item;
    const slug = 'slug' in stored ? stored.slug : undefined;
    if (typeof slug !== 'string' || slug === '') throw new SampleFault(`Item ${index + 1} has no "slug".`);
    const source = sourceName(path, findLine(text, { item: index }));
    try {
      return createEntry(stored, { collection, site, slug, order: index + 1, source }, known);
    } catch (cause) {
      throw cause instanceof SampleFault ? new SampleFault(cause.message, { ...cause.place, item: index }) : cause;
    }
  });
}

function loadGlobal(file: SampleFile, known: KnownNames): [string, StoredFields] {
  const [, name, site = ''] = file.parts;
  const global = GLOBAL_NAMES.find((handle) => handle === name);
  if (global === undefined) throw new SampleFault(`There is no global "${String(name)}".`);
  const place = { name: global, site: siteOf(site.replace(/\.yaml$/, '')), stored: parseMapping(readText(file)) };
  createGlobalDocument(place, checkOnly(known));
  return [`${global}/${place.site}`, place.stored];
}

function loadTaxonomy(file: SampleFile): [string, SampleTaxonomy] {
  const titles = Object.entries(parseMapping(readText(file))).map(([slug, title]): [string, Record<string, string>] => {
    if (!isObject(title)) throw new SampleFault(`The term "${slug}" has no titles by site.`);
    return [slug, Object.fromEntries(Object.entries(title).map(([site, text]) => [siteOf(site), String(text)]))];
  });
  return [(file.parts[1] ?? '').replace(/\.yaml$/, ''), new Map(titles)];
}

function loadAsset({ contentDir, path }: SampleFile): [string, SampleAsset] {
  const extension = extname(path);
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new SampleFault(`Files of type "${extension}" are not served.`);
  const bytes = readFileSync(join(contentDir, path));
  return [`/${path}`, { bytes, contentType }];
}

function parseMapping(text: string): StoredFields {
  const value = parse(text);
  if (!isObject(value)) throw new SampleFault('The YAML is not a mapping of fields.');
  return value;
}

/** What js-yaml reports for an unclosed quote or bracket, one line too late. */
const UNCLOSED = 'deficient indentation';

/** Parses YAML. Dates stay text. @throws SampleFault with the line */
function parse(text: string): unknown {
  try {
    return parseYaml(text, { schema: CORE_SCHEMA });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { reason, mark: { line } = {} } = cause;
    if (reason === UNCLOSED) throw new SampleFault('A quote or bracket in the YAML is not closed.', { line });
    throw new SampleFault(`The YAML is not valid: ${reason}.`, { line: line === undefined ? line : line + 1 });
  }
}

function siteOf(name: string): string {
  if (LOCALES.some(({ site }) => site === name)) return name;
  throw new SampleFault(`There is no site "${name}".`);
}

function slugOfPath(path: unknown): string {
  return String(path ?? '')
    .replaceAll('/', ' ')
    .trim()
    .replaceAll(' ', '-')
    .toLowerCase();
}

function assertUniqueIds(entries: readonly SampleEntry[], contentDir: string): void {
  const seen = new Set<string>();
  for (const { id, collection, site, slug } of entries) {
    if (seen.has(id)) {
      const cause = new SampleFault(`The slug "${slug}" is used twice.`);
      throw sampleInvalid([{ file: `${collection}/${site}`, cause }], contentDir);
    }
    seen.add(id);
  }
}
