// Finds the state of every translation of a site: of its content, its messages and its menus.

import type { SiteConfig } from '../../config/define-site.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import type { GlobalName } from '../../content/collections.ts';
import { GLOBAL_NAMES } from '../../content/handles.ts';
import { fieldsOfGlobal } from '../content/blueprints/read-fields.ts';
import type { ContentSnapshot, IndexRow } from '../content/snapshot/content-snapshot.ts';
import { contentKeyOf } from '../files/brands.ts';
import { createIsVisible } from '../plan/visible-times.ts';
import { listPagePaths } from './compare-links.ts';
import { languageOf } from './compare-texts.ts';
import { type Decision, decide } from './decisions.ts';
import { type EntryGroup, findReason, findSource, groupEntries, pathIn } from './entry-groups.ts';
import { type CompareContext, compareValues, examineEntry } from './examine-entry.ts';
import { listOwnThings } from './own-files.ts';
import { type Cell, createCell, createMissing, type Finding, minuteOf, type Thing } from './things.ts';

/** The content to look at: that of a build, or what a preview shows. */
export type TranslatedContent = Pick<ContentSnapshot, 'collections' | 'globals' | 'records' | 'clock'>;

/**
 * Opens the translations of a content. Keep the result as long as the content stays the same. Things are examined when they are asked
 * for.
 */
export function openTranslations(content: TranslatedContent, site: SiteConfig, decisions: readonly Decision[] = []) {
  const groups = groupEntries(content.collections, site);
  const { records, clock } = content;
  const isVisible = createIsVisible(clock, site.timeZone);
  const context = { site, paths: listPagePaths(groups, site), records, isVisible };
  const decided = (thing: Thing): Thing => ({
    ...thing,
    cells: thing.cells.map((cell) => decide(thing.key, cell, decisions)),
  });
  const examine = (group: EntryGroup): Thing => {
    const { key, collection, rowBySite } = group;
    const cells = site.locales.map((locale) => examineIn(locale, group, context));
    const [source] = site.locales.flatMap((locale) => rowBySite.get(localeRow(locale).site) ?? []);
    return decided({ key, collection, title: source?.title ?? '', savedAt: source?.lastModified ?? null, cells });
  };
  const groupByEntry = new Map(
    groups.flatMap((group) => [...group.rowBySite.values()].map((row) => [contentKeyOf(row), group] as const)),
  );
  return {
    /** Entries and globals in the order of the content, then messages and menu items. */
    *things(): Generator<Thing> {
      yield* groups.values().map(examine);
      yield* GLOBAL_NAMES.map((name) => decided(examineGlobal(name, content, context)));
      yield* listOwnThings(site, context.paths).map(decided);
    },
    /**
     * The thing that an entry belongs to, with its state in all locales, for the page of the entry: `state` of a cell, and its `findings`
     * with the fields and both texts. Takes a few milliseconds. Null if the content does not have the entry.
     */
    find: (entry: Pick<IndexRow, 'collection' | 'site' | 'id'>) => {
      const group = groupByEntry.get(contentKeyOf(entry));
      return group === undefined ? null : examine(group);
    },
  };
}

function examineIn(locale: Locale, group: EntryGroup, context: CompareContext): Cell {
  const { site, isVisible } = context;
  const row = group.rowBySite.get(localeRow(locale).site);
  const source = findSource(group, locale, site);
  const reason = findReason(group, locale, site);
  if (row === undefined) {
    if (reason !== null) return createCell(locale, [], { reason });
    if (source !== null && !isVisible(source.row))
      return createCell(locale, [], { reason: `Its source in ${source.locale} is not published.` });
    const owner = source === null ? 'config/pages.ts has the page there' : `${source.locale} has it`;
    return createMissing(locale, `It does not exist, but ${owner}.`);
  }
  const { title, editUrl, lastModified: savedAt } = row;
  const about = { title, editUrl, savedAt, path: pathIn(locale, group.page, row.slug) };
  // An entry without a page of its own is shown on others.
  if (reason !== null && group.page !== null && about.path === null)
    return createCell(locale, [], { ...about, reason });
  if (!isVisible(row)) return createCell(locale, [describeHidden(row)], about);
  const findings = examineEntry(row, source, locale, context);
  return createCell(locale, findings, about);
}

function describeHidden({ status, date }: IndexRow): Finding {
  const state = status === 'draft' || status === 'expired' ? status : 'scheduled';
  const from = date === null ? 'an editor publishes it' : minuteOf(date);
  const what = { draft: 'It is a draft.', expired: 'It has expired.', scheduled: `It is hidden until ${from}.` }[state];
  return { state, what, fields: [] };
}

/** Globals have no times, so it is not known which of them are outdated. */
function examineGlobal(name: GlobalName, { globals }: TranslatedContent, context: CompareContext): Thing {
  const values = context.site.locales.map((locale) => {
    const { site, languageTag } = localeRow(locale);
    const value = globals.find((global) => global.name === name && global.site === site)?.value ?? null;
    return { locale, value, language: languageOf(languageTag) };
  });
  const [source] = values;
  const cells = values.map((translation) => {
    const { locale, value } = translation;
    if (source === undefined || source.value === null || translation === source)
      return createCell(locale, [], value === null ? { reason: 'The first locale does not have it.' } : {});
    if (value === null) return createMissing(locale, `It is set in ${source.locale}, but not here.`);
    return createCell(locale, compareValues({ source, translation, fields: fieldsOfGlobal(name), locale }, context));
  });
  return { key: `globals/${name}`, collection: 'globals', title: name, savedAt: null, cells };
}
