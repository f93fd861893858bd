// Refuses images that would take too much memory to decode. Measurements are cached without the limit, which is a setting.

import { countPixels, type ImageFacts } from './image-facts.ts';
import type { LocalImages } from './local-images.ts';

const NUMBER = new Intl.NumberFormat('en');

/** Marks images with more pixels than allowed as faulty. */
export function limitImages(images: LocalImages, maxPixels: number): LocalImages {
  return new Map(
    images.entries().map(([path, image]) => [path, { ...image, facts: limitPixels(image.facts, maxPixels) }]),
  );
}

function limitPixels(facts: ImageFacts, maxPixels: number): ImageFacts {
  const pixels = countPixels(facts);
  if (pixels <= maxPixels || !('width' in facts)) return facts;
  const { width, height } = facts;
  const frames = facts.kind === 'animation' ? facts.frames : 1;
  const size = `${width} × ${height} pixels${frames > 1 ? ` in each of ${frames} frames` : ''}`;
  return {
    kind: 'faulty',
    what: `The image has ${size}, ${NUMBER.format(pixels)} in all; the limit is ${NUMBER.format(maxPixels)}.`,
    fix: 'Resize it to 4000 pixels wide or less and upload it again, or raise content.maxImagePixels in site.config.ts.',
  };
}
