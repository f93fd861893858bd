// Reads `content/sample/` whole: entries, globals, taxonomies, assets. All bad files are named in one SiteError.
// Relied on afterwards: the library in memory is complete; no request touches a file.

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { LOCALES } from '../../../config/locales.ts';
import type { Collection } from '../../../content/collections.ts';
import type { Problem } from '../../errors.ts';
import { errorMessage, SiteError, systemErrorCode } from '../../errors.ts';
import { listFiles } from '../../files/list-files.ts';
import { GLOBAL_FIELDS, SAMPLE_COLLECTIONS, SAMPLE_GLOBALS } from './blueprints.ts';
import type { KnownNames } from './parse-entry.ts';
import { assertFields, parseEntry, SampleFault } from './parse-entry.ts';
import type { SampleAsset, SampleEntry, SampleLibrary, SampleTaxonomy, StoredFields } from './sample-library.ts';
import { isStoredFields } from './sample-library.ts';
import { findLine, sourceName } from './source-lines.ts';
import { openYamlMemory, type YamlMemory } from './yaml-memory.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
};

type Loaded<T> = Map<string, T>;

/** What files were loaded into, by their paths below the content folder: it is read again for those that are missing. */
export interface LoadedFiles {
  readonly taxonomies: Loaded<readonly [string, SampleTaxonomy]>;
  readonly assets: Loaded<readonly [string, SampleAsset]>;
  readonly entries: Loaded<readonly SampleEntry[]>;
  readonly globals: Loaded<readonly [string, StoredFields]>;
}

/** Without files. */
export function openLoadedFiles(): LoadedFiles {
  return { taxonomies: new Map(), assets: new Map(), entries: new Map(), globals: new Map() };
}

/** Forgets files that changed, or all for null. What an entry may name is checked again when any of it changes. */
export function forgetFiles(loaded: LoadedFiles, changed: ReadonlySet<string> | null): void {
  const isNamed = (file: string) => file.startsWith('assets/') || file.startsWith('taxonomies/');
  for (const files of Object.values<Loaded<unknown>>({ ...loaded }))
    if (changed === null || changed.values().some(isNamed)) files.clear();
    else for (const file of changed) files.delete(file);
}

/**
 * Loads the sample content. Files are read one after the other: that many small ones are read sooner than waited for.
 * @throws SiteError SAMPLE_INVALID (exit 1) with one problem for each bad file.
 */
export async function loadLibrary(
  contentDir: string,
  { parse }: Pick<YamlMemory, 'parse'> = openYamlMemory(null),
  loaded: LoadedFiles = openLoadedFiles(),
): Promise<SampleLibrary> {
  const files = findFiles(contentDir);
  const source: Source = { contentDir, parse };
  const known = await loadKnownNames(files, source, loaded);
  const entries = (
    await loadAll(
      { files, loaded: loaded.entries, contentDir },
      ([top]) => isCollection(top),
      (file) => loadEntries(source, file, known),
    )
  ).flat();
  const globals = await loadAll(
    { files, loaded: loaded.globals, contentDir },
    ([top]) => top === 'globals',
    (file) => loadGlobal(source, file, known),
  );
  assertUniqueIds(entries);
  return {
    ...known,
    entriesByCollection: new Map(
      SAMPLE_COLLECTIONS.map((handle) => [handle, entries.filter(({ collection }) => collection === handle)]),
    ),
    entryById: new Map(entries.map((entry) => [entry.id, entry])),
    globalByPlace: new Map(globals),
  };
}

/** Where files are read, and what reads their YAML. */
interface Source extends Pick<YamlMemory, 'parse'> {
  readonly contentDir: string;
}

/** Path parts below the content folder, sites in the order of their table, then by name. */
function findFiles(contentDir: string): readonly (readonly string[])[] {
  const siteOrder = new Map(LOCALES.map(({ site }, index) => [site, index]));
  const rank = (parts: readonly string[]) => siteOrder.get((parts[1] ?? '').replace(/\.yaml$/, '')) ?? siteOrder.size;
  try {
    return listFiles(contentDir)
      .map((path) => path.split('/'))
      .sort((a, b) => rank(a) - rank(b));
  } catch (cause) {
    throw faultyFiles([{ file: contentDir, cause }]);
  }
}

async function loadKnownNames(
  files: readonly (readonly string[])[],
  source: Source,
  loaded: LoadedFiles,
): Promise<KnownNames> {
  const { contentDir } = source;
  const taxonomies = await loadAll(
    { files, loaded: loaded.taxonomies, contentDir },
    ([top]) => top === 'taxonomies',
    (file) => loadTaxonomy(source, file),
  );
  const assets = await loadAll(
    { files, loaded: loaded.assets, contentDir },
    ([top]) => top === 'assets',
    async (file) => loadAsset(source, file),
  );
  return { taxonomyByHandle: new Map(taxonomies), assetByPath: new Map(assets) };
}

interface LoadPlan<T> {
  readonly files: readonly (readonly string[])[];
  readonly loaded: Loaded<T>;
  readonly contentDir: string;
}

/** Loads every chosen file that is not loaded; a bad one does not hide the next. */
async function loadAll<T>(
  { files, loaded, contentDir }: LoadPlan<T>,
  isWanted: (parts: readonly string[]) => boolean,
  load: (parts: readonly string[]) => Promise<T>,
): Promise<readonly T[]> {
  const wanted = files.filter(isWanted);
  const loadOne = async (parts: readonly string[]) => {
    const path = parts.join('/');
    const value = loaded.get(path) ?? (await load(parts));
    loaded.set(path, value);
    return value;
  };
  const results = await Promise.allSettled(wanted.map(loadOne));
  const faults = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ file: (wanted[index] ?? []).join('/'), cause: result.reason as unknown }] : [],
  );
  if (faults.length > 0) throw faultyFiles(faults, contentDir);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function loadEntries(
  source: Source,
  parts: readonly string[],
  known: KnownNames,
): Promise<readonly SampleEntry[]> {
  const [collection, place = '', name = ''] = parts;
  if (!isCollection(collection)) throw new SampleFault(`There is no collection "${String(collection)}".`);
  const text = readText(source, parts);
  if (place.endsWith('.yaml'))
    return parseList(
      await source.parse(text),
      { collection, site: siteOf(place.slice(0, -5)), text, file: parts.join('/') },
      known,
    );
  if (!name.endsWith('.md'))
    throw new SampleFault('Only {collection}/{site}/{slug}.md and {collection}/{site}.yaml are read.');
  const slug = name.slice(0, -3).normalize('NFC');
  const stored = await parseArticle(source, text);
  const at = { collection, site: siteOf(place), slug, order: null, source: sourceName(parts.join('/')) };
  return [parseEntry(stored, at, known)];
}

function readText({ contentDir }: Source, parts: readonly string[]): string {
  const bytes = readFileSync(join(contentDir, ...parts));
  if (!isUtf8(bytes)) throw new SampleFault('It is not UTF-8: save it in that encoding.');
  return bytes.toString('utf8');
}

/** Front matter between `---` lines, then the HTML of `content`. */
async function parseArticle(source: Source, text: string): Promise<StoredFields> {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (match === null) throw new SampleFault('It does not begin with front matter between "---" lines.');
  // With a line for the one of dashes, so that YAML's lines are those of the file.
  const stored = await parseMapping(source, `\n${match[1] ?? ''}`);
  const body = (match[2] ?? '').trim();
  if (body === '') return stored;
  if ('content' in stored) throw new SampleFault('It has a body and a field "content": only one of them can be shown.');
  return { ...stored, content: body };
}

function parseList(
  list: unknown,
  { collection, site, text, file }: { collection: Collection; site: string; text: string; file: string },
  known: KnownNames,
): readonly SampleEntry[] {
  if (!Array.isArray(list)) throw new SampleFault('It is not a list of entries.');
  return list.map((item: unknown, index) => {
    if (!isStoredFields(item)) throw new SampleFault(`Item ${index + 1} is not a mapping.`);
    const stored = collection === 'redirects' ? { title: item.from, slug: slugOfPath(item.from), ...item } : item;
    const slug = 'slug' in stored ? stored.slug : undefined;
    if (typeof slug !== 'string' || slug === '') throw new SampleFault(`Item ${index + 1} has no "slug".`);
    const source = sourceName(file, findLine(text, { item: index }));
    return inItem(index, () => parseEntry(stored, { collection, site, slug, order: index + 1, source }, known));
  });
}

/** A fault in there is one of that item. */
function inItem<T>(item: number, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof SampleFault) cause.item = item;
    throw cause;
  }
}

async function loadGlobal(
  source: Source,
  parts: readonly string[],
  known: KnownNames,
): Promise<[string, StoredFields]> {
  const [, name, file = ''] = parts;
  const global = SAMPLE_GLOBALS.find((handle) => handle === name);
  if (global === undefined) throw new SampleFault(`There is no global "${String(name)}".`);
  const stored = await parseMapping(source, readText(source, parts));
  assertFields(stored, GLOBAL_FIELDS[global], known);
  return [`${global}/${siteOf(file.replace(/\.yaml$/, ''))}`, stored];
}

async function loadTaxonomy(source: Source, parts: readonly string[]): Promise<[string, SampleTaxonomy]> {
  const terms = Object.entries(await parseMapping(source, readText(source, parts)));
  const titles = terms.map(([slug, title]): [string, Record<string, string>] => {
    if (!isStoredFields(title)) throw new SampleFault(`The term "${slug}" has no titles by site.`);
    return [slug, Object.fromEntries(Object.entries(title).map(([site, text]) => [siteOf(site), String(text)]))];
  });
  return [(parts[1] ?? '').replace(/\.yaml$/, ''), new Map(titles)];
}

function loadAsset({ contentDir }: Source, parts: readonly string[]): [string, SampleAsset] {
  const extension = extname(parts.at(-1) ?? '');
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new SampleFault(`Files of type "${extension}" are not served.`);
  const bytes = readFileSync(join(contentDir, ...parts));
  const root = extension === '.svg' ? (/<svg\b[^>]*>/.exec(bytes.toString('utf8'))?.[0] ?? '') : '';
  const pixels = (side: 'width' | 'height') => {
    const value = new RegExp(`\\s${side}="(\\d+)"`).exec(root)?.[1];
    return value === undefined ? null : Number(value);
  };
  return [`/${parts.join('/')}`, { bytes, contentType, width: pixels('width'), height: pixels('height') }];
}

async function parseMapping({ parse }: Source, text: string): Promise<StoredFields> {
  const value = await parse(text);
  if (!isStoredFields(value)) throw new SampleFault('Its YAML is not a mapping of fields.');
  return value;
}

function isCollection(name: string | undefined): name is Collection {
  return SAMPLE_COLLECTIONS.some((handle) => handle === name);
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

function assertUniqueIds(entries: readonly SampleEntry[]): void {
  const seen = new Set<string>();
  for (const { id, collection, site, slug } of entries) {
    if (seen.has(id))
      throw faultyFiles([
        { file: sourceName(`${collection}/${site}`), cause: new SampleFault(`The slug "${slug}" stands twice.`) },
      ]);
    seen.add(id);
  }
}

function faultyFiles(faults: readonly { file: string; cause: unknown }[], contentDir: string | null = null): SiteError {
  const problems = faults.map(({ file, cause }): Problem => {
    // A bug of ours must keep its stack; only faults of the file are the owner's to fix.
    if (!(cause instanceof SampleFault) && systemErrorCode(cause) === null && !isYamlError(cause)) throw cause;
    return {
      code: 'SAMPLE_INVALID',
      severity: 'error',
      where: { file: contentDir === null ? file : sourceName(file, lineOf(cause, join(contentDir, file))) },
      what: firstLine(errorMessage(cause)),
      fix: 'Fix this file.',
    };
  });
  const files =
    problems.length === 1 ? 'A file of the sample content has' : `${problems.length} files of the sample content have`;
  const message = `${files} mistakes. Nothing was built or served.`;
  return new SiteError({ code: 'SAMPLE_INVALID', exitCode: 1, message, problems }, { cause: faults[0]?.cause });
}

/** A YAML error says where it is, and then draws it: the excerpt of the file shows that better. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/:$/, '.');
}

/** The line of a fault; null where that is the whole file. */
function lineOf(cause: unknown, file: string): number | null {
  if (cause instanceof SampleFault) {
    const isNamed = cause.field !== undefined || cause.item !== undefined;
    return isNamed ? findLine(readFileSync(file, 'utf8'), cause) : null;
  }
  if (!isYamlError(cause) || typeof cause !== 'object' || cause === null || !('linePos' in cause)) return null;
  const [start] = Array.isArray(cause.linePos) ? cause.linePos : [];
  return typeof start?.line === 'number' ? start.line : null;
}

function isYamlError(cause: unknown): boolean {
  return cause instanceof Error && cause.name.startsWith('YAML');
}
