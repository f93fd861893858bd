// A card from its words to its bytes. Loaded by builds that lack one: the font takes longer to load than a card to draw.

import { drawShareImage } from './draw-share-image.ts';
import type { ShareCard } from './image-order.ts';
import { printDrawing } from './sharp-images.ts';
import { loadTypeface } from './typeface.ts';

const typeface = loadTypeface();

/** The PNG of a card. */
export async function printShareImage(card: ShareCard): Promise<Uint8Array> {
  return await printDrawing(drawShareImage(card, typeface));
}
