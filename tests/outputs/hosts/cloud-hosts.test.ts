import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../../cli/files/brands.ts';
import { renderCloudfront } from '../../../cli/outputs/hosts/cloudfront.ts';
import { renderS3 } from '../../../cli/outputs/hosts/s3.ts';
import { renderVercel } from '../../../cli/outputs/hosts/vercel.ts';
import { hrefOf } from '../../../cli/paths/site-path.ts';
import { appendQuery } from '../../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../../cli/plan/redirects/redirect-rules.ts';
import { IS_LONG } from '../../long-run.ts';
import { planWith, randomRules, siteWith } from '../../pipeline/redirect-makers.ts';
import { askCloudfront, askS3 } from './aws-interpreters.ts';
import { affectedOf, contentOf, expectedOf, filesOf, inputWith, POLICY, textsOf } from './host-makers.ts';
import { askVercel, headersOfVercel } from './vercel-interpreter.ts';

const many = (length: number, type = 301) =>
  planWith(Array.from({ length }, (_, index) => ({ from: `/old-${index}/`, to: '/about/', type }))).rules;

describe('renderS3', () => {
  const ORIGIN = 'https://www.example.com';

  it('answers permanent exact rules as findRedirect does, without the query (property)', () => {
    fc.assert(
      fc.property(randomRules, ({ rules, paths }) => {
        const files = filesOf(renderS3(inputWith(rules)));
        for (const path of paths) {
          const found = expectedOf(rules, path);
          const isExact = rules.exact.some(({ from }) => `${path}/`.replace('//', '/') === from || path === from);
          if (found !== null && [301, 308].includes(found.status) && isExact)
            expect([path, askS3(files, path)]).toEqual([path, { ...found, status: 301 }]);
        }
      }),
    );
  });

  it('names every rule that its files do not answer', () => {
    fc.assert(
      fc.property(randomRules, ({ rules }) => {
        const map = renderS3(inputWith(rules));
        const named = ['left out', '410', '308'].flatMap((words) => affectedOf(map, words));
        for (const { from, to, status } of rules.exact) {
          const answer = askS3(filesOf(map), from);
          const isAnswered = answer?.status === status && new URL(answer.to, ORIGIN).href === new URL(to, ORIGIN).href;
          expect([from, isAnswered || named.includes(from)]).toEqual([from, true]);
        }
      }),
    );
  });

  it('answers both slash forms of a permanent rule in one hop', () => {
    const map = renderS3(inputWith(planWith([{ from: '/старе/', to: '/about/?x=1#part' }]).rules));
    expect(JSON.parse(contentOf(map, 'object-redirects.json'))).toEqual([
      { Key: 'старе/index.html', WebsiteRedirectLocation: '/about/?x=1#part' },
      { Key: 'старе', WebsiteRedirectLocation: '/about/?x=1#part' },
    ]);
  });

  it('answers temporary rules by routing rules that leave pages and longer names alone', () => {
    const { rules } = planWith([
      { from: '/old/', to: '/about/', type: 302 },
      { from: '/old/deep/', to: '/blog/', type: 307 },
    ]);
    const files = filesOf(renderS3(inputWith(rules)));
    expect(askS3(files, '/old/')).toEqual({ status: 302, to: `${ORIGIN}/about/` });
    expect(askS3(files, '/old/deep/')).toEqual({ status: 307, to: `${ORIGIN}/blog/` });
    expect(askS3(files, '/old')).toEqual({ status: 301, to: '/old/' });
    expect(askS3(files, '/older/')).toBeNull();
    expect(askS3(files, '/old/page/', new Set(['old/page/index.html']))).toBeNull();
  });

  it('leaves out the file of a page, which would lead to itself', () => {
    const map = renderS3(inputWith(planWith([{ from: '/blog/index.html', to: '/blog/' }]).rules));
    expect(contentOf(map, 'object-redirects.json')).toBe('[]\n');
    expect(affectedOf(map, 'index.html')).toEqual(['/blog/index.html']);
  });

  it('says that the bare form of a temporary rule takes two hops', () => {
    const { rules } = planWith([
      { from: '/old/', to: '/about/', type: 307 },
      { from: '/moved/', to: '/about/' },
    ]);
    expect(affectedOf(renderS3(inputWith(rules)), 'two hops')).toEqual(['/old/']);
  });

  it('takes 50 routing rules and names the others', () => {
    const map = renderS3(inputWith(many(52, 302)));
    expect(map.losses.filter(({ kind }) => kind === 'overflow').map(({ affected }) => affected.length)).toEqual([2]);
    expect(askS3(filesOf(map), '/old-51/')?.status).toBe(302);
  });

  it('says that headers are missing even where no rule is lost', () => {
    expect(textsOf(renderS3(inputWith(planWith([]).rules, siteWith({ locales: ['en'] }))))).toEqual([
      'notice: S3 sends only the headers of the object, so pages have their policy in a meta element, and the other security headers are missing. Affected: 1 (/*).',
    ]);
  });
});

describe('renderCloudfront', () => {
  const expected = (rules: RedirectRules, path: string, query: string) => {
    const found = expectedOf(rules, path);
    return found === null || found.status === 410 ? found : { ...found, to: appendQuery(found.to, query) };
  };

  it('answers as findRedirect does, with the query appended, and goes on to a file otherwise (property)', async () => {
    await fc.assert(
      fc.asyncProperty(randomRules, fc.boolean(), async ({ rules, paths }, hasQuery) => {
        const files = filesOf(renderCloudfront(inputWith(rules)));
        const querystring = hasQuery
          ? { q: { value: '1' }, r: { value: '%20', multiValue: [{ value: '%20' }, { value: '' }] } }
          : {};
        const query = hasQuery ? 'q=1&r=%20&r' : '';
        for (const path of paths) {
          const uri = hrefOf(toSitePath(path));
          const answer = await askCloudfront(files, { uri, querystring });
          const isPage = path.endsWith('/') || /[.][^/]*$/.test(path);
          const onward = isPage
            ? `${uri}${path.endsWith('/') ? 'index.html' : ''}`
            : { status: 301, to: appendQuery(`${uri}/`, query) };
          expect([path, answer]).toEqual([path, expected(rules, path, query) ?? onward]);
        }
      }),
      { numRuns: IS_LONG ? 400 : 10 },
    );
  });

  it('never leads to another host, and leaves the API and files in peace', async () => {
    const files = filesOf(renderCloudfront(inputWith(planWith([]).rules)));
    expect(await askCloudfront(files, { uri: '//evil.example.com/x' })).toEqual({
      status: 301,
      to: '/evil.example.com/x/',
    });
    expect(await askCloudfront(files, { uri: '/\\evil/x' })).toEqual({ status: 301, to: '/evil/x/' });
    expect(await askCloudfront(files, { uri: '/api/demo-request', method: 'POST' })).toBe('/api/demo-request');
    expect(await askCloudfront(files, { uri: '/blog', method: 'POST' })).toBe('/blog');
    expect(await askCloudfront(files, { uri: '/.well-known/token' })).toBe('/.well-known/token');
    expect(await askCloudfront(files, { uri: '/assets/a-1.js' })).toBe('/assets/a-1.js');
    expect(await askCloudfront(files, { uri: '/100%' })).toEqual({ status: 301, to: '/100%/' });
  });

  it('has the same function for every set of exact rules, smaller than 10 KB and in its runtime’s language', () => {
    const scripts = [many(0), many(500)].map((rules) => contentOf(renderCloudfront(inputWith(rules)), 'function.js'));
    expect(scripts[0]).toBe(scripts[1]);
    expect(Buffer.byteLength(scripts[0] ?? '')).toBeLessThan(10 * 1024);
    expect(scripts[0]).not.toMatch(/\blet\b|=>|\?\?|\?\.|\.\.\.|`|\bclass\b|for \(.* of /);
  });

  it('leaves out keys and values beyond the store’s limits and names them', () => {
    const { rules } = planWith([
      { from: `/${'x'.repeat(512)}/`, to: '/about/' },
      { from: '/far/', to: `https://other.example/${'x'.repeat(1024)}` },
      { from: '/old/', to: '/about/' },
    ]);
    const map = renderCloudfront(inputWith(rules));
    expect(JSON.parse(contentOf(map, 'redirects.json'))).toEqual({ data: [{ key: '/old', value: '301 /about/' }] });
    expect(affectedOf(map, '512')).toEqual(['/far/', `/${'x'.repeat(512)}/`]);
  });

  it('cuts its store at 5 MB', () => {
    const tail = 'x'.repeat(900);
    const { rules } = planWith(
      Array.from({ length: 6_000 }, (_, index) => ({ from: `/${index}/`, to: `https://other.example/${tail}` })),
    );
    const map = renderCloudfront(inputWith(rules));
    const content = contentOf(map, 'redirects.json');
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(Buffer.byteLength(content)).toBeGreaterThan(5 * 1024 * 1024 - 2_000);
    expect(map.losses.map(({ kind }) => kind)).toEqual(['overflow', 'unsupported']);
  });

  it('has a headers policy for pages and one for hashed files', () => {
    const map = renderCloudfront(inputWith(planWith([]).rules));
    expect(JSON.parse(contentOf(map, 'headers-policy.json'))).toMatchObject({
      Name: 'site-pages',
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: POLICY },
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { Override: true, ReferrerPolicy: 'strict-origin-when-cross-origin' },
      },
      CustomHeadersConfig: {
        Quantity: 3,
        Items: [
          { Header: 'Permissions-Policy' },
          { Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin' },
          { Header: 'Cache-Control', Value: 'public, max-age=0, must-revalidate', Override: false },
        ],
      },
    });
    expect(contentOf(map, 'headers-policy-hashed.json')).toContain('public, max-age=31536000, immutable');
  });
});

describe('renderVercel', () => {
  const askMap = (rules: RedirectRules) => {
    const content = contentOf(renderVercel(inputWith(rules)), 'vercel.json');
    return (path: string, query = '') => askVercel(content, hrefOf(toSitePath(path)), query);
  };

  it('answers as findRedirect does where it can, and names the other rules (property)', () => {
    fc.assert(
      fc.property(randomRules, fc.constantFrom('', 'q=1&r=%20'), ({ rules, paths }, query) => {
        const map = renderVercel(inputWith(rules));
        const content = contentOf(map, 'vercel.json');
        const lost = new Set(map.losses.flatMap(({ affected }) => affected));
        for (const path of paths) {
          const bare = path.replace(/(?<=.)\/$/, '');
          const ruled = lost.has(bare) || lost.has(`${bare}/`) ? null : expectedOf(rules, path);
          const found = ruled?.status === 410 ? null : ruled;
          const slash = /^\/(?:[^/]+\/)*[^/.]+$/.test(path) ? { status: 308, to: `${path}/` } : null;
          const expected = found ?? (slash === null ? null : { ...slash, to: hrefOf(toSitePath(slash.to)) });
          const to = appendQuery((expected?.to ?? '').replaceAll('$', found === null ? '$' : '%24'), query);
          expect([path, askVercel(content, hrefOf(toSitePath(path)), query)]).toEqual([
            path,
            expected === null ? null : { status: expected.status, to },
          ]);
        }
      }),
    );
  });

  it('reads a source literally that path-to-regexp would give a meaning', () => {
    const sources = ['/a:b/', '/c*/', '/(d)/', '/e+f/', '/:name/'];
    const ask = askMap(planWith(sources.map((from) => ({ from, to: '/about/' }))).rules);
    for (const from of sources) expect(ask(from)).toEqual({ status: 301, to: '/about/' });
    expect(ask('/aXb/')).toBeNull();
    expect(ask('/anything/')).toBeNull();
  });

  it('adds slashes last, to pages alone and never towards another host', () => {
    const ask = askMap(planWith([{ from: '/old/', to: '/about/', type: 302 }]).rules);
    expect(ask('/old')).toEqual({ status: 302, to: '/about/' });
    expect(ask('/blog', 'q=1')).toEqual({ status: 308, to: '/blog/?q=1' });
    for (const path of ['//evil.example', '//evil', '/api/demo-request', '/.well-known/token', '/assets/a-1.js', '/']) {
      expect([path, ask(path)]).toEqual([path, null]);
    }
  });

  it('keeps the slash and segment redirects where it must cut at 2,048', () => {
    const map = renderVercel(inputWith(many(2_050)));
    const { redirects } = JSON.parse(contentOf(map, 'vercel.json'));
    expect(redirects).toHaveLength(2_048);
    expect(redirects.at(-1)).toMatchObject({ destination: '/:path/', statusCode: 308 });
    expect(map.losses[0]).toMatchObject({ kind: 'overflow', affected: ['/old-997/', '/old-998/', '/old-999/'] });
  });

  it('says what it loses: 410, encoded sources, long lines', () => {
    const { rules } = planWith([
      { from: '/gone/', type: 410 },
      { from: '/старе/', to: '/about/' },
      { from: `/${'x'.repeat(4100)}/`, to: '/about/' },
    ]);
    const map = renderVercel(inputWith(rules));
    expect(affectedOf(map, '410')).toEqual(['/gone/']);
    expect(affectedOf(map, 'ASCII')).toEqual(['/старе/']);
    expect(affectedOf(map, '4,096')).toEqual([`/${'x'.repeat(4100)}/`]);
  });

  it('sets each header once for every path', () => {
    const content = contentOf(renderVercel(inputWith(planWith([]).rules)), 'vercel.json');
    const cacheOf = (href: string) => headersOfVercel(content, href).get('Cache-Control');
    expect(cacheOf('/assets/a-1.js')).toBe('public, max-age=31536000, immutable');
    expect(cacheOf('/blog/')).toBe('public, max-age=0, must-revalidate');
    expect(headersOfVercel(content, '/').get('Content-Security-Policy')).toBe(POLICY);
  });
});
