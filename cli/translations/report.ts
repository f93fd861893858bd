// The report on translations: the selected things, counted by state.

import type { Locale } from '../../config/locales.ts';
import { plural } from '../text/printable-text.ts';
import type { NewestContent } from './read-content.ts';
import { type Cell, isNamed, LABELS, minuteOf, OPEN_STATES, STATES, type State, type Thing } from './things.ts';

/** Formats of the report. `github` is text and a job summary. */
export const TRANSLATION_FORMATS = ['text', 'github', 'json', 'csv', 'markdown', 'html'] as const;

interface Selection {
  /** `pages/pricing`, or `pages/*`. */
  readonly thing: string | undefined;
  readonly locales: readonly string[];
  readonly collections: readonly string[];
  readonly states: readonly string[];
  /** ISO 8601: only things whose source was saved since then. */
  readonly since: string | undefined;
}

type AboutContent = Omit<NewestContent, 'content'>;

/** What `--format json` prints. */
export interface TranslationReport extends AboutContent {
  readonly version: 1;
  readonly origin: string;
  readonly locales: readonly Locale[];
  /** Places: a thing in a locale. */
  readonly counts: Readonly<Record<State, number>>;
  readonly accepted: number;
  /** Decisions of translations.yaml to delete or renew. */
  readonly idleDecisions: readonly string[];
  readonly isPassed: boolean;
  readonly things: readonly Thing[];
}

/** @param fail states that fail the command */
export function createTranslationReport(
  things: readonly Thing[],
  about: Pick<TranslationReport, keyof AboutContent | 'origin' | 'locales' | 'idleDecisions'>,
  fail: readonly string[],
): TranslationReport {
  const cells = things.flatMap((thing) => thing.cells.filter(isCounted));
  const count = (state: State) => cells.filter((cell) => cell.state === state).length;
  const counts = Object.fromEntries(STATES.map((state) => [state, count(state)])) as Readonly<Record<State, number>>;
  const isPassed = !cells.some(({ findings }) => findings.some(({ state }) => fail.includes(state)));
  const accepted = cells.reduce((sum, cell) => sum + cell.accepted.length, 0);
  return { version: 1, ...about, counts, accepted, isPassed, things };
}

/** Whether a place counts: not if its findings were not selected. */
export const isCounted = ({ state, findings }: Cell): boolean =>
  findings.length > 0 || state === 'present' || state === 'excluded';

/** The things of a selection, with its locales. With `states`, only the findings with one of them. */
export function selectThings(
  things: readonly Thing[],
  { thing, locales, collections, states, since }: Selection,
): readonly Thing[] {
  return things.flatMap((each) => {
    if (thing !== undefined && !isNamed(thing, each.key)) return [];
    if (collections.length > 0 && !collections.includes(each.collection)) return [];
    if (since !== undefined && !(Date.parse(each.savedAt ?? '') >= Date.parse(since))) return [];
    const cells = each.cells.filter(({ locale }) => locales.length === 0 || locales.includes(locale));
    if (states.length === 0) return [{ ...each, cells }];
    const chosen = cells.map((cell) => {
      const findings = cell.findings.filter(({ state }) => states.includes(state));
      return { ...cell, findings, state: findings[0]?.state ?? cell.state };
    });
    return chosen.some(({ findings }) => findings.length > 0) ? [{ ...each, cells: chosen }] : [];
  });
}

/** Whether someone has to look at it. */
export const isOpen = ({ cells }: Thing): boolean => cells.some(({ findings }) => findings.length > 0);

/** `3 things: 2 missing, 12 older than their source; 400 present, 90 missing on purpose, 4 accepted.` */
export function summarizeTranslations({ counts, things, accepted }: TranslationReport): string {
  const open = OPEN_STATES.filter((state) => counts[state] > 0).map(
    (state) => `${counts[state]} ${LABELS[state].toLowerCase()}`,
  );
  const done = `${counts.present} present, ${counts.excluded} missing on purpose, ${accepted} accepted`;
  return `${plural(things.length, 'thing')}: ${open.length === 0 ? 'nothing to do' : open.join(', ')}; ${done}.`;
}

/** What the report knows and what it does not, in sentences. */
export function listNotes(report: TranslationReport): readonly string[] {
  const drafts = report.hasDrafts
    ? ', with drafts.'
    : '. Drafts count as missing: --fresh reads them from the service.';
  return [
    ...(report.isPassed ? [] : ['Failed: there are states of --fail.']),
    `${report.isSample ? 'Sample content' : 'Content'} as of ${minuteOf(report.readAt)}${drafts}`,
    `Which fields of a source changed is known since ${minuteOf(report.knownSince)}.`,
    ...report.idleDecisions.map((idle) => `translations.yaml: ${idle}`),
  ];
}
