// Slips of editors that once stopped the site, or named the program: one build reports each at its entry and field.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuildReport } from '../../cli/pipeline/build-report.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import { type CommandRun, runSitegen } from './run-sitegen.ts';
import { article, entry, pagesOf, smallContent } from './small-content.ts';

const ORIGIN = 'https://www.example.com';
const social = (slug: string, link: string) => entry(slug, { link });
const SOCIAL = [
  social('linkedin', 'https://www.linkedin.com/company/example'),
  social('mail', 'mailto:hello@example.com'),
  social('contacts', '/contacts/'),
  social('own', `${ORIGIN}/blog/`),
  social('bare', '//x.com/example'),
  social('script', 'javascript:alert(1)'),
  social('entry', 'entry::4f6b'),
  social('anchor', '#top'),
];

let service: ContentService;
let folder = '';
let run: CommandRun;
let report: BuildReport;
beforeAll(async () => {
  const content = smallContent({
    pages: {
      en: pagesOf('en').map((page) => {
        if (page.slug === 'blog') return { ...page, hero_slug: 'nobody' };
        return page.slug === 'about' ? { ...page, id: 'about', sections: [{ kind: 'faq' }] } : page;
      }),
    },
    faq: { en: [entry('why', { shown_on: [{ id: 'about', title: 'About' }], answer: '<p></p>' })] },
    blog_articles: { en: [article('with-block', { content: [{ type: 'shared', block: null }] })] },
    landings: {
      en: [entry('offer', { language: 'en-GB' }), entry('portuguese', { language: 'pt' })],
      ua: [entry('offer', { language: 'EN-gb' })],
      kz: [entry('offer')],
      pt: [entry('portuguese')],
      es: [entry('portuguese')],
    },
    social_links: { en: SOCIAL },
    redirects: { en: [] },
  });
  service = await serviceWith(content);
  folder = mkdtempSync(join(tmpdir(), 'sitegen-slips-'));
  const args = ['build', '--origin', ORIGIN, '--content-url', service.url];
  run = await runSitegen(args, { cwd: folder });
  report = JSON.parse(readFileSync(join(folder, '.sitegen/report.json'), 'utf8'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const found = (code: string) => report.problems.filter((problem) => problem.code === code);

it('builds the site', () => {
  expect(run.code, run.stderr).toBe(0);
  expect(run.stderr).not.toMatch(/cli\/|templates\//);
});

it('leaves out the alternate of a language that two translations have', () => {
  expect(found('ALTERNATE_CODE_TWICE').map(({ severity, where }) => ({ severity, ...where }))).toEqual([
    {
      severity: 'warning',
      collection: 'landings',
      entry: 'Title of offer',
      site: 'ua',
      field: 'language',
      editUrl: 'https://cms.example.com/edit/offer',
      path: '/ua/lp/offer/',
    },
    expect.objectContaining({ entry: 'Title of portuguese', site: 'en', field: 'language' }),
  ]);
  const alternatesOf = (path: string) => {
    const html = readFileSync(join(folder, `out${path}index.html`), 'utf8');
    return [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)"/g)].map(([, code]) => code);
  };
  expect(alternatesOf('/lp/offer/')).toEqual(['en-GB', 'ru-KZ', 'x-default']);
  expect(alternatesOf('/ua/lp/offer/')).toEqual([]);
  expect(alternatesOf('/lp/portuguese/')).toEqual([]);
  expect(alternatesOf('/es/lp/portuguese/')).toEqual(['es', 'pt', 'pt-BR']);
});

it('names only web addresses as profiles, and reports the others at their entry', () => {
  const home = readFileSync(join(folder, 'out/index.html'), 'utf8');
  const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(home)?.[1] ?? '');
  expect(data['@graph'][0].sameAs).toEqual([
    'https://www.linkedin.com/company/example',
    `${ORIGIN}/contacts/`,
    `${ORIGIN}/blog/`,
    'https://x.com/example',
  ]);
  const problems = found('SOCIAL_LINK_INVALID');
  expect(problems.map(({ where }) => where.entry)).toEqual(
    ['mail', 'script', 'entry', 'anchor'].map((slug) => `Title of ${slug}`),
  );
  expect(problems.every(({ severity, where }) => severity === 'warning' && where.field === 'link')).toBe(true);
  expect(home).toContain('href="mailto:hello@example.com"');
  expect(home).not.toContain('javascript:');
});

it('names a leading article that does not exist, and a question without an answer', () => {
  expect(found('HERO_MISSING')).toMatchObject([
    { severity: 'warning', where: { collection: 'pages', entry: 'Title of blog', site: 'en', field: 'hero_slug' } },
  ]);
  expect(found('QUESTION_UNANSWERED')).toMatchObject([
    { severity: 'notice', where: { collection: 'faq', entry: 'Title of why', site: 'en', field: 'answer' } },
  ]);
});

it('names the page with a shared block that is gone', () => {
  expect(found('BLOCK_MISSING')).toMatchObject([
    {
      where: {
        collection: 'blog_articles',
        entry: 'Title of with-block',
        site: 'en',
        editUrl: 'https://cms.example.com/edit/with-block',
        path: '/blog/with-block/',
      },
    },
  ]);
});

it('stops with --strict, and still names no file of the program', async () => {
  const args = ['build', '--strict', '--origin', ORIGIN, '--content-url', service.url];
  const strict = await runSitegen(args, { cwd: folder });
  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain('ALTERNATE_CODE_TWICE');
  expect(strict.stderr).not.toMatch(/cli\/|templates\//);
});
