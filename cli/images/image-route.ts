// The image CDN's resizing route (specification, section 7).

import { IMAGE_QUALITY } from '../../config/constants.ts';

/** How an image is to be resized. */
export interface ImageOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly fit?: 'contain' | 'cover' | 'scale-down';
  /** Percent. */
  readonly quality?: number;
}

/** What follows the CDN's base in every resizing route. */
export const IMAGE_ROUTE_PATH = '/cdn-cgi/image/';

/** The route of an image. Options stand in the order of the specification. */
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
