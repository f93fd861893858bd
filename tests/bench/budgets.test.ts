// How measured figures are told beside their budgets, and what the runner says of a suite that it does not have.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFigures } from '../../bench/budgets.ts';

describe('describeFigures', () => {
  it('says what is within its budget and what is over, and other figures after that', () => {
    const table = describeFigures([
      { name: 'cold ÷ Hugo', articles: 10_000, value: 0.4, unit: '' },
      { name: 'cold ÷ Hugo', articles: 50, value: 3, unit: '' },
      { name: '--help', articles: null, value: 81.2, unit: 'ms' },
    ]);
    expect(table.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '| figure | articles | measured | budget | |',
      '| ----------- | -------- | -------- | ------- | ------ |',
      '| cold ÷ Hugo | 10,000 | 0.40 | ≤ 0.40 | within |',
      '| --help | – | 81 ms | ≤ 80 ms | over |',
      '| cold ÷ Hugo | 50 | 3.00 | – | |',
    ]);
  });
});

describe('npm run bench', () => {
  it('names the suites where it is asked for another one', () => {
    const cwd = resolve(import.meta.dirname, '../..');
    const { status, stderr } = spawnSync(process.execPath, ['bench/run.ts', '1000'], { cwd, encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^There is no suite "1000"; there are build, .+, lighthouse\.\n$/);
  });
});
