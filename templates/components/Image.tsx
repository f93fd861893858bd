// An image with a known size. The first image of a page is loaded at once, all others when they come near the viewport.

import type { ReactNode } from 'react';
import type { ImageInput } from '../page-input.ts';
import { ImageSources, SmallSources } from './ImageSources.tsx';

interface ImageProps {
  readonly image: ImageInput;
  /** Its width on the page, for `srcset`. */
  readonly sizes?: string;
  /** Whether it is above the fold: at most one image per page. */
  readonly isFirst?: boolean;
}

/** `<img>`, or `<picture>` if there are several formats. `.picture` creates no box. */
export function Image({ image, sizes = '(min-width: 1200px) 50vw, 100vw', isFirst = false }: ImageProps): ReactNode {
  const img = (
    <img
      className={image.width === null || image.height === null ? 'image image--unsized' : 'image'}
      src={image.src}
      alt={image.alt}
      width={image.width ?? undefined}
      height={image.height ?? undefined}
      srcSet={image.srcset ?? undefined}
      sizes={image.srcset === null ? undefined : sizes}
      fetchPriority={isFirst ? 'high' : undefined}
      loading={isFirst ? undefined : 'lazy'}
      decoding={isFirst ? undefined : 'async'}
    />
  );
  if (!isFirst && image.sources.length === 0 && image.small === undefined) return img;
  // Outside of <picture>, React would add a preload for an eager image to the document.
  return (
    <picture className="picture">
      {image.small === undefined ? null : <SmallSources image={image.small} sizes={sizes} />}
      <ImageSources image={image} sizes={sizes} />
      {img}
    </picture>
  );
}
