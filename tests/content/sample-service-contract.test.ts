// The sample service against recordings of the real one: same statuses, content types, messages, keys and types.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planPageWindow } from '../../cli/content/sample/answer-request.ts';
import { type SampleService, startSampleService } from '../../cli/content/sample-service.ts';
import { ask, at } from './sample-site.ts';

/** Keys that every entry has, whatever its blueprint. */
const COMMON_KEYS = (
  'api_url blueprint collection date edit_url id is_entry last_modified locale mount order origin_id permalink private ' +
  'published slug status title updated_at updated_by uri url'
).split(' ');

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.stop());

interface Recording {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly body: unknown;
}

function readRecording(name: string): Recording {
  const text = readFileSync(new URL(`../fixtures/recordings/${name}.http`, import.meta.url), 'utf8');
  const answer = text.slice(text.indexOf('\nHTTP/1.1 ') + 1);
  const [head = '', ...rest] = answer.split('\n\n');
  const body = rest.join('\n\n').trimEnd();
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    contentType: /^Content-Type: (.*)$/m.exec(head)?.[1] ?? '',
    text: body,
    body: JSON.parse(body),
  };
}

/** Where two answers differ in keys or types. A null on either side says nothing. */
function findShapeDifferences(recorded: unknown, ours: unknown, place = ''): readonly string[] {
  if (recorded === null || ours === null) return [];
  if (kindOf(recorded) !== kindOf(ours)) return [`${place}: ${kindOf(recorded)} became ${kindOf(ours)}`];
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    return recorded.length === 0
      ? []
      : ours.flatMap((item, index) => findShapeDifferences(recorded[0], item, `${place}.${index}`));
  }
  if (typeof recorded !== 'object' || typeof ours !== 'object') return [];
  const known = Object.keys(recorded);
  const own = Object.keys(ours);
  return [
    ...known.filter((key) => !own.includes(key)).map((key) => `${place}.${key} is missing`),
    ...own.filter((key) => !known.includes(key)).map((key) => `${place}.${key} is unknown`),
    ...known
      .filter((key) => own.includes(key))
      .flatMap((key) => findShapeDifferences(at(recorded, key), at(ours, key), `${place}.${key}`)),
  ];
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
const pick = (value: unknown, keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, at(value, key)]));
const FIELDS = 'fields=id,title,slug,locale,date';
const articles = '/api/collections/blog_articles/entries';

describe('sample service lists', () => {
  it.each([
    [
      'entries-06-fields-list',
      `${articles}?limit=2&filter[site]=en&fields=id,title,slug,short_description,category,image,author,date,api_url`,
    ],
    ['fields-13-site', `${articles}?fields=site,locale,url,uri,permalink&filter[site]=ua&limit=1`],
    ['filter-02-slug-not', `${articles}?${FIELDS}&filter[site]=en&filter[slug:not]=holiday-noise`],
    ['filter-10-published-true', `${articles}?${FIELDS}&filter[site]=en&filter[published]=true`],
    ['filter-11-published-false', `${articles}?${FIELDS}&filter[site]=en&filter[published]=false`],
    ['filter-13-status-published', `${articles}?${FIELDS}&filter[site]=en&filter[status]=published`],
    ['filter-20-no-status-default', `${articles}?${FIELDS}&filter[site]=en`],
    ['limit-01-1000', `${articles}?${FIELDS}&limit=1000`],
    ['page-02-beyond', `${articles}?${FIELDS}&limit=2&page=999&filter[site]=en`],
    [
      'page-06-links-drop-fields',
      `${articles}?fields=id,title&limit=2&page=1&filter[site]=en&sort=-date&site=en&foo=bar`,
    ],
    ['redirects-01-list', '/api/collections/redirects/entries?filter[site]=en&fields=id,from,to,type&limit=1000'],
    [
      'redirects-03-filter-type-301',
      '/api/collections/redirects/entries?filter[site]=en&filter[type]=301&fields=from,to,type',
    ],
    ['sort-11-date-then-id', `${articles}?fields=id,slug,locale,date&sort=-date,id&limit=6`],
    ['taxonomy-01-plain', `${articles}?${FIELDS},category&filter[site]=en&filter[taxonomy:category]=crisis`],
    [
      'taxonomy-20-field-contains-json',
      `${articles}?${FIELDS},category&filter[site]=en&filter[category:contains]=visual`,
    ],
  ])('answer like %s', async (name, path) => {
    const recorded = readRecording(name);
    const ours = await ask(service, path);
    expect(ours.status).toBe(recorded.status);
    expect(ours.contentType).toBe(recorded.contentType);
    expect(findShapeDifferences(recorded.body, ours.body)).toEqual([]);
    expect(at(ours.body, 'data', 'length') === 0).toBe(at(recorded.body, 'data', 'length') === 0);
    expect(linkParameterNames(ours.body)).toEqual(linkParameterNames(recorded.body));
  });

  it('have whole documents with the common keys, sorted', async () => {
    const recorded = at(readRecording('entries-01-list-default-limit2').body, 'data', 0);
    const ours = at((await ask(service, `${articles}?limit=2&filter[site]=en&sort=-date`)).body, 'data', 0);
    expect(findShapeDifferences(pick(recorded, COMMON_KEYS), pick(ours, COMMON_KEYS))).toEqual([]);
    expect(Object.keys(ours ?? {})).toEqual(Object.keys(ours ?? {}).toSorted());
    expect(
      findShapeDifferences(
        pick(recorded, ['author', 'category', 'image']),
        pick(ours, ['author', 'category', 'image']),
      ),
    ).toEqual([]);
  });

  it('answer a page past the end like the recording', async () => {
    const recorded = at(readRecording('page-02-beyond').body, 'meta');
    const ours = at((await ask(service, `${articles}?limit=2&page=999&filter[site]=en`)).body, 'meta');
    const keys = ['current_page', 'from', 'to', 'per_page'];
    expect(pick(ours, keys)).toEqual(pick(recorded, keys));
  });
});

/** Raw parameter names of the first page's link, in their order. */
function linkParameterNames(body: unknown): readonly string[] {
  const query = String(at(body, 'links', 'first')).split('?')[1] ?? '';
  return query.split('&').map((part) => part.split('=')[0] ?? '');
}

describe('planPageWindow', () => {
  it('shows the page numbers of the recording with 22 pages', () => {
    const links = at(readRecording('http-02-if-modified-since').body, 'meta', 'links');
    const labels = (Array.isArray(links) ? links : []).map((link) => at(link, 'label')).slice(1, -1);
    expect(planPageWindow(1, 22).map((page) => (page === null ? '...' : String(page)))).toEqual(labels);
  });
});

describe('sample service documents', () => {
  const idOf = async (path: string) => String(at((await ask(service, path)).body, 'data', 0, 'id'));

  it('answer by id like the recorded article', async () => {
    const recorded = readRecording('detail-01-entry-by-api_url');
    const ours = await ask(service, `${articles}/${await idOf(`${articles}?filter[slug]=holiday-noise&fields=id`)}`);
    expect([ours.status, ours.contentType]).toEqual([recorded.status, recorded.contentType]);
    expect(
      findShapeDifferences(pick(at(recorded.body, 'data'), COMMON_KEYS), pick(at(ours.body, 'data'), COMMON_KEYS)),
    ).toEqual([]);
  });

  it('name their origin like the recorded localisation', async () => {
    const recorded = at(readRecording('detail-02-es-entry-with-origin').body, 'data');
    const filter = 'filter[slug]=choosing-a-baseline&fields=id';
    const originId = await idOf(`${articles}?filter[site]=en&${filter}`);
    const ours = at(
      (await ask(service, `${articles}/${await idOf(`${articles}?filter[site]=ua&${filter}`)}`)).body,
      'data',
    );
    expect(at(ours, 'origin_id')).toBe(originId);
    expect(typeof at(recorded, 'origin_id')).toBe('string');
    expect(at(ours, 'url')).toBe('/ua/blog/choosing-a-baseline');
  });

  it('answer for an author like the recorded relation', async () => {
    const recorded = readRecording('relation-02-follow-author-api_url').body;
    const article = await ask(service, `${articles}?filter[site]=en&filter[slug]=holiday-noise&fields=author`);
    const apiUrl = String(at(article.body, 'data', 0, 'author', 'api_url'));
    const ours = await ask(service, apiUrl.slice(service.url.length));
    const keys = [...COMMON_KEYS, 'photo', 'position'];
    expect(at(ours.body, 'data', 'title')).toBe('Mira Lindqvist');
    expect(findShapeDifferences(pick(at(recorded, 'data'), keys), pick(at(ours.body, 'data'), keys))).toEqual([]);
  });

  it('answer for a global with handle and api_url', async () => {
    const recorded = at(readRecording('globals-03-show-es').body, 'data');
    const ours = at((await ask(service, '/api/globals/top_banner?site=ua')).body, 'data');
    expect(pick(ours, ['handle', 'api_url'])).toEqual({
      handle: 'top_banner',
      api_url: `${service.url}/api/globals/top_banner`,
    });
    expect(findShapeDifferences(at(recorded, 'logo'), at(ours, 'desktop_image'))).toEqual([]);
    expect(findShapeDifferences(at(recorded, 'menu', 0, 'style'), at(ours, 'object_fit'))).toEqual([]);
  });

  it('answer for the search index with a bare list', async () => {
    const recorded = readRecording('search-01-static-data');
    const ours = await ask(service, '/search/blog/ua/data.json');
    expect([ours.status, ours.contentType]).toEqual([recorded.status, recorded.contentType]);
    expect(Object.keys(at(ours.body, 0) ?? {})).toEqual(
      expect.arrayContaining(Object.keys(at(recorded.body, 0) ?? {})),
    );
  });
});

describe('sample service refusals', () => {
  it.each([
    ['detail-06-by-slug-404', `${articles}/holiday-noise`],
    ['err-01-forbidden-filter-json', `${articles}?filter[foo]=1&filter[bar:contains]=x`],
    ['err-10-unknown-collection-404', '/api/collections/nope/entries'],
    ['globals-06-show-missing-in-kz', '/api/globals/top_banner?site=kz'],
    ['taxonomy-06-contains-modifier-unknown', `${articles}?filter[site]=en&filter[taxonomy:category:contains]=crisis`],
  ])('are byte for byte those of %s', async (name, path) => {
    const recorded = readRecording(name);
    const ours = await ask(service, path);
    expect([ours.status, ours.contentType, ours.text]).toEqual([recorded.status, recorded.contentType, recorded.text]);
  });

  it('hide a draft like the recording does', async () => {
    const recorded = readRecording('detail-03-draft-404');
    const draft = await ask(service, `${articles}?filter[published]=false&fields=id`);
    const ours = await ask(service, `${articles}/${String(at(draft.body, 'data', 0, 'id'))}`);
    expect([ours.status, ours.text]).toEqual([recorded.status, recorded.text]);
  });
});
