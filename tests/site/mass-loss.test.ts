// A slip costs a field, but a field that most entries lose at once was changed in its blueprint: the build stops before it empties
// the site.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES } from '../../config/locales.ts';
import { serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { runSitegen } from './run-sitegen.ts';
import { article, entry, smallContent } from './small-content.ts';

const SHOWN = ['a', 'b', 'c', 'd', 'e'];
/** Pages with sections, of which less than half have links in their items. */
const landingsWith = (link: unknown) => ({
  en: [
    ...SHOWN.map((slug) => entry(slug, { content: [{ type: 'features', items: [{ title: 'A', link }] }] })),
    ...SHOWN.map((slug) => entry(`${slug}${slug}`, { content: [{ type: 'features', items: [{ title: 'A' }] }] })),
    ...SHOWN.map((slug) => entry(`${slug}-text`, { content: '<p>Text</p>' })),
  ],
});
const articlesWith = (fields: Fields) => ({
  en: SHOWN.map((slug) => article(slug, { seo_title: `Title ${slug}`, ...fields })),
});

let folder = '';
let port = 0;
/** Each build reads other content at the same address. */
async function build(content: Parameters<typeof smallContent>[0], ...args: readonly string[]) {
  const site = smallContent({ landings: landingsWith('/blog/'), redirects: { en: [] }, ...content });
  const service = await serviceWith(site, undefined, port);
  port = service.port;
  try {
    const fixed = ['build', '--origin', 'https://www.example.com', '--content-url', service.url, '--full'];
    return await runSitegen([...fixed, ...args], { cwd: folder });
  } finally {
    await service.stop();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-mass-loss-'));
  const run = await build({ blog_articles: articlesWith({ category: 'news' }) });
  expect(run.code, run.stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('stops when a field of the items in most entries that had it sends another shape', async () => {
  const content = {
    blog_articles: articlesWith({ category: 'news' }),
    landings: landingsWith({ href: '/blog/' }),
  };
  const run = await build(content, '--dry-run');
  expect(run.code, run.stderr).toBe(3);
  expect(run.stderr).toContain('landings › content.items.link  FIELD_LOST');
  expect(run.stderr).toContain('5 of 5 entries that the last build showed with this field lose it.');
  expect(run.stderr).toContain('--allow-shrink');
  expect((await build(content, '--dry-run', '--allow-shrink')).code).toBe(0);
});

it('names each lost field once', async () => {
  const run = await build(
    { blog_articles: articlesWith({ seo_title: ['Title', 'Other'], category: { a: { b: 7 } } }) },
    '--dry-run',
  );
  expect(run.code, run.stderr).toBe(3);
  expect(run.stderr.match(/FIELD_LOST/g)).toHaveLength(2);
});

it('stops when most entries come without a field, as after its handle was changed', async () => {
  const renamed = (slugs: readonly string[]) =>
    SHOWN.map((slug) =>
      article(slug, { category: 'news', [slugs.includes(slug) ? 'headline' : 'seo_title']: `Title ${slug}` }),
    );
  const run = await build({ blog_articles: { en: renamed(SHOWN) } }, '--dry-run');
  expect(run.code, run.stderr).toBe(3);
  expect(run.stderr).toContain('blog_articles › seo_title  FIELD_LOST');
  expect(run.stderr).toContain('5 had this field in the last build, and none has it now.');
  expect((await build({ blog_articles: { en: renamed(SHOWN) } }, '--dry-run', '--allow-shrink')).code).toBe(0);
  expect((await build({ blog_articles: { en: renamed(['a', 'b']) } }, '--dry-run')).code).toBe(0);
});

it('does not stop for a few slips, or for fields that the last build did not show', async () => {
  const slips = SHOWN.map((slug, index) =>
    article(slug, index < 3 ? { seo_title: ['Title', 'Other'] } : { seo_title: 'Title' }),
  );
  const run = await build(
    { blog_articles: { en: slips.map((each) => ({ ...each, category: 'news', subtitle: 7, image: 7 })) } },
    '--dry-run',
  );
  expect(run.code, run.stderr).toBe(0);
});

it('does not stop when one entry of every site loses a field, or a toggle, author or category ends for all', async () => {
  const fields = { seo_noindex: true, category: 'news', author: 'Ann', content: '<p>New.</p>' };
  const site = (written: Fields, page_description: string | null) => ({
    blog_articles: articlesWith(written),
    webinars: Object.fromEntries(
      LOCALES.map(({ site: each }) => [each, [article('live', { page_description: page_description && each })]]),
    ),
  });
  const before = await build(site(fields, 'Text'), '--allow-shrink');
  expect(before.code, before.stderr).toBe(0);
  const run = await build(site({ seo_noindex: false, category: null, author: null }, null), '--dry-run');
  expect(run.code, run.stderr).toBe(0);
});
