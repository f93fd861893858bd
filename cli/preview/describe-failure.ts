// An error as the overlay shows it: what happened, where in which file, the lines around, the components above.

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

/** One thing that is wrong, with its place in the source where it is known. */
export interface ShownProblem {
  readonly problem: Problem;
  readonly excerpt: SourceExcerpt | null;
  /** Components, innermost first. */
  readonly components: readonly string[];
}

const SOURCE_PLACE =
  /((?:templates|client|locales|config|content|cli)\/[\w@./ -]+\.(?:tsx?|css|json|md|yaml)|site\.config\.ts):(\d+)(?::(\d+))?/;
const LINES_AROUND = 3;

/** Each problem of an error. */
export function describeError(cause: unknown): readonly ShownProblem[] {
  if (cause instanceof SiteError && cause.problems.length > 0) return cause.problems.map(describeProblem);
  const isSiteError = cause instanceof SiteError;
  const excerpt = cause instanceof Error ? findExcerpt(cause.stack ?? '') : null;
  return [
    {
      problem: {
        code: isSiteError ? cause.code : 'SOURCE_BROKEN',
        severity: 'error',
        where: excerpt === null ? {} : { file: `${excerpt.file}:${excerpt.line}:${excerpt.column}` },
        what: errorMessage(cause),
        fix: 'Fix the file and save: the page comes back by itself.',
      },
      excerpt,
      components: [],
    },
  ];
}

/** A problem with the lines that it names. */
export function describeProblem(problem: Problem): ShownProblem {
  return { problem, excerpt: findExcerpt(problem.where.file ?? ''), components: [] };
}

interface FailedPage {
  readonly template: string;
  readonly path: string;
  readonly entry: ProblemPlace;
  readonly trace: string | null;
}

/** A page whose template failed. `trace` is React's component stack. */
export function describeTemplateFailure(cause: unknown, { template, path, entry, trace }: FailedPage): ShownProblem {
  const excerpt = (cause instanceof Error ? findExcerpt(cause.stack ?? '') : null) ?? findExcerpt(trace ?? '');
  return {
    problem: {
      code: 'TEMPLATE_FAILED',
      severity: 'error',
      where: {
        ...entry,
        path,
        ...(excerpt === null ? {} : { file: `${excerpt.file}:${excerpt.line}:${excerpt.column}` }),
      },
      what: `The template "${template}" failed: ${errorMessage(cause)}`,
      fix: 'Fix the file and save: the page comes back by itself.',
    },
    excerpt,
    components: parseComponents(trace ?? ''),
  };
}

/** `at ArticlePage (…/templates/pages/ArticlePage.tsx:12:5)` → `ArticlePage templates/pages/ArticlePage.tsx:12`. */
function parseComponents(trace: string): readonly string[] {
  return trace.split('\n').flatMap((line) => {
    const name = /^\s*(?:at|in) ([\w$.<>]+)/.exec(line)?.[1];
    if (name === undefined) return [];
    const [, file, row] = SOURCE_PLACE.exec(line) ?? [];
    return [file === undefined ? name : `${name} ${file}:${row}`];
  });
}

/** The first place in our sources that a text names. */
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
