// `sitegen check` and `sitegen check-links` as a user meets them, over one build with planted faults of its content, and
// over the same site live.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { RULES } from '../../cli/check/rules/rules.ts';
import { ERROR_404, type FaultSite, startSite } from '../check/external/fault-server.ts';
import { sampleOf } from '../long-run.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';
import { article, entry, pagesOf, smallContent } from '../site/small-content.ts';

let folder: string;
let service: ContentService;
let other: FaultSite;
let live: Server;
let origin: string;

const run = (...args: readonly string[]) => runSitegen(args, { cwd: folder });

const reportSchema = z.object({
  command: z.string(),
  pages: z.number(),
  isPassed: z.boolean(),
  external: z.record(z.string(), z.number()).nullable(),
  findings: z.array(
    z.object({
      code: z.string(),
      severity: z.string(),
      where: z.record(z.string(), z.string()),
      what: z.string(),
      target: z.string().nullable(),
      pages: z.number(),
      paths: z.array(z.string()),
      isKnown: z.boolean(),
      isFailing: z.boolean(),
    }),
  ),
});
const readReport = (text: string) => reportSchema.parse(JSON.parse(text));
/** Code and owner of each finding. */
const ownersOf = (text: string) =>
  readReport(text).findings.map(({ code, target, where }) => [
    code,
    target,
    where.file ?? `${where.collection} ${where.entry} ${where.field}`,
  ]);

/** The out folder as a host serves it. */
function serveOut(): Server {
  return createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://a').pathname);
    const file = join(folder, 'out', path.endsWith('/') ? `${path}index.html` : path);
    const type = /\.html$/.test(file) ? 'text/html' : /\.css$/.test(file) ? 'text/css' : 'application/octet-stream';
    try {
      const content = readFileSync(file);
      response.writeHead(200, { 'Content-Type': type }).end(content);
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>');
    }
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-check-'));
  other = await startSite(ERROR_404);
  live = serveOut();
  await new Promise<void>((done) => live.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(live.address() as AddressInfo).port}`;
  const content = smallContent({
    pages: {
      en: [
        ...pagesOf('en').filter(({ slug }) => slug !== 'about'),
        entry('about', {
          subtitle: 'About us',
          sections: [{ kind: 'cta', title: 'Go', text: 'On.', cta_label: 'Go', cta_link: '/nowhere/from-a-section/' }],
        }),
      ],
    },
    blog_articles: {
      en: [
        article('links', {
          content: `<p><a href="/blog/not-there">dead</a> <a href="/blog/good/#nope">no place</a> <a href="${other.origin}/gone">gone</a>
            <a href="${other.origin}/moved">moved</a> <a href="${other.origin}/forbidden">closed</a> <a href="${other.origin}/ok">fine</a></p>`,
        }),
        article('again', { content: '<p><a href="/blog/not-there/">dead too</a></p>' }),
        article('good', { content: '<h2 id="here">Here</h2><p>Text.</p>' }),
        article('picture', { content: '<p><img src="/assets/none.png" alt="None" width="1" height="1"></p>' }),
      ],
      ua: [article('links', { content: '<p><a href="/ua/blog/немає/">немає</a></p>' })],
    },
  });
  service = await serviceWith(content);
  const built = await run('build', '--origin', origin, '--content-url', service.url);
  if (built.code !== 0) throw new Error(built.stderr);
});

afterAll(async () => {
  live?.close();
  live?.closeAllConnections();
  await Promise.all([service?.stop(), other?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const PLANTED = [
  ['LINK_DEAD', '/blog/not-there/', 'blog_articles Title of links content'],
  ['LINK_DEAD', '/blog/not-there/', 'blog_articles Title of again content'],
  ['LINK_DEAD', '/ua/blog/%D0%BD%D0%B5%D0%BC%D0%B0%D1%94/', 'blog_articles Title of links content'],
  ['LINK_DEAD', '/nowhere/from-a-section/', 'pages Title of about sections.0.cta_link'],
  ['ANCHOR_DEAD', '/blog/good/#nope', 'blog_articles Title of links content'],
];

describe('sitegen check', () => {
  it('reports faults with entry, field and edit link, and fails on errors only', async () => {
    const { code, stdout } = await run('check', '--format', 'json');
    expect(code).toBe(0);
    expect(readReport(stdout)).toMatchObject({ command: 'check', isPassed: true, external: null });
    expect(ownersOf(stdout)).toEqual(expect.arrayContaining(PLANTED));
    const [dead] = readReport(stdout).findings.filter(({ target }) => target === '/nowhere/from-a-section/');
    expect(dead).toMatchObject({
      where: { editUrl: 'https://cms.example.com/edit/about', site: 'en' },
      paths: ['/about/'],
    });
    expect((await run('check', '--strict')).code).toBe(1);
  });

  it('reports the same as the build', async () => {
    const { problems }: { problems: readonly { code: string; what: string; where: object }[] } = JSON.parse(
      readFileSync(join(folder, '.sitegen/report.json'), 'utf8'),
    );
    const rules = new Set(Object.keys(RULES));
    const built = problems.filter(({ code }) => rules.has(code)).map(({ code, what }) => `${code} ${what}`);
    const { stdout } = await run('check', '--format', 'json');
    const checked = readReport(stdout).findings.map(({ code, what }) => `${code} ${what}`);
    expect(checked.toSorted()).toEqual(built.toSorted());
  });

  it('does not fail because of the baseline', async () => {
    await run('check', '--format', 'json', '-o', 'reports/baseline.json');
    const known = await run('check', '--strict', '--baseline', 'reports/baseline.json');
    expect(known.code).toBe(0);
    expect(known.stdout).toMatch(/: 0 errors, 0 warnings, 0 notices, \d+ known from the baseline\.\n$/);
    const all: { findings: readonly { code: string }[] } = JSON.parse(
      readFileSync(join(folder, 'reports/baseline.json'), 'utf8'),
    );
    const rest = all.findings.filter(({ code }) => code !== 'ANCHOR_DEAD');
    writeFileSync(join(folder, 'reports/less.json'), JSON.stringify({ ...all, findings: rest }));
    const fresh = await run('check', '--strict', '--baseline', 'reports/less.json');
    expect(fresh.code).toBe(1);
    expect(fresh.stdout).toContain('warning ANCHOR_DEAD  A link to a place on a page names an id of that page.');
    expect(fresh.stdout).not.toContain('LINK_DEAD');
  });

  it('writes the report to a file and its summary to stdout', async () => {
    const { stdout } = await run('check', '--format', 'markdown', '-o', 'reports/check.md');
    expect(stdout).toMatch(/^\d+ pages, \d+ links: 0 errors, .* Report: reports\/check\.md\n$/);
    expect(readFileSync(join(folder, 'reports/check.md'), 'utf8')).toMatch(/^# sitegen check: /);
  });

  it('checks a build whose content is no longer in the database, and names fewer fields', async () => {
    const whole = await run('check', '--format', 'json');
    const rename = (change: string) => {
      const database = new DatabaseSync(join(folder, '.sitegen/site.sqlite'));
      database.exec(`UPDATE version SET digest = ${change}`);
      database.close();
    };
    rename("'other ' || digest");
    const { code, stdout } = await run('check', '--format', 'json');
    rename('substr(digest, 7)');
    expect(code).toBe(whole.code);
    const [found, known] = [readReport(stdout).findings, readReport(whole.stdout).findings];
    const targetsOf = (findings: typeof known) => [...new Set(findings.map(({ target }) => target))];
    expect(targetsOf(found)).toEqual(targetsOf(known));
    // Of what is no page's own entry, only the content tells the field.
    const countFields = (findings: typeof known) => findings.filter(({ where }) => where.field !== undefined).length;
    expect(countFields(found)).toBeLessThan(countFields(known));
  });

  it('reports what is missing if there is no build', async () => {
    const empty = await runSitegen(['check'], { cwd: makeFolder() });
    expect(empty.code).toBe(2);
    expect(empty.stderr).toMatch(
      /^CHECK_NO_BUILD {2}There is no build in \S+\.sitegen: report\.json is missing\. Run "sitegen build" first, or name its folders: FOLDER --cache-dir FOLDER\.\n$/,
    );
  });

  it('refuses flags for live sites if it checks a folder', async () => {
    expect((await run('check', '--page-table', 'pages.csv')).stderr).toBe(
      'CHECK_FLAGS  --page-table: for live sites only. Pass a URL, or leave it out.\n',
    );
  });

  it('reports an invalid baseline, and a report that cannot be written', async () => {
    writeFileSync(join(folder, 'no-report.json'), '{}');
    expect((await run('check', '--baseline', 'no-report.json')).stderr).toBe(
      'CHECK_BASELINE_INVALID  The baseline no-report.json cannot be read. It is not a JSON report of sitegen. Create one with --format json -o no-report.json.\n',
    );
    const unwritten = await run('check', '-o', 'no-report.json/report.txt');
    expect(unwritten.code).toBe(2);
    expect(unwritten.stderr).toMatch(
      /^REPORT_UNWRITTEN {2}The report could not be written to no-report\.json\/report\.txt: .*\. Choose another file with -o\.\n$/,
    );
  });
});

describe('sitegen check-links', () => {
  it('reports only links, inside and to other sites, and the same in the next run', async () => {
    const first = await run('check-links', '--format', 'json');
    expect(first.code).toBe(1);
    const { external, findings } = readReport(first.stdout);
    expect(external).toMatchObject({ moved: 1, broken: 1, blocked: 1 });
    expect(ownersOf(first.stdout)).toEqual(
      expect.arrayContaining([
        ...PLANTED,
        ['EXTERNAL_BROKEN', `${other.origin}/gone`, 'blog_articles Title of links content'],
        ['EXTERNAL_MOVED', `${other.origin}/moved`, 'blog_articles Title of links content'],
        ['EXTERNAL_BLOCKED', `${other.origin}/forbidden`, 'blog_articles Title of links content'],
      ]),
    );
    expect(findings.filter(({ code }) => !/^(LINK|ANCHOR|ASSET|EXTERNAL|CSS|OPEN|JSONLD)_/.test(code))).toEqual([]);
    expect((await run('check-links', '--format', 'json')).stdout).toBe(first.stdout);
  });

  it('leaves out links that are not to be checked', async () => {
    const internal = readReport((await run('check-links', '--internal-only', '--format', 'json')).stdout);
    expect(internal.external).toBeNull();
    expect(internal.findings.some(({ code }) => code.startsWith('EXTERNAL_'))).toBe(false);
    const external = readReport((await run('check-links', '--external', '--format', 'json')).stdout);
    expect(external.findings.every(({ code }) => code.startsWith('EXTERNAL_'))).toBe(true);
    const accepted = await run(
      'check-links',
      '--external',
      '--accept',
      '403,410',
      '--exclude',
      '/moved$',
      '--exclude',
      'example\\.',
      '--format',
      'json',
    );
    expect(readReport(accepted.stdout)).toMatchObject({ isPassed: true, findings: [] });
    expect(accepted.code).toBe(0);
  });

  it('reports a page that is missing from the folder, whichever links are checked', async () => {
    const copy = makeFolder(folder);
    rmSync(join(copy, 'out/about/index.html'));
    for (const flags of [['--external', '--accept', '403,410'], ['--internal-only']]) {
      const { code, stdout } = await runSitegen(['check-links', ...flags, '--format', 'json'], { cwd: copy });
      expect(code).toBe(1);
      const gone = readReport(stdout).findings.filter(({ code: found }) => found === 'FILE_MISSING');
      expect(gone).toMatchObject([{ where: { path: '/about/' }, isFailing: true }]);
    }
  });

  it('crawls the live site with the same findings', async () => {
    const { code, stdout } = await run('check-links', `${origin}/`, '--internal-only', '--format', 'json');
    expect(code).toBe(1);
    const found = ownersOf(stdout);
    expect(found).toEqual(expect.arrayContaining(PLANTED));
    expect(readReport(stdout).pages).toBeGreaterThan(100);
  });

  it('reports a site that cannot be reached', async () => {
    const { code, stderr } = await run('check-links', 'http://127.0.0.1:1/');
    expect(code).toBe(3);
    expect(stderr).toBe(
      'CHECK_UNREACHABLE  http://127.0.0.1:1/ did not answer: nothing was checked. Correct the URL, or try again when the site is up.\n',
    );
  });

  const WRONG: readonly (readonly [readonly string[], string])[] = [
    [['--internal-only', '--external'], 'CHECK_FLAGS  --internal-only and --external leave nothing to check.'],
    [['http://:80'], 'CHECK_FLAGS  "http://:80" is not a valid URL.'],
    [['www.example.com'], 'CHECK_FLAGS  "www.example.com" is not a valid URL.'],
    [['--exclude', '('], "argument '(' is invalid. Expected a regular expression."],
    [['--accept', '42'], 'argument \'42\' is invalid. Expected statuses such as "403,500-599".'],
    [['--max-age', 'soon'], 'argument \'soon\' is invalid. Expected a time such as "90m", "12h" or "7d".'],
    [['--format', 'xml'], 'Allowed choices are text, github, json, csv, junit, markdown.'],
  ];
  it.each(sampleOf(WRONG, 2))('refuses %j', async (args, message) => {
    const { code, stderr } = await run('check-links', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
