// What an SEO auditor sees: `check` and `check-links` on sites where everything is wrong that a rule knows, in a copied
// folder and live, and on a site that is right. Rules are read from the command itself.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { ERROR_404, startSite } from '../check/external/fault-server.ts';
import { type Host, type SiteServer, startServer } from '../service/site-server.ts';
import { runSitegen } from '../site/run-sitegen.ts';
import { startContentService } from './support/edited-content.ts';
import { LIVE_PLANTS } from './support/live-sites.ts';
import { HARMLESS_PAGES, OTHER_PLANTS, PLANTS, type Plant, plantFaults } from './support/planted-faults.ts';
import { copyProject } from './support/project-copy.ts';
import { loadSample } from './support/sample.ts';

const reportSchema = z.object({
  isPassed: z.boolean(),
  pages: z.number(),
  findings: z.array(
    z.object({
      where: z.record(z.string(), z.string()),
      code: z.string(),
      what: z.string(),
      fix: z.string(),
      severity: z.string(),
      paths: z.array(z.string()),
    }),
  ),
});
const ruleSchema = z.object({ severity: z.string(), description: z.string(), why: z.string(), fix: z.string() });
type Report = z.infer<typeof reportSchema>;

const folder = mkdtempSync(join(tmpdir(), 'sitegen-auditor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Codes of every rule that some report of this file named. */
const seen = new Set<string>();

/** A report of `sitegen ARGS`. */
async function report(args: readonly string[], cwd = folder): Promise<Report & { readonly code: number | null }> {
  const { code, stdout, stderr } = await runSitegen([...args, '--format', 'json'], { cwd });
  if (stdout === '') throw new Error(stderr);
  const parsed = reportSchema.parse(JSON.parse(stdout));
  for (const finding of parsed.findings) seen.add(finding.code);
  return { code, ...parsed };
}

/** Code, message and pages of each finding, a line each. */
const linesOf = ({ findings }: Report) => findings.map(({ code, what, paths }) => `${code} ${what} ${paths.join(' ')}`);

/** Path of a page's file. */
const pathOf = (file: string) => `/${file.replace(/index\.html$/, '')}`;

/** Whether a report names a planted fault with its page. */
function isFound({ findings }: Report, { code, file, what = '' }: Plant): boolean {
  const page = file.endsWith('.html') ? pathOf(file) : null;
  return findings.some(
    (finding) =>
      finding.code === code && finding.what.includes(what) && (page === null || finding.paths.includes(page)),
  );
}

describe('An auditor checks a folder', () => {
  let planted: Report;
  let copy: string;
  beforeAll(async () => {
    const sample = await loadSample();
    copy = join(folder, 'planted');
    plantFaults(sample, copy);
    planted = await report(['check'], copy);
  });

  it('that is right, and finds nothing to fix', async () => {
    const { folder: right } = await loadSample();
    const found = await report(['check', '--strict'], right);
    expect(found.code).toBe(0);
    expect(found.findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
    expect(new Set(found.findings.map(({ code }) => code))).toEqual(
      new Set(['REDIRECT_CHAIN', 'REDIRECT_WITHOUT_PAGE']),
    );
    expect((await report(['check-links', '--internal-only'], right)).findings).toEqual([]);
  });

  it('that was copied and changed, and finds every planted fault with its page', () => {
    expect(PLANTS.filter((plant) => !isFound(planted, plant))).toEqual([]);
  });

  it('and finds missing, stray and wrong files, pages without links, and broken redirects', () => {
    const isReported = ([code, what]: readonly [string, string]) =>
      planted.findings.some((finding) => finding.code === code && finding.what.includes(what));
    expect(OTHER_PLANTS.filter((plant) => !isReported(plant))).toEqual([]);
  });

  it('and raises no alarm for what is within the limits, allowed, or retired', () => {
    const lines = linesOf(planted).filter((line) => !line.startsWith('FILE_CHANGED'));
    for (const path of HARMLESS_PAGES) expect(lines.filter((line) => `${line} `.includes(` ${path} `))).toEqual([]);
    expect(lines.filter((line) => line.includes('retired'))).toEqual([]);
  });

  it('and is sent to the file that was changed', () => {
    const dead = planted.findings.find(({ what }) => what.includes('/before-main/'));
    expect(dead?.where.file).toBe('about/index.html');
  });

  it('and finds the dead links of a changed page by their links alone', async () => {
    const { findings } = await report(['check-links', '--internal-only'], copy);
    const lines = findings.map(({ what }) => what).join('\n');
    for (const href of ['/before-main/', '/pricinx/', '/unquoted/']) expect(lines).toContain(href);
    expect(lines).not.toContain('/comment/');
  });
});

describe('An auditor crawls a live site', () => {
  let site: SiteServer;
  beforeAll(async () => {
    site = await startServer(createFaultyHost(() => site.origin));
    site.answer('/hung-up/', (request) => request.socket.destroy());
    return () => site.close();
  });

  const crawl = (...args: readonly string[]) => report(['check-links', `${site.origin}/`, '--internal-only', ...args]);

  it('and reads which links to other sites are broken, moved, blocked or unknown', async () => {
    const other = await startSite(ERROR_404);
    onTestFinished(() => other.stop());
    const links = ['gone', 'moved', 'forbidden', 'error', 'ok'].map(
      (path) => `<a href="${other.origin}/${path}">a</a>`,
    );
    site.answer('/others/', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(links.join('')),
    );
    const found = await report(['check-links', `${site.origin}/others/`, '--external']);
    expect(linesOf(found).toSorted()).toEqual([
      `EXTERNAL_BLOCKED ${other.origin}/forbidden is blocked. The site refuses automated requests (403). /others/`,
      `EXTERNAL_BROKEN ${other.origin}/gone is broken. The page does not exist (410). /others/`,
      `EXTERNAL_MOVED ${other.origin}/moved is moved. It has moved permanently (200): ${other.origin}/ok. /others/`,
      `EXTERNAL_UNKNOWN ${other.origin}/error is unknown. The site answered with an error (500). /others/`,
    ]);
  });

  it('and reads about each fault once, with its page', async () => {
    const found = await crawl('--pages', '40', '--exclude', '/endless/');
    expect(found.code).toBe(1);
    expect(linesOf(found).toSorted()).toEqual(
      [
        'ANCHOR_DEAD 2 links name ids that are not on /page/: #none, #%zz. /',
        'ASSET_DEAD The file /none.png returned status 404. /',
        'LINK_DEAD The link /gone/ returned status 404. /',
        'LINK_DEAD The link /error/ returned status 500. /',
        'LINK_DEAD The link /loop/ redirects in a loop. /',
        'LINK_DEAD The link /hung-up/ did not answer. /',
        'LINK_INVALID The link http://[bad is not a valid URL. /',
        'LINK_REDIRECTED The link /old/ is redirected to /page/. /',
        'LINK_SCHEME_UNKNOWN The link htps://a.example/ uses an unknown URL scheme. /',
        'LINK_SLASHLESS The link /page has no trailing slash. /',
        `LINK_INSECURE The link ${site.origin.replace('http:', 'https:')}/page/ leads to this site over https. /`,
        'TYPE_WRONG /plain/ is served as text/plain, not as text/html. /',
        'TYPE_WRONG /script.js is served as text/plain, not as text/javascript. /',
      ].toSorted(),
    );
  });

  it('whose addresses have no end, and is told that the crawl stopped', async () => {
    const found = await crawl('--pages', '40');
    expect(found.findings.find(({ code }) => code === 'CRAWL_LIMIT')).toMatchObject({
      what: expect.stringMatching(
        /^The crawl stopped at its page limit: at least \d+ more pages were not checked, such as \/endless\/\d+\/\.$/,
      ),
      fix: 'Raise --pages, or skip such addresses with --exclude.',
    });
    expect(site.requested.filter((path) => path.startsWith('/endless/')).length).toBeLessThan(80);
  });

  it('that serves its start page as text, and is told that nothing was checked', async () => {
    const { code, stderr } = await runSitegen(['check-links', `${site.origin}/plain/`], { cwd: folder });
    expect(code).toBe(3);
    expect(stderr).toBe(
      `CHECK_UNREACHABLE  ${site.origin}/plain/ is served as "text/plain", not as text/html: nothing was checked. Correct the URL, or try again when the site is up.\n`,
    );
  });
});

describe('An auditor of a site with careless redirects', () => {
  const editors = startContentService();

  it('reads what the build and the host made of them, in the report of a check', async () => {
    const project = copyProject();
    onTestFinished(project.remove);
    project.edit('site.config.ts', (text) =>
      text.replace('integrations:', "build: { host: 'cloudflare' },\n  integrations:"),
    );
    const build = (...args: readonly string[]) =>
      project.run(['build', '--origin', 'https://www.example.com', '--content-url', editors.url(), ...args]);
    editors.save('redirects', 'en', 'hides', { from: '/about/', to: '/blog/', type: { key: 301 } });
    editors.save('redirects', 'en', 'again', { from: '/old-blog/', to: '/blog/', type: { key: 301 } });
    editors.save('redirects', 'es', 'unprefixed', { from: '/viejo/', to: '/blog/', type: { key: 301 } });
    editors.save('redirects', 'en', 'pattern', { from: '/archive/*', to: '/blog/', type: { key: 301 } });
    const built = await build();
    expect(built.code, built.stderr).toBe(0);
    const check = async () => {
      const { stdout } = await project.run(['check', '--format', 'json']);
      const codes = reportSchema.parse(JSON.parse(stdout)).findings.map(({ code }) => code);
      for (const code of codes) seen.add(code);
      return codes;
    };
    const codes = ['DUPLICATE', 'PREFIX_MISSING', 'PATTERN_UNREAD', 'REPLACES_PAGE'].map((name) => `REDIRECT_${name}`);
    expect(await check()).toEqual(expect.arrayContaining([...codes, 'HOST_REDIRECT_LOSS']));
    project.edit('.sitegen/redirects.json', addManyRedirects);
    expect(await check()).toContain('HOST_REDIRECT_OVERFLOW');
    editors.save('blog_articles', 'en', 'first', { title: null });
    const { default: sharp } = await import('sharp');
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#36c' } }).png();
    const cut = (await picture.toBuffer()).subarray(0, -200);
    editors.service().override('/assets/none.png', { status: 404 });
    editors.service().override('/assets/cut.png', { headers: { 'content-type': 'image/png' }, body: cut });
    editors.save('blog_articles', 'en', 'third', {
      image: '/assets/none.png',
      content: '<p><img src="/assets/cut.png" alt="cut"><img src="https://bucket.example.net/a.png" alt="far"></p>',
    });
    expect((await build('--on-entry-error', 'keep')).code).toBe(0);
    expect(await check()).toEqual(
      expect.arrayContaining(['ENTRY_KEPT', 'IMAGE_DAMAGED', 'IMAGE_ORIGIN_UNKNOWN', 'IMAGE_UNUSABLE']),
    );
    editors.save('blog_articles', 'en', 'first', { title: 'First' });
    editors.save('redirects', 'en', 'queried', { from: '/with?query', to: '/blog/', type: { key: 301 } });
    editors.save('redirects', 'en', 'odd', { from: '/odd/', to: '/blog/', type: { key: 999 } });
    const more = [
      ['/loop/', '/loop-back/'],
      ['/loop-back/', '/loop/'],
      ['/dead-end/', '/no-target/'],
      ['/script/', 'javascript:alert(1)'],
      ['/conflict/', '/about/'],
      ['/conflict', '/pricing/'],
      ['/Conflict/', '/about/'],
    ];
    for (const [index, [from, to]] of more.entries())
      editors.save('redirects', 'en', `planted-${index}`, { from, to, type: { key: 301 } });
    const broken = await build();
    expect(broken.code, broken.stderr).toBe(1);
    const names = ['SOURCE_INVALID', 'STATUS_UNKNOWN', 'TARGET_INVALID', 'TARGET_MISSING', 'LOOP', 'CONFLICT'];
    for (const code of [...names, 'CASE_CONFLICT'].map((name) => `REDIRECT_${name}`)) {
      expect(broken.stderr).toContain(code);
      seen.add(code);
    }
  });
});

/** More redirects than the host takes. */
function addManyRedirects(text: string): string {
  const stored = JSON.parse(text);
  const [first] = stored.redirects;
  const more = Array.from({ length: 2100 }, (_, index) => ({ ...first, from: `/many-${index}/` }));
  return JSON.stringify({ ...stored, redirects: [...stored.redirects, ...more] });
}

describe('An auditor lists the rules', () => {
  it('and each of them was found on a planted fault, with code, severity, reason and fix', async () => {
    const { code, stdout } = await runSitegen(['check', '--list', '--json'], { cwd: folder });
    expect(code).toBe(0);
    const rules = z.object({ result: z.record(z.string(), ruleSchema) }).parse(JSON.parse(stdout)).result;
    // Those of live sites are found in audit.test.ts.
    const found = new Set([...seen, ...LIVE_PLANTS.map((plant) => plant.code), 'LIVE_DIFFERS']);
    expect(Object.keys(rules).filter((rule) => !found.has(rule))).toEqual([]);
    const text = await runSitegen(['check', '--list'], { cwd: folder });
    for (const [rule, { severity, description, why, fix }] of Object.entries(rules))
      expect(text.stdout).toContain(`${rule}  ${severity}\n  ${description}\n  Why: ${why}\n  Fix: ${fix}`);
  });
});

/** A live site with a link of every wrong kind on its home page. */
function createFaultyHost(origin: () => string): Host {
  const html = (body: string, type = 'text/html') => ({ status: 200, headers: { 'content-type': type }, body });
  const leadTo = (location: string) => ({ status: 301, headers: { location }, body: '' });
  const home = () =>
    [
      '/gone/',
      '/error/',
      '/loop/',
      '/hung-up/',
      '/old/',
      '/page',
      '/page/',
      '/page/#none',
      '/page/#%zz',
      '/plain/',
      '/endless/0/',
      'http://[bad',
      'htps://a.example/',
      'mailto:a@example.com',
      'https://other.example/',
      `${origin().replace('http:', 'https:')}/page/`,
    ]
      .map((href) => `<a href="${href}">link</a>`)
      .join('');
  return (path) => {
    if (path === '/') return html(`${home()}<img src="/none.png" alt=""><script src="/script.js"></script>`);
    if (path === '/page') return leadTo('/page/');
    if (path === '/page/') return html('<h1 id="top-of-page">Page</h1><a href="/">Home</a>');
    if (path === '/old/') return leadTo('/page/');
    if (path === '/loop/') return leadTo('/loop/again/');
    if (path === '/loop/again/') return leadTo('/loop/');
    if (path === '/plain/') return html('Plain.', 'text/plain');
    if (path === '/script.js') return html('1', 'text/plain');
    if (path === '/error/') return { status: 500, headers: {}, body: 'Error' };
    const [, step] = /^\/endless\/(\d+)\/$/.exec(path) ?? [];
    if (step !== undefined)
      return html(`<a href="../${Number(step) + 1}/">a</a><a href="../${Number(step) * 7 + 2}/">b</a>`);
    const notFound = '<a href="#main">Skip</a><a href="/gone-too/">Menu</a>';
    return { status: 404, headers: { 'content-type': 'text/html' }, body: notFound };
  };
}
