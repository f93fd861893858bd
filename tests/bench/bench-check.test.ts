// The bench with few articles: it runs and prints a row for each command. The figures are not checked. It runs in a long run only.

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../long-run.ts';

describe('npm run bench check', () => {
  it.runIf(IS_LONG)('checks generated content and prints the cost of each command', () => {
    const cwd = resolve(import.meta.dirname, '../..');
    const output = execFileSync(process.execPath, ['bench/run.ts', 'check', '50'], { cwd, encoding: 'utf8' });
    const rows = output.split('# check\n\n')[1]?.trimEnd().split('\n') ?? [];
    expect(
      rows.map((row) => /^50 articles, (.*?): \d+ pages, \d+ links, \d+ findings, [\d.]+ s, /.exec(row)?.[1]),
    ).toEqual(['check', 'check-links --internal-only']);
  });
});
