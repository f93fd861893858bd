// The sample as one built site, read by programs that share nothing with the builder: whatever page it is on, a visitor,
// a crawler and a validator find nothing broken. The validator reads one page of each kind, the locales in turn, and all
// redirect pages; with TEST_LONG=1 every page.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { Parser } from 'htmlparser2';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { SampleLibrary } from '../../cli/content/sample/sample-library.ts';
import { loadLibrary } from '../../cli/content/sample/sample-library.ts';
import { openBrowser } from '../browser/chromium.ts';
import { loadPageKinds, oneOfEachKind } from '../browser/page-kinds.ts';
import { findMarkupFaults, withoutChrome } from '../html-rules.ts';
import { IS_LONG } from '../long-run.ts';
import { loadBuiltSample } from './built-sample.ts';
import {
  type BuiltPage,
  type BuiltSite,
  elementsOf,
  fileOfPath,
  linkOf,
  metaOf,
  namedUrls,
  ownUrl,
} from './built-site.ts';
import { makeFolder, runSitegen } from './run-sitegen.ts';

const ORIGIN = 'https://www.example.com';
const LOCALES = ['en', 'es', 'pt', 'ua', 'kz'];
/** Hreflang values that search engines know; `ua` and `kz` are no languages. */
const HREFLANGS = ['en', 'es', 'pt', 'pt-BR', 'uk', 'uk-UA', 'ru-KZ', 'kk-KZ', 'vi', 'x-default'];

let folder = '';
let site: BuiltSite;
/** Everything but redirect pages. */
let pages: readonly BuiltPage[] = [];
/** Paths of the entries that their editors hide from lists, search and sitemap. */
let hiddenPaths: ReadonlySet<string> = new Set();

const readState = (file: string): unknown => JSON.parse(readFileSync(join(folder, '.sitegen', file), 'utf8'));
const readText = (file: string) => readFileSync(join(site.outDir, file), 'utf8');
const filesUnder = (start: string) => [...site.files].filter((file) => file.startsWith(start));
const isErrorPage = ({ file }: BuiltPage) => /(^|\/)(404|500)\.html$/.test(file);
const isIndexable = (page: BuiltPage) => !isErrorPage(page) && !(metaOf(page, 'robots') ?? '').includes('noindex');
const localeOf = ({ path }: BuiltPage) => LOCALES.find((locale) => path.startsWith(`/${locale}/`)) ?? 'en';
/** Faults of all pages, each with its file. */
const faultsOf = (list: readonly BuiltPage[], find: (page: BuiltPage) => readonly string[]) =>
  list.flatMap((page) => find(page).map((fault) => `${page.file}: ${fault}`));

beforeAll(async () => {
  site = (await loadBuiltSample()).site;
  folder = dirname(site.outDir);
  pages = site.pages.filter(({ isRedirect }) => !isRedirect);
  hiddenPaths = findHiddenPaths(loadLibrary(resolve(import.meta.dirname, '../../content/sample')));
});

function findHiddenPaths({ entryById }: SampleLibrary): ReadonlySet<string> {
  const folders = { blog_articles: 'blog', webinars: 'webinars', 'e-books': 'e-books', landings: 'lp' };
  const hidden = [...entryById.values()].filter(({ fields }) => fields.hide_from_index === true);
  return new Set(
    hidden.flatMap(({ collection, site: handle, slug }) =>
      Object.entries(folders).flatMap(([name, path]) =>
        name === collection ? [`${handle === 'en' ? '' : `/${handle}`}/${path}/${slug}/`] : [],
      ),
    ),
  );
}

describe('a page of the sample', () => {
  it('is there in numbers', () => {
    expect(pages.length).toBeGreaterThan(50);
    expect(site.pages.length - pages.length).toBeGreaterThan(20);
  });

  it('is valid HTML', async () => {
    const kinds = new Set(oneOfEachKind(loadPageKinds(join(folder, '.sitegen/routes.json'))).map(({ path }) => path));
    const redirects = site.pages.filter(({ isRedirect }) => isRedirect);
    const read = IS_LONG
      ? site.pages
      : [...site.pages.filter(({ path }) => kinds.has(path)), ...redirects.filter((_, place) => place % 10 === 0)];
    expect(read.length).toBeGreaterThan(kinds.size);
    const faults: string[] = [];
    // One page of each locale and layout is read with its header and footer.
    const chromes = new Set<string>();
    for (const page of read) {
      const chrome = `${localeOf(page)} ${elementsOf(page, 'body')[0]?.attributes['data-layout']}`;
      const html = IS_LONG || page.isRedirect || !chromes.has(chrome) ? page.html : withoutChrome(page.html);
      if (!page.isRedirect) chromes.add(chrome);
      faults.push(...(await findMarkupFaults(html)).map((fault) => `${page.file}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it('has one h1, a language, and no title that another page of its locale has', () => {
    expect(faultsOf(pages, (page) => (elementsOf(page, 'h1').length === 1 ? [] : ['h1']))).toEqual([]);
    expect(faultsOf(pages, (page) => (elementsOf(page, 'html')[0]?.attributes.lang ? [] : ['lang']))).toEqual([]);
    const titles = pages.map((page) => `${localeOf(page)} ${elementsOf(page, 'title')[0]?.text}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => / (undefined)?$/.test(title))).toEqual([]);
  });

  it('has no inline style and no inline script but data blocks', () => {
    const findInline = ({ elements }: BuiltPage) =>
      elements.flatMap(({ tag, attributes }) => [
        ...(tag === 'style' || 'style' in attributes ? [`style on ${tag}`] : []),
        ...Object.keys(attributes).filter((name) => /^on/.test(name)),
        ...(tag === 'script' && !('src' in attributes) && !/^application\/(ld\+)?json$/.test(attributes.type ?? '')
          ? ['inline script']
          : []),
      ]);
    expect(faultsOf(site.pages, findInline)).toEqual([]);
  });

  it('gives every image its text, width and height', () => {
    const findImages = (page: BuiltPage) =>
      elementsOf(page, 'img').flatMap(({ attributes: { src, alt, width, height } }) =>
        alt !== undefined && Number(width) > 0 && Number(height) > 0 ? [] : [`${src}`],
      );
    expect(pages.flatMap((page) => elementsOf(page, 'img')).length).toBeGreaterThan(100);
    expect(faultsOf(pages, findImages)).toEqual([]);
  });

  it('shows no picture twice on a page, but logos and portraits', () => {
    const repeated = ['clients', 'people', 'people/clients'].flatMap((dir) =>
      readdirSync(resolve(import.meta.dirname, '../../content/sample/assets', dir)).map((file) => parse(file).name),
    );
    const faults = faultsOf(pages, ({ file }) => {
      const [main = ''] = /<main.*<\/main>/s.exec(readText(file)) ?? [];
      const names = [...main.matchAll(/<img[^>]* src="[^"]*\/([^"/]+)-[0-9a-f]{10}\.\w+"/g)].map(
        ([, name = '']) => name,
      );
      return names.filter((name, index) => names.indexOf(name) !== index && !repeated.includes(name));
    });
    expect(faults).toEqual([]);
  });

  it('opens outer links, and only those, in a new tab without a referrer', () => {
    const findLinks = (page: BuiltPage) =>
      elementsOf(page, 'a').flatMap(({ attributes: { href = '', target, rel = '' } }) => {
        if (!/^https?:/.test(new URL(href, ORIGIN).protocol)) return [];
        const isOuter = new URL(href, ORIGIN).origin !== ORIGIN;
        const isMarked = target === '_blank' && rel.includes('noreferrer') && rel.includes('noopener');
        return isOuter === isMarked && (isOuter || target === undefined) ? [] : [href];
      });
    expect(faultsOf(pages, findLinks)).toEqual([]);
  });

  it('has structured data of one graph whose references are all in it', () => {
    const graphOf = (page: BuiltPage) => {
      const blocks = elementsOf(page, 'script', { type: 'application/ld+json' });
      const shape = z.object({
        '@context': z.literal('https://schema.org'),
        '@graph': z.array(z.looseObject({ '@type': z.string() })).min(1),
      });
      const block = shape.safeParse(JSON.parse(blocks[0]?.text ?? 'null'));
      if (blocks.length !== 1 || !block.success) return ['no graph'];
      const text = JSON.stringify(block.data);
      const named = new Set(block.data['@graph'].map((node) => node['@id']));
      const references = [...text.matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id);
      return references.filter((id) => !named.has(id)).map((id) => `no node ${id}`);
    };
    expect(faultsOf(pages, graphOf)).toEqual([]);
  });
});

describe('the links of the sample', () => {
  it('lead to files and ids that exist, on every page', () => {
    const byFile = new Map(site.pages.map((page) => [page.file, page]));
    const findDead = (page: BuiltPage) =>
      namedUrls(page).flatMap(({ where, href }) => {
        const own = ownUrl(href, page, ORIGIN);
        if (own === null) return [];
        const file = fileOfPath(own.path);
        if (!site.files.has(file)) return [`${where} ${href} is dead`];
        // #top is the beginning of every document (HTML).
        return ['', 'top'].includes(own.hash) || byFile.get(file)?.ids.has(own.hash)
          ? []
          : [`${where} ${href} has no such id`];
      });
    expect(site.pages.flatMap(namedUrls).length).toBeGreaterThan(1000);
    expect(faultsOf(site.pages, findDead)).toEqual([]);
  });

  it('are paths with a trailing slash, or files, and never the source of a redirect', () => {
    const rules = z
      .object({
        redirects: z.array(z.object({ from: z.string() })),
        patterns: z.array(z.object({ segment: z.string() })),
      })
      .parse(readState('redirects.json'));
    const sources = new Set(rules.redirects.map(({ from }) => from.replace(/\/$/, '')));
    const findLinks = (page: BuiltPage) =>
      elementsOf(page, 'a').flatMap(({ attributes: { href = '' } }) => {
        const own = ownUrl(href, page, ORIGIN);
        if (own === null) return [];
        const isForm = href.startsWith('/') || href.startsWith('#');
        const isComplete = own.path.endsWith('/') || /\.(html|xml|pdf|ics)$/.test(own.path);
        const isMoved =
          sources.has(own.path.replace(/\/$/, '')) ||
          rules.patterns.some(({ segment }) =>
            new RegExp(`.+/${segment}(/|$)`).test(own.path.replace(/^\/(es|pt|ua|kz)/, '')),
          );
        return isForm && isComplete && !isMoved ? [] : [href];
      });
    expect(rules.redirects.length).toBeGreaterThan(10);
    // A redirect page shows its target with its origin, and leads there in one hop.
    expect(faultsOf(pages, findLinks)).toEqual([]);
    const findHops = (page: BuiltPage) =>
      namedUrls(page)
        .filter(({ kind }) => kind === 'link')
        .map(({ href }) => ownUrl(href, page, ORIGIN)?.path ?? '')
        .filter((path) => sources.has(path.replace(/\/$/, '')) && path !== '');
    expect(
      faultsOf(
        site.pages.filter(({ isRedirect }) => isRedirect),
        findHops,
      ),
    ).toEqual([]);
  });

  it('name no service of this machine in any file', () => {
    const faults = [...site.files].filter((file) => /127\.0\.0\.1|localhost|\.invalid\b/.test(readText(file)));
    expect(faults).toEqual([]);
  });
});

describe('the addresses of the sample', () => {
  it('are canonical: each page names itself, error pages nothing', () => {
    const findCanonical = (page: BuiltPage) => {
      const expected = isErrorPage(page) ? null : `${ORIGIN}${encodeURI(page.path)}`;
      const named = [linkOf(page, 'canonical'), metaOf(page, 'og:url')];
      return named.filter((url) => url !== expected).map((url) => `${url}`);
    };
    expect(faultsOf(pages, findCanonical)).toEqual([]);
    expect(pages.filter(isErrorPage)).toHaveLength(LOCALES.length * 2);
    expect(pages.filter((page) => isErrorPage(page) && metaOf(page, 'robots') === null)).toEqual([]);
  });

  it('have alternates that are reciprocal, known to search engines and indexable', () => {
    const byUrl = new Map(pages.map((page) => [linkOf(page, 'canonical'), page]));
    const alternatesOf = (page: BuiltPage) =>
      elementsOf(page, 'link', { rel: 'alternate' })
        .filter(({ attributes }) => 'hreflang' in attributes)
        .map(({ attributes: { hreflang = '', href = '' } }) => ({ hreflang, href }));
    const findAlternates = (page: BuiltPage) => {
      const own = alternatesOf(page);
      if (own.length === 0) return [];
      const values = own.map(({ hreflang }) => hreflang);
      const english = own.find(({ hreflang }) => hreflang === 'en');
      return [
        ...own.flatMap(({ hreflang, href }) => {
          const target = byUrl.get(href);
          if (target === undefined || !isIndexable(target)) return [`${hreflang} → ${href} is no indexable page`];
          return JSON.stringify(alternatesOf(target)) === JSON.stringify(own) ? [] : [`${href} does not answer`];
        }),
        ...values.filter((value, index) => !HREFLANGS.includes(value) || values.indexOf(value) !== index),
        ...(own.some(({ href }) => href === linkOf(page, 'canonical')) ? [] : ['not among its own alternates']),
        ...(own.find(({ hreflang }) => hreflang === 'x-default')?.href === english?.href ? [] : ['x-default']),
      ];
    };
    expect(pages.filter((page) => alternatesOf(page).length > 0).length).toBeGreaterThan(5);
    expect(faultsOf(pages, findAlternates)).toEqual([]);
    const isDetail = ({ path }: BuiltPage) => /^(\/(es|pt|ua|kz))?\/(blog|e-books|webinars)\/[^/]+\/$/.test(path);
    expect(pages.filter((page) => isDetail(page) && alternatesOf(page).length > 0)).toEqual([]);
  });

  it('stand in the sitemap exactly where they are indexable and not hidden', () => {
    const inSitemap = [...readText('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
    const expected = pages.filter((page) => isIndexable(page) && !hiddenPaths.has(page.path));
    expect(hiddenPaths).toContain('/blog/query-cheatsheet/');
    expect(
      pages.filter(({ path }) => hiddenPaths.has(path)).every(({ path }) => !searchUrls().has(encodeURI(path))),
    ).toBe(true);
    expect(inSitemap.toSorted()).toEqual(expected.map((page) => linkOf(page, 'canonical')).toSorted());
    expect(readText('robots.txt')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });
});

const searchUrls = () =>
  new Set(filesUnder('search/').flatMap((file) => searchRows.parse(JSON.parse(readText(file))).map(({ url }) => url)));

const text = z.string().min(1);
const moment = z.iso.datetime();
const searchRows = z
  .array(
    z.strictObject({
      title: text,
      url: text,
      description: text.nullable(),
      categories: z.array(text),
      date: moment.nullable(),
      image: z.strictObject({ src: text, srcset: text.nullable() }).nullable(),
    }),
  )
  .min(1);
const listFile = z.strictObject({
  data: z
    .array(
      z.strictObject({
        slug: text,
        href: z.string().regex(/^\/.*\/$/),
        date: moment.nullable(),
        categories: z.array(z.strictObject({ slug: text, title: text })),
        html: z.string().startsWith('<article').endsWith('</article>'),
      }),
    )
    .max(12),
  meta: z.strictObject({ total: z.int(), page: z.int(), last_page: z.int() }),
});
const status = z.union([301, 302, 303, 307, 308, 410].map((code) => z.literal(code)));
const clientRedirects = z.strictObject({
  version: z.literal(1),
  prefixes: z.array(z.string().regex(/^\/[a-z]{2}$/)),
  rules: z.array(z.strictObject({ from: z.string().regex(/^\//), to: z.string(), status })).min(1),
  segments: z.array(z.strictObject({ prefix: z.string(), segment: text, to: text, status })),
});

describe('the files of the sample that scripts read', () => {
  it('are lists of 12 whose pages add up', () => {
    const lists = Map.groupBy(filesUnder('lists/'), (file) => file.slice(0, file.lastIndexOf('/')));
    expect(lists.size).toBeGreaterThan(LOCALES.length);
    for (const [list, files] of lists) {
      const parsed = files.map((file) => listFile.parse(JSON.parse(readText(file))));
      const numbers = parsed.map(({ meta }) => meta.page).toSorted((a, b) => a - b);
      expect(numbers, list).toEqual(Array.from({ length: parsed[0]?.meta.last_page ?? 0 }, (_, index) => index + 1));
      const slugs = parsed.flatMap(({ data }) => data.map(({ slug }) => slug));
      expect(new Set(slugs).size, list).toBe(parsed[0]?.meta.total);
      const hrefs = parsed.flatMap(({ data }) => data.map(({ href }) => href));
      expect(
        hrefs.filter((href) => !site.files.has(fileOfPath(decodeURI(href)))),
        list,
      ).toEqual([]);
    }
  });

  it('are a search index a locale, whose rows lead to pages', () => {
    expect(filesUnder('search/')).toEqual(LOCALES.toSorted().map((locale) => `search/blog/${locale}/data.json`));
    expect([...searchUrls()].filter((url) => !site.files.has(fileOfPath(decodeURI(url))))).toEqual([]);
  });

  it('are a redirect map a locale, whose targets are pages', () => {
    expect(filesUnder('redirects/')).toEqual(LOCALES.toSorted().map((locale) => `redirects/${locale}.json`));
    const maps = filesUnder('redirects/').map((file) => clientRedirects.parse(JSON.parse(readText(file))));
    const targets = maps.flatMap(({ rules, segments }) => [...rules, ...segments].map(({ to }) => to));
    const own = targets.filter((to) => to.startsWith('/')).map((to) => decodeURI(to.replace(/[?#].*$/s, '')));
    expect(own.filter((path) => !site.files.has(fileOfPath(path)))).toEqual([]);
  });

  it('are feeds and a sitemap that an XML parser takes, with entries that lead to pages', async () => {
    const files = [...site.files].filter((file) => file.endsWith('.xml'));
    expect(files).toEqual([
      'blog/feed.xml',
      'es/blog/feed.xml',
      'kz/blog/feed.xml',
      'pt/blog/feed.xml',
      'sitemap.xml',
      'ua/blog/feed.xml',
    ]);
    expect(await findXmlFaults(files.map((file) => ({ file, xml: readText(file) })))).toEqual([]);
    for (const file of files.filter((name) => name.endsWith('feed.xml'))) {
      const links: string[] = [];
      new Parser(
        { onopentag: (tag, { href }) => (tag === 'link' && href !== undefined ? void links.push(href) : undefined) },
        { xmlMode: true },
      ).end(readText(file));
      expect(links.length, file).toBeGreaterThan(3);
      const dead = links.filter((url) => !site.files.has(fileOfPath(decodeURI(new URL(url).pathname))));
      expect(dead, file).toEqual([]);
      expect(
        links.filter((url) => !url.startsWith(`${ORIGIN}/`)),
        file,
      ).toEqual([]);
    }
  });
});

/** What a browser's XML parser, which stops at the first fault, has against the files. */
async function findXmlFaults(documents: readonly { file: string; xml: string }[]): Promise<readonly string[]> {
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage({ reducedMotion: 'reduce' });
    const script = `(documents) => documents.flatMap(({ file, xml }) => {
      const fault = new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror');
      return fault === null ? [] : [file + ': ' + fault.textContent];
    })`;
    const find = (list: readonly { file: string; xml: string }[]) =>
      tab.evaluate(`(${script})(${JSON.stringify(list)})`);
    // The parser does find faults.
    expect(await find([{ file: 'broken.xml', xml: '<a><b></a>' }])).toHaveLength(1);
    return z.array(z.string()).parse(await find(documents));
  } finally {
    await browser.close();
  }
}

describe('what stands beside the sample', () => {
  it('is a manifest of exactly the files that are there', () => {
    const manifest = z
      .strictObject({
        version: z.literal(1),
        files: z.array(
          z.strictObject({
            path: text,
            sha256: text,
            bytes: z.int(),
            contentType: text,
            cacheControl: text,
            kind: z.enum(['asset', 'page', 'map']),
            locale: z.enum(LOCALES).nullable(),
            owner: z.string().startsWith('/').nullable(),
          }),
        ),
      })
      .parse(readState('manifest.json'));
    const described = manifest.files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes }));
    const found = [...site.files].map((path) => {
      const content = readFileSync(join(site.outDir, path));
      return { path, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.byteLength };
    });
    expect(described).toEqual(found);
    const immutable = manifest.files.filter(({ cacheControl }) => cacheControl.includes('immutable'));
    expect(immutable.filter(({ path }) => !/^assets\/.*-[0-9A-Za-z]{8,}\.\w+$/.test(path))).toEqual([]);
  });

  it('is a list of the routes, one for every page', () => {
    const { routes } = z
      .strictObject({
        version: z.literal(1),
        routes: z.array(
          z.strictObject({
            name: z.string().regex(/^[\w-]+___(en|es|pt|ua|kz)$/),
            path: z.string().regex(/^\//),
            locale: z.enum(LOCALES),
            page: text,
            kind: z.enum(['page', 'detail', 'list-page', 'error']),
            template: text,
            languageTag: text,
            outFile: text,
            canonical: z.url().nullable(),
            alternates: z.array(z.strictObject({ hreflang: z.enum(HREFLANGS), href: z.url() })),
            noindex: z.boolean(),
            inSitemap: z.boolean(),
            entry: z
              .strictObject({
                collection: text,
                site: text,
                id: text,
                title: text,
                editUrl: z.string().startsWith('content/sample/').nullable(),
              })
              .nullable(),
          }),
        ),
      })
      .parse(readState('routes.json'));
    expect(routes.map(({ outFile }) => outFile).toSorted()).toEqual(pages.map(({ file }) => file).toSorted());
    const byFile = new Map(pages.map((page) => [page.file, page]));
    for (const { outFile, path, canonical, noindex } of routes) {
      const page = byFile.get(outFile);
      expect(page && [page.path, linkOf(page, 'canonical'), !isIndexable(page)], path).toEqual([
        path,
        canonical,
        noindex,
      ]);
    }
  });

  it('is the neutral list of redirects, each with its page on a host that has none of its own', () => {
    const source = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('content'), site: text, entryId: text, editUrl: z.string().nullable() }),
      z.strictObject({ kind: z.literal('segment'), segment: text }),
      z.strictObject({ kind: z.literal('root') }),
    ]);
    const locale = z.enum(LOCALES);
    const { redirects, patterns } = z
      .strictObject({
        version: z.literal(1),
        redirects: z.array(z.strictObject({ from: text, to: z.string(), status, locale, source })),
        patterns: z.array(z.strictObject({ prefix: z.string(), segment: text, to: text, status, locale, source })),
      })
      .parse(readState('redirects.json'));
    expect(patterns.every(({ to }) => site.files.has(fileOfPath(to)))).toBe(true);
    const redirectPages = site.pages.filter(({ isRedirect }) => isRedirect);
    const expected = redirects.filter(({ status: code }) => code !== 410).map(({ from }) => from);
    expect(redirectPages.map(({ path }) => path).toSorted()).toEqual(expected.toSorted());
    expect(redirectPages.filter((page) => metaOf(page, 'robots') !== null)).toEqual([]);
  });

  it('has nothing against the sample but what its redirects are made to show', async () => {
    const cwd = makeFolder(folder);
    const { code, stdout } = await runSitegen(['check', '--strict', '--format', 'json'], { cwd });
    const { findings }: { findings: readonly { code: string; severity: string }[] } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
    expect([...new Set(findings.map((finding) => finding.code))]).toEqual(['REDIRECT_CHAIN', 'REDIRECT_WITHOUT_PAGE']);
    const links = await runSitegen(['check-links', '--internal-only', '--format', 'json'], { cwd });
    expect(JSON.parse(links.stdout)).toMatchObject({ isPassed: true, findings: [] });
  });

  it('is a report of the build', () => {
    const count = z.int().nonnegative();
    const report = z
      .strictObject({
        version: z.literal(3),
        status: z.literal('written'),
        isSample: z.literal(true),
        origin: z.literal(ORIGIN),
        locales: z.array(z.string()),
        clock: moment,
        snapshot: z.strictObject({ version: count, digest: z.string().regex(/^[0-9a-f]{64}$/) }),
        pages: z.array(z.strictObject({ locale: text, page: text, count })),
        missing: z.array(z.strictObject({ path: text, site: text, entry: text })),
        problems: z.array(
          z.strictObject({
            code: z.string().regex(/^[A-Z_]+$/),
            severity: z.enum(['warning', 'notice']),
            where: z.record(z.string(), z.string()),
            what: z.string().regex(/\.$/),
            fix: z.string().regex(/\.$/),
          }),
        ),
        omitted: z.array(z.never()),
        output: z.strictObject({ written: count, unchanged: count, deleted: count, kept: count }),
        sizes: z.strictObject({
          pages: count,
          reused: count,
          pageBytes: count,
          assets: count,
          assetBytes: count,
          imagesMade: count,
          imagesReused: count,
        }),
        stages: z.array(z.strictObject({ stage: text, milliseconds: z.number() })),
        baseline: z.strictObject({
          isSample: z.literal(true),
          collections: z.array(z.strictObject({ collection: text, site: text, count })),
          pages: z.array(text),
        }),
        nextBuildAt: z.literal('2027-01-01T00:00:00.000Z'),
        stamp: z.strictObject({
          key: text,
          code: text,
          from: text,
          until: text,
          because: text,
          foundLater: count,
          foundKey: text,
        }),
      })
      .parse(readState('report.json'));
    expect(report.locales).toEqual(LOCALES);
    expect(report.clock).toBe('2026-11-20T12:00:00.000Z');
    expect(report.output).toEqual({ written: site.files.size, unchanged: 0, deleted: 0, kept: 0 });
    expect(report.sizes.pages).toBe(pages.length);
    expect(report.sizes.pageBytes).toBe(pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0));
  });
});
