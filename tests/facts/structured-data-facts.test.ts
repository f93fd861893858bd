import { describe, expect, it } from 'vitest';
import { parseStructuredData } from '../../cli/facts/structured-data-facts.ts';

const graphOf = (...nodes: readonly object[]) =>
  parseStructuredData(JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }));
const codesOf = (...nodes: readonly object[]) => graphOf(...nodes).faults.map(({ code }) => code);

const PAGE = { '@type': 'WebPage', '@id': '#p', name: 'A', url: 'https://www.example.com/a/' };
const items = (...list: readonly object[]) => ({ '@type': 'BreadcrumbList', itemListElement: list });
const item = (position: number, more: object = {}) => ({
  '@type': 'ListItem',
  position,
  name: 'A',
  item: 'https://www.example.com/',
  ...more,
});

describe('parseStructuredData', () => {
  it('reads the addresses and the page of a sound graph', () => {
    expect(
      graphOf(PAGE, {
        '@type': 'Organization',
        name: 'O',
        url: 'https://www.example.com/',
        sameAs: ['https://x.example/o'],
      }),
    ).toEqual({
      urls: ['https://www.example.com/a/', 'https://www.example.com/', 'https://x.example/o'],
      pageUrl: 'https://www.example.com/a/',
      faults: [],
    });
  });

  it.each([
    ['JSONLD_INVALID', { name: 'no type' }],
    ['JSONLD_PROPERTY_MISSING', { '@type': 'BlogPosting', author: { '@type': 'Person', name: 'A' } }],
    ['JSONLD_PROPERTY_MISSING', { '@type': 'Event', name: 'E', startDate: '2026-01-01T00:00:00Z', location: [] }],
    ['JSONLD_URL_RELATIVE', { '@type': 'Organization', name: 'O', url: '/' }],
    ['JSONLD_DATE_INVALID', { '@type': 'Thing', datePublished: '2026-01-01T09:00:00' }],
    ['JSONLD_DATE_INVALID', { '@type': 'Thing', datePublished: '2026-13-01' }],
    ['JSONLD_DATE_INVALID', { '@type': 'Thing', datePublished: '2026-13-01T00:00:00Z' }],
    ['JSONLD_REFERENCE_BROKEN', { '@type': 'Thing', isPartOf: { '@id': '#nowhere' } }],
    ['JSONLD_BREADCRUMBS', items(item(1))],
    ['JSONLD_BREADCRUMBS', items(item(1), item(3))],
    ['JSONLD_BREADCRUMBS', items(item(1, { item: undefined }), item(2))],
    ['JSONLD_TYPE_RETIRED', { '@type': 'FAQPage' }],
  ])('finds %s in %o', (code, node) => {
    expect(codesOf(node)).toEqual([code]);
  });

  it('finds two nodes with one id', () => {
    expect(codesOf(PAGE, PAGE)).toEqual(['JSONLD_REFERENCE_BROKEN']);
  });

  it.each(['', '{', '[]', '{"@graph":[]}', '{"@context":"https://example.com","@type":"Thing"}'])(
    'refuses %s',
    (text) => {
      expect(parseStructuredData(text).faults.map(({ code }) => code)).toEqual(['JSONLD_INVALID']);
    },
  );

  it('needs no address of the last item of a trail', () => {
    expect(codesOf(items(item(1), { '@type': 'ListItem', position: 2, name: 'Here' }))).toEqual([]);
  });
});
