// The report as a matrix for the terminal, as Markdown for a pull request, and as CSV.

import { renderTable } from '../check/reports/machine-reports.ts';
import { fitBlocks } from '../report/describe-problems.ts';
import { escapeMarkdown, linkMarkdown } from '../text/escape-markdown.ts';
import { printableText } from '../text/printable-text.ts';
import { isCounted, isOpen, listNotes, summarizeTranslations, type TranslationReport } from './report.ts';
import { type Cell, LABELS, OPEN_STATES, type Thing } from './things.ts';

const HINT = '--format html, csv or json shows all';
const NAME_WIDTH = 40;
const STATE_WIDTH = 13;
const TEXT_WIDTH = 160;
const NOTHING = { state: 'present', what: '', fields: [] } as const;

/** Columns: a wide one, and one for each state or locale. */
const lineOf = (name: string, columns: readonly unknown[]): string =>
  `${name.padEnd(NAME_WIDTH)}${columns.map((column) => String(column).padEnd(STATE_WIDTH)).join('')}`.trimEnd();
/** A short name of a state: `ok`, `-`, or the state. */
const nameOf = ({ state }: Cell): string => (state === 'present' ? 'ok' : state === 'excluded' ? '-' : state);

export function renderText(report: TranslationReport): string {
  const open = report.things.filter(isOpen);
  const byCollection = [...Map.groupBy(open, ({ collection }) => collection)];
  const tables = (describe: (thing: Thing) => readonly string[]) =>
    byCollection.map(([, things]) =>
      [
        lineOf('', report.locales),
        ...things.flatMap((thing) => [
          lineOf(printableText(thing.key, NAME_WIDTH - 2), thing.cells.map(nameOf)),
          ...describe(thing),
        ]),
      ].join('\n'),
    );
  const versions = [
    () => tables((thing) => describeThing(thing, open.length === 1)),
    () => tables(() => []),
    () => [countStates(byCollection)],
  ];
  const blocks = open.length === 0 ? [] : fitBlocks(versions, HINT);
  return `${[...blocks, `${report.origin}: ${summarizeTranslations(report)}`, listNotes(report).join('\n')].join('\n\n')}\n`;
}

/** What to do about a thing, one line for all locales where it is the same; on request with both texts of each field. */
function describeThing({ cells }: Thing, hasTexts: boolean): readonly string[] {
  const all = cells.flatMap(({ locale, findings }) => findings.map((finding) => ({ locale, ...finding })));
  const groups = Map.groupBy(all, ({ state, what }) => `${state} ${what}`);
  return [...groups.values()].flatMap((group) => {
    const [{ state, what, fields } = NOTHING] = group;
    return [
      `  ${group.map(({ locale }) => locale).join(', ')}: ${LABELS[state].toLowerCase()}. ${what}`,
      ...(hasTexts ? fields : []).flatMap(({ field, what: fault, before, after }) => [
        `    ${field}  ${fault}`,
        ...[`- ${before}`, `+ ${after}`].map((text) => `      ${printableText(text.replace(/\s+/g, ' '), TEXT_WIDTH)}`),
      ]),
    ];
  });
}

/** How many places of each collection have a state. */
function countStates(byCollection: readonly (readonly [string, readonly Thing[]])[]): string {
  const rows = byCollection.map(([collection, things]) => {
    const cells = things.flatMap((thing) => thing.cells.filter(isCounted));
    return { collection, counts: OPEN_STATES.map((state) => cells.filter((cell) => cell.state === state).length) };
  });
  const shown = OPEN_STATES.map((_, index) => rows.some(({ counts }) => (counts[index] ?? 0) > 0));
  const pick = (columns: readonly unknown[]) => columns.filter((_, index) => shown[index]);
  return [
    lineOf('', pick(OPEN_STATES)),
    ...rows.map(({ collection, counts }) => lineOf(collection, pick(counts))),
    `Name a thing or a --collection to see more; ${HINT}.`,
  ].join('\n');
}

/** GitHub allows 65,536 characters in a comment. */
const MAX_MARKDOWN = 60_000;

export function renderMarkdown(report: TranslationReport): string {
  const { locales, things, isPassed } = report;
  const open = things.filter(isOpen);
  let text = `## ${isPassed ? '✅' : '❌'} sitegen translations\n\n${escapeMarkdown(summarizeTranslations(report))}\n\n`;
  if (open.length > 0)
    text += `| Thing | ${locales.join(' | ')} | What to do |\n| --- |${' --- |'.repeat(locales.length + 1)}\n`;
  for (const [index, thing] of open.entries()) {
    const cells = thing.cells.map((cell) => linkMarkdown(nameOf(cell), cell.editUrl ?? undefined));
    const lines = describeThing(thing, false).map((line) => escapeMarkdown(line.trim()));
    const row = `| ${escapeMarkdown(thing.key)} | ${cells.join(' | ')} | ${lines.join('<br>')} |\n`;
    if (text.length + row.length > MAX_MARKDOWN) {
      text += `\n… and ${open.length - index} more: ${HINT}.\n`;
      break;
    }
    text += row;
  }
  return `${text}\n${listNotes(report).map(escapeMarkdown).join('\n')}\n`;
}

const COLUMNS = 'thing,title,locale,state,what,field,before,after,saved,edit,page,reason'.split(',');
const NO_FIELD = { what: undefined, field: '', before: '', after: '' };

/** One row per place, and one per field to look at. */
export function renderCsv({ things }: TranslationReport): string {
  const rows = things.flatMap(({ key, title, cells }) =>
    cells.flatMap(({ locale, state, findings, savedAt, editUrl, path, reason }) =>
      (findings.length === 0 ? [{ ...NOTHING, state }] : findings).flatMap((finding) =>
        (finding.fields.length === 0 ? [NO_FIELD] : finding.fields).map(({ what, field, before, after }) => {
          const start = [key, title, locale, finding.state, what ?? finding.what];
          return [...start, field, before, after, savedAt, editUrl, path, reason];
        }),
      ),
    ),
  );
  return renderTable(COLUMNS, rows);
}
