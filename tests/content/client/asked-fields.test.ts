import { afterEach, describe, expect, it } from 'vitest';
import { createContentClient } from '../../../cli/content/client/content-client.ts';
import { type ReadTarget, readAll } from '../../../cli/content/client/content-reads.ts';
import { askedFields, pickFields } from '../../../cli/content/client/entry-facts.ts';
import { parseEntry } from '../../../cli/content/intake/parse-entry.ts';
import { defineSite } from '../../../config/define-site.ts';
import { COLLECTION_HANDLES } from '../../../content/handles.ts';
import { emptyRecords } from '../../makers.ts';
import { type ContentService, serviceWith } from '../../service/content-service.ts';
import { type Fields, listBody } from '../../service/list-query.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.stop()));
});

/** Reads a list or global as a build does. Returns the stored entries. */
async function read({ url }: ContentService, target: ReadTarget): Promise<readonly unknown[]> {
  const site = defineSite({ brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' }, locales: ['en'] });
  const client = createContentClient({ url, token: null, clientId: null, policy: site.content }, () => {});
  const records = emptyRecords();
  open.push({ stop: () => client.close() });
  const [outcome] = await readAll([target], { client, serviceUrl: url, records, concurrency: 1, report: () => {} });
  if (outcome?.kind === 'failed') throw outcome.error;
  if (outcome?.kind !== 'collection') return [];
  return [...outcome.rows, ...outcome.invalid].map(({ digest }) => records.readRaw(digest));
}

const IDENTITY = ['id', 'slug', 'date', 'published'];
const LEAST = { id: 'a', slug: 'a', title: 'A', from: '/from', to: '/to', network: 'x', link: '/x' };

describe('fields of a list', () => {
  it.each(COLLECTION_HANDLES)(
    'are those of the schema of %s, and where there is none, null is as good as nothing',
    (collection) => {
      const fields = askedFields(collection);
      expect(fields.slice(0, 4)).toEqual(IDENTITY);
      expect(new Set(fields).size).toBe(fields.length);
      expect(fields).toEqual(expect.arrayContaining(['title', 'status', 'private', 'locale', 'edit_url', 'blueprint']));
      const place = { collection, site: 'en' };
      const parsed = parseEntry(LEAST, place);
      expect(parsed).toHaveProperty('entry');
      expect(parseEntry(pickFields(LEAST, fields), place)).toEqual(parsed);
    },
  );

  it.each([
    ['supports them', (entry: Fields, fields: readonly string[]) => pickFields(entry, fields), 1],
    ['ignores them', (entry: Fields) => entry, 1],
    ['takes their list for one name', (_: Fields, fields: readonly string[]) => ({ [fields.join()]: null }), 2],
    ['answers nothing but null', (_: Fields, fields: readonly string[]) => pickFields({}, fields), 2],
  ])('make no difference where a service %s', async (_, show, requests) => {
    const full = { ...LEAST, locale: 'en', published: true, seo_title: 'T', unknown: [1], content: '<p>Text</p>' };
    const service = await serviceWith({ faq: { en: [] } });
    open.push(service);
    service.override('blog_articles/entries', ({ query }) => {
      const fields = query.fields?.split(',');
      return { body: listBody([fields === undefined ? full : show(full, fields)], 1, 100) };
    });
    const stored = await read(service, { kind: 'collection', collection: 'blog_articles', site: 'en' });
    expect(stored).toEqual([pickFields(full, askedFields('blog_articles'))]);
    expect(service.requests).toHaveLength(requests);
    expect(service.requests[0]?.query.fields).toBe(askedFields('blog_articles').join());
  });

  it.each([
    [422, 2, null],
    [414, 2, null],
    [422, 2, 'CONTENT_FILTER_FORBIDDEN'],
    [404, 1, 'CONTENT_COLLECTION_MISSING'],
  ])('are left out where the list of them is refused (%i, %i requests, %s)', async (status, requests, code) => {
    const service = await serviceWith({ faq: { en: [{ ...LEAST, locale: 'en' }] } });
    open.push(service);
    service.override('faq/entries', ({ query }) => (query.fields === undefined && code === null ? null : { status }));
    const stored = read(service, { kind: 'collection', collection: 'faq', site: 'en' });
    if (code === null) expect(await stored).toHaveLength(1);
    else await expect(stored).rejects.toMatchObject({ code });
    expect(service.requests).toHaveLength(requests);
  });

  it('are not named where a global is read', async () => {
    const service = await serviceWith();
    open.push(service);
    await read(service, { kind: 'global', name: 'top_banner', site: 'en' });
    expect(service.requests.map(({ query }) => query)).toEqual([{ site: 'en' }]);
  });
});
