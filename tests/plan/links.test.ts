import { describe, expect, it } from 'vitest';
import { createLinkResolver, createOwnFiles, linkServiceFiles } from '../../cli/plan/links.ts';
import { listHrefs } from '../../cli/text/find-attributes.ts';
import { planWith, siteWith } from '../pipeline/redirect-makers.ts';

const { rules } = planWith([
  { from: '/old/', to: '/blog/?from=old' },
  { from: '/elsewhere/', to: 'https://other.example/place/' },
  { from: '/gone/', type: 410 },
  { from: '/1/', to: '/2/' },
  { from: '/2/', to: '/about/' },
]);
const links = createLinkResolver(siteWith(), rules);
const hrefOf = (href: string) => links.resolve('Label', href)?.href ?? null;

describe('createLinkResolver', () => {
  it.each([
    ['/about/', '/about/'],
    ['/about', '/about/'],
    ['  /about/ ', '/about/'],
    ['/about?x=1#part', '/about/?x=1#part'],
    ['/kz/огляд', '/kz/%D0%BE%D0%B3%D0%BB%D1%8F%D0%B4/'],
    ['/kz/%d0%be%d0%b3%d0%bb%d1%8f%d0%b4/', '/kz/%D0%BE%D0%B3%D0%BB%D1%8F%D0%B4/'],
    ['https://www.example.com/about', '/about/'],
    ['http://www.example.com/about/', '/about/'],
    ['//www.example.com/about/', '/about/'],
    ['https://www.example.com', '/'],
    ['/files/guide.pdf', '/files/guide.pdf'],
    ['#part', '#part'],
    ['?q=a', '?q=a'],
  ])('prints the link %s of the own site as %s, in the same tab', (href, printed) => {
    expect(links.resolve('Label', href)).toEqual({ label: 'Label', href: printed, isOuter: false });
  });

  it.each([
    ['https://other.example/a', 'https://other.example/a'],
    ['//other.example/a', 'https://other.example/a'],
    ['/\\other.example/a', 'https://other.example/a'],
    ['https://www.example.com:8443/a', 'https://www.example.com:8443/a'],
    ['https://www.example.com.evil.example/', 'https://www.example.com.evil.example/'],
    ['/elsewhere/', 'https://other.example/place/'],
  ])('opens %s in a new tab', (href, printed) => {
    expect(links.resolve('Label', href)).toEqual({ label: 'Label', href: printed, isOuter: true });
  });

  it.each([
    ['/assets/guide.pdf', 'https://cms.example.com/assets/guide.pdf'],
    ['/assets/a%20b.ZIP?v=2', 'https://cms.example.com/assets/a%20b.ZIP?v=2'],
    ['/blog/node.js', '/blog/node.js'],
    ['/blog/v2.0', '/blog/v2.0'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['https://www.example.com/assets/guide.pdf', '/assets/guide.pdf'],
    ['/about/', '/about/'],
  ])('leads from %s to the file of the content service, where it is one: %s', (href, printed) => {
    const findServiceFile = linkServiceFiles('https://cms.example.com', [{ path: '/blog/node.js/' }]);
    const { resolve, findFinalHrefs } = createLinkResolver(siteWith(), rules, findServiceFile);
    expect(resolve('Label', href)?.href).toBe(printed);
    expect(findFinalHrefs([href])[href] ?? resolve('Label', href)?.href).toBe(printed);
  });

  it('leads to the own copy of a file, of the service and of other origins that files come from', () => {
    const copies = new Map([
      ['https://cms.example.com/assets/guide.pdf', '/assets/guide-1.pdf'],
      ['https://bucket.example.net/guide.pdf', '/assets/guide-2.pdf'],
      ['https://elsewhere.example.org/guide.pdf', '/assets/guide-3.pdf'],
    ]);
    const files = createOwnFiles(['https://cms.example.com', 'https://bucket.example.net'], {
      findFile: (href) => copies.get(href) ?? null,
      takeFile: () => null,
    });
    const { resolve } = createLinkResolver(siteWith(), rules, files);
    expect([...copies.keys()].map((href) => resolve('Guide', href)?.href)).toEqual([
      '/assets/guide-1.pdf',
      '/assets/guide-2.pdf',
      'https://elsewhere.example.org/guide.pdf',
    ]);
  });

  it.each([
    ['/old/', '/blog/?from=old'],
    ['/old', '/blog/?from=old'],
    ['https://www.example.com/old/?x=1#c', '/blog/?from=old&x=1#c'],
    ['http://www.example.com/old/', '/blog/?from=old'],
    ['/1/', '/about/'],
    ['/gone/', '/gone/'],
  ])('prints %s as its final target %s', (href, printed) => {
    expect(hrefOf(href)).toBe(printed);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://',
  ])('prints no link of %s', (href) => {
    expect(hrefOf(href)).toBeNull();
  });

  it('keeps mail and telephone links', () => {
    expect(hrefOf('mailto:hello@example.com')).toBe('mailto:hello@example.com');
    expect(hrefOf('tel:+380441234567')).toBe('tel:+380441234567');
  });

  it('never prints a path that a browser takes for another host', () => {
    expect(hrefOf('/.//other.example/a')).toBe('/other.example/a/');
  });

  it('finds the links in rich text that change, however they are quoted', () => {
    const html = `<a href="/old/">a</a><a href='/1/'>b</a><a href=/about>c</a><a href="/about/">d</a><a href="https://www.example.com/?a=1&amp;b=2">e</a><a href="#x">f</a><a href="https://other.example/">g</a>`;
    expect(links.findFinalHrefs(listHrefs(html))).toEqual({
      '/old/': '/blog/?from=old',
      '/1/': '/about/',
      '/about': '/about/',
      'https://www.example.com/?a=1&b=2': '/?a=1&b=2',
    });
  });
});
