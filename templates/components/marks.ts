// Images and categories in markup that is filled in: addresses, text alternatives and titles are texts, the rest is shape.

import { escapeLikeReact } from '../escape-html.ts';
import type { Mark } from '../frames.ts';
import type { CardInput, ImageInput } from '../page-input.ts';

type Source = ImageInput['sources'][number];

/** All of an image but what is put in. */
export interface ImageShape extends Omit<ImageInput, 'src' | 'alt' | 'srcset' | 'sources'> {
  /** An address that React itself must look at; null for all others. */
  readonly ownSrc: string | null;
  readonly hasSrcset: boolean;
  readonly sources: readonly SourceShape[];
}

/** All of a source but its files. */
interface SourceShape extends Omit<Source, 'srcset'> {
  /** Whether its files have widths, which a blank before each tells. */
  readonly hasWidths: boolean;
}

/** What React prints as it is. */
const PLAIN_SOURCE = /^(?:\/|https?:\/\/)/;

/** What tells how an image is printed. */
export function shapeOfImage({ src, srcset, width, height, sources }: ImageInput): ImageShape {
  return {
    ownSrc: PLAIN_SOURCE.test(src) ? null : src,
    hasSrcset: srcset !== null,
    width,
    height,
    sources: sources.map(({ type, media, srcset: files }) => ({ type, media, hasWidths: listsWidths(files) })),
  };
}

const listsWidths = (files: string) => files.includes(' ');

/** What tells most images of one shape from those of others. */
export function nameOfImage(image: ImageShape | null): string {
  return image === null ? 'none' : `${image.width}x${image.height} ${image.hasSrcset} ${image.sources.length}`;
}

/** The image with marks. */
export function markImage({ ownSrc, hasSrcset, sources, ...shape }: ImageShape, mark: Mark): ImageInput {
  return {
    ...shape,
    src: ownSrc ?? mark('src'),
    alt: mark('alt'),
    srcset: hasSrcset ? mark('srcset') : null,
    sources: sources.map(({ hasWidths, ...source }, index) => ({
      ...source,
      srcset: mark(nameOfSource(index, hasWidths)),
    })),
  };
}

/** What is put in for the marks. */
export function textsOfImage({ src, alt, srcset, sources }: ImageInput): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {
    src: escapeLikeReact(src),
    alt: escapeLikeReact(alt),
    srcset: escapeLikeReact(srcset ?? ''),
  };
  for (const [index, { srcset: files }] of sources.entries())
    texts[nameOfSource(index, listsWidths(files))] = escapeLikeReact(files);
  return texts;
}

/** Has a blank where the files have one: the element that looks for one in them finds the mark in their place. */
const nameOfSource = (index: number, hasWidths: boolean) => (hasWidths ? `source ${index}` : `source-${index}`);

type Categories = CardInput['categories'];

/** As many categories as there are, with marks for their titles. */
export function markCategories(count: number, mark: Mark): Categories {
  return Array.from({ length: count }, (_, index) => ({ slug: String(index), title: mark(nameOfCategory(index)) }));
}

/** What is put in for the marks. */
export function textsOfCategories(categories: Categories): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [index, { title }] of categories.entries()) texts[nameOfCategory(index)] = escapeLikeReact(title);
  return texts;
}

const nameOfCategory = (index: number) => `category ${index}`;
