// One bad entry, or one lost folder of pictures, gives thousands of problems: the terminal stays readable, and the next build works.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BuildReport } from '../../cli/pipeline/build-report.ts';
import { IS_LONG } from '../long-run.ts';
import { serviceWith } from '../service/content-service.ts';
import { makeFolder, runSitegen } from './run-sitegen.ts';
import { article, entry, smallContent } from './small-content.ts';

const LINKS = IS_LONG ? 40_000 : 2_000;
const COVERS = 40;

const deadLinks = article('dead-links', {
  content: [{ type: 'text', text: Array.from({ length: LINKS }, (_, n) => `<a href="/gone-${n}/">${n}</a>`).join('') }],
});
const withoutCovers = Array.from({ length: COVERS }, (_, n) =>
  article(`cover-${n}`, { image: { url: `/assets/gone-${n}.jpg`, alt: 'A cover' } }),
);
/** A title that is longer than any limit of a report. */
const longTitle = article('long-title', { title: 'x'.repeat(LINKS * 50), content: '<p><a href="/nowhere/">x</a></p>' });

/** Listed and omitted ones. */
function countDeadLinks({ problems, omitted }: BuildReport): number {
  const others = omitted.find(({ code }) => code === 'LINK_DEAD')?.count ?? 0;
  return problems.filter(({ code }) => code === 'LINK_DEAD').length + others;
}

it('reports many equal faults in a few lines, and the next build reads what this one wrote', async () => {
  const articles = [deadLinks, longTitle, ...withoutCovers];
  const service = await serviceWith(
    smallContent({ blog_articles: { en: articles }, landings: { en: [entry('launch')] } }),
  );
  service.override('/assets/gone', { status: 404 });
  onTestFinished(() => service.stop());
  const cwd = makeFolder();
  const build = (...flags: readonly string[]) =>
    runSitegen(
      ['build', '--locale', 'en', '--origin', 'https://www.example.com', '--content-url', service.url, ...flags],
      { cwd },
    );
  const readReport = (): BuildReport => JSON.parse(readFileSync(join(cwd, '.sitegen/report.json'), 'utf8'));

  const first = await build();
  expect(first.code, first.stderr.slice(0, 2000)).toBe(0);
  expect(first.stderr).toMatch(new RegExp(`LINK_DEAD {2}${LINKS.toLocaleString('en')} problems`));
  expect(first.stderr).toMatch(new RegExp(`IMAGE_UNUSABLE {2}${COVERS} problems`));
  expect(first.stderr.split('\n').length).toBeLessThan(80);
  const report = readReport();
  expect(statSync(join(cwd, '.sitegen/report.json')).size).toBeLessThan(10_000_000);
  expect(countDeadLinks(report)).toBe(LINKS + 1);
  expect(report.problems.filter(({ code }) => code === 'IMAGE_UNUSABLE')).toHaveLength(COVERS);

  // Unchanged: the same counts, from the report alone.
  const again = await build();
  expect(again.code, again.stderr.slice(0, 2000)).toBe(0);
  // Without NO_BASELINE, which takes a place in the first list.
  expect(countDeadLinks(readReport())).toBe(LINKS + 1);
  expect(again.stdout).toContain(`${LINKS + 1 + COVERS} warnings`);

  articles.splice(0, 2, article('dead-links'), article('long-title'));
  const healthy = await build();
  expect(healthy.code, healthy.stderr.slice(0, 2000)).toBe(0);
  expect(healthy.stderr).not.toContain('LINK_DEAD');
});
