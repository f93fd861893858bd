// Pictures that take too much memory to decode. The limit is the owner's, so facts are measured and kept without it.

import type { LocalImages } from './local-images.ts';
import type { ImageFacts } from './measure-image.ts';

const NUMBER = new Intl.NumberFormat('en');

/** The same images; one with more pixels than allowed is faulty. */
export function limitImages(images: LocalImages, maxPixels: number): LocalImages {
  return new Map(
    images.entries().map(([path, image]) => [path, { ...image, facts: limitPixels(image.facts, maxPixels) }]),
  );
}

/** Vectors have no pixels. */
function limitPixels(facts: ImageFacts, maxPixels: number): ImageFacts {
  if (facts.kind !== 'raster' && facts.kind !== 'animation') return facts;
  const { width, height } = facts;
  const frames = facts.kind === 'animation' ? facts.frames : 1;
  const pixels = width * height * frames;
  if (pixels <= maxPixels) return facts;
  const size = `${width} × ${height} pixels${frames > 1 ? ` in each of ${frames} frames` : ''}`;
  return {
    kind: 'faulty',
    what: `The image has ${size}, ${NUMBER.format(pixels)} in all; ${NUMBER.format(maxPixels)} are allowed.`,
    fix: 'Make it smaller, 4000 pixels wide at the most, and upload it again, or raise content.maxImagePixels in site.config.ts.',
  };
}
