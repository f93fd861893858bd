// Creates the input of the top banner and of the banner of the pricing page.

import type { Global } from '../../../content/collections.ts';
import type { BannerInput } from '../../../templates/page-input.ts';
import type { ImageResolver } from '../../images/image-resolver.ts';
import type { LinkResolver } from '../../plan/links.ts';

/** Null if the global is unset or off, or has no image for wide screens. */
export function createBanner(
  banner: Global<'top_banner'> | Global<'price_page_banner'> | null,
  links: LinkResolver,
  images: ImageResolver,
): BannerInput | null {
  if (banner === null || !banner.enabled || banner.desktop_image === null) return null;
  const alt = banner.alt ?? banner.desktop_image.alt ?? '';
  const link = banner.link === null ? null : links.resolve(alt, banner.link);
  return {
    href: link?.href ?? null,
    isOuter: link?.isOuter ?? false,
    alt,
    desktopImage: images.resolve(banner.desktop_image, alt),
    mobileImage: banner.mobile_image === null ? null : images.resolve(banner.mobile_image, alt),
  };
}
