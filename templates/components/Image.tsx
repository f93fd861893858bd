// An image with its box known before it loads. The first one of a page is fetched at once, every other when it comes
// near the viewport.

import type { ReactNode } from 'react';
import type { ImageInput } from '../page-input.ts';

interface ImageProps {
  readonly image: ImageInput;
  /** How wide it is shown, for `srcset`. */
  readonly sizes?: string;
  /** Above the fold: at most one image a page. */
  readonly isFirst?: boolean;
}

export function Image({ image, sizes = '(min-width: 1200px) 50vw, 100vw', isFirst = false }: ImageProps): ReactNode {
  const attributes = {
    className: image.width === null || image.height === null ? 'image image--unsized' : 'image',
    src: image.src,
    alt: image.alt,
    ...(image.width === null ? {} : { width: image.width }),
    ...(image.height === null ? {} : { height: image.height }),
    ...(image.srcset === null ? {} : { srcSet: image.srcset, sizes }),
  };
  // Outside <picture>, React would put a preload for an eager image at the start of the document.
  if (isFirst)
    return (
      <picture className="picture">
        <img {...attributes} alt={image.alt} fetchPriority="high" />
      </picture>
    );
  return <img {...attributes} alt={image.alt} loading="lazy" decoding="async" />;
}
