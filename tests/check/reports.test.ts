// Every format of a report, read by another program for that format.

import { parse as parseCsv } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../cli/check/findings.ts';
import { type CheckReport, createCheckReport } from '../../cli/check/reports/check-report.ts';
import { RENDERERS } from '../../cli/check/reports/output-report.ts';
import { RULES } from '../../cli/check/rules/rules.ts';
import { REPORT_FORMATS, renderReport } from '../../cli/report/write-report.ts';

const finding = (more: Partial<Finding>): Finding => ({
  code: 'LINK_DEAD',
  severity: 'warning',
  where: {},
  what: 'The link /nowhere/ leads to no page.',
  fix: 'Correct the link.',
  fingerprint: '0123456789abcdef',
  target: '/nowhere/',
  pages: 0,
  paths: [],
  ...more,
});

/** Texts with special characters of the formats. */
const AWKWARD = 'A "quote", a comma; <b>&amp;</b> | `pipe` *star* \u0007\nand a line – огляд 🦜';
const FINDINGS: readonly Finding[] = [
  finding({
    severity: 'error',
    code: 'TITLE_MISSING',
    where: {
      collection: 'blog_articles',
      entry: AWKWARD,
      site: 'ua',
      field: 'title',
      editUrl: 'https://cms.example.com/1?a=1&b=2',
    },
    what: AWKWARD,
    pages: 1,
    paths: ['/ua/blog/огляд/'],
    fingerprint: '1111111111111111',
  }),
  finding({ where: { file: 'templates/layouts/Layout.tsx' }, pages: 12, paths: ['/', '/a/', '/b/', '/c/'] }),
  finding({ code: 'CSS_URL_DEAD', where: { file: '/assets/main.css' }, fingerprint: '2222222222222222' }),
  finding({
    code: 'PAGE_ORPHAN',
    severity: 'notice',
    where: { path: '/a/' },
    what: '=HYPERLINK("x")',
    fingerprint: '3333333333333333',
    target: null,
  }),
  finding({
    code: 'EXTERNAL_BROKEN',
    where: { editUrl: 'javascript:alert(1)', url: 'https://a.example/' },
    fingerprint: '4444444444444444',
  }),
];

const reportOf = (findings: readonly Finding[], known: readonly string[] = []): CheckReport =>
  createCheckReport({
    command: 'check-links',
    origin: 'https://www.example.com',
    pages: 383,
    links: 4901,
    external: { ok: 3, moved: 1, broken: 1, blocked: 0, unknown: 0 },
    findings,
    known: new Set(known),
    isStrict: true,
  });
const render = (format: (typeof REPORT_FORMATS)[number], findings = FINDINGS, known: readonly string[] = []) =>
  renderReport(reportOf(findings, known), RENDERERS, format);

/** Elements with their attributes, read by a strict XML parser. */
function parseXml(
  xml: string,
): readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[] {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes: { ...attributes } }));
  parser.write(xml).close();
  return elements;
}

describe('renderReport', () => {
  it('writes valid JUnit XML with a passed test for every rule without findings', () => {
    const elements = parseXml(render('junit'));
    const cases = elements.filter(({ name }) => name === 'testcase');
    const failures = elements.filter(({ name }) => name === 'failure');
    const [root] = elements;
    expect(root).toMatchObject({
      name: 'testsuites',
      attributes: { tests: String(cases.length), failures: '4', errors: '0' },
    });
    expect(failures).toHaveLength(4);
    expect(failures.map(({ attributes }) => attributes.message)).toContain(
      AWKWARD.replace('\u0007', '\ufffd').replace('\n', ' '),
    );
    const codes = new Set(cases.map(({ attributes }) => attributes.classname));
    expect([...codes].toSorted()).toEqual(Object.keys(RULES).toSorted());
  });

  it('skips findings of the baseline in JUnit', () => {
    const elements = parseXml(
      render(
        'junit',
        FINDINGS,
        FINDINGS.map(({ fingerprint }) => fingerprint),
      ),
    );
    expect(elements[0]?.attributes).toMatchObject({ failures: '0', skipped: '5' });
  });

  it('writes valid CSV without formulas', () => {
    const rows: readonly Record<string, string>[] = parseCsv(render('csv'), {
      columns: true,
      record_delimiter: '\r\n',
    });
    expect(rows).toHaveLength(FINDINGS.length);
    expect(rows[0]).toMatchObject({
      code: 'TITLE_MISSING',
      what: AWKWARD,
      page_file: 'ua/blog/огляд/index.html',
      known: 'false',
    });
    expect(rows.map(({ what }) => what)).toContain('\'=HYPERLINK("x")');
    expect(render('csv', [])).toMatch(/^code,severity,.*\r\n$/);
  });

  it('writes JSON of its documented shape', () => {
    const report: unknown = JSON.parse(render('json', FINDINGS, ['2222222222222222']));
    expect(report).toMatchObject({ version: 1, command: 'check-links', isPassed: false, pages: 383 });
    expect(report).toHaveProperty('findings.length', FINDINGS.length);
  });

  it.each(['text', 'markdown', 'junit'] as const)('names rules that were skipped as %s', (format) => {
    const input = { command: 'check', origin: 'https://a.example', pages: 1, links: 1, external: null } as const;
    const report = createCheckReport({
      ...input,
      findings: [],
      known: new Set(),
      isStrict: false,
      skipped: ['FILE_STRAY'],
    });
    const text = renderReport(report, RENDERERS, format).replaceAll('\\', '');
    if (format !== 'junit') return expect(text).toContain('can break them: FILE_STRAY.');
    expect(parseXml(text)[0]?.attributes).toMatchObject({ skipped: '1' });
    expect(text).toMatch(/classname="FILE_STRAY" name="[^"]*"><skipped /);
  });

  it('writes valid Markdown tables with escaped text', () => {
    const markdown = render('markdown');
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
    for (const row of rows) expect(row.replaceAll('\\|', '').match(/\|/g), row).toHaveLength(5);
    expect(rows).toHaveLength(FINDINGS.length + 2 * new Set(FINDINGS.map(({ code }) => code)).size);
    expect(markdown).not.toContain('<b>');
    expect(markdown).not.toContain('>&amp;');
    expect(render('markdown', [finding({ what: 'Ask @team.' })])).not.toContain('@team');
    expect(markdown).toContain('[edit](<https://cms.example.com/1?a=1&b=2>)');
    expect(markdown).not.toContain('javascript:');
  });

  it('writes text with owner, pages and edit link, and a summary', () => {
    const text = render('text');
    expect(text).toContain('error TITLE_MISSING  A page has a title.');
    expect(text).toContain('    templates/layouts/Layout.tsx  on /, /a/, /b/ and 9 more pages\n');
    expect(text).toContain('    Edit: https://cms.example.com/1?a=1&b=2\n');
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'https://www.example.com: 383 pages, 4901 links: 1 error, 3 warnings, 1 notice. Links to other sites: 3 ok, 1 moved, 1 broken.',
    );
  });

  it('only counts notices with nothing to do in text', () => {
    const chain = finding({ code: 'REDIRECT_CHAIN', severity: 'notice', fix: 'Nothing to do. Or do it.' });
    const text = RENDERERS.text(reportOf([chain, { ...chain, fingerprint: 'a' }, finding({})]));
    expect(text).toContain(
      'notice REDIRECT_CHAIN  A redirect leads straight to its final address.\n  2 findings with nothing to do; --format csv or json lists all.\n',
    );
    expect(text).toContain('The link /nowhere/');
    expect(text).not.toContain('Or do it');
  });

  it('writes at most 60 lines of text for thousands of findings, on one line each and without control characters', () => {
    const many = Array.from({ length: 9000 }, (_, n) =>
      finding({ what: `${n} \u009b2J\r\n::error::${AWKWARD}`, code: n % 2 === 0 ? 'LINK_DEAD' : 'ASSET_DEAD' }),
    );
    const text = render('text', many);
    expect(text.split('\n').length).toBeLessThan(65);
    expect(text).toContain('… and 4497 more findings; --format csv or json lists all.');
    expect(text).not.toMatch(/(?!\n)\p{Cc}|^::error/mu);
    expect(render('json', many)).not.toMatch(/\u009b/);
    const codes = Object.keys(RULES) as Finding['code'][];
    const ofAll = codes.flatMap((code) => Array.from({ length: 50 }, () => finding({ code })));
    const textOfAll = render('text', ofAll);
    expect(textOfAll.split('\n').length).toBeLessThan(65);
    expect(textOfAll.split(finding({}).what).length).toBeGreaterThan(5);
  });

  it('counts findings of the baseline in text, and passes', () => {
    const known = FINDINGS.map(({ fingerprint }) => fingerprint);
    expect(render('text', FINDINGS, known)).toBe(
      'https://www.example.com: 383 pages, 4901 links: 0 errors, 0 warnings, 0 notices, 5 known from the baseline. Links to other sites: 3 ok, 1 moved, 1 broken.\n',
    );
    expect(reportOf(FINDINGS, known).isPassed).toBe(true);
    expect(reportOf(FINDINGS, known.slice(1)).isPassed).toBe(false);
  });

  it('ends every format with a line break', () => {
    for (const format of REPORT_FORMATS) expect(render(format)).toMatch(/\n$/);
  });
});
