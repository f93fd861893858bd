// An image with its box known before it loads. The first one of a page is fetched at once, every other when it comes
// near the viewport.

import type { ReactNode } from 'react';
import type { ImageInput } from '../page-input.ts';
import { ImageSources } from './ImageSources.tsx';

interface ImageProps {
  readonly image: ImageInput;
  /** How wide it is shown, for `srcset`. */
  readonly sizes?: string;
  /** Above the fold: at most one image a page. */
  readonly isFirst?: boolean;
}

/** `<img>`, or `<picture>` where there is a choice of formats; `.picture` never has a box of its own. */
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
  if (!isFirst && image.sources.length === 0) return img;
  // Outside <picture>, React would put a preload for an eager image at the start of the document.
  return (
    <picture className="picture">
      <ImageSources image={image} sizes={sizes} />
      {img}
    </picture>
  );
}
