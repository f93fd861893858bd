// Examines one translation: what a translator has to do there.

import type { SiteConfig } from '../../config/define-site.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import { type EditorFields, fieldsOfCollection } from '../content/blueprints/read-fields.ts';
import type { EntryReader, IndexRow } from '../content/snapshot/content-snapshot.ts';
import { parsePage } from '../facts/parse-html.ts';
import { toDigest } from '../files/brands.ts';
import { compareLink, type PagePaths, withoutLanguage } from './compare-links.ts';
import { compareFigures, findOtherLanguage, hasOtherPrice, isCopied, languageOf, readText } from './compare-texts.ts';
import type { findSource } from './entry-groups.ts';
import { type FieldPair, type PairedFields, pairFields } from './pair-fields.ts';
import { type FieldFinding, type Finding, minuteOf } from './things.ts';

/** A value of a collection or global in two locales. */
export interface ComparedValues {
  readonly source: { readonly value: unknown; readonly language: string };
  readonly translation: { readonly value: unknown; readonly language: string };
  readonly fields: EditorFields;
  readonly locale: Locale;
}

export interface CompareContext {
  readonly paths: PagePaths;
  readonly site: SiteConfig;
  readonly records: EntryReader;
  readonly isVisible: (row: IndexRow) => boolean;
}

/** What was not translated, and what says something else than the source. */
export function compareValues(
  { source, translation, fields, locale }: ComparedValues,
  context: CompareContext,
): readonly Finding[] {
  const paired = pairFields(source.value, translation.value, fields);
  const isSameLanguage = source.language === translation.language;
  const copied = isSameLanguage
    ? []
    : paired.pairs.filter(isReadText).filter(({ before, after }) => isCopied(before, after));
  const untranslated = copied.map((pair) => describeField(pair, 'The text is that of the source.'));
  const foreign = findForeignTexts(translation, fields, new Set(copied.map(({ after }) => after)));
  const differences = Object.groupBy(listDifferences(paired, locale, context), (field) =>
    hasOtherPrice(field.before, field.after) ? 'prices' : 'others',
  );
  return [
    ...asFinding('untranslated', [...untranslated, ...foreign]),
    ...asFinding('different', differences.prices ?? []).map((finding) => ({ ...finding, isPrice: true })),
    ...asFinding('different', differences.others ?? []),
  ];
}

/** Texts in another language than expected, apart from `known` ones. */
function findForeignTexts(
  { value, language }: ComparedValues['translation'],
  fields: EditorFields,
  known: ReadonlySet<string> = new Set(),
): readonly FieldFinding[] {
  return pairFields(value, value, fields).pairs.flatMap((pair) => {
    if (!isReadText(pair) || known.has(pair.after)) return [];
    // Of a long text, perhaps only a paragraph.
    const paragraphs = readText(pair.after)
      .split('\n')
      .filter(({ length }) => length >= PARAGRAPH);
    const shown = [pair.after, ...paragraphs].find((text) => findOtherLanguage(text, language) !== null);
    if (shown === undefined) return [];
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const other = names.of(findOtherLanguage(shown, language) ?? language);
    const what = `${shown === pair.after ? 'The text' : 'A paragraph'} is in ${other}, not in ${names.of(language)}.`;
    return [describeField({ ...pair, before: '', after: shown }, what)];
  });
}

/** Shorter ones, in characters, may be quotes. */
const PARAGRAPH = 80;

const isReadText = ({ kind }: FieldPair): boolean => kind === 'text' || kind === 'html';

export function asFinding(state: Finding['state'], fields: readonly FieldFinding[]): readonly Finding[] {
  const [first, ...others] = fields;
  if (first === undefined) return [];
  const what = others.length === 0 ? `${first.label}: ${first.what}` : `${fields.length} fields: ${labelsOf(fields)}.`;
  return [{ state, what, fields }];
}

const labelsOf = (fields: readonly FieldFinding[]): string => [...new Set(fields.map(({ label }) => label))].join(', ');

function describeField({ field, label, before, after }: FieldPair, what: string): FieldFinding {
  return { field, label, what, before: readText(before), after: readText(after) };
}

function listDifferences(
  { pairs, lists }: PairedFields,
  locale: Locale,
  context: CompareContext,
): readonly FieldFinding[] {
  return [
    ...lists.map((list) => describeField(list, 'The rows differ.')),
    ...pairs.flatMap((pair) => {
      const what = findDifference(pair, locale, context);
      return what === null ? [] : [describeField(pair, what)];
    }),
  ];
}

/** How a field says something else than the source; null if it does not. */
function findDifference(
  { kind, before, after }: FieldPair,
  locale: Locale,
  { paths, site }: CompareContext,
): string | null {
  if (before === '' || after === '' || kind === 'name') return null;
  const compare = (links: readonly [string, string]) => compareLink(links, locale, { paths, origin: site.origin });
  if (kind === 'link') return compare([before, after]);
  if (kind === 'picture') return withoutLanguage(before) === withoutLanguage(after) ? null : 'The pictures differ.';
  if (kind === 'date' || kind === 'number') return before === after ? null : `The ${kind}s differ.`;
  const figures = describeFigures(before, after);
  if (kind === 'text' || figures !== null) return figures;
  const [old, now] = [hrefsOf(before), hrefsOf(after)];
  if (old.length !== now.length) return `The source has ${old.length} links, the translation ${now.length}.`;
  return old.map((href, index) => compare([href, now[index] ?? ''])).find((link) => link !== null) ?? null;
}

const hrefsOf = (html: string): readonly string[] => (html.includes('href') ? parsePage(html).hrefs : []);

function describeFigures(before: string, after: string): string | null {
  const figures = compareFigures(before, after);
  if (figures === null) return null;
  return `The figures differ: ${figures.before.join(', ')} in the source, ${figures.after.join(', ')} here.`;
}

export function examineEntry(
  row: IndexRow,
  source: ReturnType<typeof findSource>,
  locale: Locale,
  context: CompareContext,
): readonly Finding[] {
  const { records } = context;
  const fields = fieldsOfCollection(row.collection);
  const translation = { value: records.readEntry(row), language: languageIn(locale, row) };
  if (source === null) return asFinding('untranslated', findForeignTexts(translation, fields));
  const original = { value: records.readEntry(source.row), language: languageIn(source.locale, source.row) };
  return [
    ...compareValues({ source: original, translation, fields, locale }, context),
    ...findOutdated(source.row, row, records, fields),
  ];
}

/** The language of an entry: its own, or that of its locale. */
const languageIn = (locale: Locale, { language }: Pick<IndexRow, 'language'>): string =>
  languageOf(language ?? localeRow(locale).languageTag);

/** The texts of an entry that builds and previews on this machine have read, by the time when an editor saved them. */
const SAVES = `
  SELECT last_modified AS savedAt, digest FROM entry JOIN record ON record.id = entry.record
  WHERE collection = ? AND site = ? AND entry.id = ? AND last_modified IS NOT NULL ORDER BY last_modified`;

/** What an editor changed in a source after its translation was saved, if the earlier text is known. */
function findOutdated(
  source: IndexRow,
  { lastModified }: IndexRow,
  records: EntryReader,
  fields: EditorFields,
): readonly Finding[] {
  if (source.lastModified === null || lastModified === null || source.lastModified <= lastModified) return [];
  const { collection, site, id } = source;
  const saves = records.database.prepare(SAVES).all(collection, site, id);
  const earlier = saves.findLast(({ savedAt }) => String(savedAt) <= lastModified);
  if (earlier !== undefined) {
    const before = records.readEntry({ collection, digest: toDigest(String(earlier.digest)) });
    const { pairs, lists } = pairFields(before, records.readEntry(source), fields);
    const changed = [...lists, ...pairs].filter((pair) => pair.before !== pair.after);
    // No field if only related entries or other settings changed.
    return asFinding(
      'outdated',
      changed.map((pair) => describeField(pair, 'The source was changed.')),
    );
  }
  const known = saves[0] === undefined ? '' : `: its texts are known since ${minuteOf(String(saves[0].savedAt))}`;
  const what = `The source was saved on ${minuteOf(source.lastModified)}, this translation on ${minuteOf(lastModified)}. What changed is not known${known}.`;
  return [{ state: 'outdated', what, fields: [] }];
}
