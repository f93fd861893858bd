// Addresses of sites at the root of a host and in a folder.

import { expect, it } from 'vitest';
import { basePathOf, hostOriginOf, withoutBase } from '../../config/site-address.ts';

it('splits an address into host and folder', () => {
  const split = (address: string) => [hostOriginOf(address), basePathOf(address)];
  expect(split('https://example.com')).toEqual(['https://example.com', '']);
  expect(split('https://example.com:8443/site/a')).toEqual(['https://example.com:8443', '/site/a']);
});

it.each([
  ['/site/blog/', '/blog/'],
  ['/site/', '/'],
  ['/site', '/'],
  ['/sites/blog/', null],
  ['/blog/', null],
])('reads %s as a path of the site in /site: %s', (pathname, path) => {
  expect(withoutBase(pathname, 'https://example.com/site')).toBe(path);
});
