// A card from its words to its bytes. Loaded by builds that lack one: the font takes longer to load than a card to draw.
// What all cards of a brand have in common is drawn and indexed once.

import { SHARE_IMAGE_SIZE } from '../../config/constants.ts';
import { CARD_WORDS, drawBackdrop, drawCardWords, drawShareImage } from './draw-share-image.ts';
import type { ShareCard } from './image-order.ts';
import { type ColourIndex, indexPixels, startColours } from './indexed-png.ts';
import { printIndexed, renderDrawing } from './sharp-images.ts';
import { loadTypeface } from './typeface.ts';

interface Picture {
  readonly indices: Uint8Array;
  readonly colours: ColourIndex;
}

const typeface = loadTypeface();
/** By brand and host. A build has one. */
const backdrops = new Map<string, Promise<Picture>>();

/** The PNG of a card. */
export async function printShareImage(card: ShareCard): Promise<Uint8Array> {
  const words = drawCardWords(card, typeface);
  const { indices, colours } =
    words === null
      ? await indexDrawing(drawShareImage(card, typeface))
      : await addWords(await findBackdrop(card), words);
  return await printIndexed(indices, { ...SHARE_IMAGE_SIZE, colours });
}

function findBackdrop(card: ShareCard): Promise<Picture> {
  const key = JSON.stringify([card.brand, card.host]);
  const backdrop = backdrops.get(key) ?? indexDrawing(drawBackdrop(card, typeface));
  backdrops.set(key, backdrop);
  return backdrop;
}

async function indexDrawing(svg: string): Promise<Picture> {
  const colours = startColours();
  return { indices: indexPixels(await renderDrawing(svg), colours), colours };
}

/** A copy of the backdrop with the words of a card in their place. */
async function addWords(backdrop: Picture, svg: string): Promise<Picture> {
  const colours = startColours(backdrop.colours);
  const words = indexPixels(await renderDrawing(svg), colours);
  const indices = backdrop.indices.slice();
  const { left, top, width, height } = CARD_WORDS;
  for (let row = 0; row < height; row += 1)
    indices.set(words.subarray(row * width, (row + 1) * width), (top + row) * SHARE_IMAGE_SIZE.width + left);
  return { indices, colours };
}
