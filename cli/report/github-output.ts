// Output for GitHub Actions: annotations of files and lines, and the job summary.

import { appendFileSync } from 'node:fs';
import { errorMessage, type Problem, SiteError } from '../errors.ts';

/** GitHub shows ten of each kind. */
const MAX_ANNOTATIONS = 50;

/** Errors and warnings as workflow commands, one per line. */
export function annotate(problems: readonly Problem[]): readonly string[] {
  return problems
    .filter(({ severity }) => severity !== 'notice')
    .slice(0, MAX_ANNOTATIONS)
    .map(annotateProblem);
}

function annotateProblem({ severity, code, where, what, fix }: Problem): string {
  // `locales/kz.json:12:5`
  const [, file, line, col] = /^(.+?)(?::(\d+)(?::(\d+))?)?$/.exec(where.file ?? '') ?? [];
  const properties = Object.entries({ file, line, col, title: code })
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => `${name}=${escapeProperty(value)}`);
  const place = [where.collection, where.entry, where.site, where.field, where.path].filter(
    (part) => part !== undefined,
  );
  const text = [...(place.length === 0 ? [] : [place.join(' › ')]), what, fix].join('\n');
  return `::${severity} ${properties.join(',')}::${escapeData(text)}`;
}

/** A failed command as workflow commands. */
export function annotateFailure(cause: unknown): readonly string[] {
  if (cause instanceof SiteError && cause.problems.length > 0) return annotate(cause.problems);
  const title = cause instanceof SiteError ? cause.code : 'Internal error';
  return [`::error title=${escapeProperty(title)}::${escapeData(errorMessage(cause))}`];
}

/** A failed command as Markdown. */
export function summarizeFailure(cause: unknown): string {
  if (!(cause instanceof SiteError)) return `## sitegen: internal error\n\n${fence(errorMessage(cause))}`;
  const problems = cause.problems
    .slice(0, MAX_ANNOTATIONS)
    .map(({ code, where, what, fix }) => `${code} ${Object.values(where).join(' › ')}\n${what}\n→ ${fix}`);
  return `## sitegen: ${cause.code}\n\n${fence([cause.message, ...problems].join('\n\n'))}`;
}

/** Text as a Markdown code block: texts of content must not become markup. */
export function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}text\n${text}\n${ticks}\n`;
}

/** Appends to the job summary, if there is one. Returns an error message or null. */
export function appendSummary(file: string | undefined, markdown: string): string | null {
  if (file === undefined || file === '') return null;
  try {
    appendFileSync(file, `${markdown}\n`);
    return null;
  } catch (cause) {
    return `The job summary could not be written: ${errorMessage(cause)}`;
  }
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
