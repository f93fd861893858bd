import { expect, it } from 'vitest';
import { capProblems } from '../../cli/report/clean-problem.ts';
import { problem } from './memory-reporter.ts';

const many = (count: number, code: string, what = 'It is gone.') =>
  Array.from({ length: count }, (_, index) => problem({ code, what: `${index}: ${what}` }));

it('keeps few problems as they are, in their order', () => {
  const problems = [...many(2, 'B'), ...many(2, 'A')];
  expect(capProblems(problems)).toEqual({ problems, omitted: [] });
  expect(capProblems([])).toEqual({ problems: [], omitted: [] });
});

it('keeps at most 10,000, with the first ones of each code, and counts the rest', () => {
  const { problems, omitted } = capProblems([...many(30_000, 'A'), ...many(3, 'B'), ...many(9000, 'C')]);
  expect(problems).toHaveLength(10_000);
  expect(problems.filter(({ code }) => code === 'B')).toHaveLength(3);
  const kept = problems.filter(({ code }) => code === 'C');
  expect(kept.map(({ what }) => Number.parseInt(what, 10))).toEqual(kept.map((_, index) => index));
  expect(omitted).toEqual([
    { severity: 'warning', code: 'A', count: 30_000 - problems.filter(({ code }) => code === 'A').length },
    { severity: 'warning', code: 'C', count: 9000 - kept.length },
  ]);
});

it('stays short with endless texts', () => {
  const endless = { where: { entry: 'x'.repeat(1_000_000), path: '/x/'.repeat(100_000) }, what: 'x'.repeat(1_000_000) };
  const { problems, omitted } = capProblems(Array.from({ length: 9000 }, () => problem(endless)));
  expect(JSON.stringify(problems).length).toBeLessThan(9_000_000);
  expect(problems.length + (omitted[0]?.count ?? 0)).toBe(9000);
});
