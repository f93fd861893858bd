import { describe, expect, it } from 'vitest';
import { checkStructuredData, parseJson } from '../../cli/facts/structured-data-facts.ts';

const schema = { '@context': 'https://schema.org' };
const graphOf = (...nodes: readonly object[]) => checkStructuredData([{ ...schema, '@graph': nodes }])[0];
const codesOfBlocks = (...blocks: readonly unknown[]) =>
  checkStructuredData(blocks).flatMap(({ faults }) => faults.map(({ code }) => code));
const codesOf = (...nodes: readonly object[]) => codesOfBlocks({ ...schema, '@graph': nodes });

const PAGE = { '@type': 'WebPage', '@id': '#p', name: 'A', url: 'https://www.example.com/a/' };
const items = (...list: readonly object[]) => ({ '@type': 'BreadcrumbList', itemListElement: list });
const item = (position: number, more: object = {}) => ({
  '@type': 'ListItem',
  position,
  name: 'A',
  item: 'https://www.example.com/',
  ...more,
});

describe('checkStructuredData', () => {
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
      expect(codesOfBlocks(parseJson(text))).toEqual(['JSONLD_INVALID']);
    },
  );

  it('reads several blocks, which may refer to each other, as lists, and with the context in an object', () => {
    const organization = { '@type': 'Organization', '@id': '#o', name: 'O', url: 'https://www.example.com/' };
    const article = { '@type': 'Article', headline: 'A', author: 'A', publisher: { '@id': '#o' } };
    expect(
      codesOfBlocks([{ ...schema, ...article }], { '@context': { '@vocab': 'https://schema.org/' }, ...organization }),
    ).toEqual([]);
    expect(codesOfBlocks({ ...schema, ...article })).toEqual(['JSONLD_REFERENCE_BROKEN']);
  });

  it('knows how other generators name the page and the items of a trail', () => {
    const main = { '@type': 'WebPage', '@id': 'https://www.example.com/a/' };
    expect(codesOf({ '@type': 'Article', headline: 'A', author: 'A', mainEntityOfPage: main })).toEqual([]);
    const place = { '@id': 'https://www.example.com/', name: 'A' };
    expect(codesOf(items({ position: '1', item: place }, { position: '2', item: place }))).toEqual([]);
  });

  it('needs no address of the last item of a trail', () => {
    expect(codesOf(items(item(1), { '@type': 'ListItem', position: 2, name: 'Here' }))).toEqual([]);
  });
});
