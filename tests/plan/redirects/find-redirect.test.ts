import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../../cli/files/brands.ts';
import { appendQuery, findFinalHref, findRedirect } from '../../../cli/plan/redirects/find-redirect.ts';
import { planWith } from '../../pipeline/redirect-makers.ts';

const { rules } = planWith(
  [
    { from: '/old', to: '/about/' },
    { from: '/old.html', to: '/blog/?x=1#part', type: 302 },
    { from: '/a%2Cb/', to: '/about/' },
    { from: '/огляд/', to: 'https://other.example/' },
    { from: '/gone/', type: 410 },
    { from: '/x/ambassadors-program/special/', to: '/blog/' },
  ],
  { ambassadors: ['en'] },
);

describe('findRedirect', () => {
  it('matches a source with or without its trailing slash, exactly otherwise', () => {
    expect(findRedirect(rules, toSitePath('/old/'))).toMatchObject({ to: '/about/', status: 301, locale: 'en' });
    expect(findRedirect(rules, toSitePath('/old'))).toMatchObject({ to: '/about/' });
    expect(findRedirect(rules, toSitePath('/old.html/'))).toMatchObject({ to: '/blog/?x=1#part', status: 302 });
    for (const path of ['/', '/Old/', '/old/x/', '/older/', '/about/'])
      expect(findRedirect(rules, toSitePath(path))).toBeNull();
  });

  it('prefers an exact rule to a segment rule', () => {
    expect(findRedirect(rules, toSitePath('/x/ambassadors-program/special/'))).toMatchObject({ to: '/blog/' });
    expect(findRedirect(rules, toSitePath('/x/ambassadors-program/other/'))).toMatchObject({
      to: '/ambassadors-program/',
    });
  });
});

describe('findFinalHref', () => {
  it('writes the final target with the query and hash of the link', () => {
    expect(findFinalHref(rules, '/old/?a=1#b')).toBe('/about/?a=1#b');
    expect(findFinalHref(rules, '/old.html?a=1')).toBe('/blog/?x=1&a=1#part');
    expect(findFinalHref(rules, '/old.html#own')).toBe('/blog/?x=1#own');
    expect(findFinalHref(rules, '/%D0%BE%D0%B3%D0%BB%D1%8F%D0%B4/')).toBe('https://other.example/');
    expect(findFinalHref(rules, '/a%2Cb/')).toBe('/about/');
    expect(findFinalHref(rules, '/a,b/')).toBe('/about/');
  });

  it.each(['/about/?a=1', '/gone/', '#old', '//old/', 'https://other.example/old/', 'mailto:a@b.example', '/%zz/', ''])(
    'leaves %s alone',
    (href) => {
      expect(findFinalHref(rules, href)).toBe(href);
    },
  );
});

describe('appendQuery', () => {
  it('puts the query after the own one and before the fragment', () => {
    expect(appendQuery('/a/', '?x=1')).toBe('/a/?x=1');
    expect(appendQuery('/a/?y=2#z', '?x=1')).toBe('/a/?y=2&x=1#z');
    expect(appendQuery('/a/#z', 'x=1')).toBe('/a/?x=1#z');
    expect(appendQuery('/a/#z', '?')).toBe('/a/#z');
    expect(appendQuery('/a/?x=2#z', '?x=1&%78=3&y=')).toBe('/a/?x=2&y=#z');
  });
});
