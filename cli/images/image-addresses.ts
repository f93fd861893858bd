// The addresses of images: how content names them, the path on this site that an address means, and the image CDN's route.

import { IMAGE_QUALITY } from '../../config/constants.ts';
import { fileKey } from '../content/files/file-addresses.ts';

/** The decoded path of a source on a base; null for other hosts and for what cannot be decoded. */
function findLocalPath(source: string, base: string): string | null {
  const { origin } = new URL(base);
  const url = URL.parse(source, origin);
  if (url?.origin !== origin) return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
}

/** The image that a source means, as local images are named: a path for the sample, else the key of a file. */
export function imageKey(
  source: string,
  { serviceUrl, origin }: { readonly serviceUrl: string | null; readonly origin: string },
): string | null {
  return serviceUrl === null ? findLocalPath(source, origin) : fileKey(source, serviceUrl);
}

/** A source as a URL; what is no URL stays as it is, and the browser shows its text alternative. */
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

/** What follows the CDN's base in every route. */
export const IMAGE_ROUTE_PATH = '/cdn-cgi/image/';

/** The CDN's resizing route of an image. Options are in the order of the specification, section 7. */
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
