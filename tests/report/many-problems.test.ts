import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Problem, SiteError } from '../../cli/errors.ts';
import { fitBlocks } from '../../cli/report/describe-problems.ts';
import { problem, reporterOn } from './memory-reporter.ts';

describe('many problems', () => {
  const many = (count: number, fields: Partial<Problem> = {}) =>
    Array.from({ length: count }, (_, index) =>
      problem({
        where: { collection: 'blog_articles', entry: `Article ${index}`, site: 'en', field: 'image' },
        what: `/assets/gone-${index}.jpg: The file was not found.`,
        ...fields,
      }),
    );
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

  it('prints one line with a count and three examples for problems of one kind', () => {
    const reporter = reporterOn();
    reporter.report({ kind: 'problems', problems: many(30_000) });
    expect(linesOf(reporter.readErr())).toEqual([
      '  blog_articles › image  warning LINK_DEAD  30,000 problems',
      '  - "Article 0" (en): /assets/gone-0.jpg: The file was not found.',
      '  - "Article 1" (en): /assets/gone-1.jpg: The file was not found.',
      '  - "Article 2" (en): /assets/gone-2.jpg: The file was not found.',
      '  … and 29,997 more',
      '  → Correct the link.',
    ]);
  });

  it('counts the kinds that do not fit', () => {
    const blocks = ['line\n'.repeat(56), 'two\nlines', 'one line'];
    for (const [kept, rest] of [
      [2, '1 more kind of problems'],
      [3, '2 more kinds of problems'],
    ] as const)
      expect(fitBlocks([() => blocks.slice(0, kept)], 'look').at(-1)).toBe(`  … and ${rest}: look.`);
  });

  it('groups by code, collection, field and cause, not by what differs between entries', () => {
    const reporter = reporterOn();
    const fixes = many(9).map((each, index) => ({ ...each, fix: `Publish "${index}" at https://cms.test/${index}.` }));
    const fields = many(9).map((each, index) => ({ ...each, where: { ...each.where, field: `rows.${index}.alt` } }));
    reporter.report({ kind: 'problems', problems: [...fixes, ...fields, ...many(9, { fix: 'Upload it again.' })] });
    const text = reporter.readErr();
    expect(text.match(/9 problems/g)).toHaveLength(3);
    expect(text).toContain('The file was not found. → Publish "0" at https://cms.test/0.');
    expect(text).toContain('  - "Article 2" (en) › rows.2.alt: ');
  });

  it.each([
    ['of one code in many fields', many(900).map((each, n) => ({ ...each, where: { collection: `c${n % 90}` } }))],
    ['of many codes', many(900).map((each, n) => ({ ...each, code: `CODE_${n % 300}` }))],
    ['that are all different', many(300).map((each, n) => ({ ...each, code: `CODE_${n}` }))],
  ])('prints at most 60 lines for problems %s', (_, problems) => {
    const [log, failed, verbose] = [reporterOn(), reporterOn(), reporterOn({}, { isVerbose: true })];
    log.report({ kind: 'problems', problems });
    failed.printFailure(new SiteError({ code: 'SITE_INVALID', exitCode: 1, message: 'No.', problems }));
    verbose.report({ kind: 'problems', problems });
    const text = log.readErr();
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
    expect(text).toMatch(/more/);
    expect(failed.readErr().split('\n').length).toBeLessThanOrEqual(62);
    expect(linesOf(verbose.readErr())).toHaveLength(problems.length * 3);
  });

  it('shows an example of each kind when there is no room for three', () => {
    const reporter = reporterOn();
    const problems = many(42).map((each, n) => ({ ...each, code: `CODE_${n % 14}` }));
    reporter.report({ kind: 'problems', problems });
    expect(reporter.readErr().match(/- "Article \d+" \(en\): \/assets\/gone/g)).toHaveLength(14);
  });

  it('keeps errors when only a part can be shown', () => {
    const reporter = reporterOn();
    const warnings = many(300).map((each, n) => ({ ...each, code: `CODE_${n}` }));
    reporter.report({ kind: 'problems', problems: [...warnings, problem({ severity: 'error', what: 'The worst.' })] });
    expect(reporter.readErr()).toContain('The worst.');
  });

  it('prints each problem with --verbose', () => {
    const reporter = reporterOn({}, { isVerbose: true });
    reporter.report({ kind: 'problems', problems: many(10_002) });
    expect(linesOf(reporter.readErr())).toHaveLength(30_006);
  });

  it('makes one annotation and a short job summary of problems of one kind', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sitegen-summary-')), 'summary.md');
    const reporter = reporterOn({ environment: { GITHUB_STEP_SUMMARY: file } }, { isGithub: true });
    const problems = many(30_000, { severity: 'error' });
    reporter.printFailure(new SiteError({ code: 'LINK_DEAD', exitCode: 1, message: 'No.', problems }));
    reporter.printResult({ text: 'x', markdown: '| a row |\n'.repeat(200_000), data: {} });
    const annotations = linesOf(reporter.readErr()).filter((line) => line.startsWith('::'));
    expect(annotations).toHaveLength(1);
    expect(annotations[0]).toContain('the first of 30,000 such problems');
    expect(statSync(file).size).toBeLessThan(1024 * 1024);
    expect(readFileSync(file, 'utf8')).toContain('30,000 problems');
  });
});

describe('text of content', () => {
  const hostile = 'A\r\n::error::forged\u009b31m\u202e\u2028\u001b[2Jz';
  const isClean = (text: string) => !/(?!\n)\p{Cc}|[\u200e\u200f\u2028-\u202e]/u.test(text);

  it('is printed on one line and without control characters, wherever it is', () => {
    const where = { collection: hostile, entry: hostile, site: hostile, field: hostile, editUrl: hostile };
    const place = { url: hostile, path: hostile, file: hostile };
    const problems = [problem({ where, what: hostile, fix: hostile }), problem({ where: place })];
    for (const options of [{}, { isVerbose: true }, { isJson: true }, { isGithub: true }]) {
      const reporter = reporterOn({}, options);
      reporter.report({ kind: 'problems', problems });
      reporter.report({ kind: 'problems', problems: Array.from({ length: 9 }, () => problems).flat() });
      reporter.report({ kind: 'log', level: 'warning', text: hostile });
      reporter.printFailure(new SiteError({ code: 'X', exitCode: 1, message: hostile, problems }));
      reporter.printFailure(new Error(hostile));
      reporter.printResult({ text: hostile, data: { hostile } });
      const printed = reporter.readErr() + reporter.readOut();
      expect(isClean(printed), JSON.stringify(printed)).toBe(true);
    }
    const reporter = reporterOn();
    reporter.report({ kind: 'problems', problems });
    expect(reporter.readErr().split('\n')).toHaveLength(7);
  });

  it('keeps its characters in JSON as escapes', () => {
    const reporter = reporterOn({}, { isJson: true });
    reporter.report({ kind: 'problems', problems: [problem({ what: hostile })] });
    expect(JSON.parse(reporter.readOut()).problem.what).toBe(hostile);
  });

  it('is cut if it is endless', () => {
    const reporter = reporterOn();
    reporter.report({ kind: 'problems', problems: [problem({ where: { entry: 'x'.repeat(6_000_000) } })] });
    expect(reporter.readErr().length).toBeLessThan(1000);
  });
});
