// Alternatives to an image: better formats, another picture for small screens, a still.

import type { ReactNode } from 'react';
import type { ImageInput } from '../page-input.ts';

const SMALL_SCREENS = '(max-width: 599px)';

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

/** Browsers use the first match, so these sources must come before those of the wide picture. */
export function SmallSources({ image, sizes }: ImageSourcesProps): ReactNode {
  const { src, srcset, sources } = image;
  const plain = { type: null, srcset: srcset ?? src, media: null };
  return [...sources, plain].map(({ type, srcset: files, media }) => (
    <source
      key={type ?? ''}
      media={media === null ? SMALL_SCREENS : `${SMALL_SCREENS} and ${media}`}
      srcSet={files}
      {...(type === null ? {} : { type })}
      {...(files.includes(' ') ? { sizes } : {})}
      {...boxOf(image)}
    />
  ));
}

export function boxOf({ width, height }: ImageInput): { readonly width?: number; readonly height?: number } {
  return width === null || height === null ? {} : { width, height };
}
