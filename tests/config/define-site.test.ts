import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineSite, findUnknownMiddleware } from '../../config/define-site.ts';

const owner = { brand: { name: 'Murmurlens', legalName: 'Murmurlens Analytics Ltd.' }, locales: ['en'] };
/** What is wrong with options that may be anything, as `path: message`. */
function faultsOf(options: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    defineSite({ ...owner, ...options } as Parameters<typeof defineSite>[0]);
    return [];
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    return cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
}

const BAD_ORIGIN =
  'origin: Expected an origin without query, which may have the path of a folder: letters, digits, "-", "_", "." and "~".';

describe('defineSite', () => {
  it('has the defaults of the decisions', () => {
    expect(defineSite({ ...owner, locales: ['en'] })).toMatchObject({
      origin: 'https://www.example.com',
      content: {
        url: null,
        clientId: null,
        requestsPerMinute: null,
        retries: 10,
        retryBaseMs: 500,
        retryCapMs: 10_000,
      },
      integrations: {
        imageCdn: null,
        signInUrl: 'https://app.example.com/sign-in',
        helpCentreUrl: 'https://help.example.com',
        demoEndpoint: '/api/demo-request',
        gtmId: null,
      },
      build: { host: null, rootRedirect: null, snapshotsKept: 5, assetReleasesKept: 3 },
    });
  });

  it('puts locales in the order of the table, each once', () => {
    expect(defineSite({ ...owner, locales: ['kz', 'en', 'kz', 'es'] }).locales).toEqual(['en', 'es', 'kz']);
  });

  it('drops the trailing slash of addresses', () => {
    const site = defineSite({
      ...owner,
      locales: ['en'],
      origin: 'https://www.example.com/',
      content: { url: 'https://cms.example.com/' },
      integrations: { imageCdn: 'https://img.example.com/' },
    });
    expect([site.origin, site.content.url, site.integrations.imageCdn]).toEqual([
      'https://www.example.com',
      'https://cms.example.com',
      'https://img.example.com',
    ]);
  });

  it.each(['https://example.com/site', 'https://example.com/site/', 'https://EXAMPLE.com/site/'])(
    'keeps the folder of the address %s',
    (origin) => {
      expect(defineSite({ ...owner, locales: ['en'], origin }).origin).toBe('https://example.com/site');
    },
  );

  it.each([
    ['https://cms.example.com/api', undefined, 'https://cms.example.com'],
    ['https://cms.example.com/api/', undefined, 'https://cms.example.com'],
    ['https://cms.example.com/sub/api', undefined, 'https://cms.example.com/sub'],
    ['https://cms.example.com/content/v1', 'content/v1', 'https://cms.example.com'],
    ['https://cms.example.com/api', 'content', 'https://cms.example.com/api'],
    ['https://api.example.com', undefined, 'https://api.example.com'],
  ])('accepts the address %s of a service whose API is at %s', (url, route, expected) => {
    const { content } = defineSite({
      ...owner,
      locales: ['en'],
      content: { url, ...(route === undefined ? {} : { route }) },
    });
    expect(content.url).toBe(expected);
  });

  it('accepts its own result, so that settings can be merged into it', () => {
    const site = defineSite({ ...owner, locales: ['en', 'ua'] });
    expect(defineSite(site)).toEqual(site);
  });

  const SECRET = 'Expected a URL without user, password or query. The token is set with SITEGEN_CONTENT_TOKEN.';
  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ origin: 'www.example.com' }, 'origin: Expected an absolute http or https URL.'],
    [{ origin: 'ftp://www.example.com' }, 'origin: Expected an absolute http or https URL.'],
    [{ origin: 'https://www.example.com/our site/' }, BAD_ORIGIN],
    [{ origin: 'https://www.example.com//site/' }, BAD_ORIGIN],
    [{ origin: 'https://www.example.com/?a=1' }, BAD_ORIGIN],
    [{ content: { url: 'cms.example.com' } }, 'content.url: Expected an absolute http or https URL.'],
    [{ content: { url: 'https://user:secret@cms.example.com' } }, `content.url: ${SECRET}`],
    [{ content: { url: 'https://cms.example.com/?token=secret' } }, `content.url: ${SECRET}`],
    [
      { integrations: { demoEndpoint: '//other.example/' } },
      'integrations.demoEndpoint: Expected a path that starts with "/" or an absolute URL.',
    ],
    [{ integrations: { gtmId: "GTM'x" } }, 'integrations.gtmId: Expected letters, digits, "-" and "_" only.'],
    [{ build: { rootRedirect: '/' } }, 'build.rootRedirect: Expected a site path other than "/" or an absolute URL.'],
    [
      { build: { rootRedirect: '//other.example/' } },
      'build.rootRedirect: Expected a site path other than "/" or an absolute URL.',
    ],
  ])('refuses %o', (options, fault) => {
    expect(faultsOf(options)).toEqual([fault]);
  });

  it.each([
    [{ locales: ['fr'] }, 'locales.0'],
    [{ locales: [] }, 'locales'],
    [{ locals: ['en'] }, ''],
    [{ build: { host: 'ftp' } }, 'build.host'],
    [{ content: { requestsPerMinute: 0 } }, 'content.requestsPerMinute'],
    [{ content: { route: '/api/' } }, 'content.route'],
    [{ content: { timeZone: 'Europe/Nowhere' } }, 'content.timeZone'],
    [{ content: { requestsPerMinute: Number.NaN } }, 'content.requestsPerMinute'],
    [{ content: { concurrency: 100 } }, 'content.concurrency'],
    [{ brand: { name: '', legalName: 'x' } }, 'brand.name'],
  ])('rejects %o with the name of the option', (options, path) => {
    expect(faultsOf(options).map((fault) => fault.split(':')[0])).toEqual([path]);
  });

  it('reports all problems together', () => {
    expect(faultsOf({ origin: 'x', content: { url: 'y', retries: -1 } })).toHaveLength(3);
  });
});

describe('thirdParties', () => {
  it('replaces the given directives and keeps the others', () => {
    const hosts = { 'script-src': ['https://tags.example.com'] };
    const plain = defineSite({ ...owner, locales: ['en'] }).thirdParties['tag-manager'];
    const own = defineSite({ ...owner, locales: ['en'], thirdParties: { 'tag-manager': { hosts } } }).thirdParties[
      'tag-manager'
    ];
    expect(own).toEqual({ script: plain.script, hosts: { ...plain.hosts, ...hosts } });
    expect(own.hosts).not.toEqual(plain.hosts);
  });

  it('never allows inline scripts', () => {
    const thirdParties = { chat: { hosts: { 'script-src': ["'unsafe-inline'"] } } };
    expect(faultsOf({ thirdParties })).toEqual([
      'thirdParties.chat.hosts.script-src: Inline scripts are never allowed.',
    ]);
  });
});

describe('findUnknownMiddleware', () => {
  it('reports unknown middleware with its page', () => {
    expect(
      findUnknownMiddleware([
        { page: 'main', middleware: ['redirects', 'ambassadors'] },
        { page: 'about', middleware: ['redirects', 'auth', 'geo'] },
      ]),
    ).toEqual([
      { page: 'about', middleware: 'auth' },
      { page: 'about', middleware: 'geo' },
    ]);
  });
});
