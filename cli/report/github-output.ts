// Output for GitHub Actions: annotations of files and lines, and the job summary.

import { appendFileSync } from 'node:fs';
import { errorMessage, type Problem, SiteError } from '../errors.ts';
import { printableLines, printableText } from '../text/printable-text.ts';
import { cleanProblem } from './clean-problem.ts';
import { describeProblems, groupByKind, isMany } from './describe-problems.ts';

/** GitHub accepts a job summary of 1 MiB. */
const MAX_SUMMARY = 250_000;

const MAX_TEXT = 4000;

/** Errors and warnings as workflow commands, one for many of one kind. GitHub shows the first ten of each severity. */
export function annotate(problems: readonly Problem[]): readonly string[] {
  return joinKinds(problems.filter(({ severity }) => severity !== 'notice')).map(annotateProblem);
}

export function annotateFailure(cause: unknown): readonly string[] {
  if (cause instanceof SiteError && cause.problems.length > 0) return annotate(cause.problems);
  const title = cause instanceof SiteError ? cause.code : 'Internal error';
  return [`::error title=${escapeProperty(title)}::${escapeData(printableText(errorMessage(cause), MAX_TEXT))}`];
}

/** Prevents text of content from being a workflow command: `::` at the start of a line, or in the old format `##[` anywhere. */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n\r]*)::/gm, '$1\u200b::').replaceAll('##[', '#\u200b#[');
}

function joinKinds(problems: readonly Problem[]): readonly Problem[] {
  return groupByKind(problems).flatMap((kind) => {
    if (!isMany(kind)) return kind;
    const [first] = kind;
    return [{ ...first, what: `${first.what} (the first of ${kind.length.toLocaleString('en')} such problems)` }];
  });
}

function annotateProblem(problem: Problem): string {
  const { severity, code, where, what, fix } = cleanProblem(problem);
  // `locales/kz.json:12:5`
  const [, file, line, col] = /^(.+?)(?::(\d+)(?::(\d+))?)?$/.exec(where.file ?? '') ?? [];
  const properties = Object.entries({ file, line, col, title: code })
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => `${name}=${escapeProperty(value)}`);
  const { collection, entry, site, field, path } = where;
  const place = [collection, entry, site, field, path].filter((part) => part !== undefined).join(' › ');
  const text = [...(place === '' ? [] : [place]), what, fix].join('\n');
  return `::${severity} ${properties.join(',')}::${escapeData(text)}`;
}

/** A failed command as Markdown. */
export function summarizeFailure(cause: unknown): string {
  if (!(cause instanceof SiteError))
    return `## sitegen: internal error\n\n${fence(printableLines(errorMessage(cause)))}`;
  const problems = describeProblems(cause.problems, { paint: (_, text) => text, isVerbose: false });
  return `## sitegen: ${cause.code}\n\n${fence([printableText(cause.message, MAX_TEXT), ...problems].join('\n\n'))}`;
}

/** Text as a Markdown code block, so that content cannot become markup. */
export function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}text\n${text}\n${ticks}\n`;
}

/** Appends to the job summary, if there is one. Returns an error message or null. */
export function appendSummary(file: string | undefined, markdown: string): string | null {
  if (file === undefined || file === '') return null;
  try {
    const isLong = markdown.length > MAX_SUMMARY;
    appendFileSync(file, isLong ? `${markdown.slice(0, MAX_SUMMARY).replace(/[^\n]*$/, '')}\n…\n` : `${markdown}\n`);
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
