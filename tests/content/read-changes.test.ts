// A build that reads only what changed has the content of one that reads everything: random edits on a service that answers like
// Statamic, and every fault in between. Seeds are printed; TEST_SEED repeats a run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadContent } from '../../cli/content/load-content.ts';
import type { ContentSnapshot } from '../../cli/content/snapshot/content-snapshot.ts';
import { SiteError } from '../../cli/errors.ts';
import type { SiteConfig, SiteOptions } from '../../config/define-site.ts';
import { IS_LONG } from '../long-run.ts';
import { siteOptions } from '../makers.ts';
import { createWholeRandom } from '../random-numbers.ts';
import { type ContentService, startEmptyService } from '../service/content-service.ts';
import { dateOf } from '../service/stored-content.ts';
import { databaseOf } from './stored-versions.ts';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const SITES = ['en', 'ua'] as const;
/** More than a page of the API. */
const ARTICLES = 130;
const FEW_ARTICLES = 30;
let service: ContentService;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-reading-'));
  service = await startEmptyService();
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Saved = Parameters<ContentService['save']>[0];

function entryOf(collection: string, site: string, index: number, fields: Saved['fields'] = {}): Saved {
  return {
    id: `${site}-${collection}-${index}`,
    collection,
    site,
    slug: `${collection}-${index}`,
    order: index,
    date: dateOf(index),
    isPublished: true,
    originId: null,
    fields: { title: `${collection} ${index}`, ...fields },
  };
}

function fill(articles: number): void {
  for (const topic of [0, 1, 2]) service.terms.set(`category/topic-${topic}`, `Topic ${topic}`);
  for (const site of SITES) {
    for (let index = 0; index < 3; index += 1) {
      service.save(entryOf('team', site, index));
      service.save(entryOf('pages_block', site, index));
      service.save(entryOf('pages', site, index, { cta_link: `url::${site}-blog_articles-${index}` }));
      service.save(entryOf('faq', site, index, { answer: 'Yes.', shown_on: [`entry::${site}-pages-${index}`] }));
    }
    for (let index = 0; index < articles; index += 1) {
      service.save({
        ...entryOf('blog_articles', site, index, {
          author: `entry::${site}-team-${index % 3}`,
          category: [`term::category/topic-${index % 3}`],
          content: [
            { type: 'text', text: `<p>After <a href="url::${site}-blog_articles-${index - 1}">that</a>.</p>` },
            { type: 'cta', label: 'Next', link: 'placeholder' },
          ],
          short_description: `url::${site}-blog_articles-${index + 1}`,
        }),
        originId: site === 'ua' && index % 10 === 0 ? `en-blog_articles-${index}` : null,
      });
    }
  }
  service.clock += 86_400;
}

function load(cache: string, content: SiteOptions['content'] = {}, isFull = false): Promise<ContentSnapshot> {
  const site: SiteConfig = siteOptions({
    locales: ['en', 'ua'],
    content: { retryBaseMs: 1, retryCapMs: 2, retries: 1, ...content },
  });
  return loadContent(site, {
    service: { url: service.url, isSample: false, token: null },
    database: databaseOf(join(folder, cache)),
    cacheDir: join(folder, cache),
    snapshotFile: null,
    clock: null,
    onFetchError: 'fail',
    codeKey: 'ours',
    isFull,
    report: () => {},
  });
}

/** Looks for changes ask for three fields. */
const LOOK = 'fields=id,locale,last_modified';
const isFullRead = (path: string) => path.includes('/entries?') && !path.includes(LOOK);

const idsOf = (map: ContentService['entries'], collection: string) =>
  [...map.values()].filter((entry) => entry.collection === collection).map(({ id }) => id);

/** Links show the address of an entry that is not published, too: nothing tells that it was moved or deleted. */
const published = (collection: string) =>
  idsOf(service.entries, collection).filter((id) => service.entries.get(id)?.isPublished === true);

const questions = () => [...service.entries.values()].filter(({ id }) => id.startsWith('en-faq'));

/** Everything that editors do. Each says what it did. */
const EDITS: readonly ((random: (limit: number) => number) => string)[] = [
  (random) =>
    change(random, 'blog_articles', ({ fields }) => ({ fields: { ...fields, content: `<p>${random(999)}</p>` } })),
  (random) => change(random, 'blog_articles', () => ({ slug: `moved-${random(999)}` }), published),
  (random) => change(random, 'blog_articles', () => ({ date: dateOf(random(200)) })),
  (random) => change(random, 'blog_articles', ({ isPublished }) => ({ isPublished: !isPublished })),
  (random) => change(random, 'team', ({ fields }) => ({ fields: { ...fields, title: `Person ${random(999)}` } })),
  (random) => change(random, 'team', ({ isPublished }) => ({ isPublished: !isPublished })),
  (random) => change(random, 'pages', ({ isPublished }) => ({ isPublished: !isPublished })),
  (random) => change(random, 'pages', ({ fields }) => ({ fields: { ...fields, title: `Page ${random(999)}` } })),
  (random) => {
    const [a, b] = [questions()[random(3)], questions()[random(3)]];
    if (a === undefined || b === undefined) return '';
    service.entries.set(a.id, { ...a, order: b.order });
    if (a !== b) service.entries.set(b.id, { ...b, order: a.order });
    return `swap ${a.id} and ${b.id}`;
  },
  (random) => {
    const id = pick(random, published(random(2) === 0 ? 'blog_articles' : 'faq'));
    deleted.push(...[service.entries.get(id)].filter((entry) => entry !== undefined));
    service.entries.delete(id);
    return `delete ${id}`;
  },
  (random) => {
    const back = deleted.pop();
    if (back !== undefined) service.save({ ...back, slug: random(2) === 0 ? back.slug : `back-${random(999)}` });
    return `bring back ${back?.id}`;
  },
  (random) => {
    const [site, index] = [SITES[random(2)] ?? 'en', 1000 + random(1000)];
    service.save(entryOf('blog_articles', site, index, { author: `entry::${site}-team-1` }));
    return `add ${site} ${index}`;
  },
  (random) => {
    service.terms.set(`category/topic-${random(3)}`, `Renamed ${random(999)}`);
    return 'rename a term';
  },
];

/** What was deleted in a run. */
const deleted: Saved[] = [];

function pick<Item>(random: (limit: number) => number, items: readonly Item[]): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

function change(
  random: (limit: number) => number,
  collection: string,
  to: (entry: Saved) => Partial<Saved>,
  idsIn = (name: string): readonly string[] => idsOf(service.entries, name),
): string {
  const id = pick(random, idsIn(collection));
  const entry = service.entries.get(id);
  if (entry === undefined) return '';
  const changed = to(entry);
  service.save({ ...entry, ...changed });
  return `${id}: ${Object.keys(changed).join()}`;
}

describe('reading only what changed', () => {
  beforeEach(() => fill(ARTICLES));

  it('asks for one body where one entry was saved', async () => {
    await load('a');
    service.requests.length = 0;
    service.clock += 60;
    const entry = service.entries.get('ua-blog_articles-77');
    if (entry !== undefined) service.save({ ...entry, fields: { ...entry.fields, title: 'Edited' } });
    const changed = await load('a');
    expect(service.asked.filter((path) => path.includes('/entries/'))).toHaveLength(1);
    expect(service.asked.filter(isFullRead)).toEqual([]);
    expect(service.requests.length).toBeLessThan(28);
    const whole = await load('b');
    expect(changed.digest).toBe(whole.digest);
    expect(changed.problems).toEqual(whole.problems);
  });

  it('asks for what links to a moved entry, not to entries whose addresses begin with its own', async () => {
    await load('a');
    service.requests.length = 0;
    service.clock += 60;
    const entry = service.entries.get('en-blog_articles-1');
    if (entry !== undefined) service.save({ ...entry, slug: 'moved' });
    const changed = await load('a');
    const asked = service.asked.filter((path) => path.includes('/entries/'));
    // Its neighbours and a page link to it.
    const linking = ['blog_articles-0', 'blog_articles-1', 'blog_articles-2', 'pages-1'];
    for (const name of linking)
      expect(
        asked.some((path) => path.includes(`/en-${name}?`)),
        name,
      ).toBe(true);
    expect(asked.filter((path) => /-blog_articles-1\d+\?/.test(path))).toEqual([]);
    expect(changed.digest).toBe((await load('b')).digest);
  });

  it(`has the content of a full read after random edits (seed ${SEED})`, async () => {
    const random = createWholeRandom(SEED);
    deleted.length = 0;
    await load('a');
    for (let round = 0; round < (IS_LONG ? 200 : 3); round += 1) {
      service.clock += 1 + random(4000);
      const edits = Array.from({ length: 1 + random(3) }, () => pick(random, EDITS)(random));
      const changed = await load('a');
      const whole = await load('b', {}, true);
      expect(changed.digest, `round ${round} of seed ${SEED}: ${edits.join(', ')}`).toBe(whole.digest);
    }
  });

  it('sees that a scheduled entry is not scheduled any more', async () => {
    const date = new Date((service.clock + 3600) * 1000).toISOString();
    service.save({ ...entryOf('blog_articles', 'en', 500), date });
    await load('a');
    service.clock += 7200;
    const status = (await load('a')).collections
      .flatMap(({ rows }) => rows)
      .find(({ date: at }) => at === date)?.status;
    expect(status).toBe('published');
  });

  it('reads everything with --full, after the hours of the setting, with other code, and of another service', async () => {
    await load('a');
    const bodiesRead = async (read: () => Promise<unknown>) => {
      service.requests.length = 0;
      await read();
      return service.asked.filter(isFullRead).length;
    };
    const all = await bodiesRead(() => load('a', {}, true));
    expect(all).toBe(13 * SITES.length + SITES.length);
    expect(await bodiesRead(() => load('a'))).toBe(0);
    expect(await bodiesRead(() => load('a', { fullReadHours: 0 }))).toBe(all);
  });

  it('finds an edit in the file of an entry, whose time is that of the file', async () => {
    await load('a');
    const entry = service.entries.get('en-blog_articles-120');
    // A file that came back from a backup is older than what was read.
    if (entry !== undefined)
      service.entries.set(entry.id, { ...entry, savedAt: entry.savedAt - 5000, fields: { title: 'Old' } });
    service.entries.delete('en-blog_articles-121');
    expect((await load('a')).digest).toBe((await load('b')).digest);
  });

  it('reads again what shows an entry that was saved while everything was read', async () => {
    let isRenamed = false;
    service.override('collections/team/entries', ({ asked }) => {
      if (isRenamed || !isFullRead(asked)) return null;
      isRenamed = true;
      service.clock += 60;
      const person = service.entries.get('en-team-1');
      if (person !== undefined) service.save({ ...person, fields: { title: 'Renamed' } });
      return null;
    });
    const mixed = await load('a', { concurrency: 1 });
    service.clock += 60;
    const whole = (await load('b')).digest;
    expect(mixed.digest).not.toBe(whole);
    expect((await load('a')).digest).toBe(whole);
  });

  it('sees an entry that was saved a second time in the second in which it was read', async () => {
    const saveAgain = (title: string) => {
      const page = service.entries.get('en-pages-1');
      if (page !== undefined) service.save({ ...page, fields: { ...page.fields, title } });
    };
    saveAgain('First');
    await load('a');
    saveAgain('Second');
    expect((await load('a')).digest).toBe((await load('b')).digest);
    service.clock += 60;
    await load('a');
    service.requests.length = 0;
    await load('a');
    expect(service.asked.filter((path) => path.includes('/entries/'))).toEqual([]);
  });

  it('reads again what links to an entry, or shows a term, that is back', async () => {
    await load('a');
    const [deletedOne, hidden] = [service.entries.get('en-blog_articles-6'), service.entries.get('ua-blog_articles-9')];
    if (deletedOne === undefined || hidden === undefined) throw new Error('There are no such articles.');
    service.entries.delete(deletedOne.id);
    service.save({ ...hidden, isPublished: false });
    service.terms.delete('category/topic-1');
    await load('a');
    // Unseen: the entry is not published. The second reading is whole, as once a day.
    service.clock += 60;
    service.save({ ...hidden, isPublished: false, slug: 'renamed-meanwhile' });
    await load('a', {}, true);
    service.clock += 60;
    service.entries.set(deletedOne.id, deletedOne);
    service.save({ ...hidden, slug: 'renamed-meanwhile' });
    service.terms.set('category/topic-1', 'Back');
    expect((await load('a')).digest).toBe((await load('b')).digest);
  });

  it('finds a term that was renamed after its list could not be read', async () => {
    await load('a');
    service.override('taxonomies/', { status: 500, body: {} });
    await load('a');
    service.reset();
    service.terms.set('category/topic-1', 'Renamed');
    expect((await load('a')).digest).toBe((await load('b')).digest);
  });
});

/** Answers that go wrong, each for requests whose path contains the text. */
const FAULTS: readonly (readonly [
  name: string,
  part: string,
  answer: { readonly status: number; readonly body: unknown },
])[] = [
  ['an empty look', 'site:in', { status: 200, body: { data: [], meta: { total: 0, last_page: 1 } } }],
  ['a look that fails', 'site:in', { status: 500, body: { message: 'Server Error' } }],
  ['a look that is refused', 'site:in', { status: 422, body: { message: 'Forbidden filter: site' } }],
  ['looks without an envelope', LOOK, { status: 200, body: [] }],
  ['an empty list of ids', LOOK, { status: 200, body: { data: [], meta: { total: 0, last_page: 1 } } }],
  [
    'a list of ids that is short',
    LOOK,
    { status: 200, body: { data: [], meta: { total: FEW_ARTICLES, last_page: 1 } } },
  ],
  ['entries that are not there by id', 'entries/', { status: 404, body: { message: 'Not found.' } }],
  ['entries that fail by id', 'entries/', { status: 500, body: { message: 'Server Error' } }],
  [
    'other entries by id',
    'entries/',
    { status: 200, body: { data: { id: 'x', locale: 'en', title: 'X', slug: 'x' } } },
  ],
  ['details without data', 'entries/', { status: 200, body: {} }],
];

describe('faults while reading what changed', () => {
  beforeEach(() => fill(FEW_ARTICLES));

  it.each(FAULTS)('loses nothing with %s', async (_, part, answer) => {
    await load('a');
    service.clock += 60;
    const [edited, person] = [service.entries.get('ua-blog_articles-17'), service.entries.get('en-team-1')];
    if (edited !== undefined) service.save({ ...edited, fields: { ...edited.fields, title: 'Edited' } });
    if (person !== undefined) service.save({ ...person, fields: { title: 'Renamed' } });
    service.entries.delete('en-blog_articles-3');
    const whole = (await load('b')).digest;
    service.override(part, answer);
    const faulty = await load('a').then(
      ({ digest }) => digest,
      (error: unknown) => (error instanceof SiteError ? error.exitCode : null),
    );
    expect([whole, 3]).toContain(faulty);
    service.reset();
    expect((await load('a')).digest).toBe(whole);
  });

  it('loses nothing where an entry is shown by id in the language of another site', async () => {
    await load('a');
    service.clock += 60;
    const id = 'en-blog_articles-17';
    const entry = service.entries.get(id);
    if (entry !== undefined) service.save({ ...entry, fields: { ...entry.fields, title: 'Edited' } });
    const detail = `collections/blog_articles/entries/${id}`;
    const { data } = (await (await fetch(`${service.url}/api/${detail}`)).json()) as { data: object };
    const body = { data: { ...data, locale: 'ua', title: 'Translated' } };
    service.override(detail, { status: 200, body });
    expect((await load('a')).digest).toBe((await load('b')).digest);
  });

  it('keeps an entry that the lists of ids leave out where nothing is found by id', async () => {
    // Nothing else shows it.
    const entry = { ...entryOf('blog_articles', 'en', 500), savedAt: service.clock };
    service.entries.set(entry.id, entry);
    await load('a');
    service.clock += 60;
    service.override('', ({ asked: path }) => {
      service.entries.set(entry.id, { ...entry, isPublished: !path.includes(LOOK) });
      return path.includes('entries/') ? { status: 404, body: { message: 'Not found.' } } : null;
    });
    const { digest } = await load('a');
    service.reset();
    service.entries.set(entry.id, entry);
    expect(digest).toBe((await load('b')).digest);
  });
});
