// The report on translations: the selected things, counted by state.

import type { Locale } from '../../config/locales.ts';
import { plural } from '../check/reports/check-report.ts';
import type { NewestContent } from './read-content.ts';
import { type Finding, OPEN_STATES, type State, type Thing } from './things.ts';

/** Formats of the report. `github` is text and a job summary. */
export const TRANSLATION_FORMATS = ['text', 'github', 'json', 'csv', 'markdown', 'html'] as const;
export type TranslationFormat = (typeof TRANSLATION_FORMATS)[number];

/** Which things to show; empty lists select all. */
export interface Selection {
  /** `pages/pricing`, or `pages/*`. */
  readonly thing: string | null;
  readonly locales: readonly string[];
  readonly collections: readonly string[];
  readonly states: readonly string[];
  /** ISO 8601: only things whose source was saved since then. */
  readonly since: string | null;
}

/** What `--format json` prints. */
export interface TranslationReport {
  readonly version: 1;
  readonly origin: string;
  readonly readAt: string;
  readonly hasDrafts: boolean;
  /** Which field of a source changed is known for translations that were saved since then. */
  readonly knownSince: string;
  readonly locales: readonly Locale[];
  /** Places: a thing in a locale. */
  readonly counts: Readonly<Record<State, number>>;
  readonly accepted: number;
  /** Decisions of translations.yaml to delete or renew. */
  readonly idleDecisions: readonly string[];
  readonly isPassed: boolean;
  readonly things: readonly Thing[];
}

interface ReportInput extends Pick<NewestContent, 'readAt' | 'hasDrafts' | 'knownSince'> {
  readonly origin: string;
  readonly locales: readonly Locale[];
  readonly idleDecisions: readonly string[];
  /** States that fail the command. */
  readonly fail: readonly string[];
}

export function createTranslationReport(things: readonly Thing[], { fail, ...input }: ReportInput): TranslationReport {
  const cells = things.flatMap((thing) => thing.cells);
  const counts = Object.fromEntries(
    [...OPEN_STATES, 'present', 'excluded'].map((state) => [
      state,
      cells.filter((cell) => cell.state === state).length,
    ]),
  ) as Readonly<Record<State, number>>;
  const isFailed = cells.some(({ findings }) => findings.some(({ state }) => fail.includes(state)));
  const accepted = cells.reduce((sum, cell) => sum + cell.accepted.length, 0);
  return { version: 1, ...input, counts, accepted, isPassed: !isFailed, things };
}

/** The things of a selection, with its locales. With `states`, only the findings with one of them. */
export function selectThings(
  things: readonly Thing[],
  { thing, locales, collections, states, since }: Selection,
): readonly Thing[] {
  const isNamed = ({ key }: Thing) =>
    thing === null || key === thing || (thing.endsWith('/*') && key.startsWith(thing.slice(0, -1)));
  return things.flatMap((each) => {
    if (!isNamed(each) || (collections.length > 0 && !collections.includes(each.collection))) return [];
    if (since !== null && (each.savedAt ?? '') < since) return [];
    const own = each.cells.filter(({ locale }) => locales.length === 0 || locales.includes(locale));
    const cells =
      states.length === 0
        ? own
        : own.map((cell) => ({ ...cell, findings: cell.findings.filter(({ state }) => states.includes(state)) }));
    const isShown =
      states.length === 0 || cells.some(({ state, findings }) => findings.length > 0 || states.includes(state));
    return isShown ? [{ ...each, cells }] : [];
  });
}

/** Whether someone has to do something. What is scheduled appears by itself. */
export const isOpen = ({ cells }: Thing): boolean =>
  cells.some(({ findings }) => findings.some(({ state }) => state !== 'scheduled'));

/** Findings of a thing that say the same in several locales. */
export function groupFindings({
  cells,
}: Thing): readonly { readonly locales: readonly string[]; readonly finding: Finding }[] {
  const all = cells.flatMap(({ locale, findings }) => findings.map((finding) => ({ locale, finding })));
  const groups = Map.groupBy(all, ({ locale, finding: { state, what } }) => `${state} ${what.replaceAll(locale, '*')}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ locales: group.map(({ locale }) => locale), finding: first.finding }];
  });
}

/** `3 missing, 12 outdated, 400 present, 90 missing on purpose.` */
export function summarizeTranslations({ counts, things, accepted }: TranslationReport): string {
  const open = OPEN_STATES.flatMap((state) =>
    counts[state] > 0 ? [`${counts[state]} ${LABELS[state].toLowerCase()}`] : [],
  );
  const done = `${counts.present} present, ${counts.excluded} missing on purpose, ${accepted} accepted`;
  return `${plural(things.length, 'thing')}: ${open.length === 0 ? 'nothing to do' : open.join(', ')}; ${done}.`;
}

/** What the report knows and what it does not, in sentences. */
export function listNotes({ readAt, hasDrafts, knownSince, idleDecisions }: TranslationReport): readonly string[] {
  const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;
  return [
    `Content as of ${minute(readAt)}${hasDrafts ? ', with drafts' : '. Drafts count as missing: --fresh reads them from the service'}.`,
    `Changes of a source are known field by field since ${minute(knownSince)}.`,
    ...idleDecisions.map((idle) => `translations.yaml: ${idle}`),
  ];
}

/** What people read. */
export const LABELS: Readonly<Record<State, string>> = {
  missing: 'Missing',
  draft: 'Draft',
  scheduled: 'Scheduled',
  expired: 'Expired',
  untranslated: 'Not translated',
  outdated: 'Older than its source',
  different: 'Different',
  present: 'Present',
  excluded: 'Missing on purpose',
};
