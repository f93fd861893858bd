// `sitegen build` as a user meets it: what stands on stdout and stderr, exit codes, and which setting wins.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { copyProject, type ProjectCopy } from '../acceptance/support/project-copy.ts';
import { loadSharedRun, loadSharedSample } from '../browser/shared-sample.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import type { SiteContent } from '../service/stored-content.ts';
import { type CommandRun, makeFolder, readOut, readTree, runSitegen } from '../site/run-sitegen.ts';
import { CLOCK } from '../site/sample-clock.ts';
import { article, pagesOf, smallContent } from '../site/small-content.ts';

const ORIGIN = 'https://www.murmurlens.example';
const ESCAPE = '\u001b';
const SAMPLE_NOTICE = 'This is the sample content. For a real site set SITEGEN_ORIGIN and SITEGEN_CONTENT_URL.';

async function start(content: SiteContent = smallContent()): Promise<ContentService> {
  const service = await serviceWith(content);
  onTestFinished(() => service.stop());
  return service;
}

const build = (url: string, cwd: string, args: readonly string[] = []) =>
  runSitegen(['build', '--origin', ORIGIN, '--content-url', url, ...args], { cwd });
const linesOf = (text: string) => text.trimEnd().split('\n');
const eventsOf = ({ stdout }: CommandRun): readonly Record<string, unknown>[] =>
  linesOf(stdout).map((line) => JSON.parse(line));

describe('sitegen --help', () => {
  it('lists the commands', async () => {
    const run = await runSitegen(['--help'], { cwd: makeFolder() });
    expect(run.code).toBe(0);
    for (const command of ['build', 'why', 'sample-service'])
      expect(run.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  it('lists every flag of build with its default, and writes nothing', async () => {
    const folder = makeFolder();
    const run = await runSitegen(['build', '--help'], { cwd: folder });
    const flags = [
      ...[
        '--locale',
        '-o, --out-dir',
        '--cache-dir',
        '--origin',
        '--content-url',
        '--content-rpm',
        '--sample',
        '--snapshot',
      ],
      ...['--clock', '--strict', '--on-fetch-error', '--allow-shrink', '--baseline'],
      ...['-n, --dry-run', '--fsync', '--json', '-q, --quiet', '--verbose'],
    ];
    for (const flag of flags) expect(run.stdout).toMatch(new RegExp(`^ {2}${flag}\\b`, 'm'));
    for (const preset of ['all', '"out"', '".sitegen"', '"fail"'])
      expect(run.stdout).toMatch(new RegExp(`default:\\s+${preset}`));
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is what a command without a name shows, with exit code 2', async () => {
    const run = await runSitegen([], { cwd: makeFolder() });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('Usage: sitegen');
  });
});

describe('wrong usage', () => {
  const WRONG: readonly (readonly [readonly string[], string])[] = [
    [['build', '--nope'], 'unknown option \'--nope\'. Run "sitegen build --help" for its arguments and flags.'],
    [['build', '--content-rpm', '0'], 'Expected a whole number, 1 or more.'],
    [['build', '--workers', '99999'], 'Expected 1 to 64'],
    [['build', '--locale', ''], 'The list is empty.'],
    [['build', '--out-dir', ''], 'The flag --out-dir is empty. Is the variable for it set?'],
    [['check', '--cache-dir='], 'The flag --cache-dir is empty. Is the variable for it set?'],
    [['check', ''], 'The argument "folder|url" is empty. Is the variable for it set?'],
    [['merge', 'part-1-of-2', ''], 'The argument "part" is empty. Is the variable for it set?'],
    [['bild'], "unknown command 'bild'"],
    [['new', 'thing', 'x'], "'thing' is invalid for argument 'kind'. Allowed choices are page, collection, locale."],
    [['why'], "missing required argument 'path|url'"],
    [[], 'unknown option \'--json\'. Run "sitegen --help" for all commands.'],
  ];
  it.each(sampleOf(WRONG, 2))('of %j is a failure event with --json, with exit code 2', async (args, words) => {
    const run = await runSitegen([...args, '--json'], { cwd: makeFolder() });
    expect(run).toMatchObject({ code: 2, stderr: '' });
    expect(eventsOf(run)).toEqual([
      { kind: 'failure', code: 'USAGE', exitCode: 2, message: expect.stringContaining(words), problems: [] },
    ]);
  });

  it('points to the help of the command, in words of the program', async () => {
    const { code, stderr } = await runSitegen(['new', 'thing', 'x'], { cwd: makeFolder() });
    expect(code).toBe(2);
    expect(stderr).toBe(
      "error: 'thing' is invalid for argument 'kind'. Allowed choices are page, collection, locale.\n" +
        'Run "sitegen new --help" for its arguments and flags.\n',
    );
    expect((await runSitegen(['bild'], { cwd: makeFolder() })).stderr).toContain(
      'Run "sitegen --help" for all commands.',
    );
  });

  it.each(sampleOf([[['--locale', ' , ']], [['--locale', '']], [['--locale=']], [['--locale', 'en', '--locale', '']]]))(
    'is a list of locales without a locale, which does not mean all: %j',
    async (args) => {
      const folder = makeFolder();
      const run = await runSitegen(['build', ...args], { cwd: folder });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain(
        'The list is empty. Is the variable for it set? Nothing was built. Use codes such as "en,es", or "all".',
      );
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe('sitegen build of the sample', () => {
  it('tells its stages in plain lines, ends with a summary, and says first and last that it is the sample', async () => {
    const run = await loadSharedRun();
    const folder = makeFolder(dirname(await loadSharedSample()));
    expect(run.code).toBe(0);
    expect(run.stdout + run.stderr).not.toContain(ESCAPE);
    expect(run.stdout + run.stderr).not.toContain('\r');
    expect(linesOf(run.stderr).slice(0, 2)).toEqual([
      'sitegen build  v0.1.0',
      '  All locales of https://www.example.com. Source: sample content',
    ]);
    expect(
      linesOf(run.stderr)
        .filter((line) => line.startsWith('✓'))
        .map((line) => line.replace(/ [\d.]+ m?s$/, '')),
    ).toEqual([
      '✓ Content fetched and checked',
      '✓ Routes and redirects planned',
      '✓ Templates, client and styles bundled',
      '✓ Pages rendered to staging',
      '✓ Images ready',
      '✓ Sitemap, feeds, lists and redirect maps created',
      '✓ Links, alternates and metadata checked',
      '✓ Site written',
    ]);
    const summary = linesOf(run.stdout);
    expect(summary.filter((line) => /^ {2}(en|ua|kz) +\d+ pages/.test(line))).toHaveLength(3);
    expect(summary.at(-2)).toMatch(
      /^Wrote out\/ in [\d.]+ m?s: \d+ files written, 0 deleted, 0 unchanged \(not live until you publish\)\.$/,
    );
    expect(summary.at(-1)).toBe(SAMPLE_NOTICE);
    expect(JSON.parse(readFileSync(join(folder, '.sitegen/report.json'), 'utf8'))).toMatchObject({ isSample: true });

    // Nothing is rendered, made or checked where nothing changed, although the service of the sample has another address each time.
    const again = await runSitegen(['build', '--clock', CLOCK], { cwd: folder });
    expect(linesOf(again.stderr).filter((line) => line.startsWith('✓'))).toEqual(
      [
        'Content fetched and checked',
        'Routes and redirects planned',
        'Templates, client and styles bundled',
        'Site written',
      ].map((stage) => expect.stringContaining(stage)),
    );
    expect(linesOf(again.stdout).at(-2)).toMatch(
      /: 0 files written, 0 deleted, \d+ unchanged \(not live until you publish\)\.$/,
    );
  });

  it.runIf(IS_LONG)('is meant with --sample, under any origin and whatever service is set', async () => {
    const folder = makeFolder();
    const environment = {
      SITEGEN_ORIGIN: ORIGIN,
      SITEGEN_CONTENT_URL: 'http://127.0.0.1:1',
      SITEGEN_CONTENT_TOKEN: 'x',
    };
    const run = await runSitegen(['build', '--sample', '--locale', 'kz', '--quiet'], { cwd: folder, environment });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(linesOf(run.stdout).at(-1)).toBe(SAMPLE_NOTICE);
    expect(readOut(folder, 'kz/index.html')).toContain(`<link rel="canonical" href="${ORIGIN}/kz/"`);
  });
});

describe('sitegen build of a service', () => {
  it('says where the content comes from, writes nothing with --dry-run, and goes on when its reader goes away', async () => {
    const service = await start();
    const folder = makeFolder();
    const dry = await build(service.url, folder, ['--dry-run', '--verbose']);
    expect(dry.code).toBe(0);
    expect(linesOf(dry.stderr).slice(0, 2)).toEqual([
      'sitegen build  v0.1.0',
      `  All locales of ${ORIGIN}. Source: ${service.url}`,
    ]);
    expect(dry.stdout).not.toContain('sample');
    expect(dry.stderr).toContain('The body of that answer begins: {"message":"Not found."}');
    expect(dry.stderr).toContain('notice GLOBAL_UNSET');
    expect(dry.stderr).toContain('✓ Compared with the out folder');
    expect(dry.stdout + dry.stderr).not.toMatch(/Published|all in the report/);
    expect(linesOf(dry.stdout).at(-1)).toMatch(
      /^Dry run in .*: \d+ files would be written, 0 deleted, 0 unchanged\. Nothing was written\.$/,
    );
    expect(existsSync(join(folder, 'out'))).toBe(false);
    expect(existsSync(join(folder, '.sitegen/report.json'))).toBe(false);
    const unread = await runSitegen(['build', '--origin', ORIGIN, '--content-url', service.url, '--json'], {
      cwd: folder,
      onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect(unread).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder, 'out/index.html'))).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, '.sitegen/report.json'), 'utf8'))).toMatchObject({ isSample: false });
  });

  it('says its first line before any content has come, and can be interrupted then', async () => {
    const service = await start();
    let interrupt = () => {};
    service.override('/api/', (_, count) => {
      if (count === 1) interrupt();
      return { delayMs: 3_600_000 };
    });
    const folder = makeFolder();
    const run = await runSitegen(['build', '--origin', ORIGIN, '--content-url', service.url], {
      cwd: folder,
      onStart: (child) => {
        interrupt = () => child.kill('SIGINT');
      },
    });
    expect(linesOf(run.stderr)).toEqual([
      'sitegen build  v0.1.0',
      `  All locales of ${ORIGIN}. Source: ${service.url}`,
      'INTERRUPTED  Interrupted. Nothing was written; out/ is unchanged.',
    ]);
    expect(run.code).toBe(130);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('prints events and the result as NDJSON with --json, and only the result with --quiet', async () => {
    const service = await start();
    const folder = makeFolder();
    const run = await build(service.url, folder, ['--json']);
    const events = eventsOf(run);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(events[0]).toMatchObject({ kind: 'start', command: 'build' });
    expect(events.filter(({ kind }) => kind === 'stage').map(({ stage }) => stage)).toEqual([
      ...['content', 'plan', 'bundle', 'render', 'images', 'outputs', 'check', 'write'],
    ]);
    expect(events.filter(({ kind }) => kind === 'result')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      kind: 'result',
      result: {
        version: 3,
        status: 'written',
        isSample: false,
        origin: ORIGIN,
        locales: ['en', 'es', 'pt', 'ua', 'kz'],
        output: { deleted: 0 },
        stages: expect.arrayContaining([{ stage: 'write', milliseconds: expect.any(Number) }]),
      },
    });
    const quiet = await build(service.url, folder, ['--quiet']);
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(quiet.stdout).not.toContain('sample');
    expect(linesOf(quiet.stdout).at(-1)).toMatch(
      /^Wrote out\/ in .*: 0 files written, 0 deleted, \d+ unchanged \(not live until you publish\)\.$/,
    );
  });

  it('ends with a failure event where --json is asked for and the build fails', async () => {
    const service = await start(smallContent({ pages: { ua: [] } }));
    const run = await build(service.url, makeFolder(), ['--json']);
    const events = eventsOf(run);
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(events.some(({ kind }) => kind === 'result')).toBe(false);
    expect(events.at(-1)).toMatchObject({
      kind: 'failure',
      code: 'PAGE_MISSING',
      exitCode: 1,
      problems: [{ code: 'PAGE_MISSING', severity: 'error', where: { path: '/ua/' } }],
    });
  });

  it('refuses a locale that does not exist, beside "all" too', async () => {
    const run = await runSitegen(['build', '--locale', 'all,fr'], { cwd: makeFolder() });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('LOCALE_UNKNOWN  There is no locale "fr". Nothing was built.');
  });
});

describe('A site without many of its pages', () => {
  it('is one warning, which names all of them', async () => {
    const lost = ['about', 'blog', 'careers'];
    const service = await start(
      smallContent({ pages: { kz: pagesOf('kz').filter(({ slug }) => !lost.includes(String(slug))) } }),
    );
    const run = await build(service.url, makeFolder());
    expect(run.code).toBe(0);
    expect(run.stderr.match(/PAGE_MISSING/g)).toHaveLength(1);
    for (const slug of lost) expect(run.stderr).toContain(`/kz/${slug}/ ("${slug}")`);
    expect(run.stdout).not.toContain('/kz/blog/');
  });
});

describe('--strict', () => {
  it.runIf(IS_LONG)('stops at a missing baseline, which is a warning otherwise', async () => {
    const service = await start();
    const folder = makeFolder();
    const run = await build(service.url, folder, ['--strict']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(
      'NO_BASELINE  1 problem, nothing was written.\n\n  warning NO_BASELINE\n  No baseline: shrink guard off.',
    );
    expect(existsSync(join(folder, 'out'))).toBe(false);
    const lenient = await build(service.url, folder);
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toContain('warning NO_BASELINE');
    expect((await build(service.url, folder, ['--strict'])).code).toBe(0);
  });

  it('stops at a page without its entry', async () => {
    const service = await start(smallContent({ pages: { kz: pagesOf('kz').filter(({ slug }) => slug !== 'blog') } }));
    const folder = makeFolder();
    const lenient = await build(service.url, folder);
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toMatch(/warning PAGE_MISSING\n.*\/kz\/blog\//);
    const run = await build(service.url, folder, ['--strict']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('PAGE_MISSING  1 problem, nothing was written.');
    expect(run.stderr).toContain('Publish the entry "blog" in the collection pages of site kz');
  });
});

describe('--baseline', () => {
  const shrunk = smallContent({ blog_articles: { en: [article('article-0')] } });

  it.runIf(IS_LONG)('compares with the report of another build, from a file and from an address', async () => {
    const published = makeFolder();
    expect((await build((await start()).url, published)).code).toBe(0);
    const file = join(published, '.sitegen/report.json');
    const server = createServer((_, response) => response.end(readFileSync(file)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/report.json`;
    const service = await start(shrunk);
    for (const baseline of sampleOf([url, file])) {
      const folder = makeFolder();
      const run = await build(service.url, folder, ['--baseline', baseline]);
      expect(run.code).toBe(3);
      expect(run.stderr).toContain('The list had 6 entries in the last build and has 1 now: more than 20 % are gone.');
      expect(existsSync(join(folder, 'out'))).toBe(false);
      const meant = ['--baseline', baseline, '--allow-shrink', '--strict', '--dry-run'];
      expect((await build(service.url, folder, meant)).code).toBe(0);
    }
  });

  it('that cannot be read is wrong usage', async () => {
    const service = await start();
    const run = await build(service.url, makeFolder(), ['--baseline', 'nowhere.json']);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/BASELINE_UNREADABLE {2}The baseline nowhere\.json cannot be read: /);
  });
});

describe('settings', () => {
  let project: ProjectCopy;
  beforeAll(() => {
    project = copyProject();
  });
  afterAll(() => project.remove());
  /** The copy of the program, with the test's `site.config.ts`. */
  function programWith(siteConfig: string): string {
    const text = `import { defineSite } from './config/define-site.ts';\n${siteConfig}\n`;
    writeFileSync(join(project.folder, 'site.config.ts'), text);
    return join(project.folder, 'cli/sitegen.js');
  }
  const BRAND = "brand: { name: 'Murmurlens', legalName: 'Murmurlens Ltd.' }, locales: ['en']";

  it('come from the flag before the variable before site.config.ts', async () => {
    const bin = programWith(`export default defineSite({ ${BRAND}, origin: 'https://file.example' });`);
    const folder = makeFolder();
    const service = await start();
    const content = ['--content-url', service.url];
    const originOf = async (more: readonly string[], environment: Readonly<Record<string, string>>) => {
      // It makes no page.
      const run = await runSitegen(['snapshot', ...more], { cwd: folder, environment, bin });
      expect(run.stdout).toMatch(/^\d+ entries of 1 locales /m);
      return /of (https:\S+?)\. Source/.exec(run.stderr)?.[1];
    };
    const variable = { SITEGEN_ORIGIN: 'https://variable.example' };
    // The settings of a file alone are those of the sample.
    if (IS_LONG) expect(await originOf(['--sample'], {})).toBe('https://file.example');
    expect(await originOf(content, variable)).toBe('https://variable.example');
    expect(await originOf([...content, '--origin', 'https://flag.example'], variable)).toBe('https://flag.example');
  });

  const BROKEN = [
    ["throw new Error('boom');", 'site.config.ts:2:7\n  boom.'],
    ['export default defineSite({', 'site.config.ts:2\n  Unexpected token `<eof>`.'],
    ["import './nowhere.ts';", "site.config.ts:2:11\n  Cannot find module 'nowhere.ts' imported from site.config.ts."],
    [
      'export const site = 1;',
      'site.config.ts has no default export: end it with "export default defineSite({ … });".',
    ],
  ] as const;
  it.each(sampleOf(BROKEN))('that cannot be had from site.config.ts are the owner’s to fix: %s', async (text, what) => {
    const run = await runSitegen(['build', '--quiet'], { cwd: makeFolder(), bin: programWith(text) });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(what);
    expect(run.stderr).toMatch(/^CONFIG_INVALID {2}.* Nothing was built\.\n/);
  });

  it('are told in plain words, each by its path, every one at once', async () => {
    const bin = programWith(
      `export default defineSite({ ${BRAND.replace("'en'", "'fr'")}, origin: 'example', bogus: 1, build: { hots: null, shareImages: 'two' }, content: { retries: -1, concurrency: 1e9 } } as never);`,
    );
    const run = await runSitegen(['build'], { cwd: makeFolder(), bin });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('CONFIG_INVALID  The settings are not valid. Nothing was built.');
    for (const fault of [
      'origin\n  Expected an absolute http or https URL.',
      'locales.0\n  Expected one of "en", "es", "pt", "ua", "kz".',
      'bogus\n  There is no such setting.',
      'build.hots\n  There is no such setting.',
      'build.shareImages\n  Expected one of "per-page", "one".',
      'content.retries\n  Expected 0 at least.',
    ])
      expect(run.stderr).toContain(`› ${fault}\n`);
    expect(run.stderr).toMatch(/› content\.concurrency\n {2}Expected \d+ at most\.\n/);
    expect(run.stderr).not.toContain('Internal error');
  });

  it('in config/pages.ts that name an unknown middleware stop with exit code 2', async () => {
    const bin = programWith(`export default defineSite({ ${BRAND} });`);
    const file = join(project.folder, 'config/pages.ts');
    const whole = readFileSync(file, 'utf8');
    onTestFinished(() => writeFileSync(file, whole));
    const pages = whole
      .replace("  entryPage('about'),", "  { ...entryPage('about'), middleware: ['redirects', 'geo-guard'] },")
      .replace("  entryPage('careers'),", "  { ...entryPage('careers'), middleware: ['ambassador'] },");
    writeFileSync(file, pages);
    const folder = makeFolder();
    const run = await runSitegen(['build', '--quiet'], { cwd: folder, bin });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr.replaceAll(/:\d+:\d+/g, '')).toBe(
      [
        'MIDDLEWARE_UNKNOWN  Unknown middleware. Nothing was built.',
        '',
        '  config/pages.ts › about.middleware.1',
        '  There is no middleware "geo-guard".',
        '  → Use one of "redirects", "ambassadors".',
        '',
        '  config/pages.ts › careers.middleware.0',
        '  There is no middleware "ambassador".',
        '  → Did you mean "ambassadors"? Use one of "redirects", "ambassadors".',
        '',
      ].join('\n'),
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the content token', () => {
  const TOKEN = 'tok-3f9c1e7a5b2d-never-shown';
  const textsUnder = (folder: string) =>
    Object.keys(readTree(folder)).map((path) => [path, readFileSync(join(folder, path), 'latin1')] as const);

  it('goes to the service, and stands in no output and no file', async () => {
    const service = await start();
    const folder = makeFolder();
    mkdirSync(join(folder, 'home'));
    const environment = { SITEGEN_ORIGIN: ORIGIN, SITEGEN_CONTENT_URL: service.url, SITEGEN_CONTENT_TOKEN: TOKEN };
    for (const mode of ['--verbose', '--json']) {
      const run = await runSitegen(['build', mode], { cwd: folder, environment });
      expect(run.code).toBe(0);
      expect(run.stdout + run.stderr).not.toContain(TOKEN);
    }
    expect(service.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    const files = textsUnder(folder);
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter(([, text]) => text.includes(TOKEN)).map(([path]) => path)).toEqual([]);
  });

  it('is not in the message of a service that refuses it, even where the service says it back', async () => {
    const service = await start();
    service.override('/api/', { status: 401, body: { message: `Bad token ${TOKEN}` } });
    const folder = makeFolder();
    const environment = { SITEGEN_ORIGIN: ORIGIN, SITEGEN_CONTENT_URL: service.url, SITEGEN_CONTENT_TOKEN: TOKEN };
    for (const mode of ['--verbose', '--json']) {
      const run = await runSitegen(['build', mode], { cwd: folder, environment });
      expect(run.code).toBe(3);
      expect(run.stdout + run.stderr).toContain('CONTENT_UNAUTHORIZED');
      expect(run.stdout + run.stderr).not.toContain(TOKEN);
    }
    expect(textsUnder(folder).filter(([, text]) => text.includes(TOKEN))).toEqual([]);
  });

  it('that is no header value is not printed either', async () => {
    const service = await start();
    const environment = {
      SITEGEN_ORIGIN: ORIGIN,
      SITEGEN_CONTENT_URL: service.url,
      SITEGEN_CONTENT_TOKEN: `${TOKEN}\nx`,
    };
    const run = await runSitegen(['build', '--verbose'], { cwd: makeFolder(), environment });
    expect(run.code).not.toBe(0);
    expect(run.stdout + run.stderr).not.toContain(TOKEN);
  });

  it('in the address of the service is refused, and the address not printed', async () => {
    const environment = { SITEGEN_ORIGIN: ORIGIN, SITEGEN_CONTENT_URL: `https://user:${TOKEN}@cms.example.com` };
    const run = await runSitegen(['build'], { cwd: makeFolder(), environment });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('The token is set with SITEGEN_CONTENT_TOKEN.');
    expect(run.stdout + run.stderr).not.toContain(TOKEN);
  });
});
