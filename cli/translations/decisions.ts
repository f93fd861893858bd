// Reads and writes translations.yaml: what an owner has decided to leave as it is.

import { existsSync, readFileSync } from 'node:fs';
import { CORE_SCHEMA, dump, load as parseYaml } from 'js-yaml';
import * as z from 'zod';
import { LOCALES } from '../../config/locales.ts';
import { errorMessage, type Problem, SiteError } from '../errors.ts';
import { writeReport } from '../report/write-report.ts';
import { describeIssue } from '../text/describe-issue.ts';
import { type Cell, createCell, type Finding, isNamed, OPEN_STATES, type Thing } from './things.ts';

const oneOrMore = <Value extends string>(values: readonly Value[]) => {
  const item = z.enum(values);
  const error = `Expected ${values.join(', ')}, or a list of these`;
  return z.union([item, z.array(item).min(1)], { error }).transform((value) => [value].flat());
};

const decisionSchema = z.strictObject({
  /** `pages/pricing`, or `faq/*` for all of a collection. */
  entry: z.string().regex(/^[^/]+\/./, { error: 'Expected a thing such as "pages/pricing", or "faq/*".' }),
  /** Without it, all locales. */
  locale: oneOrMore(LOCALES.map(({ locale }) => locale)).optional(),
  state: oneOrMore(OPEN_STATES),
  reason: z.string().trim().min(1),
  /** The last day on which it holds. */
  until: z.iso.date().optional(),
});
export type Decision = z.output<typeof decisionSchema>;

export const DECISIONS = 'translations.yaml';

const HEAD = `# What "sitegen translations" does not report. See docs/translations.md.\n\n`;

/** The decisions; none without the file. @throws SiteError TRANSLATIONS_INVALID (exit 2) that lists all errors. */
export function readDecisions(file: string): readonly Decision[] {
  if (!existsSync(file)) return [];
  const code = 'TRANSLATIONS_INVALID';
  const fail = (message: string, problems: readonly Problem[] = []) =>
    new SiteError({ code, exitCode: 2, message: `${message} Nothing was checked.`, problems });
  let parsed: unknown;
  try {
    parsed = parseYaml(readFileSync(file, 'utf8'), { schema: CORE_SCHEMA }) ?? [];
  } catch (cause) {
    throw fail(`${file} is not valid YAML: ${errorMessage(cause)}`);
  }
  const { data, error } = z.array(decisionSchema).safeParse(parsed, { reportInput: true });
  if (error === undefined) return data;
  const problems = error.issues.map((issue): Problem => {
    const [row, ...field] = issue.path;
    const place =
      row === undefined ? '' : `Decision ${Number(row) + 1}${field.length > 0 ? `, ${field.join('.')}` : ''}: `;
    const fix = 'Correct it. docs/translations.md has an example.';
    return { code, severity: 'error', where: { file }, what: `${place}${describeIssue(issue)}`, fix };
  });
  throw fail(`The decisions in ${file} are not valid.`, problems);
}

function fits({ entry, locale, state }: Decision, key: string, cell: Pick<Cell, 'locale'>, finding: Finding): boolean {
  if (finding.isPrice === true && entry !== key) return false;
  return isNamed(entry, key) && locale?.includes(cell.locale) !== false && state.includes(finding.state);
}

const hasExpired = ({ until }: Decision, today: string): boolean => until !== undefined && until < today;

/** The cell without the findings that decisions accept. A missing thing becomes one that is missing on purpose. */
export function decide(key: string, cell: Cell, decisions: readonly Decision[], today = dayOf(new Date())): Cell {
  const decided = cell.findings.map((finding) => {
    const decision = decisions.find((each) => !hasExpired(each, today) && fits(each, key, cell, finding));
    return { finding, reason: decision?.reason };
  });
  const accepted = decided.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ ...finding, reason }]));
  if (accepted.length === 0) return cell;
  const open = decided.flatMap(({ finding, reason }) => (reason === undefined ? [finding] : []));
  const reason = accepted.find(({ state }) => state === 'missing')?.reason ?? null;
  return { ...createCell(cell.locale, open, { ...cell, reason }), accepted };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Decisions to delete or renew, each with a sentence. Without drafts, it is not known which of those about drafts are. */
export function findIdleDecisions(
  decisions: readonly Decision[],
  { things, hasDrafts }: { readonly things: readonly Thing[]; readonly hasDrafts: boolean },
  today = dayOf(new Date()),
): readonly string[] {
  return decisions.flatMap((decision) => {
    const where = `${decision.entry}${decision.locale === undefined ? '' : ` (${decision.locale.join(', ')})`}, ${decision.state.join(', ')}`;
    if (hasExpired(decision, today)) return [`${where}: the decision ended on ${decision.until}. Renew or delete it.`];
    const isUsed = things.some(({ key, cells }) =>
      cells.some((cell) => [...cell.findings, ...cell.accepted].some((finding) => fits(decision, key, cell, finding))),
    );
    if (isUsed || (!hasDrafts && decision.state.includes('draft'))) return [];
    if (!things.some(({ key }) => isNamed(decision.entry, key)))
      return [`${where}: there is no "${decision.entry}". Correct its name, or delete the decision.`];
    return [`${where}: nothing to accept any more. Delete it.`];
  });
}

/** Accepts the open findings of things: adds one decision for each thing, state and reason to the file. @returns how many. */
export function acceptFindings(
  file: string,
  things: readonly Thing[],
  terms: Pick<Decision, 'reason' | 'until'>,
): number {
  const added = things.flatMap(({ key, cells }) => {
    const findings = cells.flatMap(({ locale, findings }) => findings.map(({ state }) => ({ locale, state })));
    return [...Map.groupBy(findings, ({ state }) => state)].map(
      ([state, places]): Decision => ({
        entry: key,
        locale: [...new Set(places.map(({ locale }) => locale))],
        state: [state],
        ...terms,
      }),
    );
  });
  if (added.length === 0) return 0;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : HEAD;
  writeReport(file, `${text.trimEnd()}\n\n${dump(added, { lineWidth: 120, flowLevel: 2 })}`);
  return added.length;
}
