// URLs of images: keys of local images, absolute URLs, and routes of the image CDN.

import { IMAGE_QUALITY } from '../../config/constants.ts';
import { fileKey } from '../content/files/file-addresses.ts';
import { decodePercent } from '../text/read-address.ts';

/** The decoded path of a source; null on other hosts, and if it cannot be decoded. */
function findLocalPath(source: string, base: string): string | null {
  const { origin } = new URL(base);
  const url = URL.parse(source, origin);
  return url?.origin === origin ? decodePercent(url.pathname) : null;
}

/** The key of a source among the local images: a path for the sample content, else the key of a file. */
export function imageKey(
  source: string,
  { serviceUrl, origin }: { readonly serviceUrl: string | null; readonly origin: string },
): string | null {
  return serviceUrl === null ? findLocalPath(source, origin) : fileKey(source, serviceUrl);
}

/** Returns a source that is not a URL unchanged; browsers show its text alternative. */
export function absoluteUrl(source: string, base: string): string {
  return URL.parse(source, `${base}/`)?.href ?? source;
}

/** How the CDN resizes an image. */
export interface ImageOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly fit?: 'contain' | 'cover' | 'scale-down';
  /** Percent. */
  readonly quality?: number;
}

/** Starts every route of the CDN, after its base. */
export const IMAGE_ROUTE_PATH = '/cdn-cgi/image/';

/** The URL of an image that the CDN resizes. */
export function imageRoute(cdn: string, url: string, options: ImageOptions = {}): string {
  const parts = [
    'metadata=copyright',
    'format=auto',
    `fit=${options.fit ?? 'contain'}`,
    `quality=${options.quality ?? IMAGE_QUALITY}`,
    ...(options.width === undefined ? [] : [`width=${options.width}`]),
    ...(options.height === undefined ? [] : [`height=${options.height}`]),
  ];
  return `${cdn}${IMAGE_ROUTE_PATH}${parts.join(',')}/${url}`;
}
