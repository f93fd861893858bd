// The picture of a banner, with a version for small screens.

import type { ReactNode } from 'react';
import type { BannerInput } from '../page-input.ts';
import { boxOf, ImageSources, SmallSources } from './ImageSources.tsx';

const SIZES = '100vw';

export function BannerPicture({ banner, alt }: { readonly banner: BannerInput; readonly alt: string }): ReactNode {
  const { desktopImage, mobileImage } = banner;
  const { src, srcset } = desktopImage;
  return (
    <picture>
      {mobileImage === null ? null : <SmallSources image={mobileImage} sizes={SIZES} />}
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
