// Parses the command line, runs the command and sets the exit code. Imports only the code of that command. No other file reads argv
// or sets the exit code.

import process from 'node:process';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { REPORT_FORMATS } from './check/reports/report-formats.ts';
import type { CommandContext } from './commands/build.ts';
import type { CompletedCommand } from './commands/completion.ts';
import { DIFF_FORMATS } from './diff/reports/diff-formats.ts';
import { type ExitCode, SiteError } from './errors.ts';
import { explainSystemError } from './files/explain-system-error.ts';
import { asSourceError } from './files/source-places.ts';
import { createReporter, type Reporter } from './report/report.ts';
import { loadEnvironment } from './settings/load-environment.ts';

interface ShownOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly format?: string;
}

/** Runs the command and sets the exit code of the process. */
export async function main(): Promise<void> {
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  // A closed pipe (`| head`) must not stop the build.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  process.exitCode = await runProgram(abort.signal);
  process.off('SIGINT', interrupt);
  process.off('SIGTERM', interrupt);
}

function ignoreClosedPipe(cause: Error): void {
  if (!('code' in cause) || cause.code !== 'EPIPE') throw cause;
}

async function runProgram(signal: AbortSignal): Promise<ExitCode> {
  const isJson = process.argv.includes('--json');
  const outcome: { code: ExitCode } = { code: 0 };
  const run: Run = async (options, action) => {
    const context = { reporter: createProcessReporter(options), signal, environment: process.env };
    outcome.code = await guard(context, action);
  };
  const program = createProgram(run, isJson);
  try {
    await program.parseAsync();
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    if (cause.exitCode === 0) return 0;
    if (isJson) createProcessReporter({ json: true }).printFailure(usageError(cause));
    return 2;
  }
  return outcome.code;
}

function createProcessReporter({ json, quiet, verbose, format }: ShownOptions): Reporter {
  const isGithub = format === 'github' || (process.env.GITHUB_ACTIONS === 'true' && format !== 'text');
  return createReporter(
    { isJson: json === true, isQuiet: quiet === true, isVerbose: verbose === true, isGithub },
    { stdout: process.stdout, stderr: process.stderr, environment: process.env },
  );
}

/** An error of commander as an event: with --json, commander itself prints nothing. */
function usageError(cause: CommanderError): SiteError {
  const message = cause.message.replace(/^error: /, '').replace(/\.?$/, '.');
  return new SiteError(
    { code: 'USAGE', exitCode: 2, message: `${message} Run "sitegen --help" for all commands.` },
    { cause },
  );
}

/** Loads the environment and runs a command. Converts errors to messages and exit codes. */
async function guard(context: CommandContext, action: Action): Promise<ExitCode> {
  const { reporter, signal } = context;
  try {
    await loadEnvironment(process.cwd());
    return await action(context);
  } catch (cause) {
    const isOwn = cause instanceof SiteError && cause.exitCode === 130;
    const failure = signal.aborted && !isOwn ? interruption(cause) : explainSystemError(asSourceError(cause));
    reporter.printFailure(failure);
    return failure instanceof SiteError ? failure.exitCode : 1;
  } finally {
    reporter.end();
  }
}

function interruption(cause: unknown): SiteError {
  return new SiteError(
    { code: 'INTERRUPTED', exitCode: 130, message: 'Interrupted: nothing was written, out/ is as it was.' },
    { cause },
  );
}

type Action = (context: CommandContext) => Promise<ExitCode>;
type Run = (options: ShownOptions, action: Action) => Promise<void>;

function createProgram(run: Run, isJson: boolean): Command {
  const program = new Command('sitegen')
    // Before the commands are added, which inherit it.
    .configureOutput(isJson ? { writeErr: () => {} } : {})
    .description('Builds a multilingual marketing site from a content service into static files.')
    .version(manifest.version)
    .showHelpAfterError('Run "sitegen --help" for all commands, "sitegen COMMAND --help" for its flags.')
    .hook('preAction', (_, command) => rejectEmptyValues(command))
    .exitOverride();
  addBuild(program, run);
  addMerge(program, run);
  addSnapshot(program, run);
  addCheck(program, run);
  addCheckLinks(program, run);
  addPreview(program, run);
  addDiff(program, run);
  addPublish(program, run);
  addReleases(program, run);
  addRollback(program, run);
  addVerify(program, run);
  addNew(program, run);
  addUnpublish(program, run);
  addWhy(program, run);
  addDoctor(program, run);
  addBlueprints(program, run);
  addSampleService(program, run);
  addCompletion(program, run);
  return program;
}

/** An empty folder or file would mean the current folder. */
function rejectEmptyValues(command: Command): void {
  const flag = Object.entries(command.opts()).find(([, value]) => value === '');
  const argument = command.processedArgs.findIndex((value: unknown) => [value].flat().includes(''));
  if (flag === undefined && argument === -1) return;
  const name = command.options.find((option) => option.attributeName() === flag?.[0])?.long;
  const what = name ? `flag ${name}` : `argument "${command.registeredArguments[argument]?.name()}"`;
  command.error(`error: The ${what} is empty. Is the variable for it set? Nothing was done.`);
}

function addBuild(program: Command, run: Run): void {
  const build = program
    .command('build')
    .description(
      'Fetch, check and render the site into the out folder. Without a content service it builds the sample content.',
    );
  addContentOptions(addPublishOptions(addLocaleOption(build)))
    .option('--force', 'ignore caches: render every page again')
    .option(
      '--workers <n>',
      'rendering threads (default: one per core; with two cores or few pages, one that renders and one that writes)',
      parseWorkers,
    )
    .option('--shard <i/n>', 'render one of n parts of the pages, for "sitegen merge" (needs --snapshot)', parseShard)
    .option('--part-dir <folder>', 'out folder of that part (default: part-i-of-n)')
    .exitOverride();
  addShownOptions(build).action((options) =>
    run(options, async (context) => (await import('./commands/build.ts')).runBuild(options, context)),
  );
}

function addMerge(program: Command, run: Run): void {
  const merge = program
    .command('merge')
    .description('Write the site whose parts "sitegen build --shard" rendered, from the same snapshot and settings.')
    .argument('<part...>', 'folders of all parts');
  addContentOptions(addPublishOptions(addLocaleOption(merge))).exitOverride();
  addShownOptions(merge).action((parts, options) =>
    run(options, async (context) => (await import('./commands/merge.ts')).runMerge(parts, options, context)),
  );
}

function addSnapshot(program: Command, run: Run): void {
  const snapshot = program
    .command('snapshot')
    .description('Fetch and check all content and store it, to build from it on one or several machines.')
    .option('--to <folder>', 'also copy it there, as snapshot.json with its ranges')
    .addOption(createFormatOption());
  addContentOptions(addLocaleOption(snapshot)).exitOverride();
  addShownOptions(snapshot).action((options) =>
    run(options, async (context) => (await import('./commands/snapshot.ts')).runSnapshot(options, context)),
  );
}

function addDiff(program: Command, run: Run): void {
  const diff = program
    .command('diff')
    .description('Show what readers and crawlers will see change between two sites.')
    .argument('[base]', 'a folder, the file of a snapshot, "release", "release:ID", "build" or a URL', 'release')
    .argument('[head]', 'the same', 'build')
    .option('--out-dir <folder>', 'the last build', 'out')
    .option('--cache-dir <folder>', 'cache folder of the build', '.sitegen')
    .option('--target <target>', 'target of the release: s3://bucket[/prefix] or a folder (SITEGEN_PUBLISH_TARGET)')
    .addOption(
      new Option('--format <format>', 'format of the report (default: text; in GitHub Actions: github)').choices(
        DIFF_FORMATS,
      ),
    )
    .option('-o, --output <file>', 'write the report to a file (default: stdout)')
    .addOption(
      new Option('--screenshots <n>', 'most pages with screenshots in an HTML report, where a browser is installed')
        .argParser(parseCount)
        .default(10),
    )
    .addOption(
      new Option('--allow <code=reason>', 'let a change pass: CODE=reason or CODE:/path/=reason (repeatable)')
        .argParser((value: string, previous: readonly string[]) => [...previous, value])
        .default(NO_LIST, 'none'),
    )
    .exitOverride();
  addShownOptions(diff).action((base, head, options) =>
    run(options, async (context) => (await import('./commands/diff.ts')).runDiff(base, head, options, context)),
  );
}

function addPublish(program: Command, run: Run): void {
  const publish = program
    .command('publish')
    .description('Put the last build where visitors see it: object storage (s3://bucket) or a folder.')
    .argument('[target]', 's3://bucket[/prefix] or a folder (SITEGEN_PUBLISH_TARGET)')
    .option('-o, --out-dir <folder>', 'the site', 'out')
    .option('--cache-dir <folder>', 'cache folder of the build', '.sitegen')
    .option('-n, --dry-run', 'print what would be written and deleted')
    .option('--audit', 'list the target, and write again what is not as the last release left it')
    .option('--max-deletes <n>', 'most pages and data to delete (default: 256, or a tenth)', parseCount)
    .option('--adopt', 'take over a target with other objects; those in the way are replaced, all others stay')
    .option('--allow-shrink', 'publish a build that was made with --allow-shrink')
    .option('--rollback-on-failure', 'with --verify: bring the release before back where visitors do not get this one')
    .exitOverride();
  addShownOptions(addFollowOptions(publish)).action((target, options) =>
    run(options, async (context) => (await import('./commands/publish.ts')).runPublish(target, options, context)),
  );
}

function addReleases(program: Command, run: Run): void {
  const releases = program
    .command('releases')
    .description('List the releases of a target that can come back.')
    .argument('[target]', 's3://bucket[/prefix] or a folder (SITEGEN_PUBLISH_TARGET)')
    .exitOverride();
  addShownOptions(releases).action((target, options) =>
    run(options, async (context) => (await import('./commands/publish.ts')).runReleases(target, context)),
  );
}

function addRollback(program: Command, run: Run): void {
  const rollback = program
    .command('rollback')
    .description('Bring an earlier release back, without a build.')
    .argument('[id]', 'the release (default: the one before the live one)')
    .option('--target <target>', 's3://bucket[/prefix] or a folder (SITEGEN_PUBLISH_TARGET)')
    .option('-n, --dry-run', 'print what would be written and deleted')
    .exitOverride();
  addShownOptions(addFollowOptions(rollback)).action((id, options) =>
    run(options, async (context) => (await import('./commands/publish.ts')).runRollback(id, options, context)),
  );
}

function addFollowOptions(command: Command): Command {
  return command
    .addOption(createFormatOption())
    .option('--verify', 'then ask the public address whether visitors get the release')
    .option('--url <url>', 'the public address to verify (default: that of the site)')
    .option('--wait <seconds>', 'how long to ask again for what caches are behind with', parseSeconds, 60)
    .option('--changed-paths <file>', 'write the paths that caches have to forget, one a line ("-": to stdout)');
}

function addVerify(program: Command, run: Run): void {
  const verify = program
    .command('verify')
    .description('Ask the public address whether visitors get the live release, or the last build.')
    .argument('[url]', 'the public address (default: the address of the site, SITEGEN_ORIGIN)')
    .option('--target <target>', 'its live release is compared (SITEGEN_PUBLISH_TARGET); without one, the last build')
    .option('-o, --out-dir <folder>', 'the site', 'out')
    .option('--cache-dir <folder>', 'cache folder of the build', '.sitegen')
    .option('--all', 'ask for everything, not only for what changed and a sample')
    .option('--turn <n>', 'which sample of the unchanged: each turn the next one (default: the hour)', parseCount)
    .option('--wait <seconds>', 'how long to ask again for what caches are behind with', parseSeconds, 0)
    .addOption(createFormatOption())
    .exitOverride();
  addShownOptions(verify).action((url, options) =>
    run(options, async (context) => (await import('./commands/verify.ts')).runVerify(url, options, context)),
  );
}

function addUnpublish(program: Command, run: Run): void {
  const unpublish = program
    .command('unpublish')
    .description('Remove a site and all its releases from a target: the preview of a closed pull request.')
    .argument('<target>', 's3://bucket[/prefix] or a folder')
    .requiredOption('--origin <url>', 'public address of that site: any other one is refused')
    .option('-n, --dry-run', 'only count what would be deleted')
    .addOption(createFormatOption())
    .exitOverride();
  addShownOptions(unpublish).action((target, options) =>
    run(options, async (context) => (await import('./commands/unpublish.ts')).runUnpublish(target, options, context)),
  );
}

function addLocaleOption(command: Command): Command {
  return command.addOption(
    new Option('--locale <list>', 'locales to write: "all", or codes (repeatable or comma list)')
      .argParser(collectLocales)
      .default(NO_LIST, 'all'),
  );
}

function addPublishOptions(command: Command): Command {
  return command
    .option('-o, --out-dir <folder>', 'the site', 'out')
    .option('--adopt', 'use an out folder with other files: replace files of the same name, keep all others')
    .option('--allow-shrink', 'build even if content shrank sharply')
    .option('--baseline <file|url>', 'report.json of the build to compare with (default: the last one)')
    .option('--strict', 'warnings are errors')
    .option('-n, --dry-run', 'do everything except write the out folder')
    .addOption(createFormatOption())
    .option('--fsync', 'flush every write to disk, so that a power cut damages nothing');
}

function createFormatOption(): Option {
  const text = 'github: annotations and a job summary (default in GitHub Actions)';
  return new Option('--format <format>', text).choices(['text', 'github']);
}

function addContentOptions(command: Command): Command {
  return command
    .option('--cache-dir <folder>', 'snapshots, manifests, reports, caches', '.sitegen')
    .option('--origin <url>', 'public address of the site (SITEGEN_ORIGIN)')
    .option('--content-url <url>', 'origin of the content service (SITEGEN_CONTENT_URL)')
    .option('--content-rpm <n>', 'requests per minute (SITEGEN_CONTENT_RPM)', parsePositive)
    .option('--sample', 'build the embedded sample content, ignoring other settings')
    .option('--require-content', 'fail instead of building the sample content (for CI)')
    .option('--full', 'read all content again, not only what changed')
    .option('--snapshot <file>', 'build from a snapshot, without network')
    .option('--clock <iso>', 'build the site as of a time (ISO 8601); a date alone is its midnight in UTC')
    .addOption(
      new Option(
        '--on-fetch-error <policy>',
        'if content cannot be fetched: stop, use the last built content, or none (needs --allow-shrink)',
      )
        .choices(['fail', 'stale', 'empty'])
        .default('fail'),
    )
    .addOption(
      new Option('--on-entry-error <policy>', 'if an entry is invalid: stop, or keep its version of the last build')
        .choices(['fail', 'keep'])
        .default('fail'),
    );
}

function addCheck(program: Command, run: Run): void {
  const check = program
    .command('check')
    .description('Check the last build: links, alternates, sitemap, metadata, structured data, redirects.')
    .argument('[folder]', 'out folder of the build', 'out')
    .option('--cache-dir <folder>', 'cache folder of the build', '.sitegen')
    .option('--list', 'list every rule with its code, severity, reason and fix')
    .option('--strict', 'warnings fail the check, too')
    .exitOverride();
  addReportOptions(check);
  addShownOptions(check).action((folder, options) =>
    run(options, async (context) => (await import('./commands/check.ts')).runCheck(folder, options, context)),
  );
}

function addCheckLinks(program: Command, run: Run): void {
  const links = program
    .command('check-links')
    .description('Check internal and external links of the last build or of a live site.')
    .argument('[folder|url]', 'out folder of the build, or URL of a live site to crawl', 'out')
    .option('--cache-dir <folder>', 'cache folder of the build; also caches external checks', '.sitegen')
    .option('--internal-only', 'only links inside the site')
    .option('--external', 'only links to other sites')
    .addOption(
      new Option('--exclude <pattern>', 'skip matching URLs (regular expression, repeatable)')
        .argParser(collectPatterns)
        .default(NO_PATTERNS, 'none'),
    )
    .addOption(
      new Option('--accept <list>', 'HTTP statuses treated as OK, such as 403,500-599')
        .argParser(parseStatuses)
        .default(NO_STATUSES, 'none'),
    )
    .addOption(
      new Option('--max-age <time>', 'how long a successful external check is cached: 90m, 12h, 7d')
        .argParser(parseAge)
        .default(7 * DAY_MS, '7d'),
    )
    .option('--concurrency <n>', 'concurrent hosts or pages', parsePositive, 8)
    .option('--timeout <seconds>', 'time limit for each request', parsePositive, 20)
    .option('--max-pages <n>', 'maximum number of crawled pages of a live site', parsePositive, 10_000)
    .exitOverride();
  addReportOptions(links);
  addShownOptions(links).action((target, options) =>
    run(options, async (context) =>
      (await import('./commands/check-links.ts')).runCheckLinks(target, options, context),
    ),
  );
}

function addReportOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'format of the report (default: text; in GitHub Actions: github)').choices(
        REPORT_FORMATS,
      ),
    )
    .option('-o, --output <file>', 'write the report to a file (default: stdout)')
    .option('--baseline <file>', 'earlier JSON report: only new findings fail');
}

function addPreview(program: Command, run: Run): void {
  const preview = program
    .command('preview')
    .description('Show the site while it is edited: changes of content, templates, messages and rules appear at once.')
    .option('--port <n>', 'port; if it is in use, the next free one', parsePort, DEFAULT_PREVIEW_PORT)
    .option('--strict-port', 'fail if the port is in use')
    .option('--host [name]', 'address to listen on; other addresses expose the preview to your network', '127.0.0.1')
    .option('--allowed-hosts <names>', 'host names of a proxy before the preview, separated by commas', parseHosts)
    .option('--open', 'open it in the browser')
    .option('--drafts', 'also show drafts')
    .option('--future', 'also show scheduled entries')
    .option('--integrations', 'load tag manager, chat and other configured services')
    .option('--clock <iso>', 'show the site as of a time (ISO 8601); a date alone is its midnight in UTC')
    .option('--poll <seconds>', 'interval of questions to the content service; 0: only webhooks', parseSeconds)
    .option('--dir <folder>', 'serve a finished build instead')
    .option('--out-dir <folder>', 'the last build, to compare pages with', 'out')
    .option('--cache-dir <folder>', 'cache folder of the builds', '.sitegen')
    .option('--origin <url>', 'public address of the site (SITEGEN_ORIGIN)')
    .option('--content-url <url>', 'origin of the content service (SITEGEN_CONTENT_URL)')
    .option('--content-rpm <n>', 'requests per minute (SITEGEN_CONTENT_RPM)', parsePositive)
    .option('--sample', 'show the embedded sample content, ignoring other settings')
    .exitOverride();
  addShownOptions(preview).action((options) =>
    run(options, async (context) => (await import('./commands/preview.ts')).runPreview(options, context)),
  );
}

/** A fixed port, so that bookmarks keep working. */
const DEFAULT_PREVIEW_PORT = 4400;

function addNew(program: Command, run: Run): void {
  const added = program
    .command('new')
    .description('Write a page, a collection with a page per entry, or a locale, which build at once.')
    .addArgument(new Argument('<kind>', 'what to add').choices(['page', 'collection', 'locale']))
    .argument('<name>', 'slug of the page, handle of the collection, or code of the locale')
    .exitOverride();
  addShownOptions(added).action((kind, name, options) =>
    run(options, async ({ reporter }) => (await import('./commands/new.ts')).runNew(kind, name, reporter)),
  );
}

function addWhy(program: Command, run: Run): void {
  const why = program
    .command('why')
    .description('Show what a page of the last build depends on, and why it was rendered or reused.')
    .argument('<path|url>', 'site path, absolute URL, or file in the out folder')
    .option('-o, --out-dir <folder>', 'the site', 'out')
    .option('--cache-dir <folder>', 'cache folder of the build', '.sitegen')
    .exitOverride();
  addShownOptions(why).action((target, options) =>
    run(options, async ({ reporter }) => (await import('./commands/why.ts')).runWhy(target, options, reporter)),
  );
}

function addDoctor(program: Command, run: Run): void {
  const doctor = program
    .command('doctor')
    .description('Check the content service, settings, publish target and this machine, and say what to change.')
    .option('--content-url <url>', 'origin of the content service (SITEGEN_CONTENT_URL)')
    .option('--content-rpm <n>', 'requests per minute (SITEGEN_CONTENT_RPM)', parsePositive)
    .exitOverride();
  addShownOptions(doctor).action((options) =>
    run(options, async (context) => (await import('./commands/doctor.ts')).runDoctor(options, context)),
  );
}

function addBlueprints(program: Command, run: Run): void {
  const blueprints = program
    .command('blueprints')
    .description('Write the kit for Statamic: blueprints, collections and API settings that fit the schemas.')
    .option('--to <folder>', 'where to: a folder of its own, or a Statamic project', 'content/statamic')
    .option('--preview <url>', 'address of the preview, for Live Preview', `http://127.0.0.1:${DEFAULT_PREVIEW_PORT}`)
    .option('--force', 'also replace files that sitegen did not write')
    .option('-n, --dry-run', 'only list what would be written')
    .exitOverride();
  addShownOptions(blueprints).action((options) =>
    run(options, async ({ reporter }) => (await import('./commands/blueprints.ts')).runBlueprints(options, reporter)),
  );
}

function addSampleService(program: Command, run: Run): void {
  const service = program
    .command('sample-service')
    .description('Serve the sample content as a content service on loopback, to try out requests.')
    .addOption(new Option('--port <n>', 'port').argParser(parsePort).default(0, 'chosen by the system'))
    .addOption(
      new Option('--statamic <version>', 'version of Statamic whose responses it sends')
        .choices(['4', '5', '6'])
        .default('5'),
    )
    .addOption(
      new Option('--cache <minutes>', 'how long it keeps responses of its API, as Statamic does; 0 keeps none')
        .argParser(parseCount)
        .default(60),
    )
    .exitOverride();
  addShownOptions(service).action(async (options) => {
    await run(options, async ({ reporter: { report }, signal }) => {
      const { runSampleService } = await import('./commands/sample-service.ts');
      const { port, statamic: version, cache: cacheMinutes } = options;
      await runSampleService({ port, version, cacheMinutes }, { report, signal });
      return 0;
    });
  });
}

function addCompletion(program: Command, run: Run): void {
  program
    .command('completion')
    .description('Print a script that completes commands and flags in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .exitOverride()
    .action((shell) =>
      run({}, async ({ reporter }) => {
        const { renderCompletion } = await import('./commands/completion.ts');
        reporter.printResult({ text: renderCompletion(shell, describeCommands(program)), data: {} });
        return 0;
      }),
    );
}

/** What can be completed. */
function describeCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    flags: command.options.flatMap(({ long, description, argChoices = [] }) =>
      long === undefined || long === null ? [] : [{ name: long, description, values: argChoices }],
    ),
    values: command.registeredArguments[0]?.argChoices ?? [],
  }));
}

function addShownOptions(command: Command): Command {
  return command
    .option('--json', 'print events and result as NDJSON to stdout')
    .option('-q, --quiet', 'print only warnings, errors and the result')
    .option('--verbose', 'also print notices and details of failed requests');
}

const NO_LIST: readonly string[] = [];

/** Joins repeated and comma-separated lists. Rejects empty lists: an unset variable must not mean 'all'. */
function collectLocales(value: string, previous: readonly string[]): readonly string[] {
  const locales = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (locales.length === 0)
    throw new InvalidArgumentError(
      'The list is empty. Is the variable for it set? Nothing was built. Use codes such as "en,es", or "all".',
    );
  return [...previous, ...locales];
}

function parsePositive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Expected a whole number from 1 up.');
  return number;
}

function parseHosts(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)))
    throw new InvalidArgumentError('Expected host names, such as preview.example.com.');
  return names;
}

function parseCount(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number < 0)
    throw new InvalidArgumentError('Expected a whole number from 0 up.');
  return number;
}

/** More threads than cores only use more memory. */
const MAX_WORKERS = 64;

function parseWorkers(value: string): number {
  const workers = parsePositive(value);
  if (workers > MAX_WORKERS)
    throw new InvalidArgumentError(
      `Expected 1 to ${MAX_WORKERS}: more threads than the machine has cores make no build faster.`,
    );
  return workers;
}

/** `2/3`: the second of three. */
function parseShard(value: string): { readonly index: number; readonly count: number } {
  const [, first = '', second = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? [];
  const shard = { index: Number(first), count: Number(second) };
  if (first === '' || shard.index < 1 || shard.index > shard.count)
    throw new InvalidArgumentError('Expected i/n with i from 1 to n, such as 2/3.');
  return shard;
}

function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (value.trim() === '' || !Number.isFinite(seconds) || seconds < 0 || seconds > 86_400)
    throw new InvalidArgumentError('Expected seconds from 0 to 86400.');
  return seconds;
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}

const NO_PATTERNS: readonly RegExp[] = [];
const NO_STATUSES: ReturnType<typeof parseStatuses> = [];

function collectPatterns(value: string, previous: readonly RegExp[]): readonly RegExp[] {
  try {
    return [...previous, new RegExp(value)];
  } catch {
    throw new InvalidArgumentError('Expected a regular expression.');
  }
}

function parseStatuses(value: string): readonly { readonly from: number; readonly to: number }[] {
  return value.split(',').map((part) => {
    const [, from, to = from] = /^([1-5]\d\d|999)(?:-([1-5]\d\d))?$/.exec(part.trim()) ?? [];
    if (from === undefined) throw new InvalidArgumentError('Expected statuses such as "403,500-599".');
    return { from: Number(from), to: Number(to) };
  });
}

const DAY_MS = 86_400_000;
const MS_BY_UNIT: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };

function parseAge(value: string): number {
  const [, number, unit = ''] = /^(\d+)([smhd])$/.exec(value) ?? [];
  const milliseconds = MS_BY_UNIT[unit];
  if (milliseconds === undefined) throw new InvalidArgumentError('Expected a time such as "90m", "12h" or "7d".');
  return Number(number) * milliseconds;
}
