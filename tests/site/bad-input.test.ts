// Whatever comes in, the message says where, what and how to fix, the exit code is right, and the last good site stays.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { type ContentService, type Override, serviceWith, unusedPort } from '../service/content-service.ts';
import { listBody } from '../service/list-query.ts';
import type { SiteContent } from '../service/stored-content.ts';
import { type CommandRun, makeFolder, messageOf, readOut, readTree, runSitegen } from './run-sitegen.ts';
import { article, entry, smallContent } from './small-content.ts';

const ORIGIN = 'https://www.example.com';
/** A site of small content, and the service that it was built from, which each test overrides anew. */
let goodFolder = '';
let good: ContentService;

async function start(content: SiteContent = smallContent()): Promise<ContentService> {
  const service = await serviceWith(content);
  onTestFinished(() => service.stop());
  return service;
}

const build = (url: string, cwd: string, args: readonly string[] = []) =>
  runSitegen(['build', '--origin', ORIGIN, '--content-url', url, ...args], { cwd });

/** Builds over a copy of the good site, and sees that the site stays as it was. */
async function buildBadly(url: string, args: readonly string[] = []): Promise<CommandRun> {
  const folder = makeFolder(goodFolder);
  const before = readTree(join(folder, 'out'));
  const run = await build(url, folder, args);
  expect(readTree(join(folder, 'out'))).toEqual(before);
  return run;
}

beforeAll(async () => {
  goodFolder = mkdtempSync(join(tmpdir(), 'sitegen-good-'));
  good = await serviceWith(smallContent());
  const run = await build(good.url, goodFolder);
  expect(run.stderr).not.toContain('problem');
  expect(run.code).toBe(0);
  expect(Object.keys(readTree(join(goodFolder, 'out'))).length).toBeGreaterThan(20);
});
beforeEach(() => good.reset());
afterAll(async () => {
  await good.stop();
  rmSync(goodFolder, { recursive: true, force: true });
});

describe('a content service that cannot be read', () => {
  it('is down', async () => {
    const url = `http://127.0.0.1:${await unusedPort()}`;
    const run = await buildBadly(url);
    expect(run.code).toBe(3);
    expect(messageOf(run)).toContain('CONTENT_UNAVAILABLE');
    expect(run.stderr).toContain('nothing was written');
    expect(run.stderr).toContain('SITEGEN_CONTENT_URL');
  });

  const answers: readonly [name: string, override: Override, part: string, code: string, text: string][] = [
    [
      '401',
      () => ({ status: 401, body: { message: '' } }),
      '/api/',
      'CONTENT_UNAUTHORIZED',
      'No token was sent: set SITEGEN_CONTENT_TOKEN',
    ],
    [
      '404 of a collection',
      () => ({ status: 404, body: { message: 'Not found.' } }),
      'collections/team/',
      'CONTENT_COLLECTION_MISSING',
      'resources.collections.team',
    ],
    [
      '422',
      () => ({ status: 422, body: { message: 'Forbidden filter: published' } }),
      'collections/faq/',
      'CONTENT_FILTER_FORBIDDEN',
      'Forbidden filter: published',
    ],
    [
      '429 for ever',
      () => ({ status: 429, headers: { 'Retry-After': '0' }, body: { message: 'Too Many Attempts.' } }),
      'collections/faq/',
      'CONTENT_UNAVAILABLE',
      '429',
    ],
    [
      'HTML instead of JSON',
      () => ({ headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Welcome</h1>' }),
      'collections/faq/',
      'CONTENT_UNAVAILABLE',
      'text/html',
    ],
    ['truncated JSON', () => ({ body: '{"data":[{"id":"1"' }), 'collections/faq/', 'CONTENT_UNAVAILABLE', 'JSON'],
    ['an empty body', () => ({ body: '' }), 'collections/faq/', 'CONTENT_UNAVAILABLE', 'empty'],
    ['a body without meta', () => ({ body: { data: [] } }), 'collections/faq/', 'CONTENT_INCOMPLETE', 'meta'],
    [
      'an id twice',
      () => ({
        body: listBody([article('a', { id: 'x', locale: 'en' }), article('b', { id: 'x', locale: 'en' })], 1, 100),
      }),
      'blog_articles/entries?filter[site]=en',
      'CONTENT_INCOMPLETE',
      'twice',
    ],
    [
      "another site's entry",
      () => ({ body: listBody([article('a', { id: 'x', locale: 'es' })], 1, 100) }),
      'blog_articles/entries?filter[site]=en',
      'CONTENT_WRONG_SITE',
      'es',
    ],
  ];
  // One of each way to be wrong; tests of the content client have the others in every run.
  const tried = ['401', 'an id twice'];
  it.each(answers.filter(([name]) => IS_LONG || tried.includes(name)))(
    'answers %s',
    async (_, override, part, code, text) => {
      good.override(part, override);
      const run = await buildBadly(good.url);
      expect(run.stderr).toContain(code);
      expect(run.stderr).toContain(text);
      expect(run.code).toBe(3);
    },
  );

  it.runIf(IS_LONG)('has a total that changes between pages for ever', async () => {
    const many = Array.from({ length: 150 }, (_, index) => article(`a${index}`, { id: `a${index}`, locale: 'en' }));
    good.override('blog_articles/entries?filter[site]=en', ({ query }, count) => {
      const page = Number(query.page ?? '1');
      return { body: listBody(many.slice((page - 1) * 100, page * 100), page, 100, 150 + count) };
    });
    const run = await buildBadly(good.url);
    expect(run.stderr).toContain('CONTENT_INCOMPLETE');
    expect(run.code).toBe(3);
  });

  it('is read in spite of nine failures, a Retry-After and a global that it does not have', async () => {
    good.override('collections/faq/entries?filter[site]=en', (_, count) =>
      count <= 9 ? { status: 500, body: { message: 'Server Error' } } : null,
    );
    good.override('collections/team/entries?filter[site]=en', (_, count) =>
      count === 1 ? { status: 429, headers: { 'Retry-After': '0' }, body: {} } : null,
    );
    const folder = makeFolder(goodFolder);
    const run = await build(good.url, folder, ['--json']);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('GLOBAL_UNSET');
  });

  it('is replaced by the last snapshot with --on-fetch-error stale, never by that of a refused build, and by nothing with empty', async () => {
    const folder = makeFolder(goodFolder);
    const before = readTree(join(folder, 'out'));
    const articles = 'collections/blog_articles/entries?filter[site]=en';
    good.override(articles, { body: listBody([], 1, 100) });
    expect((await build(good.url, folder)).stderr).toContain('CONTENT_SHRUNK');
    expect((await build(good.url, folder, ['--dry-run', '--allow-shrink'])).code).toBe(0);
    good.override(articles, { status: 500, body: {} });
    const stale = await build(good.url, folder, ['--on-fetch-error', 'stale']);
    expect(stale.code).toBe(0);
    expect(stale.stderr).toContain('CONTENT_STALE');
    expect(readTree(join(folder, 'out'))).toEqual(before);
    const empty = await build(good.url, folder, ['--on-fetch-error', 'empty']);
    expect(empty.stderr).toContain('CONTENT_SHRUNK');
    expect(empty.code).toBe(3);
    expect(messageOf(empty)).toContain('Content that could not be read would be missing from the site');
    expect(messageOf(empty)).toContain(
      'The list had 6 entries in the last build and is empty now. The collection "blog_articles" of the site "en" could not be read.',
    );
    expect(messageOf(empty)).toContain('500 Internal Server Error');
    expect(messageOf(empty)).toContain('build with --allow-shrink too.');
    // A redirect leads to the only landing; without pages a locale has no home page.
    good.override('collections/landings/entries?filter[site]=en', { status: 500, body: {} });
    good.override('collections/pages/entries?filter[site]=kz', { status: 500, body: {} });
    const meant = await build(good.url, folder, ['--on-fetch-error', 'empty', '--allow-shrink', '--verbose']);
    expect(meant.code).toBe(0);
    expect(meant.stderr).toContain(
      'The target "/lp/launch/" is not a page of this site, because its list could not be read.',
    );
    expect(readTree(join(folder, 'out'))['moved/index.html']).toBeUndefined();
    expect(readTree(join(folder, 'out'))['old/index.html']).toBeDefined();
    expect(readTree(join(folder, 'out'))['blog/article-0/index.html']).toBeUndefined();
  });
});

describe('content that became much less', () => {
  it('is refused where a list became empty', async () => {
    const service = await start(smallContent({ landings: { en: [] } }));
    const run = await buildBadly(service.url);
    expect(run.code).toBe(3);
    expect(messageOf(run)).toBe(
      [
        'CONTENT_SHRUNK  The content shrank sharply since the last build. Nothing was written.',
        '',
        '  landings › site (en)',
        '  The list had 1 entry in the last build and is empty now.',
        '  → If this is intended, build with --allow-shrink. Otherwise restore the content and build again.',
      ].join('\n'),
    );
  });

  it('is refused where a registered page vanished', async () => {
    const service = await start(smallContent({ pages: { ua: [entry('main')] } }));
    const run = await buildBadly(service.url);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('PAGE_VANISHED');
    expect(run.stderr).toContain('___ua" of the last build is gone.');
  });
});

describe('content that is not valid', () => {
  it('has slugs that climb, of two parts and empty', async () => {
    const service = await start(
      smallContent({
        blog_articles: {
          kz: [article('../x'), article('a/b', { title: 'Two parts' }), article('', { title: 'No slug' })],
        },
      }),
    );
    const run = await buildBadly(service.url, ['--allow-shrink']);
    for (const text of [
      'blog_articles › "Title of ../x" (kz) › slug',
      'blog_articles › "Two parts" (kz) › slug',
      'blog_articles › "No slug" (kz) › slug',
    ])
      expect(run.stderr).toContain(text);
    expect(run.code).toBe(1);
  });

  const unroutable: readonly [name: string, content: SiteContent, texts: readonly string[]][] = [
    [
      'two entries with one slug',
      { blog_articles: { kz: [article('a', { id: '1' }), article('a', { id: '2' })] } },
      ['PATH_COLLISION', '/kz/blog/a/'],
    ],
    ['a redirect loop', { redirects: { en: [redirect('/a/', '/b/'), redirect('/b/', '/a/')] } }, ['/a/', '/b/']],
  ];
  it.each(sampleOf(unroutable))('has %s', async (_, content, texts) => {
    const service = await start(smallContent(content));
    const run = await buildBadly(service.url, ['--allow-shrink']);
    for (const text of texts) expect(run.stderr).toContain(text);
    expect(run.code).toBe(1);
  });

  it('names three violations at once, each with where, what and fix', async () => {
    const service = await start(
      smallContent({
        blog_articles: {
          kz: [
            article('bad', { id: 'blog_articles-kz-bad', title: null, image: { url: null } }),
            article('worse', { seo_noindex: 'maybe', date: '1 May' }),
          ],
        },
      }),
    );
    const run = await buildBadly(service.url);
    expect(run.code).toBe(1);
    expect(messageOf(run)).toBe(
      [
        'CONTENT_INVALID  3 problems, nothing was written.',
        '',
        ...[
          ['blog_articles › "bad" (kz) › title', 'Expected text, received null.', 'bad'],
          [
            'blog_articles › "Title of worse" (kz) › date',
            'Expected an ISO 8601 date such as "2026-01-31", received "1 May".',
            'worse',
          ],
          ['blog_articles › "Title of worse" (kz) › seo_noindex', 'Expected true or false, received "maybe".', 'worse'],
        ].flatMap(([where, what, slug]) => [
          `  ${where}`,
          `  ${what}`,
          `  → ${what?.includes('null') === true ? 'Fill in' : 'Correct'} the field at https://cms.example.com/edit/${slug}, publish, and build again.`,
          '',
        ]),
      ]
        .join('\n')
        .trimEnd(),
    );
  });
});

describe('a field that does not fit', () => {
  const group = { blocks: [] };
  const withGroups = (slugs: readonly string[]) =>
    smallContent({
      blog_articles: {
        en: Array.from({ length: 6 }, (_, index) => `article-${index}`).map((slug) =>
          article(slug, slugs.includes(slug) ? { content: group } : {}),
        ),
      },
    });
  const slugs = ['article-0', 'article-1', 'article-2', 'article-3', 'article-4'];

  it('is left out with a warning, which --strict turns into an error', async () => {
    const service = await start(withGroups(['article-3']));
    const folder = makeFolder(goodFolder);
    const run = await build(service.url, folder);
    expect(run.stderr).toContain('blog_articles › "Title of article-3" (en) › content.0.type  warning FIELD_UNUSABLE');
    expect(run.stderr).toContain('"content" is left out.');
    expect(run.stderr).toContain('https://cms.example.com/edit/article-3');
    expect(run.code).toBe(0);
    expect(readOut(folder, 'blog/article-3/index.html')).not.toContain('Body.');
    expect((await buildBadly(service.url, ['--strict'])).code).toBe(1);
  });

  it('stops the build if most entries lose it, until --allow-shrink', async () => {
    const before = await serviceWith(smallContent());
    const folder = makeFolder();
    expect((await build(before.url, folder)).code).toBe(0);
    await before.stop();
    const after = await serviceWith(withGroups(slugs), undefined, before.port);
    onTestFinished(() => after.stop());
    const tree = readTree(join(folder, 'out'));
    // A refused build is no measure for the next one.
    for (const _ of [1, 2]) {
      const run = await build(after.url, folder);
      expect(run.code).toBe(3);
      expect(messageOf(run)).toContain('CONTENT_SHRUNK');
      expect(messageOf(run)).toContain('blog_articles › content.type');
      expect(messageOf(run)).toContain('5 of 8 entries that the last build showed with this field lose it.');
      expect(readTree(join(folder, 'out'))).toEqual(tree);
    }
    expect((await build(after.url, folder, ['--allow-shrink'])).code).toBe(0);
  });
});

describe('content that is odd', () => {
  const slugs = ['404.html', 'UPPER', 'огляд'];
  const category = (slug: string) => [{ id: `category::${slug}`, slug, title: slug }];
  const inCategories = ['Crisis', 'crisis', 'crisis', 'ALL'].map((slug, index) =>
    article(`a-${index}`, { date: `2026-01-0${index + 1}T00:00:00.000000Z`, category: category(slug) }),
  );
  let folder = '';
  let run: CommandRun;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitegen-odd-'));
    const service = await serviceWith(
      smallContent({
        blog_articles: {
          en: [
            ...inCategories,
            article('hero', { date: '2026-02-01' }),
            ...slugs.map((slug) => article(slug)),
            article('attack', {
              title: 'Mind the </script><script>alert(1)</script> & "quotes"',
              content:
                '<p><a href="javascript:alert(1)">one</a> <a href="data:text/html,x">two</a><img src="x" onerror="alert(1)"><script>alert(1)</script></p>',
            }),
          ],
        },
      }),
    );
    run = await build(service.url, folder);
    await service.stop();
    expect(run.code, run.stderr).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(slugs)('makes a page of the slug %s', (slug) => {
    const path = `blog/${slug}/`;
    expect(readOut(folder, `${path}index.html`)).toContain(`<link rel="canonical" href="${ORIGIN}/${encodeURI(path)}"`);
  });

  it('loses javascript: and data: links, and cannot leave its title', () => {
    for (const href of ['javascript:alert(1)', 'data:text/html,x']) {
      expect(messageOf(run)).toContain(
        [
          '  blog_articles › "Mind the </script><script>alert(1)</script> & "quotes"" (en) › content.0.text  warning LINK_UNSAFE',
          `  The link "${href}" is not a web, e-mail or phone address: it was left out.`,
          '  → Enter a site path such as "/about/" or a full URL at https://cms.example.com/edit/attack, publish, and build again.',
        ].join('\n'),
      );
    }
    const html = readOut(folder, 'blog/attack/index.html');
    expect(html).not.toMatch(/javascript:|data:text|onerror|<script>alert/);
    expect(html.match(/<script\b[^>]*>/g)).toEqual(
      ['module" src="', 'application/ld+json">', 'application/json" data-client-config='].map((type) =>
        expect.stringContaining(`<script type="${type}`),
      ),
    );
    const graph: unknown = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
    expect(JSON.stringify(graph)).toContain('Mind the </script><script>alert(1)</script>');
  });

  it('gets a warning for category slugs that differ only in case, and the category "ALL" is dropped', () => {
    expect(run.stderr).toContain('warning CATEGORY_COLLISION');
    const lists = Object.keys(readTree(join(folder, 'out'))).filter((path) => path.startsWith('lists/blog/en/'));
    expect(lists).toEqual(['lists/blog/en/all/1.json', 'lists/blog/en/crisis/1.json']);
  });
});

describe('wrong usage', () => {
  const usage: readonly [
    name: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    texts: readonly string[],
  ][] = [
    ['an unknown locale', ['build', '--locale', 'fr'], {}, ['LOCALE_UNKNOWN', '"fr"', 'en, es, pt, ua, kz']],
    ['an unknown flag', ['build', '--locales', 'en'], {}, ["unknown option '--locales'", 'Did you mean --locale?']],
    ['an unknown command', ['biuld'], {}, ["unknown command 'biuld'", 'Did you mean build?']],
    ['a policy that does not exist', ['build', '--on-fetch-error', 'ignore'], {}, ['fail, stale, empty']],
    ['a clock that is no date', ['build', '--clock', 'tomorrow'], {}, ['CLOCK_INVALID']],
    [
      'a snapshot that does not exist',
      ['build', '--snapshot', 'nowhere.json'],
      {},
      ['SNAPSHOT_MISSING', 'There is no snapshot'],
    ],
    [
      'only the origin',
      ['build'],
      { SITEGEN_ORIGIN: ORIGIN },
      ['CONFIG_HALF', 'SITEGEN_ORIGIN is set, but SITEGEN_CONTENT_URL is not', 'or --content-url too', '--sample'],
    ],
    [
      'only the origin, by its flag',
      ['build', '--origin', ORIGIN],
      {},
      ['CONFIG_HALF', '--origin is set, but SITEGEN_CONTENT_URL is not'],
    ],
    [
      'only the content URL',
      ['build'],
      { SITEGEN_CONTENT_URL: 'http://127.0.0.1:1' },
      ['CONFIG_HALF', 'SITEGEN_CONTENT_URL is set, but SITEGEN_ORIGIN is not', 'or --origin too'],
    ],
    ['an out folder in a file', ['build', '-o', 'file/out'], {}, ['OUT_UNWRITABLE', 'file/out']],
    ['an out folder that is not ours', ['build', '-o', '.', '--cache-dir', '../cache-of-nobody'], {}, ['OUT_NOT_OURS']],
  ];
  it.each(sampleOf(usage, 2))('is %s', async (_, args, environment, texts) => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'file'), 'not a folder');
    const run = await runSitegen(args, { cwd: folder, environment });
    for (const text of texts) expect(run.stderr).toContain(text);
    expect(run.code).toBe(2);
    expect(readTree(join(folder, 'out'))).toEqual({});
  });
});

function redirect(from: string, to: string) {
  return { from, to, slug: from, title: from, type: { key: 301, value: 301, label: '301' } };
}
