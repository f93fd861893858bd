// The bench itself, on a small number: that it runs and prints a row for each case. Its figures are nobody's here.

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('npm run bench', () => {
  it('builds generated content cold, unchanged and edited, and prints what each run cost', () => {
    const cwd = resolve(import.meta.dirname, '../..');
    const output = execFileSync(process.execPath, ['bench/bench-build.ts', '50'], { cwd, encoding: 'utf8' });
    const [place, ...rows] = output.trimEnd().split('\n');
    expect(place).toMatch(/^Node \S+, \d+ cores, folders under \S+, sites en,es,pt,ua,kz$/);
    const named = rows.map(
      (row) => /^50 articles, (.*?): \d+ pages, [\d.]+ s, CPU [\d.]+ s, peak \d+ MB, \d+ written, /.exec(row)?.[1],
    );
    expect(named).toEqual([
      'cold',
      'nothing changed, fetched again',
      'nothing changed, from snapshot',
      'one article edited, fetched again',
    ]);
    expect(rows[1]).toContain(' 0 written, ');
    expect(rows[2]).toContain(' 0 written, ');
  });
});
