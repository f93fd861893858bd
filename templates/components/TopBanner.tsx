// The announcement above the header: one picture that is a link, with another picture for small screens.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { ChromeInput, ImageInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';

type BannerInput = NonNullable<ChromeInput['banner']>;

export function TopBanner({ banner }: { readonly banner: BannerInput }): ReactNode {
  const { t } = useWords();
  const picture = <BannerPicture banner={banner} alt={banner.alt === '' ? t('common.banner') : banner.alt} />;
  return (
    <aside className="top-banner" aria-label={t('common.banner')}>
      {banner.href === null ? (
        picture
      ) : (
        <Anchor href={banner.href} isOuter={banner.isOuter}>
          {picture}
        </Anchor>
      )}
    </aside>
  );
}

function BannerPicture({ banner, alt }: { readonly banner: BannerInput; readonly alt: string }): ReactNode {
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
