// The only file that prints. Results go to stdout, everything else to stderr; with --json every event is one line of
// NDJSON on stdout. Colour and the progress bar exist on a terminal only.

import { styleText } from 'node:util';
import { errorMessage, type Problem, type ProblemPlace, SiteError } from './errors.ts';
import { jsonPieces } from './json-pieces.ts';
import type { Report, ReportEvent } from './report-event.ts';
import { stackOf } from './source-places.ts';

/** How a run is to be shown. */
export interface ReportOptions {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
}

/** Where it is shown. */
export interface ReportStreams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Prints the events of one run. */
export interface Reporter {
  readonly report: Report;
  /** The result of a command: text for people, or its data as one NDJSON line. */
  readonly printResult: (result: { readonly text: string; readonly data: object }) => void;
  readonly printFailure: (cause: unknown) => void;
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';
type Paint = (style: Style, text: string) => string;

/** Makes the reporter of one run. */
export function createReporter(options: ReportOptions, streams: ReportStreams): Reporter {
  const isTerminal = streams.stderr.isTTY === true && streams.environment.CI === undefined;
  const hasColour = isTerminal && (streams.environment.NO_COLOR ?? '') === '';
  const paint: Paint = (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text);
  const bar = createProgressBar(streams.stderr, isTerminal && !options.isQuiet);
  const line = (text: string) => {
    bar.clear();
    streams.stderr.write(`${text}\n`);
  };
  const ndjson = (value: object) => streams.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    report: (event) => {
      if (options.isJson && event.kind === 'problems') writePieces(streams.stdout, problemLines(event.problems));
      else if (options.isJson) ndjson(event);
      else if (event.kind === 'progress') bar.show(event);
      else for (const text of describeEvent(event, options, paint)) line(text);
    },
    printResult: ({ text, data }) => {
      bar.clear();
      if (options.isJson) writePieces(streams.stdout, resultPieces(data));
      else streams.stdout.write(`${text}\n`);
    },
    printFailure: (cause) => {
      bar.clear();
      if (options.isJson) ndjson({ kind: 'failure', ...failureData(cause) });
      else line(describeFailure(cause, options, paint));
    },
  };
}

/** Characters that are written at once. */
const WRITTEN_CHARACTERS = 65_536;

function writePieces(stream: NodeJS.WritableStream, pieces: Iterable<string>): void {
  let pending = '';
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < WRITTEN_CHARACTERS) continue;
    stream.write(pending);
    pending = '';
  }
  if (pending !== '') stream.write(pending);
}

function* resultPieces(data: object): Generator<string, void> {
  yield '{"kind":"result","result":';
  yield* jsonPieces(data);
  yield '}\n';
}

function* problemLines(problems: readonly Problem[]): Generator<string, void> {
  for (const problem of problems) yield `${JSON.stringify({ kind: 'problem', problem } satisfies ReportEvent)}\n`;
}

function describeEvent(
  event: Exclude<ReportEvent, { kind: 'progress' }>,
  options: ReportOptions,
  paint: Paint,
): readonly string[] {
  const { isQuiet, isVerbose } = options;
  switch (event.kind) {
    case 'start':
      return isQuiet ? [] : [`${paint('bold', `sitegen ${event.command}`)}  ${event.text}`];
    case 'stage':
      return isQuiet
        ? []
        : [`${paint('green', '✓')} ${event.text} ${paint('dim', formatDuration(event.milliseconds))}`];
    case 'log':
      if (event.level === 'verbose') return isVerbose ? [paint('dim', `  ${event.text}`)] : [];
      if (event.level === 'warning') return [`${paint('yellow', '!')} ${event.text}`];
      return isQuiet ? [] : [`  ${event.text}`];
    case 'problem':
      if (event.problem.severity === 'notice' && !isVerbose) return [];
      return [describeProblem(event.problem, paint)];
    case 'problems':
      return event.problems.flatMap((problem) => describeEvent({ kind: 'problem', problem }, options, paint));
  }
}

/** Milliseconds as people read them. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Bytes as people read them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function describeFailure(cause: unknown, { isVerbose }: ReportOptions, paint: Paint): string {
  if (!(cause instanceof SiteError)) {
    const stack = cause instanceof Error ? (stackOf(cause) ?? cause.message) : String(cause);
    return `${paint('red', 'BUG')}  This is a fault of sitegen, not of the site: please report it.\n\n${stack}`;
  }
  const problems = cause.problems.map((problem) => `\n\n${describeProblem(problem, paint, cause.code)}`).join('');
  const source =
    isVerbose && cause.cause !== undefined ? `\n\n  ${paint('dim', `Cause: ${errorMessage(cause.cause)}`)}` : '';
  return `${paint('red', cause.code)}  ${cause.message}${problems}${source}`;
}

const COLOUR_BY_SEVERITY = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

/**
 * Three lines. An error's code is left out beside its place where the failure's headline has it already, and the edit link
 * where the fix names it.
 */
function describeProblem({ severity, code, where, what, fix }: Problem, paint: Paint, headline?: string): string {
  const place = describePlace(where);
  const label = severity === 'error' ? code : `${severity} ${code}`;
  const isKnown = label === headline && place !== '';
  const first = [place, isKnown ? '' : paint(COLOUR_BY_SEVERITY[severity], label)].filter((part) => part !== '');
  const { editUrl } = where;
  const link = editUrl === undefined || fix.includes(editUrl) ? '' : ` Edit: ${editUrl}`;
  return `  ${first.join('  ')}\n  ${what}\n  ${paint('dim', '→')} ${fix}${link}`;
}

/** `blog_articles › "How to read a crisis" (es) › image.alt` */
function describePlace({ collection, entry, site, field, url, path, file }: ProblemPlace): string {
  const named = entry === undefined ? undefined : `"${entry}"`;
  const inSite = site === undefined ? named : `${named ?? 'site'} (${site})`;
  return [file, collection, inSite, field, path, url].filter((part) => part !== undefined).join(' › ');
}

function failureData(cause: unknown): object {
  if (cause instanceof SiteError)
    return { code: cause.code, exitCode: cause.exitCode, message: cause.message, problems: cause.problems };
  return { code: 'BUG', message: errorMessage(cause), stack: cause instanceof Error ? stackOf(cause) : undefined };
}

const BAR_WIDTH = 24;

/** One line that is drawn over itself. */
function createProgressBar(stream: ReportStreams['stderr'], isShown: boolean) {
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stream.write('\r\u001b[K');
    isDrawn = false;
  };
  return {
    clear,
    show: ({ stage, done, total }: { stage: string; done: number; total: number }) => {
      if (!isShown || total === 0) return;
      const filled = Math.round((done / total) * BAR_WIDTH);
      const text = `${stage} ${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ${done}/${total}`;
      stream.write(`\r${text.slice(0, (stream.columns ?? 80) - 1)}\u001b[K`);
      isDrawn = done < total;
      if (!isDrawn) stream.write('\r\u001b[K');
    },
  };
}
