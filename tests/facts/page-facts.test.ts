import { describe, expect, it } from 'vitest';
import { parsePageFacts } from '../../cli/facts/page-facts.ts';

describe('parsePageFacts', () => {
  it('reads title, canonical, alternates and robots from the head, entities decoded', () => {
    const facts = parsePageFacts(
      '<!doctype html><html lang="en"><head><title>Tom &amp; Ann &lt;3</title>' +
        '<link rel="canonical" href="https://www.example.com/a/?x=1&amp;y=2"/>' +
        '<link rel="alternate" hrefLang="uk" href="https://www.example.com/ua/a/"/>' +
        '<link rel="alternate" type="application/atom+xml" href="/blog/feed.xml"/>' +
        '<meta name="description" content="Tom &amp; Ann"/><meta property="og:url" content="https://www.example.com/a/"/>' +
        '<meta name="robots" content="noindex, follow"/></head><body><h1 id="top">A</h1></body></html>',
    );
    expect(facts).toEqual({
      title: 'Tom & Ann <3',
      description: 'Tom & Ann',
      language: 'en',
      canonical: 'https://www.example.com/a/?x=1&y=2',
      alternates: [{ hreflang: 'uk', href: 'https://www.example.com/ua/a/' }],
      links: ['/blog/feed.xml'],
      assets: [],
      ids: ['top'],
      headingCount: 1,
      hasNoindex: true,
      robots: ['noindex, follow'],
      otherCanonicals: [],
      unknownSources: 0,
      openGraph: { url: 'https://www.example.com/a/' },
      unsizedImages: [],
      unnamedImages: [],
      structuredData: [],
    });
  });

  it('names images without size or text alternative; an empty alternative is one', () => {
    const { unsizedImages, unnamedImages } = parsePageFacts(
      '<img src="/a.png" alt="" width="1" height="1"/><img src="/b.png" alt="b" width="1"/>' +
        '<img class="image image--unsized" src="/c.png"/>',
    );
    expect(unsizedImages).toEqual(['/b.png']);
    expect(unnamedImages).toEqual(['/c.png']);
  });

  it('reads each block of JSON-LD, escaped or not valid', () => {
    const good =
      '{"@context":"https://schema.org","@type":"WebPage","name":"\\u003c/script>","url":"https://www.example.com/a/"}';
    const { structuredData } = parsePageFacts(
      `<script type="application/ld+json">${good}</script><script type="application/ld+json">{</script>`,
    );
    expect(structuredData).toEqual([
      { urls: ['https://www.example.com/a/'], pageUrl: 'https://www.example.com/a/', faults: [] },
      {
        urls: [],
        pageUrl: null,
        faults: [{ code: 'JSONLD_INVALID', what: 'The structured data is not valid JSON.' }],
      },
    ]);
  });

  it('reads everything that the browser loads, every candidate of a srcset too', () => {
    const cdn = (width: number) =>
      `https://img.example.com/cdn-cgi/image/fit=contain,width=${width}/https://c.example/a.png`;
    const { assets, links } = parsePageFacts(
      '<link rel="stylesheet" href="/assets/a.css"/><link rel="icon" href="/assets/i.svg"/>' +
        '<script type="module" src="/assets/m.js"></script>' +
        `<picture><source srcset="${cdn(480)} 480w, ${cdn(960)} 960w"/><img src="/assets/a.png" alt=""/></picture>`,
    );
    expect(assets).toEqual(['/assets/a.css', '/assets/i.svg', '/assets/m.js', cdn(480), cdn(960), '/assets/a.png']);
    expect(links).toEqual([]);
  });

  it('names a link once, and an id as often as it stands', () => {
    const { links, ids } = parsePageFacts(
      '<a href="/a/">1</a><a\n  class="b" href="/a/">2</a><p id="x"></p><p id="x"></p>',
    );
    expect(links).toEqual(['/a/']);
    expect(ids).toEqual(['x', 'x']);
  });

  it('takes no text, attribute value or foreign attribute for a link', () => {
    const facts = parsePageFacts(
      '<p title="&lt;a href=&quot;/no/&quot;&gt;">&lt;a href="/text/"&gt;</p><svg><use xlink:href="#icon"></use></svg><a data-href="/data/">x</a>',
    );
    expect(facts.links).toEqual([]);
    expect(facts.ids).toEqual([]);
  });

  it.each([
    ['<meta name="description" content="How to write property=">', { description: 'How to write property=' }],
    ['<a lang="en href=" href="/x/">', { links: ['/x/'] }],
    ['<img class="image" src="/a.png" alt="give it a width=" height="1">', { unsizedImages: ['/a.png'] }],
    ['<img alt="use srcset=" srcset="/b.png 1x" src="/a.png">', { assets: ['/a.png', '/b.png'] }],
    ['<img alt="my id=" src="/a.png"><p title="see id=" id="x"></p>', { ids: ['x'] }],
  ])('takes no end of a value for an attribute: %s', (html, facts) => {
    expect(parsePageFacts(html)).toMatchObject(facts);
  });

  it('says what is not there', () => {
    expect(parsePageFacts('<p>Nothing.</p>')).toMatchObject({
      title: null,
      canonical: null,
      headingCount: 0,
      hasNoindex: false,
    });
  });
});
