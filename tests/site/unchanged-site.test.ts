// A build of what was published last tells again of what that build found, which stands in its report alone.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BuildReport } from '../../cli/pipeline/build-report.ts';
import { sampleOf } from '../long-run.ts';
import { serviceWith } from '../service/content-service.ts';
import { makeFolder, runSitegen } from './run-sitegen.ts';
import { article, smallContent } from './small-content.ts';

/** Only making their pages tells what is wrong with them. */
const WITHOUT_BLOCK = ['one', 'two'].map((slug) => article(slug, { content: [{ type: 'shared', block: 'missing' }] }));

it('tells of the same problems each time, whatever was left of the last report', async () => {
  const service = await serviceWith(smallContent({ blog_articles: { en: WITHOUT_BLOCK } }));
  onTestFinished(() => service.stop());
  const cwd = makeFolder();
  const file = join(cwd, '.sitegen/report.json');
  const args = ['build', '--json', '--origin', 'https://www.example.com', '--content-url', service.url];
  const build = async () => {
    const { code, stdout } = await runSitegen(args, { cwd });
    expect(code, stdout).toBe(0);
    const report: BuildReport = JSON.parse(readFileSync(file, 'utf8'));
    return report;
  };
  const { problems: first } = await build();
  const problems = first.filter(({ code }) => code !== 'NO_BASELINE');
  expect(problems.filter(({ code }) => code === 'BLOCK_MISSING')).not.toHaveLength(0);
  for (const left of sampleOf([problems.slice(0, 1), undefined, [], [...problems, ...problems]], 2)) {
    const report = await build();
    expect(report.problems).toEqual(problems);
    writeFileSync(file, JSON.stringify({ ...report, problems: left }));
  }
  expect((await build()).problems).toEqual(problems);
});
