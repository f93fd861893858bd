// An owner asks what is missing in a content service: Statamic 4, 5 and 6 as real servers answer, and what often goes wrong.

import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../long-run.ts';
import { type ApiAnswer, type ApiQuestion, type ServiceOptions, startService } from '../service/content-service.ts';
import { readAnswers, STATAMIC_VERSIONS, type StatamicVersion } from '../service/stored-content.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';

const NOT_FOUND: ApiAnswer = { status: 404, body: { message: 'Not found.' } };

interface Finding {
  readonly name: string;
  readonly what: string;
  readonly fix: string;
  readonly isHint: boolean;
}

/** Fields that real servers sent, at any depth: `faq answer`. */
const RECORDED = new Set<string>();
for (const version of STATAMIC_VERSIONS)
  for (const { resource, body } of readAnswers(version, 'https://cms.example'))
    collectNames(resource.split('/')[1] ?? '', body);

function collectNames(owner: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    RECORDED.add(`${owner} ${name}`);
    collectNames(owner, inner);
  }
}

/** Whether a finding is only about fields that are newer than the recordings: "Fields screen and sections.billing: not in pages." */
function isNewer(what: string): boolean {
  if (what === 'Global sources: not set in any site.') return true;
  const [, fields, owner] = /\bFields? (.*): not in (.*)\.$/.exec(what) ?? [];
  const names = fields?.split(/, | and /).map((path) => path.split('.').at(-1) ?? '');
  return names?.every((name) => !RECORDED.has(`${owner} ${name}`)) === true;
}

/** The findings of a doctor's run, those that recordings are too old for left out. */
async function examine(version: StatamicVersion, options: ServiceOptions, environment: Record<string, string> = {}) {
  const service = await startService({ recording: version, ...options });
  onTestFinished(() => service.stop());
  const started = performance.now();
  const { code, stdout, stderr } = await runSitegen(['doctor', '--content-url', service.url, '--json'], {
    cwd: makeFolder(),
    environment: { SITEGEN_ORIGIN: 'https://site.example', ...environment },
  });
  const { result } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const checks: { name: string; findings: Omit<Finding, 'name'>[] }[] = result.checks;
  const findings = checks
    .flatMap(({ name, findings }) => findings.map((finding): Finding => ({ name, ...finding })))
    .filter(({ what }) => !isNewer(what));
  return { code, stdout, stderr, findings, seconds: (performance.now() - started) / 1000, requests: service.requests };
}

const edit = (
  isMeant: (question: ApiQuestion) => boolean,
  change: (answer: ApiAnswer, question: ApiQuestion) => ApiAnswer,
): ServiceOptions => ({
  edit: (answer, question) => (isMeant(question) ? change(answer, question) : answer),
});

/** Changes every entry of a list. */
const editEntries = (collection: string, change: (entry: Record<string, unknown>) => object): ServiceOptions =>
  edit(
    ({ resource }) => resource === `collections/${collection}/entries`,
    ({ status, body }) => {
      const list = body as { data: Record<string, unknown>[] };
      return { status, body: { ...list, data: list.data.map(change) } };
    },
  );

/** Midnight in Kyiv in summer or winter, but for one entry in five. */
function dateOf(id: string): string {
  const digit = id.charCodeAt(0) % 5;
  return `2026-0${digit % 2 === 0 ? '7-01T21' : '3-01T22'}:${digit === 0 ? '30' : '00'}:00.000000Z`;
}

describe('sitegen doctor', () => {
  test.each(sampleOf(STATAMIC_VERSIONS.toReversed()))(
    'finds nothing wrong with %s, in seconds and few requests',
    async (version) => {
      const { findings, stderr, seconds, requests } = await examine(version, {});
      expect({ findings, stderr }).toEqual({ findings: [], stderr: '' });
      expect(seconds).toBeLessThan(20);
      // Older versions allow 60 a minute.
      expect(requests.length).toBeLessThan(60);
    },
  );

  test('prints a screen of lines, each finding with its fix', async () => {
    const service = await startService({ recording: 'v6', ...editEntries('faq', ({ answer, ...entry }) => entry) });
    onTestFinished(() => service.stop());
    const run = await runSitegen(['doctor', '--content-url', service.url], { cwd: makeFolder() });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^✓ sites {8}en, es, pt, ua, kz$/m);
    expect(run.stdout).toMatch(
      /^✗ .*Field answer: not in faq\.\n {15}→ Add what is missing to the blueprint, .*collections\/faq$/m,
    );
    expect(run.stdout).toMatch(/things are missing \(\d+ requests in [\d.]+ s\)\.$/m);
    // A screen of 24 lines, without the two lines of each finding of newer fields.
    const lines = run.stdout.split('\n');
    expect(lines.length - 2 * lines.filter(isNewer).length).toBeLessThan(24);
  });

  const FAULTS = [
    {
      what: 'a service whose API is off',
      options: edit(
        () => true,
        () => NOT_FOUND,
      ),
      code: 3,
      found: [['service', /answered 404 for every collection/, /STATAMIC_API_ENABLED=true/]],
    },
    {
      what: 'a service that wants a token',
      options: edit(
        () => true,
        () => ({ status: 401, body: { message: 'Unauthenticated.' } }),
      ),
      code: 3,
      found: [['service', /answered 401 .*Unauthenticated/, /^No token was sent: set SITEGEN_CONTENT_TOKEN/]],
    },
    {
      what: 'images in a bucket, in fields and texts',
      options: editEntries('webinars', (entry) => ({
        ...entry,
        content:
          '<p>Look: <img src="//cdn.example.net/b.png" alt=""> <a href="https://elsewhere.example/c.pdf">c</a></p>',
        image: { url: 'https://bucket.example.net/a.jpg', alt: null },
      })),
      code: 1,
      found: [
        ['images', /images of https:\/\/bucket\.example\.net: /, /content\.fileOrigins/],
        [
          'images',
          /images of https:\/\/cdn\.example\.net: .*\(webinars: /,
          /"https:\/\/cdn\.example\.net" to content\.fileOrigins/,
        ],
      ],
    },
    {
      what: 'collections that are missing',
      options: edit(
        ({ resource }) => /\/(offices|team)\//.test(resource),
        () => NOT_FOUND,
      ),
      code: 1,
      found: [['collections', /^Collections offices and team: not in the API/, /resources\.collections/]],
    },
    {
      what: 'globals that are off',
      options: edit(
        ({ resource }) => resource.startsWith('globals/'),
        () => NOT_FOUND,
      ),
      code: 1,
      found: [['globals', /^Globals top_banner, price_page_banner and sources: not set in any site/, /off by default/]],
    },
    {
      what: 'globals that fail, which is not that they are off',
      options: edit(
        ({ resource }) => resource.startsWith('globals/'),
        () => ({ status: 500, body: { message: 'Server Error' } }),
      ),
      code: 1,
      found: [['globals', /^Global top_banner in en: .* answered 500 .*: "Server Error"/, /laravel\.log/]],
    },
    {
      what: 'filters that are refused',
      options: { forbiddenFilters: ['slug', 'status'] },
      code: 1,
      found: [['filters', /^All collections: Forbidden filters: slug, status\./, /allowed_filters/]],
    },
    {
      what: 'a site without pages',
      options: edit(
        ({ site, resource }) => site === 'kz' && resource.startsWith('collections/'),
        () => ({ status: 200, body: { data: [], meta: { total: 0 } } }),
      ),
      code: 1,
      found: [['sites', /^Site kz has no published page\.$/, /change config\/locales\.ts.*collections list the sites/]],
    },
    {
      what: 'a site with another handle',
      options: edit(
        ({ resource }) => resource.startsWith('collections/'),
        ({ status, body }, { site }) => {
          const { data, meta } = body as { data: readonly Record<string, unknown>[]; meta: object };
          const renamed = data.map((entry) => (entry.locale === 'kz' ? { ...entry, locale: 'kk' } : entry));
          return { status, body: site === 'kz' ? { data: [], meta: { total: 0 } } : { data: renamed, meta } };
        },
      ),
      code: 1,
      found: [['sites', /^Site kz has no published page\. The service has other sites: kk\.$/, /config\/locales\.ts/]],
    },
    {
      what: 'a collection that fails, without advice about handles',
      options: edit(
        ({ resource }) => resource.startsWith('collections/pages/'),
        () => ({ status: 500, body: { message: 'Server Error' } }),
      ),
      code: 1,
      found: [['collections', /^Collection pages: .* answered 500 .*: "Server Error"/, /laravel\.log/]],
    },
    {
      what: 'options and entries that no build takes',
      options: editEntries('pages', ({ sections, ...entry }) => ({
        ...entry,
        language: 'klingon',
        sections: Array.isArray(sections)
          ? sections.map((section) => ({ ...section, kind: { value: 'carousel', label: 'Carousel', key: 'carousel' } }))
          : sections,
      })),
      code: 1,
      found: [
        ['entries', /^sections\.kind of pages: /, /./],
        ['entries', /^language of pages: Expected a BCP 47 language tag.* \(\d+ times\)$/, /Correct the field at http/],
      ],
    },
    {
      what: 'an option of a global that no build takes',
      options: edit(
        ({ resource }) => resource === 'globals/top_banner',
        ({ status, body }) => ({
          status,
          body: { data: { ...(body as { data?: object }).data, background_color: 'red' } },
        }),
      ),
      code: 1,
      found: [['entries', /^background_color of top_banner: .*"red"/, /Correct the field/]],
    },
    {
      what: 'drafts that come unasked',
      options: editEntries('team', (entry) => ({ ...entry, published: false })),
      code: 1,
      found: [['filters', /^Collection team: drafts are returned despite filter\[published\]/, /proxies and caches/]],
    },
    {
      what: 'a service that throttles',
      options: { headers: { 'X-RateLimit-Limit': '60' } },
      code: 0,
      found: [['service', /allows 60 requests a minute/, /SITEGEN_CONTENT_RPM=60/]],
    },
    {
      what: 'answers out of a cache',
      // The table is made some minutes before a busy machine comes to it.
      options: { headers: { Date: new Date(Date.now() - 30 * 60_000).toUTCString() } },
      code: 0,
      found: [['service', /^Answers are up to 3\d minutes old/, /cache:clear/]],
    },
    {
      what: 'a web page where the API should be',
      options: {
        headers: { 'Content-Type': 'text/html' },
        // JSON is read as JSON, whatever a proxy calls it.
        ...edit(
          () => true,
          () => ({ status: 200, body: '<!doctype html><title>Log in</title>' }),
        ),
      },
      code: 3,
      found: [['service', /\/api: .* answered 200 with text\/html instead of JSON/, /log-in page.*STATAMIC_API_ROUTE/]],
    },
    {
      what: 'dates at midnight of another zone',
      options: editEntries('blog_articles', (entry) => ({ ...entry, date: '2026-03-01T22:00:00.000000Z' })),
      code: 0,
      found: [['dates', /^Every date of blog_articles is at 22:00 in UTC/, /content\.timeZone/]],
    },
    {
      what: 'dates of which most are at midnight of another zone',
      options: editEntries('blog_articles', (entry) => ({ ...entry, date: dateOf(String(entry.id)) })),
      code: 0,
      found: [['dates', /^Most dates of blog_articles are at 21:00 or 22:00 in UTC/, /content\.timeZone/]],
    },
  ] as const;
  test.each(sampleOf<(typeof FAULTS)[number]>(FAULTS, 4))('names $what', async ({ options, code, found }) => {
    const { findings, ...run } = await examine('v6', options);
    expect(findings).toHaveLength(found.length);
    for (const [index, [name, what, fix]] of found.entries())
      expect(findings[index]).toMatchObject({
        name,
        what: expect.stringMatching(what),
        fix: expect.stringMatching(fix),
      });
    if (code !== 0) expect(run.code).toBe(code);
  });

  test('tells a service that cannot be reached, and never the token', async () => {
    const run = await runSitegen(['doctor', '--content-url', 'http://127.0.0.1:1', '--verbose'], {
      cwd: makeFolder(),
      environment: { SITEGEN_CONTENT_TOKEN: 'secret-of-the-test' },
    });
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('http://127.0.0.1:1/api: No answer: nothing is listening there (ECONNREFUSED)');
    expect(run.stdout + run.stderr).not.toContain('secret-of-the-test');
  });
});
