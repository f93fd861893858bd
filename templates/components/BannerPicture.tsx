// The picture of a banner, with a version for small screens.

import type { ReactNode } from 'react';
import type { BannerInput, ImageInput } from '../page-input.ts';
import { ImageSources } from './ImageSources.tsx';

const SMALL_SCREENS = '(max-width: 599px)';
const SIZES = '100vw';

export function BannerPicture({ banner, alt }: { readonly banner: BannerInput; readonly alt: string }): ReactNode {
  const { desktopImage, mobileImage } = banner;
  const { src, srcset } = desktopImage;
  return (
    <picture>
      {mobileImage === null ? null : <MobileSources image={mobileImage} />}
      <ImageSources image={desktopImage} sizes={SIZES} />
      <img
        src={src}
        {...(srcset === null ? {} : { srcSet: srcset, sizes: SIZES })}
        alt={alt}
        {...boxOf(desktopImage)}
      />
    </picture>
  );
}

/** Browsers use the first match, so these sources must come before those of the wide picture. */
function MobileSources({ image }: { readonly image: ImageInput }): ReactNode {
  const { src, srcset, sources } = image;
  const plain = { type: null, srcset: srcset ?? src, media: null };
  return [...sources, plain].map(({ type, srcset: files, media }) => (
    <source
      key={type ?? ''}
      media={media === null ? SMALL_SCREENS : `${SMALL_SCREENS} and ${media}`}
      srcSet={files}
      {...(type === null ? {} : { type })}
      {...(files.includes(' ') ? { sizes: SIZES } : {})}
      {...boxOf(image)}
    />
  ));
}

function boxOf({ width, height }: ImageInput): { readonly width?: number; readonly height?: number } {
  return width === null || height === null ? {} : { width, height };
}
