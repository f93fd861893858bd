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

const SOURCE_PLACE =
  /((?:templates|client|locales|config|content|cli)\/[\w@./ -]+\.(?:tsx?|css|json|md|yaml)|site\.config\.ts):(\d+)(?::(\d+))?/;
const LINES_AROUND = 3;
const FIX =
  'Fix the file and save it: the page updates by itself. If you write content, show this message to the developers of the site.';
/** Of an error whose message has advice. */
const FIX_AS_SAID = 'Do what the message says: the page updates by itself.';

/** Describes each problem of an error. */
export function describeError(cause: unknown): readonly ShownProblem[] {
  if (cause instanceof SiteError && cause.problems.length > 0) return cause.problems.map(describeProblem);
  const isSiteError = cause instanceof SiteError;
  // The stack of such an error names the file of the program that found it.
  const text = isSiteError ? cause.message : cause instanceof Error ? (cause.stack ?? '') : '';
  const excerpt = findExcerpt(text);
  return [
    {
      problem: {
        code: isSiteError ? cause.code : 'SOURCE_BROKEN',
        severity: 'error',
        where: placeOf(excerpt),
        what: errorMessage(cause),
        fix: isSiteError && excerpt === null ? FIX_AS_SAID : FIX,
      },
      excerpt,
    },
  ];
}

/** Adds the lines around the place of a problem. */
export function describeProblem(problem: Problem): ShownProblem {
  return { problem, excerpt: findExcerpt(problem.where.file ?? '') };
}

function placeOf(excerpt: SourceExcerpt | null): ProblemPlace {
  return excerpt === null ? {} : { file: `${excerpt.file}:${excerpt.line}:${excerpt.column}` };
}

/** Describes the failure of a template. `place` is that of the page. */
export function describeTemplateFailure(cause: unknown, template: string, place: ProblemPlace): ShownProblem {
  const excerpt = cause instanceof Error ? findExcerpt(cause.stack ?? '') : null;
  return {
    problem: {
      code: 'TEMPLATE_FAILED',
      severity: 'error',
      where: { ...place, ...placeOf(excerpt) },
      what: `The template "${template}" failed: ${errorMessage(cause)}`,
      fix: FIX,
    },
    excerpt,
  };
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
