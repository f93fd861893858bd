// Loads `content/sample/` into memory: entries, globals, taxonomies, assets. One SiteError names every bad file.

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CORE_SCHEMA, load as parseYaml, YAMLException } from 'js-yaml';
import { LOCALES } from '../../../config/locales.ts';
import type { Collection } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/handles.ts';
import { listFiles } from '../../files/list-files.ts';
import { fieldsOfGlobal } from '../blueprints/read-fields.ts';
import { assertFields, createEntry, type KnownNames } from './create-entry.ts';
import { type FaultyFile, findLine, SampleFault, sampleInvalid, sourceName } from './sample-faults.ts';
import type { SampleAsset, SampleEntry, SampleLibrary, SampleTaxonomy, StoredFields } from './sample-library.ts';
import { isStoredFields } from './sample-library.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
};

/** Cached contents of the files, by their paths below the content folder. */
export interface LoadedFiles {
  readonly taxonomies: Map<string, readonly [string, SampleTaxonomy]>;
  readonly assets: Map<string, readonly [string, SampleAsset]>;
  readonly entries: Map<string, readonly SampleEntry[]>;
  readonly globals: Map<string, readonly [string, StoredFields]>;
}

/** Creates an empty cache. */
export function createLoadedFiles(): LoadedFiles {
  return { taxonomies: new Map(), assets: new Map(), entries: new Map(), globals: new Map() };
}

/** Removes changed files, or all for null. Any entry may name a term or an asset, so a change of one removes all. */
export function forgetFiles(loaded: LoadedFiles, changed: ReadonlySet<string> | null): void {
  const isShared = (path: string) => path.startsWith('assets/') || path.startsWith('taxonomies/');
  for (const files of Object.values<Map<string, unknown>>({ ...loaded }))
    if (changed === null || changed.values().some(isShared)) files.clear();
    else for (const path of changed) files.delete(path);
}

/**
 * Loads the sample content.
 * @throws SiteError SAMPLE_INVALID (exit 1) with one problem for each bad file.
 */
export function loadLibrary(contentDir: string, loaded: LoadedFiles = createLoadedFiles()): SampleLibrary {
  const files = findFiles(contentDir);
  const below = (...folders: readonly string[]) => files.filter(({ parts: [top = ''] }) => folders.includes(top));
  const known: KnownNames = {
    taxonomyByHandle: new Map(loadAll(below('taxonomies'), loaded.taxonomies, loadTaxonomy)),
    assetByPath: new Map(loadAll(below('assets'), loaded.assets, loadAsset)),
  };
  const loadEntriesOf = (file: SampleFile) => loadEntries(file, known);
  const entries = loadAll(below(...COLLECTION_HANDLES), loaded.entries, loadEntriesOf).flat();
  const globals = loadAll(below('globals'), loaded.globals, (file) => loadGlobal(file, known));
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
function loadAll<T>(files: readonly SampleFile[], loaded: Map<string, T>, load: (file: SampleFile) => T): readonly T[] {
  const faulty: FaultyFile[] = [];
  const values: T[] = [];
  for (const file of files)
    try {
      const value = loaded.get(file.path) ?? load(file);
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
    if (!isStoredFields(item)) throw new SampleFault(`Item ${index + 1} is not a mapping.`);
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
  const stored = parseMapping(readText(file));
  assertFields(stored, fieldsOfGlobal(global), known);
  return [`${global}/${siteOf(site.replace(/\.yaml$/, ''))}`, stored];
}

function loadTaxonomy(file: SampleFile): [string, SampleTaxonomy] {
  const titles = Object.entries(parseMapping(readText(file))).map(([slug, title]): [string, Record<string, string>] => {
    if (!isStoredFields(title)) throw new SampleFault(`The term "${slug}" has no titles by site.`);
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
  if (!isStoredFields(value)) throw new SampleFault('The YAML is not a mapping of fields.');
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
