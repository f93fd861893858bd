// What settles how images are made, besides their sources and sizes: our options, this code and the libraries.

import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY } from '../../config/constants.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { PROJECT } from '../files/project.ts';

/** A hash for each way of making: another one makes every image of that way anew. */
export interface ImageRecipe {
  readonly resize: string;
  readonly share: string;
}

const OPTIONS = { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY };
const RESIZE_CODE = ['sharp-images.ts', 'measure-image.ts', 'find-svg-danger.ts', 'svg-names.ts'];
const SHARE_CODE = ['sharp-images.ts', 'draw-share-image.ts', 'typeface.ts', 'wrap-lines.ts'];

/** Reads a few small files and loads no library. */
export function loadImageRecipe(): ImageRecipe {
  // sharp's own file names the version of libvips too, among its optional packages.
  const sharp = packageFile('sharp');
  const letters = packageFile('opentype.js');
  const font = packageFile('@fontsource/onest');
  return {
    resize: hashOf(OPTIONS, [...RESIZE_CODE.map(codeFile), sharp]),
    share: hashOf({}, [...SHARE_CODE.map(codeFile), sharp, letters, font]),
  };
}

function codeFile(name: string): string {
  return join(PROJECT, 'cli/images', name);
}

function packageFile(name: string): string {
  const file = findPackageJSON(name, PROJECT);
  if (file === undefined) throw new Error(`The package ${name} is not installed.`);
  return file;
}

function hashOf(options: object, files: readonly string[]): string {
  return sha256(JSON.stringify([options, ...files.map((file) => hashFile(file))])).slice(0, 20);
}
