// What settles how images are made, besides their sources and sizes: our options, this code and the libraries.

import { readFileSync } from 'node:fs';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_MAX_PIXELS, IMAGE_QUALITY } from '../../config/constants.ts';
import { sha256 } from '../build/content-hash.ts';

/** Code whose change makes every image anew. */
const CODE = ['sharp-images.ts', 'measure-image.ts', 'find-svg-danger.ts'];
const OPTIONS = { AVIF_EFFORT, AVIF_QUALITY, IMAGE_MAX_PIXELS, IMAGE_QUALITY };

/** One hash of all that; reads a few small files and loads no library. */
export function loadImageRecipe(): string {
  const files = [...CODE.map((name) => new URL(name, import.meta.url)), sharpPackage()];
  return sha256(JSON.stringify([OPTIONS, ...files.map((file) => sha256(readFileSync(file)))])).slice(0, 20);
}

/** Names the versions of sharp and, among its optional packages, of libvips. */
function sharpPackage(): URL {
  return new URL('../package.json', import.meta.resolve('sharp'));
}
