// How figures are printed beside their budgets, and how the runner explains its use.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFigures } from '../../bench/budgets.ts';

describe('describeFigures', () => {
  it('prints figures with a budget as within or over, and other figures after them', () => {
    const table = describeFigures([
      { name: 'cold ÷ Hugo', articles: 10_000, value: 0.4, unit: '' },
      { name: 'cold ÷ Hugo', articles: 50, value: 3, unit: '' },
      { name: '--help', articles: null, value: 81.2, unit: 'ms' },
    ]);
    expect(table.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '| figure | articles | measured | budget | |',
      '| ----------- | -------- | -------- | ------- | ------ |',
      '| cold ÷ Hugo | 10,000 | 0.40 | ≤ 0.60 | within |',
      '| --help | – | 81 ms | ≤ 80 ms | over |',
      '| cold ÷ Hugo | 50 | 3.00 | – | |',
    ]);
  });
});

describe('npm run bench', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['bench/run.ts', ...args], {
      cwd: resolve(import.meta.dirname, '../..'),
      encoding: 'utf8',
    });

  it.each(['help', '--help'])('lists suites and flags for %s', (asked) => {
    const { status, stdout } = run(asked);
    expect(status).toBe(0);
    for (const text of ['build', 'lighthouse', '--runs', '--readme']) expect(stdout).toContain(text);
  });

  it('lists the suites where there is none of that name', () => {
    const { status, stderr } = run('1000');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^There is no suite "1000"\.\n.*\n {2}lighthouse /s);
  });
});
