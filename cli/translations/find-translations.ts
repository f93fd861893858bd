// Finds the state of every translation of a site: of its content, its messages and its menus.

import type { SiteConfig } from '../../config/define-site.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import type { GlobalName } from '../../content/collections.ts';
import { GLOBAL_NAMES } from '../../content/handles.ts';
import { fieldsOfGlobal } from '../content/blueprints/read-fields.ts';
import type { ContentSnapshot, IndexRow } from '../content/snapshot/content-snapshot.ts';
import { createIsVisible } from '../plan/visible-times.ts';
import { listPagePaths } from './compare-links.ts';
import { languageOf } from './compare-texts.ts';
import { type Decision, decide } from './decisions.ts';
import { type EntryGroup, findReason, findSource, groupEntries, pathIn } from './entry-groups.ts';
import { type CompareContext, compareValues, examineEntry } from './examine-entry.ts';
import { listOwnThings } from './own-files.ts';
import { type Cell, createCell, type Finding, type Thing } from './things.ts';

/** The content to look at: that of a build, or what a preview shows. */
export type TranslatedContent = Pick<ContentSnapshot, 'collections' | 'globals' | 'records' | 'clock'>;

/** The translations of a site. Things are examined when they are asked for. */
export interface Translations {
  /** Entries and globals in the order of the content, then messages and menu items. */
  readonly things: () => Iterable<Thing>;
  /**
   * The thing that an entry belongs to, with its state in all locales, for the page of the entry: `state` of a cell, and its `findings`
   * with the fields and both texts. Takes a few milliseconds. Null if the content does not have the entry.
   */
  readonly find: (entry: Pick<IndexRow, 'collection' | 'site' | 'id'>) => Thing | null;
}

/** Opens the translations of a content. Keep the result as long as the content stays the same. */
export function openTranslations(
  content: TranslatedContent,
  site: SiteConfig,
  decisions: readonly Decision[] = [],
): Translations {
  const groups = groupEntries(content.collections, site);
  const context = { site, paths: listPagePaths(groups, site) };
  const isVisible = createIsVisible(content.clock, site.timeZone);
  const examine = (group: EntryGroup): Thing => {
    const examination = { content, context, isVisible };
    const cells = site.locales.map((locale) => decide(group.key, examineIn(locale, group, examination), decisions));
    const source = site.locales.flatMap((locale) => group.rowBySite.get(localeRow(locale).site) ?? [])[0];
    const { title = '', lastModified = null } = source ?? {};
    return { key: group.key, collection: group.collection, title, savedAt: lastModified, cells };
  };
  const keyOf = ({ collection, site: own, id }: Pick<IndexRow, 'collection' | 'site' | 'id'>) =>
    `${collection} ${own} ${id}`;
  const groupByEntry = new Map(
    groups.flatMap((group) => [...group.rowBySite.values()].map((row) => [keyOf(row), group] as const)),
  );
  return {
    *things() {
      for (const group of groups) yield examine(group);
      for (const name of GLOBAL_NAMES) {
        const key = `globals/${name}`;
        const cells = examineGlobal(name, content, context).map((cell) => decide(key, cell, decisions));
        yield { key, collection: 'globals', title: name, savedAt: null, cells };
      }
      for (const thing of listOwnThings(site, context.paths))
        yield { ...thing, cells: thing.cells.map((cell) => decide(thing.key, cell, decisions)) };
    },
    find: (entry) => {
      const group = groupByEntry.get(keyOf(entry));
      return group === undefined ? null : examine(group);
    },
  };
}

interface Examination {
  readonly content: TranslatedContent;
  readonly context: CompareContext;
  readonly isVisible: (row: IndexRow) => boolean;
}

function examineIn(locale: Locale, group: EntryGroup, { content, context, isVisible }: Examination): Cell {
  const { site } = context;
  const row = group.rowBySite.get(localeRow(locale).site);
  const source = findSource(group, locale, site);
  const reason = findReason(group, locale, site);
  if (row === undefined) {
    if (reason !== null) return createCell(locale, [], { reason });
    if (source !== null && !isVisible(source.row))
      return createCell(locale, [], { reason: `Its source in ${source.locale} is not published.` });
    const what =
      source === null ? 'No locale has the entry.' : `The entry exists in ${source.locale}, but not in ${locale}.`;
    return createCell(locale, [{ state: 'missing', what, fields: [] }]);
  }
  const { title, editUrl, lastModified: savedAt } = row;
  const about = { title, editUrl, savedAt, path: pathIn(locale, group, row) };
  // An entry without a page of its own is shown on others.
  if (reason !== null && group.page !== null && about.path === null)
    return createCell(locale, [], { ...about, reason });
  if (!isVisible(row)) return createCell(locale, [describeHidden(row)], about);
  const findings = examineEntry(row, source, { records: content.records, locale, context });
  return createCell(locale, findings, about);
}

function describeHidden({ status, date }: IndexRow): Finding {
  if (status === 'draft') return { state: 'draft', what: 'The entry is a draft.', fields: [] };
  if (status === 'expired')
    return { state: 'expired', what: `The entry expired${date === null ? '' : ` on ${date}`}.`, fields: [] };
  return { state: 'scheduled', what: `The entry is not shown until ${date ?? 'an editor publishes it'}.`, fields: [] };
}

/** Globals have no times, so it is not known which of them are outdated. */
function examineGlobal(name: GlobalName, { globals }: TranslatedContent, context: CompareContext): readonly Cell[] {
  const { locales } = context.site;
  const valueIn = (locale: Locale) =>
    globals.find((global) => global.name === name && global.site === localeRow(locale).site)?.value ?? null;
  const [main] = locales;
  const original = main === undefined ? null : valueIn(main);
  const of = (value: unknown, locale: Locale) => ({ value, language: languageOf(localeRow(locale).languageTag) });
  return locales.map((locale) => {
    const value = valueIn(locale);
    if (main === undefined || original === null || locale === main)
      return createCell(locale, [], value === null ? { reason: 'It is not set in the first locale either.' } : {});
    if (value === null)
      return createCell(locale, [
        { state: 'missing', what: `The global is set in ${main}, but not in ${locale}.`, fields: [] },
      ]);
    const values = { source: of(original, main), translation: of(value, locale), fields: fieldsOfGlobal(name), locale };
    return createCell(locale, compareValues(values, context));
  });
}
