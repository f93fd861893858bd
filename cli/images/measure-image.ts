// The box of a local image, read from its bytes, and whether it may be published at all.

import { readFileSync } from 'node:fs';
import { errorMessage } from '../errors.ts';
import { findSvgDanger, type SvgDanger } from './find-svg-danger.ts';

/** What a file is. `kind: 'file'` is no image (a PDF). */
export type ImageFacts =
  | { readonly kind: 'vector' | 'raster'; readonly width: number; readonly height: number }
  | { readonly kind: 'animation'; readonly width: number; readonly height: number; readonly frames: number }
  | { readonly kind: 'file' }
  | { readonly kind: 'faulty'; readonly what: string; readonly fix: string };

/** The extension of an image whose address names none, or one that no image has: its bytes decide. */
export const UNKNOWN_TYPE = '.image';

const RASTER_EXTENSIONS = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif', UNKNOWN_TYPE]);

/** Whether a file with such an extension must be an image. */
export function isMeasured(extension: string): boolean {
  return extension === '.svg' || RASTER_EXTENSIONS.has(extension);
}

/** Measures one file by its extension, lower case. Never throws for the contents of the file. */
export async function measureImage(file: string, extension: string): Promise<ImageFacts> {
  if (extension === '.svg') return await measureVector(file);
  if (!RASTER_EXTENSIONS.has(extension)) return { kind: 'file' };
  const box = await readBox(file);
  if (typeof box === 'string') return brokenImage(box);
  const { width, height, frames } = box;
  return frames > 1 ? { kind: 'animation', width, height, frames } : { kind: 'raster', width, height };
}

/** The library reads a vector image as browsers do: what is no XML, or has no box, is broken there too. */
async function measureVector(file: string): Promise<ImageFacts> {
  const danger = findSvgDanger(readFileSync(file));
  if (danger !== null) return describeDanger(danger);
  const box = await readBox(file);
  return typeof box === 'string' ? brokenImage(box) : { kind: 'vector', width: box.width, height: box.height };
}

function describeDanger({ kind, what, line }: SvgDanger): Extract<ImageFacts, { kind: 'faulty' }> {
  const place = line === null ? '' : ` (line ${line})`;
  switch (kind) {
    case 'malformed':
      return brokenImage(what);
    case 'encoding':
      return { kind: 'faulty', what: `The SVG has ${what}.`, fix: 'Save or export it as UTF-8, and upload it again.' };
    case 'danger':
      return {
        kind: 'faulty',
        what: `The SVG holds ${what}${place}: opened by its own address it could run or load something.`,
        fix: 'Export it as plain SVG (Inkscape: "Plain SVG"; Illustrator: "Export As", or "Save As" without "Preserve Illustrator Editing Capabilities"), without scripts and linked files, or as PNG, and upload it again.',
      };
  }
}

/** The box, or why there is none. */
async function readBox(file: string) {
  const sharpImages = await import('./sharp-images.ts');
  try {
    return await sharpImages.readBox(file);
  } catch (cause) {
    // Some messages of the library begin with the path, which is another one on each machine.
    return errorMessage(cause).replaceAll(`${file}: `, '');
  }
}

/** The fault of a file that the image library refuses. */
export function brokenImage(reason: string): Extract<ImageFacts, { kind: 'faulty' }> {
  return {
    kind: 'faulty',
    what: `The image is damaged or no image: ${firstLine(reason)}.`,
    fix: 'Export it again and replace the file.',
  };
}

function firstLine(reason: string): string {
  return (reason.split('\n')[0] ?? '').trim().replace(/[.:]$/, '');
}
