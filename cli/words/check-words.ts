// Checks the messages of all locales before they are loaded. One error lists every missing, unknown or invalid message of `locales/`
// with its place.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closestMatch } from 'leven';
import { LOCALES, type Locale } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU, PROMO_BANNERS } from '../../config/menu.ts';
import { isIn, PAGES, type PageRow } from '../../config/pages.ts';
import { COMMON_WORDS, TEMPLATES, type TemplateId } from '../../templates/template-ids.ts';
import { SiteError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import { findInSource } from '../files/source-places.ts';
import { printableText } from '../text/printable-text.ts';
import {
  fileOf,
  parseWordFile,
  REFERENCE,
  type ReadMessage,
  readMessage,
  type WordFault,
  type WordFile,
} from './read-words.ts';

const SHOWN_LENGTH = 60;

/** @throws SiteError WORDS_INVALID (exit 1) that lists all errors. */
export function assertGoodWords(): void {
  const texts = LOCALES.map(({ locale }) => {
    const file = join(PROJECT, fileOf(locale));
    return [locale, existsSync(file) ? readFileSync(file, 'utf8') : null] as const;
  });
  const faults = findWordFaults(new Map(texts), { tableWords: listTableWords(), isNeeded: createIsNeeded() });
  if (faults.length === 0) return;
  const code = 'WORDS_INVALID';
  throw new SiteError({
    code,
    exitCode: 1,
    message: 'The messages in locales/ have errors. Nothing was rendered or written.',
    problems: faults.map(({ what, fix, ...where }) => ({ code, severity: 'error', where, what, fix })),
  });
}

/**
 * Finds all errors, in the order of files and lines.
 * @param texts the text of the file of each locale; null if there is none
 */
export function findWordFaults(
  texts: ReadonlyMap<string, string | null>,
  { tableWords = [], isNeeded = () => true }: Partial<NeededWords> = {},
): readonly WordFault[] {
  const files = [...texts].map(([locale, text]) => parseWordFile(locale, text));
  const readable = files.filter(({ words }) => words.size > 0);
  const faults = [
    ...files.flatMap((file) => file.faults),
    ...compareFiles(readable, isNeeded),
    ...findMissingTableWords(readable, tableWords),
  ];
  return faults.toSorted((a, b) => a.file.localeCompare(b.file, 'en', { numeric: true }));
}

/** Messages that a table needs and no file has. If only some files lack them, {@link compareKeys} reports it. */
function findMissingTableWords(files: readonly WordFile[], tableWords: readonly TableWord[]): readonly WordFault[] {
  const missing = files.length === 0 ? [] : tableWords.filter(({ key }) => !files.some(({ words }) => words.has(key)));
  return missing.map(({ key, file, row }) => ({
    file: findInSource({ file, row, value: row }),
    field: row,
    what: `The row "${row}" needs the message "${key}", which is missing in locales/.`,
    fix: 'Add the message to every file of locales/, or correct the row.',
  }));
}

export interface NeededWords {
  /** Messages that tables of config/ need. */
  readonly tableWords: readonly TableWord[];
  /** Whether a locale shows a message. */
  readonly isNeeded: (locale: string, key: string) => boolean;
}

/** A message is needed if a page of the locale uses its group. Groups that no template lists are used by all pages. */
export function createIsNeeded(pages: readonly PageRow<string, TemplateId>[] = PAGES): NeededWords['isNeeded'] {
  const common: readonly string[] = COMMON_WORDS;
  const named = new Set(Object.values(TEMPLATES).flatMap(({ words }) => [...words] as readonly string[]));
  const shownIn = (locale: string) => pages.filter((row) => isIn(locale as Locale, row));
  return (locale, key) => {
    const [group = '', name = ''] = key.split('.');
    const shown = shownIn(locale);
    const page = PAGES.find((row) => group === 'meta' && name.replace(/(?:Title|Description)$/, '') === row.page)?.page;
    if (page !== undefined) return shown.some((row) => row.page === page);
    if (common.includes(group) || !named.has(group)) return true;
    return shown.some(({ template }) => TEMPLATES[template].words.some((words) => words === group));
  };
}

function compareFiles(files: readonly WordFile[], isNeeded: NeededWords['isNeeded']): readonly WordFault[] {
  const english = files.find(({ locale }) => locale === REFERENCE);
  if (english === undefined) return [];
  const messages = new Map([...english.words].map(([key, { message }]) => [key, readMessage(message)]));
  return files.flatMap((file) => [...compareKeys(english.words, file, isNeeded), ...compareMessages(messages, file)]);
}

function compareKeys(
  english: WordFile['words'],
  { locale, words }: WordFile,
  isNeeded: NeededWords['isNeeded'],
): readonly WordFault[] {
  const file = fileOf(locale);
  const missing = [...english].filter(([key]) => !words.has(key) && isNeeded(locale, key));
  const missingKeys = missing.map(([key]) => key);
  const unknown = [...words].filter(([key]) => !english.has(key));
  return [
    ...missing.map(
      ([key, { message }]): WordFault => ({
        file,
        field: key,
        what: `The key is missing. English says "${printableText(message, SHOWN_LENGTH)}".`,
        fix: 'Add it.',
      }),
    ),
    ...unknown.map(
      ([key, { place }]): WordFault => ({
        file: place,
        field: key,
        what: `The key is missing in ${fileOf(REFERENCE)}.`,
        fix: suggest(key, missingKeys, `Remove it, or add it to ${fileOf(REFERENCE)} too.`),
      }),
    ),
  ];
}

function suggest(key: string, candidates: readonly string[], otherwise: string): string {
  const nearest = closestMatch(key, candidates, { maxDistance: Math.ceil(key.length / 4) });
  return nearest === undefined ? otherwise : `Did you mean "${nearest}"? ${otherwise}`;
}

/** Invalid messages of a locale, and arguments that differ from the English ones. */
function compareMessages(english: ReadonlyMap<string, ReadMessage>, { words }: WordFile): readonly WordFault[] {
  return [...words].flatMap(([field, { message, place: file }]) => {
    const own = readMessage(message);
    if (!('arguments' in own)) return [{ file, field, ...own }];
    const wanted = english.get(field);
    // Empty texts are already reported.
    if (wanted === undefined || !('arguments' in wanted) || message === '') return [];
    if (own.arguments.symmetricDifference(wanted.arguments).size === 0) return [];
    return [{ file, field, ...describeArguments(own.arguments, wanted.arguments, message) }];
  });
}

function describeArguments(own: ReadonlySet<string>, wanted: ReadonlySet<string>, message: string) {
  const list = (names: ReadonlySet<string>) => [...names].map((name) => `{${name}}`).join(' and ') || 'none';
  const quoted = message.includes("'{")
    ? ' A straight apostrophe before a brace hides the argument: write ’ instead.'
    : '';
  return {
    what: `The arguments differ from the English message: ${list(own)}, where English has ${list(wanted)}.`,
    fix: `Use the arguments of the English message.${quoted}`,
  };
}

export interface TableWord {
  readonly key: string;
  readonly file: string;
  readonly row: string;
}

const PROMO_PARTS = ['title', 'quote', 'description', 'linkCaption', 'imageAlt'];

export function listTableWords(): readonly TableWord[] {
  const items = [...HEADER_MENU, ...FOOTER_MENU].flatMap(({ submenu }) => submenu);
  const ofMenu = [
    ...[...HEADER_MENU, ...items].map(({ id }) => [id, `common.menu.${id}`]),
    ...items
      .filter(({ hasDescription }) => hasDescription === true)
      .map(({ id }) => [id, `common.menu.${id}Description`]),
    ...FOOTER_MENU.map(({ id }) => [id, `common.footer.${id}`]),
    ...PROMO_BANNERS.flatMap(({ id }) => PROMO_PARTS.map((part) => [id, `promo.${id}.${part}`])),
  ];
  const ofPages = PAGES.flatMap(({ page, source }) => {
    if (source.kind === 'error') return [[page, `meta.errorTitle${source.status}`]];
    // All success pages have one title.
    return source.kind === 'words' ? [[page, `meta.${page.endsWith('success') ? 'success' : page}Title`]] : [];
  });
  const name = (rows: readonly (readonly string[])[], file: string) =>
    rows.map(([row = '', key = '']): TableWord => ({ key, file, row }));
  return [...name(ofMenu, 'config/menu.ts'), ...name(ofPages, 'config/pages.ts')];
}
