// Prints problems: each in three lines, or many of one kind together, so that they never fill the terminal. Texts of content are
// cleaned by clean-problem.ts.

import type { Problem, ProblemPlace } from '../errors.ts';
import { plural } from '../text/printable-text.ts';
import { cleanPlace, cleanProblem, codeOf } from './clean-problem.ts';

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';
/** Colours a text, or returns it as it is. */
export type Paint = (style: Style, text: string) => string;

/** Problems with the same code, collection, field and cause. */
type ProblemKind = readonly [first: Problem, ...others: Problem[]];

interface PrintedProblems {
  readonly paint: Paint;
  /** Print each problem. */
  readonly isVerbose: boolean;
  /** Code in the headline of a failure, which its problems do not repeat. */
  readonly headline?: string;
}

/** Maximum number of lines, without --verbose. */
const MAX_LINES = 60;
/** Problems of a kind that are shown when there are more of them. */
const MAX_EXAMPLES = 3;
const MAX_CAUSE = 2000;

export function groupByKind(problems: readonly Problem[]): readonly ProblemKind[] {
  return groupBy(problems, kindOf);
}

/** More problems of a kind than are printed one by one. */
export function isMany(kind: ProblemKind): boolean {
  return kind.length > MAX_EXAMPLES;
}

/** The problems as blocks of lines. Without `isVerbose` they have at most 60 lines, one between two blocks included. */
export function describeProblems(problems: readonly Problem[], options: PrintedProblems): readonly string[] {
  if (options.isVerbose) return problems.map((problem) => describeProblem(problem, options));
  const kinds = groupByKind(problems);
  const codes = groupBy(problems.toSorted(bySeverity), codeOf);
  const describeAll = (groups: readonly ProblemKind[], examples: number) =>
    groups.flatMap((kind) => describeKind(kind, options, examples));
  return fitBlocks(
    [
      () => describeAll(kinds, MAX_EXAMPLES),
      () => describeAll(codes, MAX_EXAMPLES),
      () => describeAll(codes, 1),
      () => describeAll(codes, 0),
    ],
    '--verbose prints all',
  );
}

/** The first version with at most 60 lines, else what fits of the last one. `hint` says where everything is. */
export function fitBlocks(versions: readonly (() => readonly string[])[], hint: string): readonly string[] {
  let blocks: readonly string[] = [];
  for (const version of versions) {
    blocks = version();
    if (countLines(blocks) <= MAX_LINES) return blocks;
  }
  let kept = blocks.length;
  while (countLines(blocks.slice(0, kept)) > MAX_LINES - 2) kept -= 1;
  return [...blocks.slice(0, kept), `  … and ${plural(blocks.length - kept, 'more kind')} of problems: ${hint}.`];
}

const ORDER = ['error', 'warning', 'notice'];

/** Errors first. */
export function bySeverity(a: Problem, b: Problem): number {
  return ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity);
}

function countLines(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.split('\n').length + 1, 0);
}

function groupBy(problems: readonly Problem[], keyOf: (problem: Problem) => string): readonly ProblemKind[] {
  return [...Map.groupBy(problems, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

function kindOf(problem: Problem): string {
  const { collection, field, file } = problem.where;
  return JSON.stringify([codeOf(problem), collection, patternOf(field), patternOf(file), causeOf(problem.fix)]);
}

/** `content.3.text` → `content.*.text` */
function patternOf(name: string | undefined): string | undefined {
  return name?.replaceAll(/\d+/g, '*');
}

/** The advice without what differs between entries: names, addresses and numbers. */
function causeOf(fix: string): string {
  return fix.slice(0, MAX_CAUSE).replaceAll(/"[^"]*"|\S*\/\S*|\d+/g, '…');
}

/** One block for a kind with many problems, else one for each problem. */
function describeKind(problems: ProblemKind, options: PrintedProblems, examples: number): readonly string[] {
  const [first] = problems;
  if (problems.length === 1 || problems.length <= examples)
    return problems.map((problem) => describeProblem(problem, options));
  const { paint } = options;
  const shared = sharedPlace(problems);
  const title = [
    describePlace(shared),
    paint(COLOUR_BY_SEVERITY[first.severity], labelOf(first)),
    `${formatCount(problems.length)} problems`,
  ];
  const hasSharedFix = problems.every(({ fix }) => fix === first.fix);
  const more = formatCount(problems.length - examples);
  return [
    [
      `  ${title.filter((part) => part !== '').join('  ')}`,
      ...problems.slice(0, examples).map((problem) => `  - ${describeExample(problem, shared, hasSharedFix)}`),
      // Beside one example the headline is enough: it has the count.
      ...(examples > 1 ? [`  … and ${more} more`] : []),
      ...(hasSharedFix ? [`  ${paint('dim', '→')} ${cleanProblem(first).fix}`] : []),
    ].join('\n'),
  ];
}

function describeExample(problem: Problem, shared: ProblemPlace, hasSharedFix: boolean): string {
  const { where, what, fix } = cleanProblem(problem);
  const own = Object.fromEntries(Object.entries(where).filter(([name]) => !(name in shared)));
  const place = describePlace(own);
  const advice = hasSharedFix ? editLink(where, '') : ` → ${fix}${editLink(where, fix)}`;
  return `${place === '' ? '' : `${place}: `}${what}${advice}`;
}

/** The parts of the place that all problems have in common. */
function sharedPlace(problems: readonly Problem[]): ProblemPlace {
  const [first, ...others] = problems;
  if (first === undefined) return {};
  const names = ['file', 'collection', 'field'] as const;
  const isShared = (name: (typeof names)[number]) =>
    first.where[name] !== undefined && others.every(({ where }) => where[name] === first.where[name]);
  return cleanPlace(Object.fromEntries(names.filter(isShared).map((name) => [name, first.where[name]])));
}

const COLOUR_BY_SEVERITY = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

/** `LINK_DEAD`, `warning LINK_DEAD` */
function labelOf({ severity, code }: Pick<Problem, 'severity' | 'code'>): string {
  return severity === 'error' ? code : `${severity} ${code}`;
}

/**
 * Three lines: place and code, problem, fix. Omits the code if the headline of the failure has it, and the edit link if the fix
 * has it.
 */
export function describeProblem(
  problem: Problem,
  { paint, headline }: Pick<PrintedProblems, 'paint' | 'headline'>,
): string {
  const { severity, where, what, fix } = cleanProblem(problem);
  const place = describePlace(where);
  const label = labelOf(problem);
  const isKnown = label === headline && place !== '';
  const first = [place, isKnown ? '' : paint(COLOUR_BY_SEVERITY[severity], label)].filter((part) => part !== '');
  return `  ${first.join('  ')}\n  ${what}\n  ${paint('dim', '→')} ${fix}${editLink(where, fix)}`;
}

function editLink({ editUrl }: ProblemPlace, fix: string): string {
  return editUrl === undefined || fix.includes(editUrl) ? '' : ` Edit: ${editUrl}`;
}

/** `blog_articles › "How to read a crisis" (es) › image.alt` */
export function describePlace({ collection, entry, site, field, url, path, file }: ProblemPlace): string {
  const named = entry === undefined ? undefined : `"${entry}"`;
  const inSite = site === undefined ? named : `${named ?? 'site'} (${site})`;
  return [file, collection, inSite, field, path, url].filter((part) => part !== undefined).join(' › ');
}

/** `10,000` */
function formatCount(count: number): string {
  return count.toLocaleString('en');
}
