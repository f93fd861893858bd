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

/** The first has no kind, which is a text. */
const SECTIONS = [
  { title: 'First', text: 'One line\nand the next.\n\nA new paragraph & more.' },
  { kind: 'text', title: 'Second', text: '<p>Text.</p>' },
  null,
  { kind: ' features ', items: null },
];
const SETS = [
  { type: 'text', text: '<p>Write to <ann@example.com>, if a<x and so on.</p><p>Next.</p>' },
  {
    type: 'table',
    head: ['A', 'B'],
    rows: [
      { 0: 'x', 2: 'y' },
      { plan: 'Free', price: '0' },
    ],
  },
  { type: 'embed', provider: 'twitter', url: '<blockquote><a href="https://x.com/a/status/1">x</a></blockquote>' },
  { type: 'embed', provider: 'twitter', url: 'x.com/a/status/1' },
  { type: 'form', form: 'demo', choices: ['Alone'] },
  { type: 'form', form: 'demo', ask_choice: 'Which one?' },
  { type: 'shared', block: { slug: 'outer', title: 'Outer' } },
  { type: 'cta', label: 'Other site', link: 'www.example.org/page' },
  { type: 'cta', label: 'Mail', link: 'ann@example.com' },
  { type: 'table', head: ['A', 'B'], rows: [{ cells: ['', null] }, ['']] },
  { type: 'cta', label: 'Scheme twice', link: 'https://https://example.org/' },
  { type: 'cta', label: 'Mail', link: 'http://ann@example.com' },
  { type: 'text', text: '<p>Switched off.</p>', enabled: '0' },
  { type: 'text', text: '<script src="https://widgets.example.org/a.js"></script>' },
  {
    type: 'cta',
    label: 'From a mail',
    link: 'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.example.org%2Fpage&data=05',
  },
  { type: 'faq', items: [{ question: 'Who?', answer: [{ type: 'text', text: '<p>Ann.</p>' }] }] },
];
const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

let service: ContentService;
let folder = '';
let run: CommandRun;
let report: BuildReport;
beforeAll(async () => {
  const content = smallContent({
    pages: {
      en: pagesOf('en').map((page) => {
        if (page.slug === 'blog') return { ...page, hero_slug: 'nobody' };
        if (page.slug === 'pricing') return { ...page, sections: SECTIONS };
        return page.slug === 'about' ? { ...page, id: 'about', sections: [{ kind: 'faq' }] } : page;
      }),
    },
    faq: {
      en: [
        entry('why', { shown_on: [{ id: 'about', title: 'About' }], answer: '<p></p>' }),
        entry('where', { shown_on: [], answer: '<p>There.</p>' }),
      ],
    },
    blog_articles: {
      en: [
        article('nested', {
          content: deep(5000),
          title: ['Nested'],
          author: [{ id: 'u1', name: 'Ann Lee' }, 'Bob Ray'],
        }),
        article('with-block', { content: [{ type: 'shared', block: null }] }),
        article('slips', { content: SETS }),
      ],
    },
    pages_block: {
      en: [
        entry('outer', {
          content: [
            { type: 'text', text: '<p>Outer</p>' },
            { type: 'shared', block: { id: 'inner' } },
          ],
        }),
        entry('inner', { content: '<p>Inner</p>' }),
      ],
    },
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

it('names a question that no page shows', () => {
  expect(found('QUESTION_UNPLACED')).toMatchObject([
    { severity: 'warning', where: { collection: 'faq', entry: 'Title of where', site: 'en', field: 'shown_on' } },
  ]);
});

it('leaves out what is nested too deep, and shows the title and author of the entry', () => {
  const html = readFileSync(join(folder, 'out/blog/nested/index.html'), 'utf8');
  expect(html).toContain('>Nested</h1>');
  expect(html).toContain('By Ann Lee');
  expect(fieldsOf('FIELD_UNUSABLE')).toContain('nested › content.0');
});

it('names an empty section by its place in the control panel', () => {
  expect(fieldsOf('SECTION_EMPTY')).toContain('Title of pricing › sections.3');
});

it('leaves out sets that are switched off, and names widgets and hosts that are none', () => {
  const html = readFileSync(join(folder, 'out/blog/slips/index.html'), 'utf8');
  expect(html).not.toContain('Switched off.');
  expect(html).toContain('<p>Ann.</p>');
  expect(found('ELEMENT_DROPPED').map(({ where }) => where.field)).toContain('content.13.text');
  expect(fieldsOf('LINK_INVALID')).toEqual(['Title of slips › content.11.link']);
  expect(found('LINK_PRIVATE')).toMatchObject([{ where: { entry: 'Title of slips', field: 'content.10.link' } }]);
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
    { where: { entry: 'Title of slips' } },
  ]);
});

const fieldsOf = (code: string) => found(code).map(({ where }) => `${where.entry} › ${where.field}`);

it('gives the sections of a kind one id', () => {
  const html = readFileSync(join(folder, 'out/pricing/index.html'), 'utf8');
  expect([...html.matchAll(/<section id="text"/g)]).toHaveLength(1);
  expect(found('ID_TWICE')).toEqual([]);
});

it('keeps the lines and paragraphs of a text without markup', () => {
  const html = readFileSync(join(folder, 'out/pricing/index.html'), 'utf8');
  expect(html).toContain('<p>One line<br />and the next.</p>\n<p>A new paragraph &amp; more.</p>');
});

it('names text that is lost because it looks like an element', () => {
  expect(found('ELEMENT_DROPPED').map(({ what }) => what)).toEqual([
    'A text has "<ann@example.com", which is no element of HTML: it was left out.',
    'A text has "<x", which is no element of HTML: it was left out.',
    'Pages show no <script> of a text: it was left out.',
  ]);
});

it('names rows without cells, and embeds without an address', () => {
  const html = readFileSync(join(folder, 'out/blog/slips/index.html'), 'utf8');
  expect(html).toContain('<td>x</td><td>y</td>');
  expect(html).not.toContain('&lt;blockquote');
  expect(html.match(/<table/g)).toHaveLength(1);
  expect(fieldsOf('BLOCK_EMPTY')).toContain('Title of slips › content.9');
  const slips = fieldsOf('FIELD_UNUSABLE').filter((field) => field.startsWith('Title of slips'));
  expect(slips).toEqual(
    ['content.1.rows.1.cells', 'content.2.url', 'content.3.url'].map((field) => `Title of slips › ${field}`),
  );
});

it('says what the beginning of an address lacks', () => {
  expect(found('LINK_DEAD').flatMap(({ where, what }) => (where.entry === 'Title of slips' ? [what] : []))).toEqual([
    'The link www.example.org/page leads to no page: an address of another site needs "https://" before it.',
    'The link ann@example.com leads to no page: an e-mail address needs "mailto:" before it.',
  ]);
});

it('names the address in a link that a mail program put in its place', () => {
  expect(found('LINK_REDIRECTED').filter(({ where }) => where.entry === 'Title of slips')).toMatchObject([
    {
      severity: 'notice',
      where: { field: 'content.14.link' },
      what: expect.stringContaining('to https://www.example.org/page.'),
    },
  ]);
});

it('names a choice without choices, and choices without a question', () => {
  expect(fieldsOf('FIELD_NOT_SHOWN')).toEqual([
    'nested › author',
    'Title of slips › content.4.choices',
    'Title of slips › content.5.ask_choice',
  ]);
});

it('names a shared block inside of another one', () => {
  expect(found('BLOCK_MISSING').map(({ what }) => what)).toContain(
    'The page shows the shared block "Outer", which has another shared block in it: that one was left out.',
  );
});

it('stops with --strict, and still names no file of the program', async () => {
  const args = ['build', '--strict', '--origin', ORIGIN, '--content-url', service.url];
  const strict = await runSitegen(args, { cwd: folder });
  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain('ALTERNATE_CODE_TWICE');
  expect(strict.stderr).not.toMatch(/cli\/|templates\//);
});
