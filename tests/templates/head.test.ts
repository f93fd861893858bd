import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { createDocumentInput } from '../../templates/head/document-input.ts';
import { createHeadTags, printHead } from '../../templates/head/head-tags.ts';
import { createStructuredData } from '../../templates/head/structured-data.ts';
import type { HeadTag, TemplateInput } from '../../templates/page-input.ts';
import { headWith, imageOf, ORIGIN, PROPS, pageWith, siteWith } from './page-makers.ts';

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

  it('writes description, canonical, alternates, feed, style and script', () => {
    const tags = tagsOf({});
    expect(contentOf(tags, 'description')).toEqual(['Three signals.']);
    expect(hrefsOf(tags, 'canonical')).toEqual([`${ORIGIN}/blog/crisis/`]);
    expect(tags.flatMap(({ attributes }) => attributes.hreflang ?? [])).toEqual(['en', 'x-default']);
    expect(hrefsOf(tags, 'stylesheet')).toEqual(['/assets/main.css']);
    expect(tags.filter(({ tag }) => tag === 'script').map(({ attributes }) => attributes)).toEqual([
      { type: 'module', src: '/assets/main.js' },
      { type: 'application/ld+json' },
    ]);
  });

  it('preloads the font of the page before its style, if there is one', () => {
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
    const shareImage = { url: `${ORIGIN}/assets/brand.png`, alt: 'Murmurlens', width: 1200, height: 630 };
    const withBrand = tagsOf({ openGraph: { ...openGraph, image: null } }, { shareImage });
    expect(contentOf(withBrand, 'og:image')).toEqual([shareImage.url]);
    expect(contentOf(withBrand, 'twitter:card')).toEqual(['summary_large_image']);
    expect(contentOf(tagsOf({}, { shareImage }), 'og:image')).toEqual([openGraph.image?.url]);
  });

  it('prints noindex,follow on a noindex page, noindex on an error page, else nothing', () => {
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

  it('escapes JSON-LD without changing its value', () => {
    const headline = '</script><!-- <script> \u2028 crisis';
    const input = pageWith({ template: 'article', props: { ...PROPS.article, title: headline } });
    const graph = createStructuredData(createDocumentInput(input));
    const html = printHead([{ tag: 'script', attributes: { type: 'application/ld+json' }, json: graph }]);
    const json = html.slice(html.indexOf('>') + 1, html.lastIndexOf('<'));
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(graph)));
  });
});

/** The nodes of a page's graph by type. */
function nodesByType(
  template: TemplateInput,
  changes: Parameters<typeof pageWith>[1] = {},
): ReadonlyMap<string, Record<string, unknown>> {
  const document = createDocumentInput(pageWith(template, changes));
  const graph: { '@graph': Record<string, unknown>[] } = JSON.parse(JSON.stringify(createStructuredData(document)));
  return new Map(graph['@graph'].map((node) => [String(node['@type']), node]));
}

/** About nothing but itself. */
const demo = { template: 'demo', props: PROPS.demo } as const;
const nodeOf = (template: TemplateInput, type: string, changes: Parameters<typeof pageWith>[1] = {}) =>
  nodesByType(template, changes).get(type);

describe('createStructuredData', () => {
  it('has organization, site, page and breadcrumbs with different ids', () => {
    const nodes = nodesByType(demo);
    expect([...nodes.keys()]).toEqual(['Organization', 'WebSite', 'WebPage', 'BreadcrumbList']);
    expect(new Set([...nodes.values()].map((node) => node['@id'])).size).toBe(4);
    expect(nodes.get('Organization')).toMatchObject({ logo: `${ORIGIN}${siteWith().icons.svg}` });
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
    expect([...nodesByType(demo, { breadcrumbs }).keys()]).toEqual(['Organization', 'WebSite', 'WebPage']);
    expect([...nodesByType(demo, { head: headWith({ canonical: null }) }).keys()]).toEqual(['Organization', 'WebSite']);
  });

  it('describes an article with its dates and author, the organization where it has none', () => {
    const { title, description } = PROPS.article;
    const posting = nodeOf({ template: 'article', props: { ...PROPS.article, author: null } }, 'BlogPosting');
    expect(posting).toMatchObject({
      headline: title,
      description,
      author: { '@id': `${ORIGIN}/#organization` },
      datePublished: '2026-01-02T23:30:00.000Z',
      dateModified: '2026-01-02T23:30:00.000Z',
      mainEntityOfPage: { '@id': `${ORIGIN}/blog/crisis/#webpage` },
    });
    expect(nodeOf(article, 'BlogPosting')?.author).toEqual({ '@type': 'Person', name: 'Olena Marchuk' });
    const { openGraph } = headWith();
    const head = headWith({ openGraph: { ...openGraph, modifiedTime: '2026-03-04T00:00:00.000Z' } });
    expect(nodeOf(article, 'BlogPosting', { head })).toMatchObject({
      datePublished: '2026-01-02T23:30:00.000Z',
      dateModified: '2026-03-04T00:00:00.000Z',
    });
  });

  it.each([
    ['/a.png', `${ORIGIN}/a.png`],
    ['/a b.png', `${ORIGIN}/a%20b.png`],
    ['https://images.example.net/a%20b.png?v=%221%22', 'https://images.example.net/a%20b.png?v=%221%22'],
    ['https://images.example.net:443/../a b.png?v="1"', 'https://images.example.net/a%20b.png?v=%221%22'],
  ])('prints the absolute URL of the image %s', (src, url) => {
    const image = { ...imageOf('a'), src };
    expect(nodeOf({ template: 'article', props: { ...PROPS.article, image } }, 'BlogPosting')?.image).toBe(url);
    expect(nodeOf({ template: 'e-book', props: { ...PROPS['e-book'], image } }, 'Book')?.image).toBe(url);
  });

  it('does not parse the URL of an image again', () => {
    const image = { ...imageOf('a'), src: 'https://images.example.net/a.png?b=[c]' };
    const site = siteWith({ imageOrigin: 'https://images.example.net/' });
    const template = { template: 'article', props: { ...PROPS.article, image } } as const;
    expect(nodeOf(template, 'BlogPosting', { site })?.image).toBe(image.src);
  });

  it('describes a webinar from its start to its end with its speakers, and no event without a start', () => {
    const { title, description, speakers } = PROPS.webinar;
    expect(nodeOf({ template: 'webinar', props: PROPS.webinar }, 'Event')).toMatchObject({
      name: title,
      description,
      startDate: '2027-04-15T15:00:00.000Z',
      endDate: '2027-04-15T15:45:00.000Z',
      performer: speakers.map(({ name }) => ({ '@type': 'Person', name })),
    });
    const endless = { ...PROPS.webinar, fields: {}, speakers: [] };
    expect(Object.keys(nodeOf({ template: 'webinar', props: endless }, 'Event') ?? {})).not.toContain('endDate');
    expect(nodeOf({ template: 'webinar', props: { ...endless, startsAt: null } }, 'Event')).toBeUndefined();
  });

  it.each(['product', 'pricing'] as const)('describes the platform on the page %s', (template) => {
    const page = { template, props: PROPS[template] } as TemplateInput;
    expect(nodeOf(page, 'SoftwareApplication')).toMatchObject({ name: 'Murmurlens', description: 'Three signals.' });
  });
});
