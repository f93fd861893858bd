// What changed in a collection, asked of a service that answers like Statamic: without bodies, and never wrong about what it
// cannot know.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContentClient } from '../../../cli/content/client/content-client.ts';
import { type Look, lookForChanges } from '../../../cli/content/client/look-for-changes.ts';
import type { Collection } from '../../../content/collections.ts';
import { siteOptions } from '../../makers.ts';
import { type ContentService, startEmptyService } from '../../service/content-service.ts';
import { dateOf } from '../../service/stored-content.ts';

const SITES = ['en', 'ua'];
const HOUR = 3600;
let service: ContentService;

beforeEach(async () => {
  service = await startEmptyService();
});
afterEach(() => service.stop());

function fill(collection: string, perSite: number): void {
  for (const site of SITES) {
    for (let index = 0; index < perSite; index += 1) saveEntry(collection, site, index, {});
  }
  service.clock += HOUR;
}

function saveEntry(
  collection: string,
  site: string,
  index: number,
  more: { order?: number; isPublished?: boolean },
): void {
  service.save({
    id: `${site}-${collection}-${index}`,
    collection,
    site,
    slug: `slug-${index}`,
    order: index,
    date: dateOf(index),
    isPublished: true,
    originId: null,
    fields: { title: `Title ${index}` },
    ...more,
  });
}

/** What a full read would know now. */
function knownNow(collection: string): Look['known'] {
  const all = [...service.entries.values()].filter((entry) => entry.collection === collection && entry.isPublished);
  const sorted = all.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return new Map(
    SITES.map((site) => [
      site,
      sorted
        .filter((entry) => entry.site === site)
        .map(({ id, savedAt }) => ({ id, lastModified: new Date(savedAt * 1000).toISOString() })),
    ]),
  );
}

async function look(collection: Collection, known: Look['known'], readAt: number | null = null) {
  const policy = siteOptions().content;
  const client = createContentClient({ url: service.url, token: null, clientId: null, policy }, () => {});
  service.requests.length = 0;
  try {
    return await lookForChanges({ client, collection, known, readAt });
  } finally {
    await client.close();
  }
}

const unchanged = (site: string) => ({ site, ids: null, changed: new Set() });

describe.each([
  ['a short dated collection', 'webinars', 5],
  ['a long dated collection', 'blog_articles', 250],
  ['a collection in the order of the editors', 'team', 5],
  ['a long one', 'redirects', 700],
] as const)('lookForChanges in %s', (_, collection, perSite) => {
  it('finds nothing where nothing changed, and an edit', async () => {
    fill(collection, perSite);
    const known = knownNow(collection);
    const readAt = service.clock * 1000;
    expect(await look(collection, known, readAt)).toEqual(SITES.map(unchanged));
    if (collection !== 'redirects') expect(service.requests).toHaveLength(1);
    service.clock += HOUR;
    saveEntry(collection, 'ua', 3, {});
    const edited = { ...unchanged('ua'), changed: new Set([`ua-${collection}-3`]) };
    expect(await look(collection, known, readAt)).toEqual([unchanged('en'), edited]);
    expect(service.asked.every((path) => path.includes('fields=id,locale,last_modified'))).toBe(true);
  });

  it('finds what is new, unpublished, deleted or older than it was', async () => {
    fill(collection, perSite);
    const known = knownNow(collection);
    service.clock += HOUR;
    saveEntry(collection, 'en', perSite, {});
    saveEntry(collection, 'ua', 1, { isPublished: false });
    service.entries.delete(`ua-${collection}-2`);
    const [en, ua] = (await look(collection, known, service.clock * 1000)) ?? [];
    expect(en?.ids).toEqual([...Array(perSite + 1).keys()].map((index) => `en-${collection}-${index}`));
    expect(en?.changed).toEqual(new Set([`en-${collection}-${perSite}`]));
    expect(ua?.ids).toHaveLength(perSite - 2);
    expect(ua?.changed).toEqual(new Set());
  });
});

describe('lookForChanges', () => {
  it('sees a new order of the editors', async () => {
    fill('team', 3);
    const known = knownNow('team');
    const moved = service.entries.get('en-team-0');
    if (moved !== undefined) service.entries.set(moved.id, { ...moved, order: 9 });
    const [en] = (await look('team', known)) ?? [];
    expect(en).toEqual({ site: 'en', ids: ['en-team-1', 'en-team-2', 'en-team-0'], changed: new Set() });
  });

  it('compares again what was saved just before the last reading', async () => {
    fill('blog_articles', 250);
    service.clock += HOUR;
    saveEntry('blog_articles', 'en', 7, {});
    const known = knownNow('blog_articles');
    // Another machine of the service, whose clock is two minutes behind, saves after the reading.
    service.clock -= 120;
    saveEntry('blog_articles', 'en', 200, {});
    const [en] = (await look('blog_articles', known, (service.clock + 120) * 1000)) ?? [];
    expect(en?.changed).toEqual(new Set(['en-blog_articles-200']));
  });

  it('lists all ids where the newest do not come first', async () => {
    fill('blog_articles', 250);
    const known = knownNow('blog_articles');
    service.clock += HOUR;
    saveEntry('blog_articles', 'en', 249, {});
    service.rewrite = (url) => url.replace('sort=-last_modified', 'x=');
    const [en] = (await look('blog_articles', known, service.clock * 1000)) ?? [];
    expect(en?.changed).toEqual(new Set(['en-blog_articles-249']));
  });

  it('gives up on a list that has an entry twice', async () => {
    await service.stop();
    service = await startEmptyService({
      edit: ({ status, body }) => {
        const { data, ...others } = Object(body);
        return { status, body: { ...others, data: [data[0], ...data] } };
      },
    });
    fill('team', 3);
    expect(await look('team', knownNow('team'))).toBeNull();
  });

  it.each([
    ['ignores fields', 'fields=', 'x='],
    ['knows no last_modified', 'last_modified', 'unknown'],
  ])('gives up on a service that %s', async (_, part, other) => {
    fill('blog_articles', 250);
    const known = knownNow('blog_articles');
    service.clock += HOUR;
    saveEntry('blog_articles', 'en', 249, {});
    service.rewrite = (url) => url.replaceAll(part, other);
    expect(await look('blog_articles', known, service.clock * 1000)).toBeNull();
  });
});
