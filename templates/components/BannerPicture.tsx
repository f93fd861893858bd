// The picture of a banner: one for wide screens, another one for small screens.

import type { ReactNode } from 'react';
import type { BannerInput, ImageInput } from '../page-input.ts';

export function BannerPicture({ banner, alt }: { readonly banner: BannerInput; readonly alt: string }): ReactNode {
  const { desktopImage, mobileImage } = banner;
  return (
    <picture>
      {mobileImage === null ? null : (
        <source media="(max-width: 599px)" srcSet={mobileImage.src} {...boxOf(mobileImage)} />
      )}
      <img src={desktopImage.src} alt={alt} {...boxOf(desktopImage)} />
    </picture>
  );
}

function boxOf({ width, height }: ImageInput): { readonly width?: number; readonly height?: number } {
  return width === null || height === null ? {} : { width, height };
}
