// An entry that cannot be shown: its page is the 404 page with the reason beside it, and no other page suffers.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser/chromium.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { article, entry, pagesOf, smallContent } from '../site/small-content.ts';
import { type RunningPreview, startPreview } from './running-preview.ts';

const NAUGHTY = '<img src=x onerror="document.title=1">';
/** Entries without a title, one in each list. */
const broken = (slug: string, fields: Fields = {}) => entry(slug, { title: '', ...fields });
let service: ContentService;
let preview: RunningPreview;
const cwd = mkdtempSync(join(tmpdir(), 'sitegen-invalid-'));

beforeAll(async () => {
  const pages = pagesOf('en').map((page) =>
    ['about', 'blog'].includes(String(page.slug)) ? { ...page, title: '' } : page,
  );
  const lists = ['team', 'speakers', 'clients', 'offices', 'faq', 'social_links', 'pages_block'];
  service = await serviceWith({
    ...smallContent({
      blog_articles: { en: [article('first'), article('empty', { title: '' }), article('second')] },
      pages: { en: [...pages, broken('demo')] },
      landings: { en: [entry('launch'), broken('no-title', { edit_url: `https://cms.example.com/cp/${NAUGHTY}` })] },
    }),
    ...Object.fromEntries(lists.map((list) => [list, { en: [broken(`${list}-1`), entry(`${list}-2`)] }])),
  });
  preview = await startPreview({ cwd, args: ['--content-url', service.url, '--poll', '0'] });
});

afterAll(async () => {
  await preview?.stop();
  await service?.stop();
  rmSync(cwd, { recursive: true, force: true });
});

describe('an invalid entry', () => {
  it.each(['/blog/empty/', '/lp/no-title/', '/about/', '/blog/'])(
    'shows the 404 page at %s, with the reason',
    async (path) => {
      const { status, body } = await preview.get(path);
      expect(status).toBe(404);
      expect(body).toContain('data-route="404___en"');
      const data = JSON.parse((await preview.get(`/__sitegen/page?path=${path}`)).body);
      expect(data.reasons).toMatchObject([
        {
          problem: {
            code: 'CONTENT_INVALID',
            where: { field: 'title', editUrl: expect.stringContaining('https://cms.example.com/') },
          },
        },
      ]);
      expect((await preview.get(path, { headers: { 'x-sitegen-edit': '1' } })).status).toBe(404);
    },
  );

  it('is named beside a page that needs no entry', async () => {
    expect((await preview.get('/demo/')).status).toBe(200);
    const { reasons } = JSON.parse((await preview.get('/__sitegen/page?path=/demo/')).body);
    expect(reasons).toMatchObject([{ problem: { code: 'CONTENT_INVALID', where: { field: 'title' } } }]);
  });

  it('harms no other page', async () => {
    for (const path of ['/blog/first/', '/lp/launch/', '/contacts/', '/careers/', '/ua/blog/', '/webinars/']) {
      expect([path, (await preview.get(path)).status]).toEqual([path, 200]);
      expect([path, (await preview.get(path, { headers: { 'x-sitegen-edit': '1' } })).status]).toEqual([path, 200]);
    }
    expect(JSON.parse((await preview.get('/__sitegen/state')).body).broken).toEqual([]);
  });

  it('is named in the open page, with a link to edit it', async () => {
    const browser = await openBrowser();
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(`${preview.url}/blog/empty/`);
    const overlay = page.getByRole('alert');
    await overlay.getByText('blog_articles').waitFor();
    expect(await overlay.getByRole('link', { name: 'Edit the entry' }).getAttribute('href')).toBe(
      'https://cms.example.com/edit/empty',
    );
    await page.goto(`${preview.url}/lp/no-title/`);
    await overlay.getByText('landings').waitFor();
    expect(await overlay.locator('img').count()).toBe(0);
    await browser.close();
  });
});
