// Hashes what determines the content of generated images besides their sources and sizes: options, code and libraries.

import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY } from '../../config/constants.ts';
import { hashFile, sha256 } from '../files/content-hash.ts';
import { PROJECT } from '../files/project.ts';

/** When a hash changes, all images of that kind are made again. */
export interface ImageRecipe {
  readonly resize: string;
  readonly share: string;
}

const OPTIONS = { AVIF_EFFORT, AVIF_QUALITY, IMAGE_QUALITY };
const RESIZE_CODE = [
  'sharp-images.ts',
  'measure-image.ts',
  'image-facts.ts',
  'image-headers.ts',
  'find-svg-danger.ts',
  'svg-names.ts',
  'svg-weight.ts',
];
const SHARE_CODE = ['sharp-images.ts', 'draw-share-image.ts', 'indexed-image.ts', 'typeface.ts', 'wrap-lines.ts'];

/** Loads no library. */
export function loadImageRecipe(): ImageRecipe {
  // Contains the version of libvips too, as an optional dependency.
  const sharp = packageFile('sharp');
  const opentype = packageFile('opentype.js');
  const font = packageFile('@fontsource/onest');
  return {
    resize: hashOf(OPTIONS, [...RESIZE_CODE.map(codeFile), sharp]),
    share: hashOf({}, [...SHARE_CODE.map(codeFile), sharp, opentype, font]),
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
