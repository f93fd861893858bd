// What a preview asks of a service that answers like Statamic, to see what editors save: little, and only what changed again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { waitAfterPoll } from '../../cli/preview/start-preview.ts';
import { COLLECTION_HANDLES } from '../../content/handles.ts';
import { type ContentService, startEmptyService } from '../service/content-service.ts';
import { dateOf } from '../service/stored-content.ts';
import { pagesOf } from '../site/small-content.ts';
import { eventually, type RunningPreview, startPreview } from './running-preview.ts';

/** So many that they come on several pages. */
const ARTICLES = 120;

function saveArticle(service: ContentService, index: number, title: string): void {
  service.save({
    id: `article-${index}`,
    collection: 'blog_articles',
    site: 'en',
    slug: `article-${index}`,
    order: null,
    date: dateOf(index),
    isPublished: true,
    originId: null,
    fields: { title, content: '<p>Body.</p>' },
  });
  // What was saved in the second of a reading is read again by the next one.
  service.clock += 60;
}

async function start(args: readonly string[]): Promise<{ service: ContentService; preview: RunningPreview }> {
  const service = await startEmptyService();
  for (const [order, page] of pagesOf('en').entries()) {
    const { slug, title } = { slug: String(page.slug), title: String(page.title) };
    const place = { collection: 'pages', site: 'en', slug, order, date: null, isPublished: true, originId: null };
    service.save({ id: `page-${slug}`, ...place, fields: { title } });
  }
  for (let index = 0; index < ARTICLES; index += 1) saveArticle(service, index, `Article ${index}`);
  const cwd = mkdtempSync(join(tmpdir(), 'sitegen-polling-'));
  const preview = await startPreview({ cwd, args: ['--content-url', service.url, ...args] });
  onTestFinished(async () => {
    await preview.stop();
    await service.stop();
    rmSync(cwd, { recursive: true, force: true });
  });
  return { service, preview };
}

const isLook = (path: string) => path.includes('fields=id,locale,last_modified');

describe('polling', () => {
  it('asks one light question a collection, and reads again what was saved', async () => {
    const { service, preview } = await start(['--poll', '0.4']);
    const path = '/blog/article-7/';
    expect((await preview.get(path)).body).toContain('Article 7');
    await sleep(600);
    service.requests.length = 0;
    saveArticle(service, 7, 'Saved a moment ago');
    await eventually(async () => (await preview.get(path)).body.includes('Saved a moment ago'));
    await sleep(200);
    const bodies = service.asked.filter((request) => /^\/api\/collections/.test(request) && !isLook(request));
    expect(bodies.map((request) => request.replace(/\?.*/, ''))).toEqual([
      '/api/collections/blog_articles/entries/article-7',
    ]);
    service.requests.length = 0;
    await sleep(2000);
    // At least three rounds: one of them asks for the globals.
    const rounds = service.asked.filter((request) => request.includes('/blog_articles/')).length;
    const globals = service.asked.filter((request) => request.includes('/globals/')).length;
    expect(rounds).toBeGreaterThan(2);
    const looks = service.asked.filter((request) => request.startsWith('/api/')).length - globals;
    expect(looks).toBeLessThanOrEqual((rounds + 1) * COLLECTION_HANDLES.length);
    expect(globals).toBeLessThanOrEqual(2 * 10);
  });

  it('leaves room for live previews where a service allows 60 requests a minute', () => {
    const most = COLLECTION_HANDLES.length + 10;
    expect((60_000 / waitAfterPoll(null, most)) * most).toBeLessThanOrEqual(40);
    expect([waitAfterPoll(null, 0), waitAfterPoll(200, most)]).toEqual([5000, 200]);
  });
});

describe('a webhook', () => {
  it('that names an entry costs two requests', async () => {
    const { service, preview } = await start(['--poll', '0']);
    service.requests.length = 0;
    saveArticle(service, 3, 'Told by a webhook');
    const body = JSON.stringify({ collection: 'blog_articles', site: 'en', id: 'article-3' });
    const told = await preview.get('/__sitegen/refresh', { method: 'POST', body });
    expect([told.body, (await preview.get('/blog/article-3/')).body.includes('Told by a webhook')]).toEqual([
      '{"isChanged":true}',
      true,
    ]);
    expect(service.asked.filter((path) => path.startsWith('/api/'))).toHaveLength(2);
  });
});
