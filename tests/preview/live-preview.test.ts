// Live Preview against the recorded answers of Statamic 6: one request an update, wrong values and refused filters are named,
// and one preview target serves every site and collection.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentService, type ServiceOptions, startService, type Unsaved } from '../service/content-service.ts';
import { eventually, type RunningPreview, startPreview } from './running-preview.ts';

const TOKEN = 'live-token-456';
const PANEL = 'https://panel.example.com';
/** What the server takes for each answer, and the most that the preview may add to it. */
const DELAY_MS = 20;
const OWN_MS = 500;

interface Entry {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly url: string | null;
}

interface Problem {
  readonly problem: {
    readonly code: string;
    readonly what: string;
    readonly fix: string;
    readonly where: { readonly field?: string };
  };
}

let service: ContentService;
let preview: RunningPreview;
let folder: string;
const unsaved: Unsaved = { token: TOKEN, id: '', fields: {} };
const forbidden: string[] = [];
/** Titles that editors have saved, by slug. */
const saved: Record<string, string> = {};
/** An entry that only a token shows. */
const DRAFT = 'micro-voices';

beforeAll(async () => {
  service = await startService(options);
  folder = mkdtempSync(join(tmpdir(), 'sitegen-live-'));
  preview = await start();
});

const options: ServiceOptions = {
  recording: 'v6',
  unsaved,
  delayMs: DELAY_MS,
  forbiddenFilters: forbidden,
  edit: (answer) => {
    const { body } = answer;
    if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data)) return answer;
    const data = body.data.map((entry: Entry) => ({
      ...entry,
      ...(entry.slug === DRAFT ? { published: false } : {}),
      ...(saved[entry.slug] === undefined ? {} : { title: saved[entry.slug] }),
    }));
    return { ...answer, body: { ...body, data } };
  },
};

const start = () =>
  startPreview({
    cwd: folder,
    environment: { SITEGEN_CONTROL_PANEL_ORIGIN: PANEL },
    args: ['--content-url', service.url, '--poll', '0'],
  });

afterAll(async () => {
  await preview?.stop();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** By its slug, or the first one. */
async function findEntry(collection: string, site: string, slug: string): Promise<Entry> {
  const list = await fetch(`${service.url}/api/collections/${collection}/entries?filter[site]=${site}`);
  const { data }: { data: readonly Entry[] } = await list.json();
  const entry = data.find((candidate) => candidate.slug === slug || (slug === '' && candidate.slug !== DRAFT));
  if (entry === undefined) throw new Error(`The recording has no ${slug} in ${collection} ${site}.`);
  return entry;
}

/** Types into an entry. */
function edit({ id }: Entry, fields: Unsaved['fields']): void {
  Object.assign(unsaved, { id, fields });
}

/** What was asked of the API: pictures are downloaded besides. */
const listAsked = () => service.asked.filter((path) => path.startsWith('/api/'));

/** Opens a page as the control panel does, and counts what the service was asked for. */
async function open(path: string, token = TOKEN) {
  const before = listAsked().length;
  const begin = performance.now();
  let answer = await preview.get(`${path}?live-preview=x&token=${token}`);
  for (let target = answer.headers.get('location'); target !== null; target = answer.headers.get('location'))
    answer = await preview.get(target);
  return { ...answer, milliseconds: performance.now() - begin, requests: listAsked().slice(before) };
}

async function reasonsOf(path: string): Promise<readonly Problem['problem'][]> {
  const data = await preview.get(`/__sitegen/page?path=${path}&token=${TOKEN}`);
  const { reasons, failed }: { reasons?: readonly Problem[]; failed?: readonly Problem[] } = JSON.parse(data.body);
  return [...(reasons ?? []), ...(failed ?? [])].map(({ problem }) => problem);
}

describe('a live preview', () => {
  it('asks the service once for an update, and not again for the toolbar', async () => {
    const entry = await findEntry('blog_articles', 'en', '');
    const path = `/blog/${entry.slug}/`;
    const times = [];
    for (const title of ['Typed', 'Typed more', 'Typed a moment later']) {
      edit(entry, { title });
      const answer = await open(path);
      expect(answer.body.includes(`<h1>${title}</h1>`)).toBe(true);
      expect(answer.requests).toEqual([`/api/collections/blog_articles/entries/${entry.id}`]);
      times.push(answer.milliseconds);
      const asked = listAsked().length;
      expect(await reasonsOf(path)).toEqual([]);
      expect(listAsked()).toHaveLength(asked);
    }
    // The first one warms the code up, and the machine may be busy with other tests.
    expect(Math.min(...times)).toBeLessThan(DELAY_MS + OWN_MS);
    const list = await open('/blog/');
    expect([list.body.includes('Typed a moment later'), list.requests.length]).toEqual([true, 1]);
  });

  it.each([
    ['blog_articles', 'ua', '/ua/blog/'],
    ['webinars', 'en', '/webinars/'],
    ['e-books', 'en', '/e-books/'],
    ['pages', 'es', '/es/'],
    ['landings', 'en', '/lp/'],
  ] as const)('opens %s of the site %s at the address that the service shows it at', async (collection, site, at) => {
    const entry = await findEntry(collection, site, '');
    edit(entry, { title: 'Opened by its own address' });
    // `{preview}{url}` is the target: no slash at the end.
    const answer = await open(entry.url ?? `${at}${entry.slug}`);
    expect([answer.status, answer.body.includes('Opened by its own address')]).toEqual([200, true]);
  });

  it('opens a page that the service nests below another, and a draft in another folder', async () => {
    const about = await findEntry('pages', 'en', 'about');
    edit(about, { title: 'All about us' });
    expect((await open('/product/about')).body.includes('All about us')).toBe(true);
    edit(await findEntry('blog_articles', 'en', DRAFT), { title: 'Not published yet' });
    expect((await open(`/news/2026/${DRAFT}`)).body.includes('Not published yet')).toBe(true);
    expect((await preview.get(`/blog/${DRAFT}/`)).status).toBe(404);
  });

  it('keeps the last good page and names the fields that are wrong', async () => {
    edit(await findEntry('blog_articles', 'en', 'small-samples'), { title: '', seo_noindex: 'maybe' });
    const answer = await open('/blog/small-samples/');
    expect([answer.status, answer.body.includes('class="article')]).toEqual([200, true]);
    expect((await reasonsOf('/blog/small-samples/')).map(({ where }) => where.field)).toEqual(['title', 'seo_noindex']);
  });

  it('names them in place of a page that was never good, in the frame of the control panel', async () => {
    edit(await findEntry('blog_articles', 'en', DRAFT), { title: '' });
    const answer = await open(`/blog/${DRAFT}/`);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatch(/› title {2}CONTENT_INVALID/);
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${PANEL}`);
    expect(answer.body).toContain(`data-framed-by="${PANEL}"`);
  });

  it('leaves the pictures of the site as they are, however much is typed', async () => {
    let pictures: readonly string[] = [];
    // Until they are downloaded, the page loads them from the service.
    await eventually(async () => {
      const { body } = await preview.get('/');
      pictures = body.match(/(?<=[" ,])\/assets\/[^" ,]+\.(?:svg|webp|avif)/g) ?? [];
      return pictures.length > 5;
    });
    const entry = await findEntry('blog_articles', 'en', 'small-samples');
    for (let letters = 1; letters <= 25; letters += 1) {
      edit(entry, { title: 'x'.repeat(letters) });
      await open('/blog/small-samples/');
    }
    for (const picture of new Set(pictures))
      expect([picture, (await preview.get(picture)).status]).toEqual([picture, 200]);
  });

  it('says which filters the service refuses', async () => {
    edit(await findEntry('blog_articles', 'en', DRAFT), { title: 'A draft' });
    forbidden.push('slug', 'status');
    try {
      // A preview that does not know yet whose token it is.
      Object.assign(unsaved, { token: 'another-token' });
      const answer = await open(`/blog/${DRAFT}/`, 'another-token');
      expect(answer.status).toBe(422);
      expect(answer.body).toContain('Forbidden filters: slug, status');
      expect(answer.body).toContain('allowed_filters');
    } finally {
      Object.assign(unsaved, { token: TOKEN });
      forbidden.length = 0;
    }
  });

  it('may be framed by the control panel alone, whose origin is a setting', async () => {
    edit(await findEntry('blog_articles', 'en', 'small-samples'), { title: 'Framed' });
    const policy = (await open('/blog/small-samples/')).headers.get('content-security-policy');
    expect(policy).toMatch(new RegExp(`; frame-ancestors ${PANEL}$`));
    const unknown = await open('/blog/small-samples/', 'unknown');
    expect(unknown.headers.get('content-security-policy')).toMatch(/; frame-ancestors 'none'$/);
  });
});

describe('a preview that is started again', () => {
  it('shows the last content while the service is read, and then what changed', async () => {
    await preview.stop();
    const { title } = await findEntry('blog_articles', 'en', 'small-samples');
    const entry = await findEntry('blog_articles', 'en', '');
    saved['small-samples'] = 'Saved meanwhile';
    // The service sends no list before the preview was looked at.
    const { promise: isLookedAt, resolve: goOn } = Promise.withResolvers<void>();
    service.waitBefore = async ({ asked }) => (asked.includes('/entries?') ? isLookedAt : undefined);
    preview = await start();
    const { body } = await preview.get('/blog/small-samples/');
    expect([body.includes(`<h1>${title}`), body.includes('Saved meanwhile')]).toEqual([true, false]);
    // What an editor types does not wait for the reading.
    edit(entry, { title: 'Typed meanwhile' });
    expect((await open(`/blog/${entry.slug}/`)).body).toContain('Typed meanwhile');
    goOn();
    await eventually(async () => (await preview.get('/blog/small-samples/')).body.includes('Saved meanwhile'));
  });
});
