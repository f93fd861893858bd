// What a CI engineer relies on when content is broken, slow or gone: each build ends, with an exit code and a text that say what to
// do, and the last site stays until a whole new one is there.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../long-run.ts';
import { makeFolder, readOut, readTree, runSitegen } from '../site/run-sitegen.ts';
import { startContentService } from './support/edited-content.ts';

const editors = startContentService();
/** Where the site was built before anything went wrong. */
let released = '';

const build = (folder: string, args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) =>
  runSitegen(['build', '--origin', 'https://www.example.com', '--content-url', editors.url(), ...args], {
    cwd: folder,
    environment,
  });

beforeAll(async () => {
  released = mkdtempSync(join(tmpdir(), 'sitegen-released-'));
  const run = await build(released, []);
  expect(run.stderr).not.toContain('problem');
  expect(run.code).toBe(0);
});
afterAll(() => rmSync(released, { recursive: true, force: true }));

/** A copy of the released site with its cache. */
const lastRelease = () => makeFolder(released);

const problemsOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, '.sitegen/report.json'), 'utf8')).problems.map(
    ({ code, where }: { code: string; where: { entry?: string } }) => `${code} ${where.entry}`,
  );

describe('A broken entry', () => {
  const breakEntries = () => {
    editors.save('blog_articles', 'en', 'first', { title: null, content: '<p>Half a text' });
    editors.save('blog_articles', 'ua', 'second', { slug: 'third' });
    editors.save('redirects', 'en', 'old-blog', { to: '/nowhere/' });
    editors.save('blog_articles', 'en', 'second', { title: 'A better title' });
  };

  it('stops the release, and the last site stays', async () => {
    breakEntries();
    const folder = lastRelease();
    const before = readTree(join(folder, 'out'));
    const run = await build(folder);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('https://cms.example.com/edit/blog_articles-en-first');
    expect(readTree(join(folder, 'out'))).toEqual(before);
  });

  it('holds back only itself with --on-entry-error keep, and every build and check says so until it is fixed', async () => {
    breakEntries();
    const folder = lastRelease();
    const before = readTree(join(folder, 'out'));
    const run = await build(folder, ['--on-entry-error', 'keep']);
    expect(run.stderr).toContain('warning ENTRY_KEPT');
    expect(run.code).toBe(0);
    expect(run.stdout.split('\n').slice(0, 4)).toEqual([
      'HELD BACK  3 entries are invalid: the site shows the version of the last build.',
      ...['redirects-en-old-blog', 'blog_articles-ua-second', 'blog_articles-en-first'].map((id) =>
        expect.stringContaining(`: fix it at https://cms.example.com/edit/${id}`),
      ),
    ]);
    expect(problemsOf(folder).slice(0, 3)).toEqual([
      'ENTRY_KEPT old-blog of en',
      'ENTRY_KEPT second of ua',
      'ENTRY_KEPT first',
    ]);
    const after = readTree(join(folder, 'out'));
    for (const page of ['blog/first/index.html', 'ua/blog/second/index.html', 'old-blog/index.html'])
      expect(after[page]?.length).toBeGreaterThan(0);
    expect(readOut(folder, 'blog/first/index.html')).toContain('first of en');
    expect(after['old-blog/index.html']).toBe(before['old-blog/index.html']);
    expect(after['ua/blog/second/index.html']).toBe(before['ua/blog/second/index.html']);
    for (const file of ['blog/second/index.html', 'blog/index.html', 'search/blog/en/data.json'])
      expect(readOut(folder, file)).toContain('A better title');
    expect(readOut(folder, 'blog/index.html')).toContain('first of en');

    const again = await build(folder, ['--on-entry-error', 'keep']);
    expect(again.stdout).toMatch(/^HELD BACK {2}3 entries/);
    expect(again.code).toBe(0);
    const check = await runSitegen(['check'], { cwd: folder });
    expect(check.stdout).toContain('ENTRY_KEPT');
    expect(check.stdout).toContain('https://cms.example.com/edit/blog_articles-en-first');
    const strict = await build(folder, ['--on-entry-error', 'keep', '--strict']);
    expect(strict.stderr).toContain('ENTRY_KEPT');
    expect(strict.code).toBe(1);

    editors.save('blog_articles', 'en', 'first', { title: 'A whole title' });
    editors.save('blog_articles', 'ua', 'third', { slug: 'second' });
    editors.save('redirects', 'en', 'old-blog', { to: '/about/' });
    const fixed = await build(folder, ['--on-entry-error', 'keep', '--strict']);
    expect(fixed.stdout).not.toContain('HELD BACK');
    expect(fixed.code).toBe(0);
    expect(readOut(folder, 'blog/first/index.html')).toContain('A whole title');
    expect((await runSitegen(['check'], { cwd: folder })).stdout).not.toContain('ENTRY_KEPT');
  });

  it('is left out with --on-entry-error keep where it is a redirect whose page was unpublished', async () => {
    editors.save('redirects', 'en', 'old-blog', { to: '/careers/' });
    const folder = lastRelease();
    expect((await build(folder)).code).toBe(0);
    editors.save('pages', 'en', 'careers', { published: false });
    expect((await build(folder)).code).toBe(1);
    const run = await build(folder, ['--on-entry-error', 'keep']);
    expect(run.stderr).toContain('warning REDIRECT_TARGET_MISSING');
    expect(run.stderr).toContain('The target "/careers/" is not a page of this site. The redirect is left out.');
    expect(run.code).toBe(0);
    expect(readTree(join(folder, 'out'))['old-blog/index.html']).toBeUndefined();
    expect((await build(folder, ['--on-entry-error', 'keep', '--strict'])).code).toBe(1);
  });

  it.runIf(IS_LONG)('is held back where several machines make the site, too', async () => {
    const folder = makeFolder();
    const site = ['--origin', 'https://www.example.com', '--content-url', editors.url(), '--on-entry-error', 'keep'];
    const run = (...args: readonly string[]) => runSitegen([...args, ...site], { cwd: folder });
    const release = async () => {
      rmSync(join(folder, 'part-1-of-1'), { recursive: true, force: true });
      const from = ['--snapshot', 'snapshot.sqlite'];
      return [
        await run('snapshot', 'snapshot.sqlite'),
        await run('build', '--shard', '1/1', ...from),
        await run('merge', 'part-1-of-1', ...from),
      ];
    };
    for (const { code } of await release()) expect(code).toBe(0);
    // Each machine begins with what the last release left.
    rmSync(join(folder, 'snapshot.sqlite'));
    breakEntries();
    const runs = await release();
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(runs[0]?.stderr).toContain('ENTRY_KEPT');
    expect(runs[2]?.stdout).toMatch(/^HELD BACK {2}3 entries/);
    expect(readOut(folder, 'blog/first/index.html')).toContain('first of en');
  });

  it('stops the release with --on-entry-error keep too where it was never good', async () => {
    editors.save('blog_articles', 'en', 'new', { title: '\u200b' });
    const run = await build(lastRelease(), ['--on-entry-error', 'keep']);
    expect(run.stderr).toContain('blog_articles-en-new');
    expect(run.code).toBe(1);
  });
});

describe('A page whose entry is in its list no more', () => {
  it('is removed with a warning where the service says that the entry was unpublished', async () => {
    editors.save('pages', 'es', 'about', { published: false });
    editors.remove('pages', 'en', 'careers');
    const folder = lastRelease();
    const run = await build(folder);
    expect(run.stderr).toContain('warning PAGE_VANISHED');
    expect(run.stderr).toContain('pages › "about" (es)');
    expect(run.stderr).toContain('pages › "careers" (en)');
    expect(run.code).toBe(0);
    const files = readTree(join(folder, 'out'));
    expect(files['es/about/index.html']).toBeUndefined();
    expect(files['about/index.html']).toBeDefined();
  });

  it('stops the release where the entry is still there, and where nothing confirms that it is gone', async () => {
    editors.remove('pages', 'es', 'about');
    const folder = lastRelease();
    const stays = { data: { id: 'pages-es-about', slug: 'about', published: true, status: 'published' } };
    editors.service().override('/entries/pages-es-about', { body: stays });
    const lost = await build(folder);
    expect(lost.stderr).toContain('PAGE_VANISHED');
    expect(lost.code).toBe(3);
    editors.service().override('/entries/', ({ path }) => (/entries\/./.test(path) ? { status: 404 } : null));
    expect((await build(folder)).code).toBe(3);
  });

  it('stops the release where many pages of a site go at once', async () => {
    for (const slug of ['about', 'careers', 'clients', 'contacts']) editors.remove('pages', 'es', slug);
    const run = await build(lastRelease());
    expect(run.stderr).toContain('about___es');
    expect(run.code).toBe(3);
  });
});

describe('A content service without TLS', () => {
  it('is a warning where the site itself has TLS', async () => {
    const folder = lastRelease();
    const from = ['--origin', 'https://www.example.com', '--content-url', editors.url()];
    expect(await runSitegen(['snapshot', ...from], { cwd: folder })).toMatchObject({ code: 0 });
    const file = join(folder, '.sitegen/snapshot.sqlite');
    const opened = new DatabaseSync(file);
    opened.exec("UPDATE version SET service_url = 'http://cms.example.com'");
    opened.close();
    const run = await runSitegen(['build', '--snapshot', file, '--origin', 'https://www.example.com'], { cwd: folder });
    expect(run.stderr).toContain('warning CONTENT_SERVICE_INSECURE');
    expect(run.stderr).toContain('its content comes from http://cms.example.com');
    expect(run.code).toBe(0);
  });
});

describe('A content service in trouble', () => {
  it('that has no collection at all is one problem: its address is wrong', async () => {
    const folder = lastRelease();
    const run = await build(folder, ['--content-url', `${editors.url()}/nowhere`]);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('answered 404 for every collection of every site, and its API answers at');
    expect(run.stderr).toContain(`Set SITEGEN_CONTENT_URL to ${editors.url()},`);
    expect(run.stderr.match(/→/g)).toHaveLength(1);
  });

  it('that was never built from has no stand-in, and the build says so', async () => {
    const settings = { SITEGEN_CONTENT_RETRY_BASE_MS: '1' };
    const run = await build(
      lastRelease(),
      ['--content-url', 'http://127.0.0.1:1', '--on-fetch-error', 'stale'],
      settings,
    );
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('has no build of http://127.0.0.1:1 to use instead (--on-fetch-error stale)');
  });

  it('that sends a byte now and then ends the build with a text, after some attempts', async () => {
    editors.service().override('faq/entries', { body: `{"data":[${' '.repeat(100_000)}`, dripMs: 50 });
    const startedAt = performance.now();
    const run = await build(lastRelease(), [], { SITEGEN_CONTENT_TIMEOUT_MS: '500' });
    expect(run.stderr).toContain('The answer was not complete within 0.5 s. Attempt 2 of 11 follows');
    expect(run.stderr).toContain('CONTENT_UNAVAILABLE');
    expect(run.stderr).toContain('faq');
    expect(run.code).toBe(3);
    expect(performance.now() - startedAt).toBeLessThan(25_000);
  });

  it('that sends bytes which are no text is told by entry and field', async () => {
    const text = JSON.stringify({
      data: [{ id: 'x', slug: 'x', title: 'Caf? culture', edit_url: 'https://cms.example.com/edit/x' }],
      meta: { total: 1, last_page: 1 },
    });
    const body = Buffer.from(text.replace('?', '\u00e9'), 'latin1');
    editors.service().override('team/entries', ({ query }) => (query['filter[site]'] === 'en' ? { body } : null));
    const run = await build(lastRelease());
    expect(run.stderr).toContain('(en) › title');
    expect(run.stderr).toContain('Expected text in UTF-8');
    expect(run.stderr).toContain('https://cms.example.com/edit/x');
    expect(run.code).toBe(1);
  });
});
