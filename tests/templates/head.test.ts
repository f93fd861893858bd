import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { HeadTag } from '../../templates/head/head-tag.ts';
import { createHeadTags } from '../../templates/head/head-tags.ts';
import { printHead } from '../../templates/head/print-head.ts';
import { createStructuredData } from '../../templates/head/structured-data.ts';
import { headWith, ORIGIN, PROPS, pageWith, siteWith, structuredDataWith } from './page-makers.ts';

const article = { template: 'article', props: PROPS.article } as const;
const contentOf = (tags: readonly HeadTag[], name: string) =>
  tags
    .filter(({ attributes }) => attributes.name === name || attributes.property === name)
    .map(({ attributes }) => attributes.content);
const hrefsOf = (tags: readonly HeadTag[], rel: string) =>
  tags.filter(({ attributes }) => attributes.rel === rel).map(({ attributes }) => attributes.href);

const tagsOf = (head: Parameters<typeof headWith>[0], site: Parameters<typeof siteWith>[0] = {}) =>
  createHeadTags({ head: headWith(head), site: siteWith(site) }, {});

describe('createHeadTags', () => {
  it('puts the charset first and the policy before every resource', () => {
    const tags = tagsOf({}, { contentSecurityPolicy: "default-src 'none'" });
    expect(tags[0]?.attributes).toEqual({ charset: 'utf-8' });
    expect(tags[1]?.attributes['http-equiv']).toBe('Content-Security-Policy');
  });

  it('writes description, canonical, alternates, neighbours, feed, style and script', () => {
    const tags = tagsOf({ previousHref: `${ORIGIN}/blog/`, nextHref: `${ORIGIN}/blog/page/3/` });
    expect(contentOf(tags, 'description')).toEqual(['Three signals.']);
    expect(hrefsOf(tags, 'canonical')).toEqual([`${ORIGIN}/blog/crisis/`]);
    expect(tags.flatMap(({ attributes }) => attributes.hreflang ?? [])).toEqual(['en', 'x-default']);
    expect([...hrefsOf(tags, 'prev'), ...hrefsOf(tags, 'next')]).toEqual([`${ORIGIN}/blog/`, `${ORIGIN}/blog/page/3/`]);
    expect(hrefsOf(tags, 'stylesheet')).toEqual(['/assets/main.css']);
    expect(tags.filter(({ tag }) => tag === 'script').map(({ attributes }) => attributes)).toEqual([
      { type: 'module', src: '/assets/main.js' },
      { type: 'application/ld+json' },
    ]);
  });

  it('asks for the font of the page before its style, and for none where there is none', () => {
    const tags = tagsOf({}, { font: '/assets/cyrillic.woff2' });
    const rels = tags.flatMap(({ attributes }) => attributes.rel ?? []);
    expect(tags.find(({ attributes }) => attributes.rel === 'preload')?.attributes).toEqual({
      rel: 'preload',
      as: 'font',
      type: 'font/woff2',
      href: '/assets/cyrillic.woff2',
      crossorigin: 'anonymous',
    });
    expect(rels.indexOf('preload')).toBeLessThan(rels.indexOf('stylesheet'));
    expect(hrefsOf(tagsOf({}, { font: null }), 'preload')).toEqual([]);
  });

  it('writes Open Graph with the large card where there is an image, and the small one where there is none', () => {
    const openGraph = headWith().openGraph;
    const withImage = tagsOf({});
    const without = tagsOf({ openGraph: { ...openGraph, image: null } });
    expect(contentOf(withImage, 'og:url')).toEqual([`${ORIGIN}/blog/crisis/`]);
    expect(contentOf(withImage, 'og:image:width')).toEqual(['1200']);
    expect(contentOf(withImage, 'article:published_time')).toEqual(['2026-01-02T23:30:00.000Z']);
    expect(contentOf(withImage, 'twitter:card')).toEqual(['summary_large_image']);
    expect(contentOf(without, 'twitter:card')).toEqual(['summary']);
    expect(contentOf(without, 'og:image')).toEqual([]);
  });

  it('says noindex,follow on a page that is not for the index, noindex alone on an error page, else nothing', () => {
    expect(contentOf(tagsOf({}), 'robots')).toEqual([]);
    expect(contentOf(tagsOf({ isIndexable: false }), 'robots')).toEqual(['noindex,follow']);
    const errorPage = tagsOf({ isIndexable: false, canonical: null, alternates: [] });
    expect(contentOf(errorPage, 'robots')).toEqual(['noindex']);
    expect([...hrefsOf(errorPage, 'canonical'), ...contentOf(errorPage, 'og:url')]).toEqual([]);
  });
});

describe('printHead', () => {
  it('escapes texts and attributes, so that a browser reads what was meant', () => {
    const nasty = `</title><script>alert("1")</script> & 'x'`;
    const seen: { tags: string[]; title: string; description: string | undefined } = {
      tags: [],
      title: '',
      description: undefined,
    };
    const parser = new Parser({
      onopentag(name, attributes) {
        seen.tags.push(name);
        if (attributes.name === 'description') seen.description = attributes.content;
      },
      ontext(text) {
        if (seen.tags.at(-1) === 'title') seen.title += text;
      },
    });
    parser.end(printHead(tagsOf({ title: nasty, description: nasty })));
    expect(seen.title).toBe(nasty);
    expect(seen.description).toBe(nasty);
    expect(seen.tags.filter((tag) => tag === 'script')).toHaveLength(2);
  });

  it('leaves no way out of the JSON-LD block, and the value as it was', () => {
    const headline = '</script><!-- <script> \u2028 crisis';
    const structuredData = structuredDataWith({
      article: { headline, description: null, image: null, author: null, datePublished: null, dateModified: null },
    });
    const graph = createStructuredData(pageWith(article, { structuredData }));
    const html = printHead([{ tag: 'script', attributes: { type: 'application/ld+json' }, json: graph }]);
    const json = html.slice(html.indexOf('>') + 1, html.lastIndexOf('<'));
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(graph)));
  });
});

/** The nodes of a page's graph by type. */
function nodesByType(changes: Parameters<typeof pageWith>[1]): ReadonlyMap<string, Record<string, unknown>> {
  const graph: { '@graph': Record<string, unknown>[] } = JSON.parse(
    JSON.stringify(createStructuredData(pageWith(article, changes))),
  );
  return new Map(graph['@graph'].map((node) => [String(node['@type']), node]));
}

describe('createStructuredData', () => {
  it('names organization, site, page and trail, each by an id of its own', () => {
    const nodes = nodesByType({});
    expect([...nodes.keys()]).toEqual(['Organization', 'WebSite', 'WebPage', 'BreadcrumbList']);
    expect(new Set([...nodes.values()].map((node) => node['@id'])).size).toBe(4);
    expect(nodes.get('Organization')).toMatchObject({ logo: `${ORIGIN}${siteWith().icon}` });
    expect(nodes.get('WebPage')).toMatchObject({
      url: `${ORIGIN}/blog/crisis/`,
      inLanguage: 'en',
      breadcrumb: { '@id': `${ORIGIN}/blog/crisis/#breadcrumbs` },
    });
    expect(nodes.get('BreadcrumbList')?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: 'Blog', item: `${ORIGIN}/blog/` },
      { '@type': 'ListItem', position: 3, name: 'Crisis', item: `${ORIGIN}/blog/crisis/` },
    ]);
  });

  it('gives a trail of one no BreadcrumbList, and an error page neither page nor trail', () => {
    const breadcrumbs = [{ name: 'Home', href: '/', languageTag: 'en' }];
    expect([...nodesByType({ breadcrumbs }).keys()]).toEqual(['Organization', 'WebSite', 'WebPage']);
    expect([...nodesByType({ head: headWith({ canonical: null }) }).keys()]).toEqual(['Organization', 'WebSite']);
  });

  it('describes an article with its dates and author, the organization where it has none', () => {
    const facts = {
      headline: 'Crisis',
      description: 'Three signals.',
      image: `${ORIGIN}/a.png`,
      author: null,
      datePublished: '2026-01-02T23:30:00.000Z',
      dateModified: null,
    };
    const posting = nodesByType({ structuredData: structuredDataWith({ article: facts }) }).get('BlogPosting');
    expect(posting).toMatchObject({
      headline: 'Crisis',
      author: { '@id': `${ORIGIN}/#organization` },
      datePublished: '2026-01-02T23:30:00.000Z',
      dateModified: '2026-01-02T23:30:00.000Z',
      mainEntityOfPage: { '@id': `${ORIGIN}/blog/crisis/#webpage` },
    });
    const signed = nodesByType({
      structuredData: structuredDataWith({ article: { ...facts, author: 'Olena Marchuk' } }),
    });
    expect(signed.get('BlogPosting')?.author).toEqual({ '@type': 'Person', name: 'Olena Marchuk' });
  });
});
