// Runs the command line and sets the exit code. No other file reads argv or sets the exit code.

import process from 'node:process';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './commands/build.ts';
import { type ExitCode, SiteError } from './errors.ts';
import { explainSystemError } from './files/explain-system-error.ts';
import { asSourceError } from './files/source-places.ts';
import { createProgram, helpHint, type OutputOptions, type Run, simplifyUsageError } from './program.ts';
import { createReporter, type Reporter } from './report/report.ts';
import { loadEnvironment } from './settings/load-environment.ts';

/** Runs the command and sets the exit code of the process. */
export async function main(): Promise<void> {
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  // The launcher that started this process with another Node is gone.
  process.once('disconnect', interrupt);
  process.channel?.unref();
  // A closed pipe (`| head`) must not stop the build.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  process.exitCode = await runProgram(abort.signal);
  process.off('SIGINT', interrupt);
  process.off('SIGTERM', interrupt);
  process.off('disconnect', interrupt);
}

function ignoreClosedPipe(cause: Error): void {
  if (!('code' in cause) || cause.code !== 'EPIPE') throw cause;
}

async function runProgram(signal: AbortSignal): Promise<ExitCode> {
  const isJson = process.argv.includes('--json');
  const outcome: { code: ExitCode } = { code: 0 };
  const run: Run =
    (load) =>
    async (...args) => {
      // Commander passes the command last.
      const command = args.at(-1);
      const options = command instanceof Command ? command.opts<OutputOptions>() : {};
      const context = { reporter: createProcessReporter(options), signal, environment: process.env };
      outcome.code = await guard(context, async () => (await load())(...([...args.slice(0, -1), context] as never[])));
    };
  const program = createProgram(run, isJson);
  try {
    await program.parseAsync();
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    if (cause.exitCode === 0) return 0;
    if (isJson) createProcessReporter({ json: true }).printFailure(usageError(cause, program));
    return 2;
  }
  return outcome.code;
}

function createProcessReporter({ json, quiet, verbose, format }: OutputOptions): Reporter {
  const isGithub = format === 'github' || (process.env.GITHUB_ACTIONS === 'true' && format !== 'text');
  return createReporter(
    { isJson: json === true, isQuiet: quiet === true, isVerbose: verbose === true, isGithub },
    { stdout: process.stdout, stderr: process.stderr, environment: process.env },
  );
}

/** Converts an error of commander, which prints nothing itself with --json. */
function usageError(cause: CommanderError, program: Command): SiteError {
  const message = simplifyUsageError(cause.message.replace(/^error: /, '').replace(/\.?$/, '.'));
  const command = program.commands.find((candidate) => candidate.name() === program.args[0]) ?? program;
  return new SiteError({ code: 'USAGE', exitCode: 2, message: `${message} ${helpHint(command)}` }, { cause });
}

/** Loads the environment and runs a command. Converts errors to messages and exit codes. */
async function guard({ reporter, signal }: CommandContext, action: () => Promise<ExitCode>): Promise<ExitCode> {
  const fail = (cause: unknown): ExitCode => {
    const isInterruption = cause instanceof SiteError && cause.exitCode === 130;
    const failure = signal.aborted && !isInterruption ? interruption(cause) : explainSystemError(asSourceError(cause));
    reporter.printFailure(failure);
    return failure instanceof SiteError ? failure.exitCode : 1;
  };
  // What a package throws where nobody can catch it, such as esbuild if it cannot start its process.
  const onLost = (cause: unknown) => process.exit(fail(cause));
  process.once('uncaughtException', onLost);
  try {
    await loadEnvironment(process.cwd());
    return await action();
  } catch (cause) {
    return fail(cause);
  } finally {
    process.off('uncaughtException', onLost);
  }
}

function interruption(cause: unknown): SiteError {
  return new SiteError(
    { code: 'INTERRUPTED', exitCode: 130, message: 'Interrupted. Nothing was written; out/ is unchanged.' },
    { cause },
  );
}
