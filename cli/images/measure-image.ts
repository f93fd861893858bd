// Reads the size of a local image, and decides whether it can be published.

import { readFileSync } from 'node:fs';
import { errorMessage } from '../errors.ts';
import { findSvgDanger, type SvgDanger } from './find-svg-danger.ts';

/** What a file is. `kind: 'file'` is not an image, such as a PDF. */
export type ImageFacts =
  | { readonly kind: 'vector' | 'raster'; readonly width: number; readonly height: number }
  | { readonly kind: 'animation'; readonly width: number; readonly height: number; readonly frames: number }
  | { readonly kind: 'file' }
  | { readonly kind: 'faulty'; readonly what: string; readonly fix: string };

/** Stands for the extension of an image whose URL has none or that of no image type: its content decides. */
export const UNKNOWN_TYPE = '.image';

const RASTER_EXTENSIONS = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif', UNKNOWN_TYPE]);

/** Whether files with this extension must be images. */
export function isMeasured(extension: string): boolean {
  return extension === '.svg' || RASTER_EXTENSIONS.has(extension);
}

/** Measures a file. `extension` is in lower case. Does not throw if the file is damaged. */
export async function measureImage(file: string, extension: string): Promise<ImageFacts> {
  if (extension === '.svg') return await measureVector(file);
  if (!RASTER_EXTENSIONS.has(extension)) return { kind: 'file' };
  const size = await readSize(file);
  if (typeof size === 'string') return brokenImage(size);
  const { width, height, frames } = size;
  return frames > 1 ? { kind: 'animation', width, height, frames } : { kind: 'raster', width, height };
}

/** What sharp cannot read (invalid XML, no size) is broken in browsers too. */
async function measureVector(file: string): Promise<ImageFacts> {
  const danger = findSvgDanger(readFileSync(file));
  if (danger !== null) return describeDanger(danger);
  const size = await readSize(file);
  return typeof size === 'string' ? brokenImage(size) : { kind: 'vector', width: size.width, height: size.height };
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
        what: `The SVG has ${what}${place}: opened by its own URL it could run or load something.`,
        fix: 'Export it as plain SVG (Inkscape: "Plain SVG"; Illustrator: "Export As", or "Save As" without "Preserve Illustrator Editing Capabilities"), without scripts and linked files, or export it as PNG, and upload it again.',
      };
  }
}

/** The size, or why it cannot be read. */
async function readSize(file: string) {
  const sharpImages = await import('./sharp-images.ts');
  try {
    return await sharpImages.readSize(file);
  } catch (cause) {
    // Some messages of sharp start with the path, which differs between machines.
    return errorMessage(cause).replaceAll(`${file}: `, '');
  }
}

/** Describes a file that sharp cannot read. */
export function brokenImage(reason: string): Extract<ImageFacts, { kind: 'faulty' }> {
  return {
    kind: 'faulty',
    what: `The file is damaged or not an image: ${firstLine(reason)}.`,
    fix: 'Export it again and replace the file.',
  };
}

function firstLine(reason: string): string {
  return (reason.split('\n')[0] ?? '').trim().replace(/[.:]$/, '');
}
