// The bench with few articles: it runs and prints a row for each case. The figures are not checked. Its eleven builds with a copy of
// the program run in a long run only.

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../long-run.ts';

describe('npm run bench build', () => {
  it.runIf(IS_LONG)('builds generated content cold, unchanged and changed, and prints the cost of each run', () => {
    const cwd = resolve(import.meta.dirname, '../..');
    const output = execFileSync(process.execPath, ['bench/run.ts', 'build', '50', '--runs', '1'], {
      cwd,
      encoding: 'utf8',
    });
    expect(output).toMatch(
      /^Node \S+, \d+ cores, folders under \S+, sites en,es,pt,ua,kz\n(?:Other programs use .+\n)?\n# build\n\nfirst run: .+\ncold: .+\n\n50 articles, 1 round\n/,
    );
    const [, table = ''] = output.split('|--:|\n');
    const rows = table
      .split('\n\n', 1)
      .flatMap((text) => text.split('\n'))
      .map((row) => row.split('|').map((cell) => cell.trim()));
    const named = rows.map(([, name, , , , , pages, rendered, reused, written]) => {
      expect(Number(rendered) + Number(reused)).toBe(Number(pages));
      return [name, Number(rendered), Number(written)] as const;
    });
    const all = Number(rows[0]?.[6]);
    expect(all).toBeGreaterThan(100);
    expect(named.map(([name]) => name)).toEqual([
      'first run',
      'cold',
      'nothing changed, from snapshot',
      'nothing changed, fetched again',
      'one article edited, from snapshot',
      'one article edited, fetched again',
      'a word of en changed, fetched again',
      'template of articles changed, fetched again',
    ]);
    for (const [, rendered, written] of named.slice(0, 2)) {
      expect(rendered).toBe(all);
      expect(written).toBe(named[0]?.[2]);
    }
    expect(named.slice(2, 4).map(([, rendered, written]) => [rendered, written])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    for (const [, rendered] of named.slice(4, 7)) expect(rendered).toBeLessThan(all / 2);
    for (const [, rendered] of named.slice(4)) expect(rendered).toBeGreaterThan(0);
  });
});
