// Which card a page has on social networks. Its name follows from its words, so the page is rendered before it is drawn.

import { SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import { sha256 } from '../files/content-hash.ts';
import type { ShareCard, ShareOrder } from './image-order.ts';

/** What a page says on its card; a null title shows the brand alone. */
export type ShareText = Pick<ShareCard, 'title' | 'kicker'>;

/** The card as a page names it. */
export interface ShareImage {
  /** Absolute. */
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Digits of the name: 80 bits. */
const NAME_DIGITS = 20;

/** Plans the card of a page. */
export function planShareImage(
  { brand, origin }: SiteConfig,
  { title, kicker }: ShareText,
  recipe: string,
): { readonly image: ShareImage; readonly order: ShareOrder } {
  const card = { brand: brand.name, host: new URL(origin).host, title, kicker };
  const key = sha256(JSON.stringify([card, recipe])).slice(0, NAME_DIGITS);
  const path = `assets/share-${key}.png`;
  return {
    image: { url: `${origin}/${path}`, alt: title ?? brand.name, ...SHARE_IMAGE_SIZE },
    order: { kind: 'share', path, key, card, format: 'png' },
  };
}
