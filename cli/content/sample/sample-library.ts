// The sample content in memory: entries, globals, taxonomies and assets of `content/sample/`. Values are checked where a build checks
// those of any service; a file that cannot be read is named with its line, as in 'content/sample/faq/en.yaml:12'.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load as parseYaml, YAMLException } from 'js-yaml';
import { LOCALES } from '../../../config/locales.ts';
import { COLLECTIONS, type Collection } from '../../../content/collections.ts';
import { isDay } from '../../../content/fields.ts';
import { COLLECTION_HANDLES } from '../../../content/handles.ts';
import { errorMessage, type Problem, SiteError, systemErrorCode } from '../../errors.ts';
import { listFiles } from '../../files/list-files.ts';
import { isObject } from '../client/entry-facts.ts';

export type StoredFields = Readonly<Record<string, unknown>>;

export interface SampleEntry {
  readonly collection: Collection;
  readonly site: string;
  /** A UUID derived from collection, site and slug. */
  readonly id: string;
  readonly slug: string;
  /** File and line: 'content/sample/faq/en.yaml:12'. */
  readonly source: string;
  readonly title: string;
  readonly published: unknown;
  /** ISO 8601, or as written if it is no date; null in undated collections. */
  readonly date: string | null;
  readonly updatedAt: string;
  readonly order: number | null;
  /** All other fields, also `content`. */
  readonly fields: StoredFields;
}

export interface SampleLibrary {
  /** Site by site, then by file name or place in the list. */
  readonly entriesByCollection: ReadonlyMap<Collection, readonly SampleEntry[]>;
  readonly entryById: ReadonlyMap<string, SampleEntry>;
  /** Key: `{name}/{site}`. */
  readonly globalByPlace: ReadonlyMap<string, StoredFields>;
  /** Titles of the terms of a taxonomy, by slug, then by site. */
  readonly taxonomyByHandle: ReadonlyMap<string, Readonly<Record<string, StoredFields>>>;
  /** Key: path from the root, `/assets/…`. */
  readonly assetByPath: ReadonlyMap<string, Uint8Array>;
}

/** Converts an empty value to an empty list, and any other single value to a list of one. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** The id of an entry, the same in every run: looks like a version 5 UUID (RFC 9562). */
export function sampleId({ collection, site, slug }: Pick<SampleEntry, 'collection' | 'site' | 'slug'>): string {
  const hex = createHash('sha1').update(`${collection}/${site}/${slug}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** Only `published` entries are live. */
export function statusOf(entry: SampleEntry, now: Date): 'draft' | 'scheduled' | 'published' {
  if (entry.published === false) return 'draft';
  const isFuture = entry.date !== null && Date.parse(entry.date) > now.getTime();
  return isFuture && COLLECTIONS[entry.collection].hidesFutureDates ? 'scheduled' : 'published';
}

/** ISO 8601 in UTC; any other value as it is. */
export function toIso(value: unknown): unknown {
  return typeof value === 'string' && isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : (value ?? null);
}

/** `updated_at` of entries without one and without a date. Fixed, so that builds of a fresh checkout are equal. */
const FIRST_EDITION = '2026-01-15T09:00:00.000Z';

/** What was loaded of each file, by its path below the content folder. Without a file here it is read again. */
export type LoadedFiles = Map<string, unknown>;

/**
 * Loads the sample content.
 * @throws SiteError SAMPLE_INVALID (exit 1) with one problem for each bad file.
 */
export function loadLibrary(contentDir: string, loaded: LoadedFiles = new Map()): SampleLibrary {
  const faults: Problem[] = [];
  const files = catchFault('', faults, () => findFiles(contentDir)) ?? [];
  const load = <T>(folder: string, parse: (file: SampleFile) => T): readonly T[] =>
    files
      .filter(({ parts: [top = ''] }) => top === folder)
      .map((file) => {
        // Each file has one kind of content.
        const value = (loaded.get(file.path) as T | undefined) ?? catchFault(file.path, faults, () => parse(file));
        if (value !== undefined) loaded.set(file.path, value);
        return value;
      })
      .filter((value) => value !== undefined);
  const lists = COLLECTION_HANDLES.map(
    (handle) => [handle, load(handle, (file) => loadEntries(handle, file)).flat()] as const,
  );
  const library = {
    taxonomyByHandle: new Map(load('taxonomies', (file) => [nameOf(file), loadTerms(file)] as const)),
    assetByPath: new Map(load('assets', loadAsset)),
    globalByPlace: new Map(load('globals', loadGlobal)),
    entriesByCollection: new Map(lists),
    entryById: new Map(lists.flatMap(([, entries]) => entries.map((entry) => [entry.id, entry]))),
  };
  for (const [, entries] of lists)
    for (const entry of entries)
      if (library.entryById.get(entry.id) !== entry)
        faults.push(faultOf(entry.source, `The slug "${entry.slug}" is used twice.`));
  if (faults.length > 0) throw invalidSample(faults);
  return library;
}

class SampleFault extends Error {
  override readonly name = 'SampleFault';
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}

/** The result; undefined after a mistake in the file, which is added to `faults`. */
function catchFault<T>(file: string, faults: Problem[], read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof SampleFault) && systemErrorCode(cause) === null) throw cause;
    faults.push(faultOf(sourceName(file, cause instanceof SampleFault ? cause.line : undefined), errorMessage(cause)));
    return undefined;
  }
}

function faultOf(file: string, what: string): Problem {
  return { code: 'SAMPLE_INVALID', severity: 'error', where: { file }, what, fix: 'Fix this file.' };
}

function invalidSample(problems: readonly Problem[]): SiteError {
  const files =
    problems.length === 1 ? 'A file of the sample content has' : `${problems.length} files of the sample content have`;
  const message = `${files} mistakes. Nothing was built or served.`;
  return new SiteError({ code: 'SAMPLE_INVALID', exitCode: 1, message, problems });
}

/** The path of a sample file in the project, with a line (1-based) if there is one. */
function sourceName(file: string, line?: number): string {
  return `content/sample/${file}${line === undefined ? '' : `:${line}`}`;
}

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
  // Editors leave copies whose name ends with "~".
  return listFiles(contentDir, ['**'], ['**/*~'])
    .map((path) => ({ contentDir, path, parts: path.split('/') }))
    .sort((a, b) => rank(a) - rank(b));
}

const nameOf = ({ parts }: SampleFile) => (parts.at(-1) ?? '').replace(/\.(?:yaml|md)$/, '');

/** The entries of `{collection}/{site}/{slug}.md` or `{collection}/{site}.yaml`. */
function loadEntries(collection: Collection, file: SampleFile): readonly SampleEntry[] {
  if (!/\.(?:md|yaml)$/.test(file.path)) throw new SampleFault('Entries are in files that end with ".md" or ".yaml".');
  const isList = file.parts.length === 2;
  const site = siteOf(isList ? nameOf(file) : (file.parts[1] ?? ''));
  const text = readText(file);
  if (isList) return parseList(text, { collection, site, path: file.path });
  const slug = nameOf(file).normalize('NFC');
  return [createEntry(parseArticle(text), { collection, site, slug, order: null, source: sourceName(file.path) })];
}

function createEntry(
  { title, published, date, updated_at, order, slug: _slug, ...fields }: StoredFields,
  place: Pick<SampleEntry, 'collection' | 'site' | 'slug' | 'order' | 'source'>,
): SampleEntry {
  const entryDate = toIso(date);
  return {
    ...place,
    id: sampleId(place),
    title: String(title ?? ''),
    published: published ?? true,
    date: entryDate === null ? null : String(entryDate),
    updatedAt: String(toIso(updated_at) ?? entryDate ?? FIRST_EDITION),
    order: typeof order === 'number' ? order : place.order,
    fields,
  };
}

function readText({ contentDir, path }: SampleFile): string {
  const bytes = readFileSync(join(contentDir, path));
  if (!isUtf8(bytes)) throw new SampleFault('The file is not UTF-8: save it in that encoding.');
  return bytes.toString('utf8').replace(/^\ufeff/, '');
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
  text: string,
  { path, ...place }: Pick<SampleEntry, 'collection' | 'site'> & { readonly path: string },
): readonly SampleEntry[] {
  const list = parse(text);
  if (!Array.isArray(list)) throw new SampleFault('The file is not a list of entries.');
  const lines = text.split('\n').flatMap((line, index) => (/^-(\s|$)/.test(line) ? [index + 1] : []));
  return list.map((item: unknown, index) => {
    const isRedirect = place.collection === 'redirects';
    const stored = isRedirect && isObject(item) ? { title: item.from, slug: slugOfPath(item.from), ...item } : item;
    const slug = isObject(stored) ? stored.slug : undefined;
    if (!isObject(stored) || typeof slug !== 'string' || slug === '')
      throw new SampleFault(`Item ${index + 1} has no "slug".`, lines[index]);
    return createEntry(stored, { ...place, slug, order: index + 1, source: sourceName(path, lines[index]) });
  });
}

function loadGlobal(file: SampleFile): readonly [string, StoredFields] {
  return [`${file.parts[1]}/${siteOf(nameOf(file))}`, parseMapping(readText(file))];
}

function loadTerms(file: SampleFile) {
  const terms = Object.entries(parseMapping(readText(file)));
  return Object.fromEntries(terms.map(([slug, titles]) => [slug, isObject(titles) ? titles : {}]));
}

function loadAsset({ contentDir, path }: SampleFile) {
  return [`/${path}`, readFileSync(join(contentDir, path))] as const;
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
    if (reason === UNCLOSED) throw new SampleFault('A quote or bracket in the YAML is not closed.', line);
    throw new SampleFault(`The YAML is not valid: ${reason}.`, line === undefined ? line : line + 1);
  }
}

function siteOf(name: string): string {
  if (LOCALES.some(({ site }) => site === name)) return name;
  throw new SampleFault(`There is no site "${name}".`);
}

function slugOfPath(path: unknown): string {
  const words = `${path ?? ''}`.replaceAll('/', ' ').trim();
  return words.replaceAll(' ', '-').toLowerCase();
}
