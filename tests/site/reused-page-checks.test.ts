// A page that was taken over is checked as any other: a link to a file that is gone is found on it.

import { expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../long-run.ts';
import { serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { makeFolder, messageOf, runSitegen } from './run-sitegen.ts';
import { article, entry, smallContent } from './small-content.ts';

const LIST = '/lists/blog/en/news/1.json';

/** An article of one category below the newest one, which no list shows. */
const articlesWith = (category: string): readonly Fields[] => [
  article('newest', { date: '2026-02-01T00:00:00.000000Z' }),
  article('one', { category: [{ id: category, slug: category, title: category }] }),
];

it.runIf(IS_LONG)('finds a link to a list that is gone on a page that was taken over', async () => {
  const cwd = makeFolder();
  const articles = [...articlesWith('news')];
  const launch = entry('launch', { content: `<p><a href="${LIST}">News</a></p>` });
  const service = await serviceWith(smallContent({ blog_articles: { en: articles }, landings: { en: [launch] } }));
  onTestFinished(() => service.stop());
  const args = ['build', '--origin', 'https://www.example.com', '--content-url', service.url];
  expect(messageOf(await runSitegen(args, { cwd }))).not.toContain('LINK_DEAD');
  articles.splice(0, articles.length, ...articlesWith('other'));
  const found = messageOf(await runSitegen(args, { cwd }));
  expect((await runSitegen(['why', '/lp/launch/'], { cwd })).stdout).toContain('The last build reused it');
  expect(found).toContain(`The link ${LIST} leads to no page.`);
});
