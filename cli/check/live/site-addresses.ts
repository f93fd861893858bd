// The addresses of a live site, which may be a copy of a site at its public address.

import { basePathOf, hostOriginOf, withoutBase } from '../../../config/site-address.ts';
import { decodePercent } from '../../text/read-address.ts';

/** Segments of a path, and characters of an address, above which it is a trap for crawlers. */
const MAX_SEGMENTS = 25;
const MAX_LENGTH = 2000;

export class SiteAddresses {
  /** `https://www.example.com`, or with the folder of the site. */
  readonly origin: string;
  /** Whether the site is public over https. */
  isSecure: boolean;
  readonly #hosts: Set<string>;
  /** With the right scheme. */
  readonly #origins: Set<string>;
  readonly #start: URL;

  /** `publicOrigin` may have a folder, which holds for the live site if its first page is in there. */
  constructor(start: URL, publicOrigin: string) {
    const base = withoutBase(start.pathname, publicOrigin) === null ? '' : basePathOf(publicOrigin);
    this.origin = `${start.origin}${base}`;
    this.isSecure = start.protocol === 'https:';
    this.#start = start;
    this.#hosts = new Set([start.host]);
    this.#origins = new Set([start.origin]);
    this.#add(hostOriginOf(publicOrigin));
  }

  #add(origin: string): void {
    this.#hosts.add(new URL(origin).host);
    this.#origins.add(origin);
  }

  /** Links to the public address of a copy lead to the copy. */
  addPublicAddress(canonical: string): void {
    const url = URL.parse(canonical);
    if (url === null || !/^https?:$/.test(url.protocol) || this.#hosts.has(url.host)) return;
    this.#add(url.origin);
    this.isSecure = url.protocol === 'https:';
  }

  /** The address on the live site, without its fragment: path and query; null for other sites, and for what is no URL. */
  keyOf(address: URL | string): string | null {
    const url = URL.parse(address, this.#start);
    if (url === null || !this.#hosts.has(url.host) || !/^https?:$/.test(url.protocol)) return null;
    return withoutBase(url.pathname, this.origin) === null ? null : `${url.pathname}${url.search}`;
  }

  /** Whether an address is the site's, over the other scheme. */
  isInsecure(url: URL): boolean {
    return this.keyOf(url) !== null && !this.#origins.has(url.origin);
  }

  /** Whether an address is so long that it was probably made by relative links. */
  isTrap(key: string): boolean {
    return key.length > MAX_LENGTH || key.split('/').length > MAX_SEGMENTS;
  }

  urlOf(key: string): URL {
    return new URL(`${this.#start.origin}${key}`);
  }

  /** As reports name a page: decoded, without the folder of the site, with the query. */
  pathOf(url: URL): string {
    const path = withoutBase(url.pathname, this.origin) ?? url.pathname;
    return `${decodePercent(path)?.normalize('NFC') ?? path}${url.search}`;
  }

  /** An href as a path if it leads to the site, else as an absolute URL; unchanged if it is not valid. */
  shorten(href: string, base: URL | string): string {
    const url = URL.parse(href, base);
    if (url === null || !/^https?:$/.test(url.protocol)) return href;
    const key = this.isInsecure(url) ? null : this.keyOf(url);
    return key === null ? url.href : `${key}${url.hash}`;
  }

  /** An href as an absolute URL on the live site. */
  expand(href: string, base: URL | string): string {
    const short = this.shorten(href, base);
    return short.startsWith('/') ? `${this.#start.origin}${short}` : short;
  }
}
