// An owner connects a content service: Statamic 4, 5 and 6 as real servers answer, and a service that sends only what the
// specification names.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../long-run.ts';
import {
  type ApiAnswer,
  type ApiQuestion,
  type ContentService,
  changeEntries,
  type ServiceOptions,
  startService,
} from '../service/content-service.ts';
import { STATAMIC_VERSIONS } from '../service/stored-content.ts';
import { runSitegen } from '../site/run-sitegen.ts';
import { copyProject } from './support/project-copy.ts';
import { specifiedArticles, startSpecifiedService } from './support/specified-content.ts';

/** Longer than a build on a busy machine. */
const TIMEOUT_MS = 120_000;
/** No earlier build, and links to headings whose ids Bard drops. */
const TRUE_WARNINGS = ['ANCHOR_DEAD', 'NO_BASELINE', 'POINT_LOWERCASE'];

interface Problem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'notice';
  readonly what: string;
  readonly fix: string;
  readonly where: Readonly<Record<string, string>>;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-content-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function connect(options: ServiceOptions): Promise<ContentService> {
  const service = await startService(options);
  onTestFinished(() => service.stop());
  return service;
}

const build = (url: string, folder: string, ...args: string[]) =>
  runSitegen(['build', '--origin', 'https://site.example', '--content-url', url, ...args], {
    cwd: folder,
  });

function readProblems(folder: string): readonly Problem[] {
  return JSON.parse(readFileSync(join(folder, '.sitegen/report.json'), 'utf8')).problems;
}

const readWarnings = (folder: string) => readProblems(folder).filter(({ severity }) => severity !== 'notice');
const readNotices = (folder: string) => readProblems(folder).filter(({ severity }) => severity === 'notice');

/** What a pattern matches of a page; null where it matches nothing. */
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? null;

/** Every page of a built site by its path in out/. */
function readPages(folder: string): ReadonlyMap<string, string> {
  const out = join(folder, 'out');
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  return new Map(files.map((file) => [file, readFileSync(join(out, file), 'utf8')]));
}

describe('An owner connects a Statamic server', () => {
  test.each(sampleOf(STATAMIC_VERSIONS.toReversed()))(
    '%s: the site builds whole, with every FAQ section and no false warning',
    { timeout: TIMEOUT_MS },
    async (version) => {
      const service = await connect({ recording: version });
      const folder = makeFolder();
      const { code, stderr } = await build(service.url, folder);
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('CONTENT_INVALID') });
      const pages = [...readPages(folder).values()];
      expect(pages.some((html) => html.includes(new URL(service.url).host))).toBe(false);
      expect(pages.filter((html) => html.includes('section--faq'))).toHaveLength(56);
      expect(readWarnings(folder).filter(({ code }) => !TRUE_WARNINGS.includes(code))).toEqual([]);
      const deadAnchors = readWarnings(folder).filter(({ code }) => code === 'ANCHOR_DEAD');
      expect(deadAnchors).toHaveLength(5);
      expect(deadAnchors.find(({ what }) => what.startsWith('6 links'))?.what).toMatch(
        /^6 links name ids that are not on \/ua\/privacy-policy\/: #vidviduvachi, .* … Headings there have #part-1-дані/,
      );
    },
  );

  test('that serves no globals: the build stops and says what to enable', { timeout: TIMEOUT_MS }, async () => {
    const service = await connect({
      recording: 'v6',
      edit: (answer, { resource }) =>
        resource.startsWith('globals/') ? { status: 404, body: { message: 'Not found.' } } : answer,
    });
    const folder = makeFolder();
    const { code, stderr } = await build(service.url, folder);
    expect(code).toBe(3);
    expect(stderr).toContain('answered 404 for every global of every site');
    expect(stderr).toContain('config/statamic/api.php');
  });
});

test('An owner connects a service that sends only what the specification names: a decent site', {
  timeout: TIMEOUT_MS,
}, async () => {
  const service = await startSpecifiedService();
  onTestFinished(() => service.stop());
  const folder = makeFolder();
  const { code, stderr } = await build(service.url, folder, '--locale', 'en');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const pages = readPages(folder);
  const articles = [...pages.keys()].filter((file) => /^blog\/article-\d+\/index\.html$/.test(file));
  expect(articles).toHaveLength(specifiedArticles);
  const article = pages.get('blog/article-1/index.html') ?? '';
  expect(article).toContain('Ann Lee');
  expect(article).toMatch(/"author":\{"@type":"Person","name":"Ann Lee"\}/);
  expect(article).toContain('>market-research<');
  expect(pages.get('e-books/guide/index.html')).toContain('>market-research<');
  const webinar = pages.get('webinars/how-to/index.html') ?? '';
  expect(webinar).toContain('Ben Ode');
  expect(webinar).toContain('Cleo Park');
});

/** Fields that a test lays over an entry of the recording, by `collection/site/slug`. */
type Edits = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const text = (html: string) => [{ type: 'text', text: html }];
const image = { url: '/assets/blog/thread.svg', alt: 'A thread' };

/** What editors of a real server do, each on a page of its own. Midnight in Kyiv is ten in the evening of the day before. */
const EDITS: Edits = {
  'blog_articles/en/micro-voices': { date: '2026-10-31T22:00:00.000000Z' },
  'blog_articles/en/small-samples': { date: '2026-10-31' },
  'blog_articles/en/ask-the-copilot-badly': {
    content: text('<h2 style="text-align: center;">Middle</h2><p style="text-align: right">End</p><p>Plain</p>'),
  },
  'blog_articles/en/alert-fatigue': {
    content: text('<p>Read <a href="" target="" rel="">what was deleted</a> and <a href="/blog/">the blog</a>.</p>'),
  },
  'blog_articles/en/an-hour-of-reading': {
    content: text('<p>Take <a href="/assets/guide.pdf">the guide</a> and <a href="/blog">read on</a>.</p>'),
  },
  'blog_articles/en/holiday-noise': {
    content: [
      { type: 'image', image: null, caption: 'A picture that was deleted' },
      { type: 'image', image, caption: 'A picture that is there' },
    ],
  },
  'blog_articles/en/query-cheatsheet': {
    content: [
      { type: 'cta', label: 'To what was deleted', link: { url: null } },
      { type: 'shared', block: null },
    ],
  },
  'pages/en/about': { uri: '/product/about', url: '/product/about' },
  'webinars/en/counting-a-marathon': { status: 'expired', private: true },
  'faq/en/languages': { shown_on: null },
  'faq/en/history': { shown_on: null },
  'faq/en/pictures': { shown_on: null },
};

function editEntries(answer: ApiAnswer, { resource, site }: ApiQuestion, edits = EDITS): ApiAnswer {
  const collection = /^collections\/([^/]+)\/entries$/.exec(resource)?.[1];
  const { body } = answer;
  if (collection === undefined || !isList(body)) return answer;
  const data = body.data.map((entry) => ({ ...entry, ...edits[`${collection}/${site}/${entry.slug}`] }));
  return { ...answer, body: { ...body, data } };
}

function isList(body: unknown): body is { readonly data: readonly { readonly slug: string }[] } {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/** The project of an owner whose service has its own API route and time zone. */
const routed = copyProject();
routed.edit('site.config.ts', (config) =>
  config.replace('integrations:', "content: { route: 'content/api', timeZone: 'Europe/Kyiv' },\n  integrations:"),
);
afterAll(routed.remove);

test('An owner whose service has its own API route and time zone finds every loss in the report', {
  timeout: TIMEOUT_MS,
}, async () => {
  const service = await connect({ recording: 'v6', route: 'content/api', edit: editEntries });
  const run = await routed.run([
    'build',
    '--locale',
    'en',
    '--origin',
    'https://site.example',
    '--content-url',
    `${service.url}/content/api`,
  ]);
  expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: 0 });
  const pages = readPages(routed.folder);
  const article = (slug: string) => pages.get(`blog/${slug}/index.html`) ?? '';
  const warnings = readWarnings(routed.folder).filter(({ code }) => !TRUE_WARNINGS.includes(code));
  const warningsOf = (code: string) => warnings.filter((warning) => warning.code === code);

  // The day that the editor chose, for people and for search engines.
  expect(find(article('micro-voices'), /<time[^>]*>[^<]*/)).toBe(
    '<time dateTime="2026-11-01T00:00:00.000+02:00">1 November 2026',
  );
  expect(find(article('micro-voices'), /"datePublished":"[^"]*"/)).toBe(
    '"datePublished":"2026-11-01T00:00:00.000+02:00"',
  );
  expect(find(article('small-samples'), /<time[^>]*>[^<]*/)).toBe('<time dateTime="2026-10-31">31 October 2026');
  expect(find(article('small-samples'), /"datePublished":"[^"]*"/)).toBe('"datePublished":"2026-10-31"');
  const webinar = pages.get('webinars/the-first-wording/index.html') ?? '';
  expect(find(webinar, /<time[^>]*>[^<]*/)).toMatch(/>5 November 2026 at 17:00 GMT\+2$/);

  // Text stays where the editor put it, without an inline style.
  expect(find(article('ask-the-copilot-badly'), /<h2[^>]*>Middle/)).toContain('class="text-center"');
  expect(find(article('ask-the-copilot-badly'), /<p[^>]*>End<\/p><p[^>]*>/)).toBe('<p class="text-end">End</p><p>');

  // A link to a deleted entry is text, and the report names the entry.
  expect(find(article('alert-fatigue'), /<p>Read .*?<\/p>/)).toBe(
    '<p>Read what was deleted and <a href="/blog/">the blog</a>.</p>',
  );
  expect(warningsOf('LINK_EMPTY')).toMatchObject([
    { where: { collection: 'blog_articles', site: 'en', field: 'content.0.text', editUrl: expect.any(String) } },
  ]);

  // A file of the service is the site's own, under its name.
  expect(find(article('an-hour-of-reading'), /Take <a href="[^"]*"/)).toMatch(/"\/assets\/files\/\w+\/guide\.pdf"$/);

  // What is left out is named.
  expect(find(article('holiday-noise'), /A picture that (?:is there|was deleted)/)).toBe('A picture that is there');
  expect(warningsOf('BLOCK_EMPTY').map(({ where, what }) => `${where.field}: ${what}`)).toEqual([
    'content.0: The field "image" of the set "image" "A picture that was deleted" is empty: deleted, never filled in, or not usable. The set is left out.',
    'content.0: The field "link" of the set "cta" "To what was deleted" is empty: deleted, never filled in, or not usable. The set is left out.',
  ]);
  expect(warningsOf('BLOCK_MISSING')).toHaveLength(1);
  expect(warningsOf('SECTION_EMPTY')).toMatchObject([{ where: { collection: 'pages', site: 'en' } }]);
  expect(warningsOf('PAGE_NESTED')).toMatchObject([{ what: expect.stringContaining('/product/about') }]);
  expect(warningsOf('QUESTION_UNPLACED').map(({ where }) => where.field)).toEqual(Array(3).fill('shown_on'));
  expect(warnings).toHaveLength(9);
  expect(readNotices(routed.folder)).toContainEqual(
    expect.objectContaining({ code: 'ENTRIES_EXPIRED', where: { collection: 'webinars', site: 'en' } }),
  );
});

test('An owner whose service has its own API route renames the entry of a page: the build asks for it there, and warns', {
  timeout: TIMEOUT_MS,
}, async () => {
  let isRenamed = false;
  const rename = (answer: ApiAnswer) =>
    changeEntries(answer, (entry) => (isRenamed && entry.slug === 'newmr' ? { ...entry, slug: 'newmr-old' } : entry));
  const service = await connect({ recording: 'v6', route: 'content/api', edit: rename });
  const folder = makeFolder();
  const run = () =>
    routed.run([
      'build',
      '--full',
      '--locale',
      'en',
      '--origin',
      'https://site.example',
      '--content-url',
      service.url,
      '-o',
      join(folder, 'out'),
      '--cache-dir',
      join(folder, '.sitegen'),
    ]);
  const first = await run();
  expect({ code: first.code, stderr: first.stderr }).toMatchObject({ code: 0 });
  isRenamed = true;
  const { code, stderr } = await run();
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('warning PAGE_VANISHED') });
  expect(readPages(folder).has('newmr/index.html')).toBe(false);
});

/** The site's own day: Kyiv is ahead of UTC, Los Angeles behind. */
test('An owner in Los Angeles with a service in Kyiv sees the days of the editors, events in their own zone, and the next change', {
  timeout: TIMEOUT_MS,
}, async () => {
  const edits: Edits = {
    'blog_articles/en/micro-voices': { date: '2026-10-31T22:00:00.000000Z' },
    'blog_articles/en/small-samples': { date: '2026-11-01T02:30:00.000000Z' },
    'blog_articles/en/alert-fatigue': { date: '2030-05-31T21:00:00.000000Z', status: 'scheduled', private: true },
    'webinars/en/the-first-wording': { webinar_date: '2026-11-06T00:30:00.000000Z', time_zone: 'Europe/Kyiv' },
  };
  const service = await connect({ recording: 'v6', edit: (answer, question) => editEntries(answer, question, edits) });
  const project = copyProject();
  onTestFinished(project.remove);
  project.edit('site.config.ts', (config) =>
    config.replace(
      'integrations:',
      "timeZone: 'America/Los_Angeles',\n  content: { timeZone: 'Europe/Kyiv' },\n  integrations:",
    ),
  );
  const run = (clock: string) =>
    project.run(
      ['build', '--origin', 'https://site.example', '--content-url', service.url, '--locale', 'en', '--clock', clock],
      {},
    );
  const first = await run('2030-05-31T20:59:59Z');
  expect({ code: first.code, stderr: first.stderr }).toMatchObject({ code: 0 });
  expect(first.stdout).toContain(
    'next change by date 2030-05-31T21:00:00.000Z: "The alert that nobody opened" (blog_articles, en) appears',
  );
  const report = JSON.parse(readFileSync(join(project.folder, '.sitegen/report.json'), 'utf8'));
  expect(report).toMatchObject({ nextBuildAt: '2030-05-31T21:00:00.000Z' });
  const pages = readPages(project.folder);
  const page = (path: string) => pages.get(`${path}/index.html`) ?? '';
  expect(find(page('blog/micro-voices'), /<time[^>]*>[^<]*/)).toBe('<time dateTime="2026-11-01">1 November 2026');
  expect(find(page('blog/micro-voices'), /"datePublished":"[^"]*"/)).toBe('"datePublished":"2026-11-01"');
  expect(find(page('blog/small-samples'), /<time[^>]*>[^<]*/)).toBe(
    '<time dateTime="2026-10-31T19:30:00.000-07:00">31 October 2026',
  );
  expect(find(page('webinars/the-first-wording'), /<time[^>]*>[^<]*/)).toMatch(/>6 November 2026 at 02:30 GMT\+2$/);
  expect(find(page('webinars/the-first-wording'), /"startDate":"[^"]*"/)).toBe(
    '"startDate":"2026-11-06T02:30:00.000+02:00"',
  );
  expect(pages.has('blog/alert-fatigue/index.html')).toBe(false);
  const second = await run('2030-05-31T21:00:00Z');
  expect(second.code).toBe(0);
  expect(second.stdout).toContain('next change by date 2031-01-01T08:00:00.000Z: the year in the footer');
  expect(readPages(project.folder).has('blog/alert-fatigue/index.html')).toBe(true);
});
