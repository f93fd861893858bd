// Reads `content/sample/` whole: entries, globals, taxonomies, assets. All bad files are named in one SiteError.
// Relied on afterwards: the library in memory is complete; no request touches a file.

import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { LOCALES } from '../../../config/locales.ts';
import type { Collection } from '../../../content/collections.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../../content/collections.ts';
import type { Problem } from '../../errors.ts';
import { errorMessage, SiteError, systemErrorCode } from '../../errors.ts';
import { GLOBAL_FIELDS } from './blueprints.ts';
import type { KnownNames } from './parse-entry.ts';
import { assertFields, parseEntry, SampleFault } from './parse-entry.ts';
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

/** What was made of each file, with the file's time and size: a file that is as it was is not read again. */
export type FileMemory = Map<string, { readonly stamp: string; readonly value: unknown }>;

/**
 * Loads the sample content; with the memory of the last time only what changed.
 * @throws SiteError SAMPLE_INVALID (exit 1) with one problem for each bad file.
 */
export async function loadLibrary(contentDir: string, memory: FileMemory = new Map()): Promise<SampleLibrary> {
  const files = await findFiles(contentDir);
  const stamps = await loadStamps(contentDir, files);
  const remember = <T>(load: (file: readonly string[]) => Promise<T>, context = '') => {
    return async (file: readonly string[]): Promise<T> => {
      const path = file.join('/');
      const stamp = `${stamps.get(path)} ${context}`;
      const last = memory.get(path);
      // The same loader made it of the same file.
      if (last?.stamp === stamp) return last.value as T;
      const value = await load(file);
      memory.set(path, { stamp, value });
      return value;
    };
  };
  const known = await loadKnownNames(contentDir, files, remember);
  // Entries are checked against the names that exist.
  const names = [...files.filter(([top]) => top === 'assets'), ...known.taxonomyByHandle.keys()].join();
  const taxonomyStamps = [...stamps].filter(([path]) => path.startsWith('taxonomies/')).join();
  const entries = (
    await loadAll(
      files,
      ([top]) => isCollection(top),
      remember((file) => loadEntries(contentDir, file, known), `${names} ${taxonomyStamps}`),
    )
  ).flat();
  const globals = await loadAll(
    files,
    ([top]) => top === 'globals',
    (file) => loadGlobal(contentDir, file, known),
  );
  assertUniqueIds(entries);
  return {
    ...known,
    entriesByCollection: new Map(
      COLLECTION_HANDLES.map((handle) => [handle, entries.filter(({ collection }) => collection === handle)]),
    ),
    entryById: new Map(entries.map((entry) => [entry.id, entry])),
    globalByPlace: new Map(globals),
  };
}

/** Path parts below the content folder, sites in the order of their table, then by name. */
async function findFiles(contentDir: string): Promise<readonly (readonly string[])[]> {
  const found = await readdir(contentDir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw faultyFiles([{ file: contentDir, cause }]);
  });
  const siteOrder = new Map(LOCALES.map(({ site }, index) => [site, index]));
  const rank = (parts: readonly string[]) => siteOrder.get((parts[1] ?? '').replace(/\.yaml$/, '')) ?? siteOrder.size;
  return found
    .filter((file) => file.isFile() && !file.name.startsWith('.'))
    .map((file) => relative(contentDir, join(file.parentPath, file.name)).split(sep))
    .sort((a, b) => rank(a) - rank(b) || (a.join('/') < b.join('/') ? -1 : 1));
}

/** Time and size of each file. */
async function loadStamps(
  contentDir: string,
  files: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> {
  const stamps = files.map(async (file) => {
    const facts = await stat(join(contentDir, ...file)).catch(() => null);
    return [file.join('/'), `${facts?.mtimeMs} ${facts?.size}`] as const;
  });
  return new Map(await Promise.all(stamps));
}

type Remember = <T>(load: (file: readonly string[]) => Promise<T>) => (file: readonly string[]) => Promise<T>;

async function loadKnownNames(
  contentDir: string,
  files: readonly (readonly string[])[],
  remember: Remember,
): Promise<KnownNames> {
  const taxonomies = await loadAll(
    files,
    ([top]) => top === 'taxonomies',
    remember((file) => loadTaxonomy(contentDir, file)),
  );
  const assets = await loadAll(
    files,
    ([top]) => top === 'assets',
    remember((file) => loadAsset(contentDir, file)),
  );
  return { taxonomyByHandle: new Map(taxonomies), assetByPath: new Map(assets) };
}

/** Loads every chosen file; a bad one does not hide the next. */
async function loadAll<T>(
  files: readonly (readonly string[])[],
  isWanted: (parts: readonly string[]) => boolean,
  load: (parts: readonly string[]) => Promise<T>,
): Promise<readonly T[]> {
  const wanted = files.filter(isWanted);
  const results = await Promise.allSettled(wanted.map(load));
  const faults = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ file: (wanted[index] ?? []).join('/'), cause: result.reason as unknown }] : [],
  );
  if (faults.length > 0) throw faultyFiles(faults);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function loadEntries(
  contentDir: string,
  parts: readonly string[],
  known: KnownNames,
): Promise<readonly SampleEntry[]> {
  const [collection, place = '', name = ''] = parts;
  if (!isCollection(collection)) throw new SampleFault(`There is no collection "${String(collection)}".`);
  const source = await readFile(join(contentDir, ...parts), 'utf8');
  if (place.endsWith('.yaml')) return parseList(source, { collection, site: siteOf(place.slice(0, -5)) }, known);
  if (!name.endsWith('.md'))
    throw new SampleFault('Only {collection}/{site}/{slug}.md and {collection}/{site}.yaml are read.');
  const slug = name.slice(0, -3).normalize('NFC');
  return [parseEntry(parseArticle(source), { collection, site: siteOf(place), slug, order: null }, known)];
}

/** Front matter between `---` lines, then the HTML of `content`. */
function parseArticle(source: string): StoredFields {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(source);
  if (match === null) throw new SampleFault('It does not begin with front matter between "---" lines.');
  const stored = parseMapping(match[1] ?? '');
  const body = (match[2] ?? '').trim();
  if (body === '') return stored;
  if ('content' in stored) throw new SampleFault('It has a body and a field "content": only one of them can be shown.');
  return { ...stored, content: body };
}

function parseList(
  source: string,
  { collection, site }: { collection: Collection; site: string },
  known: KnownNames,
): readonly SampleEntry[] {
  const list: unknown = parse(source);
  if (!Array.isArray(list)) throw new SampleFault('It is not a list of entries.');
  return list.map((item: unknown, index) => {
    if (!isStoredFields(item)) throw new SampleFault(`Item ${index + 1} is not a mapping.`);
    const stored = collection === 'redirects' ? { title: item.from, slug: slugOfPath(item.from), ...item } : item;
    const slug = 'slug' in stored ? stored.slug : undefined;
    if (typeof slug !== 'string' || slug === '') throw new SampleFault(`Item ${index + 1} has no "slug".`);
    return parseEntry(stored, { collection, site, slug, order: index + 1 }, known);
  });
}

async function loadGlobal(
  contentDir: string,
  parts: readonly string[],
  known: KnownNames,
): Promise<[string, StoredFields]> {
  const [, name, file = ''] = parts;
  const global = GLOBAL_NAMES.find((handle) => handle === name);
  if (global === undefined) throw new SampleFault(`There is no global "${String(name)}".`);
  const stored = parseMapping(await readFile(join(contentDir, ...parts), 'utf8'));
  assertFields(stored, GLOBAL_FIELDS[global], known);
  return [`${global}/${siteOf(file.replace(/\.yaml$/, ''))}`, stored];
}

async function loadTaxonomy(contentDir: string, parts: readonly string[]): Promise<[string, SampleTaxonomy]> {
  const terms = Object.entries(parseMapping(await readFile(join(contentDir, ...parts), 'utf8')));
  const titles = terms.map(([slug, title]): [string, Record<string, string>] => {
    if (!isStoredFields(title)) throw new SampleFault(`The term "${slug}" has no titles by site.`);
    return [slug, Object.fromEntries(Object.entries(title).map(([site, text]) => [siteOf(site), String(text)]))];
  });
  return [(parts[1] ?? '').replace(/\.yaml$/, ''), new Map(titles)];
}

async function loadAsset(contentDir: string, parts: readonly string[]): Promise<[string, SampleAsset]> {
  const extension = extname(parts.at(-1) ?? '');
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new SampleFault(`Files of type "${extension}" are not served.`);
  const bytes = await readFile(join(contentDir, ...parts));
  const root = extension === '.svg' ? (/<svg\b[^>]*>/.exec(bytes.toString('utf8'))?.[0] ?? '') : '';
  const pixels = (side: 'width' | 'height') => {
    const value = new RegExp(`\\s${side}="(\\d+)"`).exec(root)?.[1];
    return value === undefined ? null : Number(value);
  };
  return [`/${parts.join('/')}`, { bytes, contentType, width: pixels('width'), height: pixels('height') }];
}

function parseMapping(source: string): StoredFields {
  const value: unknown = parse(source);
  if (!isStoredFields(value)) throw new SampleFault('Its YAML is not a mapping of fields.');
  return value;
}

function isCollection(name: string | undefined): name is Collection {
  return COLLECTION_HANDLES.some((handle) => handle === name);
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
        { file: `${collection}/${site}`, cause: new SampleFault(`The slug "${slug}" stands twice.`) },
      ]);
    seen.add(id);
  }
}

function faultyFiles(faults: readonly { file: string; cause: unknown }[]): SiteError {
  const problems = faults.map(({ file, cause }): Problem => {
    // A bug of ours must keep its stack; only faults of the file are the owner's to fix.
    if (!(cause instanceof SampleFault) && systemErrorCode(cause) === null && !isYamlError(cause)) throw cause;
    return {
      code: 'SAMPLE_INVALID',
      severity: 'error',
      where: { file },
      what: errorMessage(cause),
      fix: 'Correct this file of the sample content and start again.',
    };
  });
  const count = problems.length === 1 ? 'A file' : `${problems.length} files`;
  const message = `${count} of the sample content cannot be served; the sample service was not started.`;
  return new SiteError({ code: 'SAMPLE_INVALID', exitCode: 1, message, problems }, { cause: faults[0]?.cause });
}

function isYamlError(cause: unknown): boolean {
  return cause instanceof Error && cause.name.startsWith('YAML');
}
