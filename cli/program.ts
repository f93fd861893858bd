// Declares all commands with their arguments and flags.

import { Argument, Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { DIFF_FORMATS } from './diff/diff-report.ts';
import type { ExitCode } from './errors.ts';
import {
  collectLocales,
  collectPatterns,
  DAY_MS,
  parseAge,
  parseCount,
  parseDate,
  parseHosts,
  parsePort,
  parsePositive,
  parseSeconds,
  parseShard,
  parseStatuses,
  parseWorkers,
} from './option-values.ts';
import { REPORT_FORMATS } from './report/write-report.ts';
import { TRANSLATION_FORMATS } from './translations/report.ts';
import { OPEN_STATES } from './translations/things.ts';

/** Flags of every command that prints events. */
export interface OutputOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly format?: string;
}

/** The function of a command: takes its arguments, its flags and the context, in this order. */
type RunCommand = (...args: never[]) => ExitCode | Promise<ExitCode>;

/** Turns a command into a handler for commander. The command is loaded when it runs. */
export type Run = (load: () => Promise<RunCommand>) => (...args: unknown[]) => Promise<void>;

/** Fixed, so that bookmarks keep working. */
const DEFAULT_PREVIEW_PORT = 4400;
const CACHE_DIR = ['--cache-dir <folder>', 'cache folder of the build', '.sitegen'] as const;
const OUTPUT = ['-o, --output <file>', 'write the report to a file (default: stdout)'] as const;
const FORMAT = new Option(
  '--format <format>',
  'github: annotations and a job summary (default in GitHub Actions)',
).choices(['text', 'github']);
const TARGET = 's3://bucket[/prefix] or a folder';

/** A flag with a list, which is empty by default. `none` says what that means. */
function list<T>(
  flags: string,
  text: string,
  parse: (value: string, previous: readonly T[]) => readonly T[],
  none = 'none',
): Option {
  return new Option(flags, text).argParser(parse).default([], none);
}

/** Declares all commands. With `--json`, commander prints no errors itself. */
export function createProgram(run: Run, isJson: boolean): Command {
  const program = new Command('sitegen')
    // Set before commands are added, because they inherit these.
    .configureOutput({
      outputError: (text, write) => write(simplifyUsageError(text)),
      ...(isJson ? { writeErr: () => {} } : {}),
    })
    .exitOverride()
    .description('Builds a multilingual marketing site from a content service into static files.')
    .version(manifest.version)
    .hook('preAction', (_, command) => rejectEmptyValues(command));
  addBuildCommands(program, run);
  addCheckCommands(program, run);
  addDatabaseCommands(program, run);
  addReleaseCommands(program, run);
  addSiteCommands(program, run);
  addServiceCommands(program, run);
  for (const command of program.commands)
    command
      .option('--json', 'print events and result as NDJSON to stdout')
      .option('-q, --quiet', 'print only warnings, errors and the result')
      .option('--verbose', 'also print notices and details of failed requests');
  program
    .command('completion')
    .description('Print a script that completes commands and flags in your shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action(run(async () => (await import('./commands/completion.ts')).createRunCompletion(program)));
  for (const command of [program, ...program.commands]) command.showHelpAfterError(helpHint(command));
  return program;
}

/** Where to read on after a usage error. */
export function helpHint(command: Command): string {
  return command.parent === null
    ? 'Run "sitegen --help" for all commands.'
    : `Run "sitegen ${command.name()} --help" for its arguments and flags.`;
}

/** Removes commander's internal term for an argument. */
export function simplifyUsageError(text: string): string {
  return text.replace("command-argument value '", "'");
}

/** Rejects empty values, because an empty path would mean the current folder. */
function rejectEmptyValues(command: Command): void {
  const flag = Object.entries(command.opts()).find(([, value]) => value === '');
  const argument = command.processedArgs.findIndex((value: unknown) => [value].flat().includes(''));
  if (flag === undefined && argument === -1) return;
  const name = command.options.find((option) => option.attributeName() === flag?.[0])?.long;
  const what = name ? `flag ${name}` : `argument "${command.registeredArguments[argument]?.name()}"`;
  command.error(`error: The ${what} is empty. Is the variable for it set? Nothing was done.`);
}

/** Options for links, live sites and reports. */
function addLinkOptions(command: Command, maxPages: number): Command {
  return command
    .option('--cache-dir <folder>', 'cache folder of the build; also caches external checks', '.sitegen')
    .option('--internal-only', 'only links inside the site')
    .option('--external', 'only links to other sites')
    .addOption(list('--exclude <pattern>', 'skip matching URLs (regular expression, repeatable)', collectPatterns))
    .addOption(list('--accept <list>', 'HTTP statuses treated as OK, such as 403,500-599', parseStatuses))
    .addOption(
      new Option('--max-age <time>', 'how long a successful external check is cached: 90m, 12h, 7d')
        .argParser(parseAge)
        .default(7 * DAY_MS, '7d'),
    )
    .option('--concurrency <n>', 'concurrent hosts or pages', parsePositive, 8)
    .option('--timeout <seconds>', 'time limit for each request', parsePositive, 20)
    .option('--pages <n>', 'maximum number of crawled pages of a live site', parsePositive, maxPages)
    .addOption(createReportFormatOption(REPORT_FORMATS))
    .option(...OUTPUT)
    .option('--baseline <file>', 'earlier JSON report: only new findings fail');
}

/** Commands that read content and write a site or a snapshot. */
function addBuildCommands(program: Command, run: Run): void {
  const build = program
    .command('build')
    .description(
      'Fetch content, check it and write the site to the out folder. Without a content service, build the sample content.',
    );
  addContentOptions(addWriteOptions(addLocaleOption(build)))
    .option('--force', 'ignore caches and render every page')
    .option(
      '--workers <n>',
      'rendering threads (default: one per core; with two cores or few pages, one renders and one writes)',
      parseWorkers,
    )
    .option('--shard <i/n>', 'render one shard of the pages, for "sitegen merge" (needs --snapshot)', parseShard)
    .option('--part-dir <folder>', 'output folder of the shard (default: part-i-of-n)')
    .action(run(async () => (await import('./commands/build.ts')).runBuild));
  const merge = program
    .command('merge')
    .description('Merge the shards of "sitegen build --shard" into one site. Use the same snapshot and settings.')
    .argument('<part...>', 'output folders of all shards');
  addContentOptions(addWriteOptions(addLocaleOption(merge))).action(
    run(async () => (await import('./commands/build.ts')).runMerge),
  );
  const snapshot = program
    .command('snapshot')
    .description('Fetch and check all content, and write it to a file for builds on one or several machines.')
    .argument('[file]', 'the file (default: snapshot.sqlite in the cache folder)')
    .addOption(FORMAT);
  addContentOptions(addLocaleOption(snapshot)).action(
    run(async () => (await import('./commands/snapshot.ts')).runSnapshot),
  );
}

/** Commands that look at a site. */
function addCheckCommands(program: Command, run: Run): void {
  const check = program
    .command('check')
    .description(
      'Check the last build or any live site: links, alternates, sitemap, metadata, structured data, redirects.',
    )
    .argument('[folder|url]', 'out folder of the build, or URL of a live site to crawl', 'out')
    .option('--list', 'list every rule with its code, severity, reason and fix')
    .option('--strict', 'fail on warnings, too');
  addLinkOptions(check, 500)
    .option('--rate <n>', 'requests per second to a live site (default: 5; none on a private network)', parsePositive)
    .option('--ignore-robots', 'also read what robots.txt of a live site closes')
    .option('--page-table <file>', 'write one row of CSV per page of a live site')
    .action(run(async () => (await import('./commands/check.ts')).runCheck));
  const links = program
    .command('check-links')
    .description('Check internal and external links of the last build or of a live site.')
    .argument('[folder|url]', 'out folder of the build, or URL of a live site to crawl', 'out');
  addLinkOptions(links, 10_000).action(run(async () => (await import('./commands/check.ts')).runCheckLinks));
  const preview = program
    .command('preview')
    .description('Serve the site and update it while content, templates, messages or rules are edited.')
    .option('--port <n>', 'port; if it is in use, the next free one', parsePort, DEFAULT_PREVIEW_PORT)
    .option('--strict-port', 'fail if the port is in use')
    .option('--host [name]', 'address to listen on; other addresses expose the preview to your network', '127.0.0.1')
    .option('--allowed-hosts <names>', 'comma-separated host names of a proxy in front of the preview', parseHosts)
    .option('--open', 'open it in the browser')
    .option('--drafts', 'also show drafts')
    .option('--future', 'also show scheduled entries')
    .option('--integrations', 'load tag manager, chat and other configured services')
    .option('--clock <iso>', 'show the site as of a time (ISO 8601); a date alone is its midnight in UTC')
    .option('--poll <seconds>', 'how often to ask the content service for changes; 0: only webhooks', parseSeconds)
    .option('--dir <folder>', 'serve a finished build')
    .option('--cache-dir <folder>', 'cache folder of the builds', '.sitegen');
  addServiceOptions(preview.option('--origin <url>', 'public address of the site (SITEGEN_ORIGIN)'))
    .option('--sample', 'show the sample content, even if a content service is set')
    .action(run(async () => (await import('./commands/preview.ts')).runPreview));
}

/** Commands that ask the database of a site. */
function addDatabaseCommands(program: Command, run: Run): void {
  const translations = program
    .command('translations')
    .description('Show what is missing, outdated, not translated or different in other locales.')
    .argument('[thing]', 'only this one, such as pages/pricing or "faq/*"')
    .addOption(list('--locale <list>', 'only these locales (repeatable or comma-separated)', collectLocales, 'all'))
    .addOption(
      list('--collection <list>', 'only these collections; also globals, messages and menu', collectLocales, 'all'),
    )
    .addOption(list('--state <list>', `only these states: ${OPEN_STATES.join(', ')}`, collectLocales, 'all'))
    .option('--since <date>', 'only things whose source was saved since then (ISO 8601)', parseDate)
    .addOption(list('--fail <list>', 'exit with 1 if these states are found', collectLocales))
    .option('--accept <reason>', 'note all that is shown as accepted, in translations.yaml')
    .option('--until <date>', 'with --accept: the last day on which that holds', parseDate)
    .option('--fresh', 'read the content service again, with drafts (default: what the last command has read)')
    .option('--sample', 'read the sample content, even if a content service is set')
    .option('--preview <url>', 'URL of the preview, for links', `http://127.0.0.1:${DEFAULT_PREVIEW_PORT}`)
    .addOption(createReportFormatOption(TRANSLATION_FORMATS))
    .option(...OUTPUT)
    .option(...CACHE_DIR);
  addServiceOptions(translations).action(run(async () => (await import('./commands/translations.ts')).runTranslations));
  const query = program
    .command('query')
    .description('Ask the database: SQL that only reads, or a named query. Without one, list the named queries.')
    .argument('[query]', 'name of a query, or SQL in quotes');
  for (const name of ['host', 'collection', 'site', 'slug', 'days', 'limit'])
    query.option(`--${name} <${name}>`, `the value of :${name} in the query`);
  query
    .addOption(new Option('--format <format>', 'format of the answer').choices(['text', 'csv', 'json']).default('text'))
    .option('-o, --output <file>', 'write the answer to a file (default: stdout)')
    .option(...CACHE_DIR)
    .action(run(async () => (await import('./commands/query.ts')).runQuery));
}

/** Commands around a release. */
function addReleaseCommands(program: Command, run: Run): void {
  program
    .command('diff')
    .description('Show what changes between two sites for readers and crawlers.')
    .argument('[base]', 'folder, snapshot file, "release", "release:ID", "build" or URL', 'release')
    .argument('[head]', 'the same', 'build')
    .option('--out-dir <folder>', 'the last build', 'out')
    .option(...CACHE_DIR)
    .option('--target <target>', `target of the release: ${TARGET} (SITEGEN_PUBLISH_TARGET)`)
    .addOption(createReportFormatOption(DIFF_FORMATS))
    .option(...OUTPUT)
    .addOption(
      list<string>(
        '--allow <code=reason>',
        'accept a change: CODE=reason or CODE:/path/=reason (repeatable)',
        (value, previous) => [...previous, value],
      ),
    )
    .action(run(async () => (await import('./commands/diff.ts')).runDiff));
  const publish = program
    .command('publish')
    .description('Publish the last build to object storage (s3://bucket) or a folder.')
    .argument('[target]', `${TARGET} (SITEGEN_PUBLISH_TARGET)`);
  addBuildFolders(publish)
    .option('-n, --dry-run', 'print what would be written and deleted')
    .option('--audit', 'compare the target with the last release, and rewrite what differs')
    .option(
      '--max-deletes <n>',
      'maximum number of pages and data files to delete (default: 256, or a tenth)',
      parseCount,
    )
    .option('--adopt', 'use a target with other objects: replace those of the same name, keep all others')
    .option('--allow-shrink', 'publish a build made with --allow-shrink')
    .option('--rollback-on-failure', 'with --verify: restore the previous release if verification fails');
  addFollowOptions(publish).action(run(async () => (await import('./commands/publish.ts')).runPublish));
  program
    .command('releases')
    .description('List the releases of a target that can be restored.')
    .argument('[target]', `${TARGET} (SITEGEN_PUBLISH_TARGET)`)
    .action(run(async () => (await import('./commands/publish.ts')).runReleases));
  const rollback = program
    .command('rollback')
    .description('Restore an earlier release, without a build.')
    .argument('[id]', 'the release (default: the one before the live one)')
    .option('--target <target>', `${TARGET} (SITEGEN_PUBLISH_TARGET)`)
    .option('-n, --dry-run', 'print what would be written and deleted');
  addFollowOptions(rollback).action(run(async () => (await import('./commands/publish.ts')).runRollback));
}

/** Commands about one site. */
function addSiteCommands(program: Command, run: Run): void {
  const verify = program
    .command('verify')
    .description('Check that the public address serves the live release, or the last build.')
    .argument('[url]', 'public address (default: the origin of the site, SITEGEN_ORIGIN)')
    .option(
      '--target <target>',
      'compare with its live release (SITEGEN_PUBLISH_TARGET); without a target, with the last build',
    );
  addBuildFolders(verify)
    .option('--all', 'check everything, not only what changed and a sample')
    .option('--wait <seconds>', 'how long to retry while caches serve the previous release', parseSeconds, 0)
    .addOption(FORMAT)
    .action(run(async () => (await import('./commands/verify.ts')).runVerify));
  program
    .command('new')
    .description('Create a page, a collection with a page for each entry, or a locale, ready to build.')
    .addArgument(new Argument('<kind>', 'what to create').choices(['page', 'collection', 'locale']))
    .argument('<name>', 'slug of the page, handle of the collection, or code of the locale')
    .action(run(async () => (await import('./commands/new.ts')).runNew));
  program
    .command('unpublish')
    .description('Delete a site and all its releases from a target, such as the preview of a closed pull request.')
    .argument('<target>', TARGET)
    .usage('[options] <target> --origin <url>')
    .requiredOption('--origin <url>', 'public address of the site (required); a target with another site is refused')
    .option('-n, --dry-run', 'count what would be deleted')
    .addOption(FORMAT)
    .action(run(async () => (await import('./commands/publish.ts')).runUnpublish));
  const why = program
    .command('why')
    .description('Show what a page of the last build depends on, and why the build rendered or reused it.')
    .argument('<path|url>', 'site path, absolute URL, or file in the out folder');
  addBuildFolders(why).action(run(async () => (await import('./commands/why.ts')).runWhy));
}

/** Commands for the content service. */
function addServiceCommands(program: Command, run: Run): void {
  const doctor = program
    .command('doctor')
    .description('Check the content service, settings, publish target and this machine, and suggest fixes.');
  addServiceOptions(doctor).action(run(async () => (await import('./commands/doctor.ts')).runDoctor));
  program
    .command('blueprints')
    .description('Write the kit for Statamic: blueprints, collections and API settings that match the schemas.')
    .option('--to <folder>', 'folder to write to, such as a Statamic project', 'content/statamic')
    .option('--preview <url>', 'URL of the preview, for Live Preview', `http://127.0.0.1:${DEFAULT_PREVIEW_PORT}`)
    .option('--force', 'also replace files that sitegen did not write')
    .option('-n, --dry-run', 'list what would be written')
    .action(run(async () => (await import('./commands/blueprints.ts')).runBlueprints));
  program
    .command('sample-service')
    .description('Serve the sample content on 127.0.0.1 as a content service would.')
    .addOption(new Option('--port <n>', 'port').argParser(parsePort).default(0, 'chosen by the system'))
    .action(run(async () => (await import('./commands/sample-service.ts')).runSampleService));
}

function addLocaleOption(command: Command): Command {
  const text = 'locales to build: "all", or codes (repeatable or comma-separated)';
  return command.addOption(list('--locale <list>', text, collectLocales, 'all'));
}

function addWriteOptions(command: Command): Command {
  return command
    .option('-o, --out-dir <folder>', 'folder of the site', 'out')
    .option('--adopt', 'use an out folder with other files: replace files of the same name, keep all others')
    .option('--allow-shrink', 'build even if much content disappeared')
    .option('--baseline <file|url>', 'report.json of the build to compare with (default: the last build)')
    .option('--strict', 'treat warnings as errors')
    .option('-n, --dry-run', 'do everything but write the out folder')
    .addOption(FORMAT)
    .option('--fsync', 'flush every write to disk, so that a power cut does no damage');
}

function addContentOptions(command: Command): Command {
  command
    .option('--cache-dir <folder>', 'folder for the database, reports and caches', '.sitegen')
    .option('--origin <url>', 'public address of the site (SITEGEN_ORIGIN)');
  return addServiceOptions(command)
    .option('--sample', 'build the sample content, even if a content service is set')
    .option('--require-content', 'fail instead of building the sample content (for CI)')
    .option('--full', 'fetch all content again, not only changes')
    .option('--snapshot <file>', 'build from a snapshot, without network')
    .option('--clock <iso>', 'build the site as of a time (ISO 8601); a date alone is its midnight in UTC')
    .addOption(
      new Option(
        '--on-fetch-error <policy>',
        'if content cannot be fetched: stop, use the content of the last build, or none (needs --allow-shrink)',
      )
        .choices(['fail', 'stale', 'empty'])
        .default('fail'),
    )
    .addOption(
      new Option('--on-entry-error <policy>', 'if an entry is invalid: stop, or keep its version from the last build')
        .choices(['fail', 'keep'])
        .default('fail'),
    );
}

function addServiceOptions(command: Command): Command {
  return command
    .option('--content-url <url>', 'origin of the content service (SITEGEN_CONTENT_URL)')
    .option('--content-rpm <n>', 'requests per minute (SITEGEN_CONTENT_RPM)', parsePositive);
}

function addBuildFolders(command: Command): Command {
  return command.option('-o, --out-dir <folder>', 'folder of the site', 'out').option(...CACHE_DIR);
}

function addFollowOptions(command: Command): Command {
  return command
    .addOption(FORMAT)
    .option('--verify', 'then check that the public address serves the release')
    .option('--url <url>', 'public address to verify (default: the origin of the site)')
    .option('--wait <seconds>', 'how long to retry while caches serve the previous release', parseSeconds, 60)
    .option('--changed-paths <file>', 'write the paths to purge from caches, one per line ("-" for stdout)');
}

function createReportFormatOption(formats: readonly string[]): Option {
  return new Option('--format <format>', 'format of the report (default: text; in GitHub Actions: github)').choices(
    formats,
  );
}
