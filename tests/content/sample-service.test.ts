// How the sample service behaves, rule by rule, over small content of its own and real HTTP.

import { rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleService, startSampleService } from '../../cli/content/sample-service.ts';
import { SiteError } from '../../cli/errors.ts';
import { unusedPort } from '../service/content-service.ts';
import { ask, at, serveContent, writeContent } from './sample-site.ts';

const article = (fields: string, body = '<p>Text.</p>') => `---\n${fields}\n---\n${body}\n`;

const FILES = {
  'assets/blog/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"></svg>',
  'taxonomies/category.yaml':
    'market: { en: Market, ua: Ринок }\nmarketing: { en: Marketing, ua: Маркетинг }\nseo: { en: SEO, ua: SEO }\n',
  'taxonomies/industry.yaml': 'retail: { en: Retail }\n',
  'team/en.yaml': '- { slug: ann, title: Ann }\n- { slug: bob, title: Bob, published: false }\n',
  'blog_articles/en/one.md': article(
    'title: One\ndate: 2024-01-10\ncategory: [market]\nauthor: ann\nimage: { src: /assets/blog/a.svg, alt: A }',
  ),
  'blog_articles/en/two.md': article('title: Two\ndate: 2024-02-10\ncategory: [marketing, seo]\nauthor: bob'),
  'blog_articles/en/three.md': article('title: Three\ndate: 2024-02-10\ncategory: [seo]\nseo_noindex: true'),
  'blog_articles/en/undated.md': article('title: Undated'),
  'blog_articles/en/draft.md': article('title: Draft\ndate: 2024-03-01\npublished: false'),
  'blog_articles/en/future.md': article('title: Future\ndate: 2099-01-01'),
  'blog_articles/ua/one.md': article('title: Перша\ndate: 2024-01-11\nauthor: ann\ncategory: [market]'),
  'webinars/en/later.md': article('title: Later\ndate: 2099-01-01\ncurrent_webinar: true'),
  'webinars/en/earlier.md': article('title: Earlier\ndate: 2023-01-01'),
  'redirects/en.yaml': '- { from: /a/, to: /b/, type: 301 }\n- { from: /c/, to: /d/, type: null }\n',
  'globals/top_banner/en.yaml': 'enabled: true\nlink: /demo/\n',
  'pages/ua/main.md': article('title: Головна'),
};

let service: SampleService;
beforeAll(async () => {
  service = await serveContent(FILES);
});
afterAll(() => service.stop());

const list = (query: string, collection = 'blog_articles') =>
  ask(service, `/api/collections/${collection}/entries?${query}`);
const slugs = async (query: string, collection?: string) => {
  const data = at((await list(query, collection)).body, 'data');
  return (Array.isArray(data) ? data : []).map((entry) => at(entry, 'slug'));
};

describe('lists', () => {
  it.each([
    ['filter[site]=ua', ['one']],
    ['filter[site:in]=ua|en&filter[slug]=one', ['one', 'one']],
    ['filter%5Bsite%5D=en&filter%5Bslug%3Ain%5D=one|two', ['one', 'two']],
    ['filter[site]=en', ['one', 'three', 'two', 'undated']],
    ['filter[site]=en&filter[status]=published', ['one', 'three', 'two', 'undated']],
    ['filter[site]=en&filter[published]=true', ['future', 'one', 'three', 'two', 'undated']],
    ['filter[site]=en&filter[published]=false', ['draft']],
    ['filter[status]=scheduled', ['future']],
    ['filter[site]=en&filter[status]=any', ['draft', 'future', 'one', 'three', 'two', 'undated']],
    ['site=ua', ['one', 'three', 'two', 'undated', 'one']],
  ])('%s finds %j', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected);
  });

  it('never schedule a webinar by its date', async () => {
    expect(await slugs('filter[status]=published', 'webinars')).toEqual(['earlier', 'later']);
  });

  it('refuse other filters with 422', async () => {
    const one = await list('filter[foo]=1');
    const several = await list('filter[foo]=1&filter[slug]=a&filter[category]=x');
    expect([one.status, one.body]).toEqual([422, { message: 'Forbidden filter: foo' }]);
    expect([several.status, several.body]).toEqual([422, { message: 'Forbidden filters: foo, category' }]);
  });

  it('return the requested keys in their order, unknown ones null', async () => {
    const first = at((await list('filter[slug]=two&fields=title,nope,id')).body, 'data', 0);
    expect(Object.keys(first ?? {})).toEqual(['title', 'nope', 'id']);
    expect(at(first, 'nope')).toBeNull();
  });

  it('sort by several fields, nulls last in both directions', async () => {
    const ids = (entries: readonly string[]) => slugs(`filter[site]=en&filter[slug:in]=${entries.join('|')}&sort=id`);
    const sameDay = await ids(['two', 'three']);
    expect(await slugs('filter[site]=en&sort=-date,id')).toEqual([...sameDay, 'one', 'undated']);
    expect(await slugs('filter[site]=en&sort=date,id')).toEqual(['one', ...sameDay, 'undated']);
    expect(await slugs('sort=order,id', 'redirects')).toEqual(['a', 'c']);
  });

  it('walk every entry once, and end with an empty page', async () => {
    const query = 'filter[site]=en&sort=-date,id&limit=3&fields=slug';
    const pages = [await slugs(`${query}&page=1`), await slugs(`${query}&page=2`), await slugs(`${query}&page=3`)];
    expect(pages.map((page) => page.length)).toEqual([3, 1, 0]);
    expect(new Set(pages.flat()).size).toBe(4);
    expect(at((await list(query)).body, 'meta')).toEqual({ current_page: 1, last_page: 2, per_page: 3, total: 4 });
  });
});

describe('documents', () => {
  it('give relations of the same site and drop those that are absent or drafts there', async () => {
    const authors = at((await list('sort=title&filter[slug:in]=one|two&fields=title,locale,author')).body, 'data');
    const named = (Array.isArray(authors) ? authors : []).map((entry) => [
      at(entry, 'title'),
      at(entry, 'author', 'title') ?? null,
    ]);
    expect(named).toEqual([
      ['One', 'Ann'],
      ['Two', null],
      ['Перша', null],
    ]);
  });

  it('give an image no size, as no version of Statamic does', async () => {
    const image = at((await list('filter[site]=en&filter[slug]=one')).body, 'data', 0, 'image');
    expect(image).toEqual({
      id: 'assets::blog/a.svg',
      url: '/assets/blog/a.svg',
      permalink: `${service.url}/assets/blog/a.svg`,
      api_url: `${service.url}/api/assets/assets/blog/a.svg`,
      alt: 'A',
    });
  });

  it('give an empty select as an object of nulls', async () => {
    const types = at((await list('fields=type', 'redirects')).body, 'data');
    expect(types).toEqual([
      { type: { value: 301, label: '301 Permanent', key: 301 } },
      { type: { value: null, label: null, key: null } },
    ]);
  });

  it('title terms in the language of the site', async () => {
    const terms = at((await list('filter[site]=ua&fields=category')).body, 'data', 0, 'category', 0);
    expect(terms).toMatchObject({
      id: 'category::market',
      slug: 'market',
      title: 'Ринок',
      url: '/ua/blog_articles/category/market',
    });
  });

  it('put the home page at the root of its site', async () => {
    const home = at((await list('filter[site]=ua', 'pages')).body, 'data', 0);
    expect(home).toMatchObject({ uri: '/', url: '/ua', permalink: `${service.url}/ua` });
  });

  it('serve a scheduled entry by its id, and no entry under another collection', async () => {
    const id = String(at((await list('filter[status]=scheduled')).body, 'data', 0, 'id'));
    const { status, body } = await ask(service, `/api/collections/blog_articles/entries/${id}`);
    expect([status, at(body, 'data', 'status'), at(body, 'data', 'private')]).toEqual([200, 'scheduled', true]);
    expect((await ask(service, `/api/collections/webinars/entries/${id}`)).status).toBe(404);
  });

  it('keep their ids from one start to the next', async () => {
    const again = await serveContent(FILES);
    const id = (from: SampleService) =>
      ask(from, '/api/collections/blog_articles/entries?fields=id').then(({ body }) => at(body, 'data', 0, 'id'));
    const [first, second] = [await id(service), await id(again)];
    await again.stop();
    expect(first).toBe(second);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('HTTP', () => {
  it('accepts paths with and without a trailing slash', async () => {
    const path = '/api/collections/blog_articles/entries';
    expect((await ask(service, `${path}/?limit=1`)).body).toEqual((await ask(service, `${path}?limit=1`)).body);
    expect((await ask(service, '/api/globals/top_banner/?site=en')).status).toBe(200);
  });

  it('builds URLs with the host of the request', async () => {
    expect(await askAsHost('content.test:8080')).toContain(
      '"api_url":"http://content.test:8080/api/globals/top_banner"',
    );
    expect(await askAsHost('evil"host')).toContain(service.url);
  });

  it('answers HEAD with headers only, and refuses other methods', async () => {
    const head = await fetch(`${service.url}/api/collections/blog_articles/entries`, { method: 'HEAD' });
    expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 1000]).toEqual([
      200,
      '',
      true,
    ]);
    expect((await ask(service, '/api/globals/top_banner', { method: 'POST' })).status).toBe(405);
    expect((await ask(service, '/assets/blog/a.svg', { method: 'DELETE' })).status).toBe(405);
  });

  it('serves assets and no other files', async () => {
    const asset = await ask(service, '/assets/blog/a.svg');
    expect([asset.status, asset.contentType]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    for (const path of ['/assets/blog/b.svg', '/assets/..%2fteam/en.yaml', '/team/en.yaml', '/%E0%A4%A', '/']) {
      const { status, contentType } = await ask(service, path);
      expect([path, status, contentType]).toEqual([path, 404, 'text/html; charset=UTF-8']);
    }
  });

  it('answers 404 for anything else under /api', async () => {
    for (const path of [
      '/api',
      '/api/nope',
      '/api/collections/blog_articles',
      '/api/collections/Blog_articles/entries',
      '/api/globals/footer',
    ]) {
      const { status, text } = await ask(service, path);
      expect([path, status, text]).toEqual([path, 404, '{"message":"Not found."}']);
    }
  });

  it('has a global of the default site unless another is named', async () => {
    expect((await ask(service, '/api/globals/top_banner')).status).toBe(200);
    expect((await ask(service, '/api/globals/top_banner?site=ua')).status).toBe(404);
  });
});

/** fetch does not let a caller choose the Host header. */
function askAsHost(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(`${service.url}/api/globals/top_banner`, { headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

describe('startSampleService', () => {
  const failure = async (files: Readonly<Record<string, string>>) => {
    const contentDir = await writeContent(files);
    const error: unknown = await startSampleService({ contentDir }).then(
      ({ stop }) => stop(),
      (cause: unknown) => cause,
    );
    await rm(contentDir, { recursive: true });
    if (!(error instanceof SiteError)) throw new Error('Expected a SiteError.', { cause: error });
    return error;
  };

  it.each([
    ['blog_articles/en/a.md', 'No front matter.', 'The file does not start with front matter between "---" lines.'],
    [
      'blog_articles/en/a.md',
      article('title: A\ncontent: []'),
      'The file has a body and a field "content": use only one of them.',
    ],
    [
      'blog_articles/en/a.md',
      article('title: "A\ndate: 2026-01-01'),
      'A quote or bracket in the YAML is not closed.',
      ':2',
    ],
    [
      'blog_articles/en/a.md',
      article('title: A\ntags: [b\nx: y'),
      'A quote or bracket in the YAML is not closed.',
      ':3',
    ],
    [
      'blog_articles/en/a.md',
      article('title: A\nb: c: d'),
      'The YAML is not valid: bad indentation of a mapping entry.',
      ':3',
    ],
    ['blog_articles/en/a.markdown', article('title: A'), 'Entries are in files that end with ".md" or ".yaml".'],
    ['blog_articles/xx/a.md', article('title: A'), 'There is no site "xx".'],
    ['team/en.yaml', 'slug: ann', 'The file is not a list of entries.'],
    ['team/en.yaml', '- { slug: a }\n- { title: Ann }', 'Item 2 has no "slug".', ':2'],
  ])('reports %s: %s', async (file, text, what, line = '') => {
    const { code, exitCode, problems } = await failure({ [file]: text });
    expect([code, exitCode]).toEqual(['SAMPLE_INVALID', 1]);
    expect(problems.map(({ where, what: found }) => [where.file, found])).toEqual([
      [`content/sample/${file}${line}`, what],
    ]);
  });

  it('reads files of Windows, and no copies of editors', async () => {
    const image = 'image: assets/a.png';
    const text = `\ufeff${article(`title: A\n${image}`)}`.replaceAll('\n', '\r\n');
    const contentDir = await writeContent({ 'blog_articles/en/a.md': text, 'blog_articles/en/a.md~': 'x' });
    const service = await startSampleService({ contentDir });
    const { body } = await ask(service, '/api/collections/blog_articles/entries?filter[site]=en');
    await service.stop();
    await rm(contentDir, { recursive: true });
    expect(at(body, 'data')).toMatchObject([
      { slug: 'a', title: 'A', image: { permalink: `${service.url}/assets/a.png` } },
    ]);
  });

  it('reports every bad file at once, with the line of a YAML error', async () => {
    const { message, problems } = await failure({
      'faq/en.yaml': '- { slug: a',
      'blog_articles/en/a.md': 'x',
      'team/en.yaml': '- { slug: a, title: A }',
    });
    expect(message).toBe('2 files of the sample content have mistakes. Nothing was built or served.');
    expect(problems.map(({ where }) => where.file)).toEqual([
      'content/sample/blog_articles/en/a.md',
      'content/sample/faq/en.yaml:1',
    ]);
    expect(problems[1]?.what).toBe('The YAML is not valid: unexpected end of the stream within a flow collection.');
  });

  it('refuses a slug that is used twice', async () => {
    const { problems } = await failure({ 'team/en.yaml': '- { slug: a, title: A }\n- { slug: a, title: B }' });
    expect(problems[0]).toMatchObject({
      where: { file: 'content/sample/team/en.yaml:1' },
      what: 'The slug "a" is used twice.',
    });
  });

  it('reads changed files again', async () => {
    const contentDir = await writeContent(FILES);
    const own = await startSampleService({ contentDir });
    try {
      const titles = async () => {
        const { data } = JSON.parse(await (await fetch(`${own.url}/api/collections/blog_articles/entries`)).text());
        return data.map(({ title }: { readonly title: string }) => title);
      };
      const write = (file: string, text: string) => writeFile(join(contentDir, file), text);
      await write('blog_articles/en/one.md', article('title: Another one\ndate: 2024-01-10\ncategory: [market]'));
      await write('blog_articles/en/two.md', article('title: Another two'));
      own.reload(new Set(['blog_articles/en/one.md']));
      expect(await titles()).toContain('Another one');
      expect(await titles()).toContain('Two');
      await rm(join(contentDir, 'blog_articles/en/one.md'));
      own.reload(new Set(['blog_articles/en/one.md']));
      expect(await titles()).not.toContain('Another one');
      own.reload(null);
      expect(await titles()).toContain('Another two');
      await write('taxonomies/category.yaml', 'market: { en: [');
      expect(() => own.reload(new Set(['taxonomies/category.yaml']))).toThrow(
        expect.objectContaining({
          code: 'SAMPLE_INVALID',
          problems: [expect.objectContaining({ where: { file: 'content/sample/taxonomies/category.yaml:1' } })],
        }),
      );
      await write('taxonomies/category.yaml', 'market: { en: Market }\n');
      own.reload(new Set(['taxonomies/category.yaml']));

      await write('blog_articles/en/three.md', article('title: Three again'));
      own.reload(new Set(['blog_articles/en/three.md']));
      expect(await titles()).toContain('Three again');
    } finally {
      await own.stop();
      await rm(contentDir, { recursive: true });
    }
  });

  it('frees its port, open connections included', async () => {
    const port = await unusedPort();
    const first = await startSampleService({ port });
    await ask(first, '/api/globals/top_banner');
    await first.stop();
    const second = await startSampleService({ port });
    expect(second.url).toBe(first.url);
    await second.stop();
  });
});
