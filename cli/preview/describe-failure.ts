// Describes errors for the overlay: with the place in a file, and the lines around it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage, type Problem, type ProblemPlace, SiteError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';

/** A place in a source file with the lines around it. */
interface SourceExcerpt {
  /** Relative to the project. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** A problem with its place in a source file, if that is known. */
export interface ShownProblem {
  readonly problem: Problem;
  readonly excerpt: SourceExcerpt | null;
}

export interface FailedAnswer {
  readonly kind: 'failed';
  /**
   * 422: a live preview with invalid or refused values of a page that has no valid version yet. 503: the content service is down, and
   * the page was never received.
   */
  readonly status: 422 | 500 | 503;
  readonly problems: readonly ShownProblem[];
  /** Origin that may frame the error page; null if none may. */
  readonly framedBy: string | null;
}

export function failWith(
  status: FailedAnswer['status'],
  problems: readonly ShownProblem[],
  framedBy: string | null = null,
): FailedAnswer {
  return { kind: 'failed', status, problems, framedBy };
}

const SOURCE_PLACE =
  /((?:templates|client|locales|config|content|cli)\/[\w@./ -]+\.(?:tsx?|css|json|md|yaml)|site\.config\.ts):(\d+)(?::(\d+))?/;
const LINES_AROUND = 3;
const FIX =
  'Fix the file and save it: the page updates by itself. If you write content, show this message to the developers of the site.';
/** Of an error whose message has advice. */
const FIX_AS_SAID = 'Do what the message says: the page updates by itself.';

export function describeError(cause: unknown): readonly ShownProblem[] {
  if (!(cause instanceof SiteError))
    return [locate(cause, { code: 'SOURCE_BROKEN', what: errorMessage(cause), fix: FIX })];
  if (cause.problems.length > 0) return cause.problems.map(describeProblem);
  return [locate(cause.message, { code: cause.code, what: cause.message, fix: FIX_AS_SAID })];
}

/** Adds the place that an error or its message names. The stack of a SiteError names the file of the program that found it. */
function locate(
  cause: unknown,
  { where = {}, ...problem }: Omit<Problem, 'severity' | 'where'> & { readonly where?: ProblemPlace },
): ShownProblem {
  const excerpt = findExcerpt(cause instanceof Error ? (cause.stack ?? '') : String(cause));
  const file = excerpt === null ? {} : { file: `${excerpt.file}:${excerpt.line}:${excerpt.column}` };
  return { problem: { ...problem, severity: 'error', where: { ...where, ...file } }, excerpt };
}

/** Adds the lines around the place of a problem. */
export function describeProblem(problem: Problem): ShownProblem {
  return { problem, excerpt: findExcerpt(problem.where.file ?? '') };
}

/** Describes the failure of a template. `where` is the page. */
export function describeTemplateFailure(cause: unknown, template: string, where: ProblemPlace): ShownProblem {
  const what = `The template "${template}" failed: ${errorMessage(cause)}`;
  return locate(cause, { code: 'TEMPLATE_FAILED', where, what, fix: FIX });
}

/** The first place in a text that is in a source file of the project. */
function findExcerpt(text: string): SourceExcerpt | null {
  for (const row of text.split('\n')) {
    const [, file = '', line = '1', column = '1'] = SOURCE_PLACE.exec(row) ?? [];
    if (file === '' || row.includes('node_modules') || !existsSync(join(PROJECT, file))) continue;
    const number = Number(line);
    const first = Math.max(1, number - LINES_AROUND);
    const lines = readFileSync(join(PROJECT, file), 'utf8')
      .split('\n')
      .slice(first - 1, number + LINES_AROUND);
    return {
      file,
      line: number,
      column: Number(column),
      lines: lines.map((each, index) => ({ number: first + index, text: each })),
    };
  }
  return null;
}
