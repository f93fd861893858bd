// The report as a matrix for the terminal, as Markdown for a pull request, and as CSV.

import { fitBlocks } from '../report/describe-problems.ts';
import { renderCsvRows } from '../text/csv.ts';
import { escapeMarkdown, linkMarkdown } from '../text/escape-markdown.ts';
import { groupFindings, isOpen, LABELS, listNotes, summarizeTranslations, type TranslationReport } from './report.ts';
import { type Cell, OPEN_STATES, type Thing } from './things.ts';

const HINT = '--format html, csv or json shows all';
const NAME_WIDTH = 40;
const STATE_WIDTH = 13;
const TEXT_WIDTH = 160;

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

/** A short name of a state: `ok`, `-`, or the state. */
const nameOf = ({ state }: Cell): string => (state === 'present' ? 'ok' : state === 'excluded' ? '-' : state);

export function renderText(report: TranslationReport): string {
  const open = report.things.filter(isOpen);
  const byCollection = [...Map.groupBy(open, ({ collection }) => collection)];
  const head = ['', ...report.locales]
    .map((cell, index) => cell.padEnd(index === 0 ? NAME_WIDTH : STATE_WIDTH))
    .join('');
  const tables = (describe: (thing: Thing) => readonly string[]) =>
    byCollection.map(([, things]) =>
      [head.trimEnd(), ...things.flatMap((thing) => [renderLine(thing), ...describe(thing)])].join('\n'),
    );
  const blocks = fitBlocks(
    [
      () => tables(open.length === 1 ? describeFields : describeThing),
      () => tables(() => []),
      () => [countStates(byCollection)],
    ],
    HINT,
  );
  return [
    ...(open.length === 0 ? [] : blocks),
    `${report.origin}: ${summarizeTranslations(report)}`,
    listNotes(report).join('\n'),
  ].join('\n\n');
}

function renderLine({ key, cells }: Thing): string {
  const name = shorten(key, NAME_WIDTH - 2).padEnd(NAME_WIDTH);
  return `${name}${cells.map((cell) => nameOf(cell).padEnd(STATE_WIDTH)).join('')}`.trimEnd();
}

const describeThing = (thing: Thing): readonly string[] =>
  groupFindings(thing).map(({ locales, finding }) => `  ${locales.join(', ')}: ${finding.what}`);

/** With both texts of each field. */
const describeFields = (thing: Thing): readonly string[] =>
  groupFindings(thing).flatMap(({ locales, finding }) => [
    `  ${locales.join(', ')}: ${LABELS[finding.state].toLowerCase()}. ${finding.what}`,
    ...finding.fields.flatMap(({ field, what, before, after }) => [
      `    ${field}  ${what}`,
      ...[before, after === before ? '' : after].flatMap((text, index) =>
        text === '' ? [] : [`      ${index === 0 ? '-' : '+'} ${shorten(text.replace(/\s+/g, ' '), TEXT_WIDTH)}`],
      ),
    ]),
  ]);

/** How many places of each collection have a state: one line per collection. */
function countStates(byCollection: readonly (readonly [string, readonly Thing[]])[]): string {
  const cellsOf = (things: readonly Thing[]) => things.flatMap(({ cells }) => cells);
  const all = cellsOf(byCollection.flatMap(([, things]) => things));
  const states = OPEN_STATES.filter((state) => all.some((cell) => cell.state === state));
  const line = (name: string, columns: readonly unknown[]) =>
    `${name.padEnd(NAME_WIDTH / 2)}${columns.map((column) => String(column).padEnd(STATE_WIDTH)).join('')}`.trimEnd();
  const rows = byCollection.map(([collection, things]) => {
    const counts = states.map((state) => cellsOf(things).filter((cell) => cell.state === state).length);
    return line(collection, counts);
  });
  return [line('', states), ...rows, `Name a thing or a --collection to see more; ${HINT}.`].join('\n');
}

/** GitHub allows 65,536 characters in a comment. */
const MAX_MARKDOWN = 60_000;

export function renderMarkdown(report: TranslationReport): string {
  const { locales, things, isPassed } = report;
  const open = things.filter(isOpen);
  const head = `| Thing | ${locales.join(' | ')} |\n| --- |${' --- |'.repeat(locales.length)}\n`;
  let text = `## ${isPassed ? '✅' : '❌'} sitegen translations\n\n${escapeMarkdown(summarizeTranslations(report))}\n`;
  let shown = 0;
  if (open.length > 0) text += `\n${head}`;
  for (const thing of open) {
    const cells = thing.cells.map((cell) => linkMarkdown(nameOf(cell), cell.editUrl ?? undefined));
    const row = `| ${escapeMarkdown(thing.key)} | ${cells.join(' | ')} |\n`;
    if (text.length + row.length > MAX_MARKDOWN) break;
    text += row;
    shown += 1;
  }
  if (shown < open.length) text += `\n… and ${open.length - shown} more: ${HINT}.\n`;
  text += '\n';
  for (const thing of open.slice(0, shown)) {
    const lines = groupFindings(thing).map(
      ({ locales: own, finding }) =>
        `- **${escapeMarkdown(thing.key)}** ${own.join(', ')}: ${LABELS[finding.state].toLowerCase()}. ${escapeMarkdown(finding.what)}\n`,
    );
    if (text.length + lines.join('').length > MAX_MARKDOWN) break;
    text += lines.join('');
  }
  return `${text}\n${listNotes(report).map(escapeMarkdown).join('\n')}\n`;
}

const COLUMNS = [
  'thing',
  'title',
  'locale',
  'state',
  'what',
  'field',
  'before',
  'after',
  'saved',
  'edit',
  'page',
  'reason',
];

/** One row per place, and one per field to look at. */
export function renderCsv({ things }: TranslationReport): string {
  const rows = things.flatMap(({ key, title, cells }) =>
    cells.flatMap(({ locale, state, findings, savedAt, editUrl, path, reason }) => {
      const place = [savedAt, editUrl, path, reason];
      if (findings.length === 0) return [[key, title, locale, state, '', '', '', '', ...place]];
      return findings.flatMap((finding) => {
        const start = [key, title, locale, finding.state];
        if (finding.fields.length === 0) return [[...start, finding.what, '', '', '', ...place]];
        return finding.fields.map(({ what, field, before, after }) => [...start, what, field, before, after, ...place]);
      });
    }),
  );
  return renderCsvRows([COLUMNS, ...rows]);
}
