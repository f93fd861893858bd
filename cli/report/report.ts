// The only file that prints. Results go to stdout, everything else to stderr. With --json, every event is one line of NDJSON on
// stdout. Colours and the progress bar are shown on a terminal; FORCE_COLOR enables colours elsewhere.

import { styleText } from 'node:util';
import { errorMessage, type Problem, SiteError } from '../errors.ts';
import { escapeUnprintable, printableLines, printableText } from '../text/printable-text.ts';
import { describeProblems, type Paint } from './describe-problems.ts';
import { annotate, annotateFailure, appendSummary, fence, summarizeFailure, withoutCommands } from './github-output.ts';
import { createProgressDisplay } from './progress-display.ts';
import type { Report, ReportEvent } from './report-event.ts';

export interface ReportOptions {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  /** Whether to print annotations for GitHub Actions, too. */
  readonly isGithub?: boolean;
}

export interface ReportStreams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface CommandResult {
  readonly text: string;
  /** Print the text exactly, because programs read it. Otherwise control characters are removed. */
  readonly isExact?: boolean;
  /** For --quiet: without tables. */
  readonly brief?: string;
  /** For the job summary. Default: `text`. */
  readonly markdown?: string;
  readonly data: object;
}

export interface Reporter {
  readonly report: Report;
  /** Prints the result of a command: its text, or with --json its data. */
  readonly printResult: (result: CommandResult) => void;
  /** Adds annotations for problems in GitHub Actions. */
  readonly annotate: (problems: readonly Problem[]) => void;
  readonly printFailure: (cause: unknown) => void;
}

export function createReporter(options: ReportOptions, streams: ReportStreams): Reporter {
  const isTerminal = streams.stderr.isTTY === true && streams.environment.CI === undefined;
  const hasColour = shouldColour(streams.environment, isTerminal);
  const isGithub = options.isGithub === true && !options.isJson;
  const paint: Paint = (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text);
  const bar = createProgressDisplay(streams.stderr, { isTerminal, isShown: !options.isQuiet });
  const plain = (text: string) => (isGithub ? withoutCommands(text) : text);
  const write = (texts: readonly string[]) => {
    if (texts.length > 0) bar.clear();
    for (const text of texts) streams.stderr.write(`${text}\n`);
  };
  const print = (texts: readonly string[]) => write(texts.map(plain));
  const annotateAll = (problems: readonly Problem[]) => write(isGithub ? annotate(problems) : []);
  const summarize = (markdown: string) => {
    const failure = isGithub ? appendSummary(streams.environment.GITHUB_STEP_SUMMARY, markdown) : null;
    if (failure !== null) print([failure]);
  };
  const ndjson = (values: readonly object[]) =>
    streams.stdout.write(values.map((value) => `${escapeUnprintable(JSON.stringify(value))}\n`).join(''));
  return {
    report: (event) => {
      if (options.isJson && event.kind === 'problems')
        ndjson(event.problems.map((problem) => ({ kind: 'problem', problem })));
      else if (options.isJson) ndjson([event]);
      else if (event.kind === 'progress') bar.show(event);
      else {
        print(describeEvent(event, options, paint));
        if (event.kind === 'problems') annotateAll(event.problems);
      }
    },
    annotate: annotateAll,
    printResult: ({ text, isExact = false, brief, markdown, data }) => {
      bar.clear();
      summarize(markdown ?? `## sitegen\n\n${fence(text)}`);
      const shown = options.isQuiet ? (brief ?? text) : text;
      if (options.isJson) ndjson([{ kind: 'result', result: data }]);
      else streams.stdout.write(`${plain(isExact ? shown : printableLines(shown))}\n`);
    },
    printFailure: (cause) => {
      bar.clear();
      if (options.isJson) ndjson([{ kind: 'failure', ...failureData(cause) }]);
      else print([describeFailure(cause, options, paint)]);
      write(isGithub ? annotateFailure(cause) : []);
      summarize(summarizeFailure(cause));
    },
  };
}

type TextEvent = Exclude<ReportEvent, { kind: 'progress' }>;

/** NO_COLOR disables colours, FORCE_COLOR enables them; otherwise terminals have them. */
function shouldColour({ NO_COLOR = '', FORCE_COLOR }: ReportStreams['environment'], isTerminal: boolean): boolean {
  if (NO_COLOR !== '') return false;
  return FORCE_COLOR === undefined ? isTerminal : FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
}

/** Longest text of a log line or of a failure. */
const MAX_TEXT = 4000;

function describeEvent(event: TextEvent, options: ReportOptions, paint: Paint): readonly string[] {
  const { isQuiet, isVerbose } = options;
  if (event.kind === 'problems') {
    const shown = event.problems.filter(({ severity }) => severity !== 'notice' || isVerbose);
    return describeProblems(shown, { paint, isVerbose });
  }
  const text = printableText(event.text, MAX_TEXT);
  if (event.kind === 'log' && event.level === 'verbose') return isVerbose ? [paint('dim', `  ${text}`)] : [];
  if (event.kind === 'log' && event.level === 'warning') return [`${paint('yellow', '!')} ${text}`];
  if (event.kind === 'log') return isQuiet && event.level !== 'outcome' ? [] : [`  ${text}`];
  if (isQuiet) return [];
  if (event.kind === 'start') return [`${paint('bold', `sitegen ${event.command}`)}  ${text}`];
  return [`${paint('green', '✓')} ${text} ${paint('dim', formatDuration(event.milliseconds))}`];
}

/** `850 ms`, `1.2 s` */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `850 B`, `1.2 kB`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function describeFailure(cause: unknown, { isVerbose }: ReportOptions, paint: Paint): string {
  if (!(cause instanceof SiteError)) {
    const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    return `${paint('red', 'Internal error')} (please report)\n\n${printableLines(stack)}`;
  }
  const problems = describeProblems(cause.problems, { paint, isVerbose, headline: cause.code })
    .map((block) => `\n\n${block}`)
    .join('');
  const source =
    isVerbose && cause.cause !== undefined
      ? `\n\n  ${paint('dim', `Cause: ${printableText(errorMessage(cause.cause), MAX_TEXT)}`)}`
      : '';
  return `${paint('red', cause.code)}  ${printableText(cause.message, Number.POSITIVE_INFINITY)}${problems}${source}`;
}

function failureData(cause: unknown): object {
  if (cause instanceof SiteError)
    return { code: cause.code, exitCode: cause.exitCode, message: cause.message, problems: cause.problems };
  return {
    code: 'INTERNAL_ERROR',
    message: errorMessage(cause),
    stack: cause instanceof Error ? cause.stack : undefined,
  };
}
