// Alternatives to an image: better formats, another picture for small screens, a still.

import type { ReactNode } from 'react';
import type { ImageInput } from '../page-input.ts';

interface ImageSourcesProps {
  readonly image: ImageInput;
  readonly sizes: string;
}

export function ImageSources({ image, sizes }: ImageSourcesProps): ReactNode {
  return image.sources.map(({ type, srcset, media }) => (
    <source
      key={`${type} ${media}`}
      type={type}
      srcSet={srcset}
      sizes={srcset.includes(' ') ? sizes : undefined}
      media={media ?? undefined}
    />
  ));
}
