// What is known about a local file once it was measured. Loads nothing, so that the build can use it without the image process.

interface Box {
  /** As shown, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a file is. `kind: 'file'` is not an image, such as a PDF. */
export type ImageFacts =
  | ({ readonly kind: 'vector' } & Box)
  /** `flaw`: what is wrong with a file of which browsers show what they can read. */
  | ({ readonly kind: 'raster'; readonly flaw?: string } & Box)
  | ({ readonly kind: 'animation'; readonly frames: number; readonly flaw?: string } & Box)
  | OriginalFacts
  | { readonly kind: 'file' }
  | { readonly kind: 'faulty'; readonly what: string; readonly fix: string };

/** An image that is published unchanged: it moves in a way that sharp cannot keep, or sharp cannot decode it. */
export interface OriginalFacts extends Box {
  readonly kind: 'original';
  /** That of its content: `.png`. */
  readonly extension: string;
  /** Whether its first frame can be made. */
  readonly hasStill: boolean;
  /** Why it cannot be decoded; null if nothing is wrong with it. */
  readonly flaw: string | null;
}

/** Measures a file. */
export interface MeasureOrder {
  readonly kind: 'measure';
  readonly file: string;
  /** In lower case. */
  readonly extension: string;
  /** Images with more pixels are not decoded. */
  readonly maxPixels: number;
}

/** Images with more pixels are decoded one at a time: decoded, this many take 100 MB. */
export const HUGE_PIXELS = 25_000_000;

/** Placeholder of an image whose URL has no image extension: its content decides the type. */
export const UNKNOWN_TYPE = '.image';

const RASTER_EXTENSIONS = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif', UNKNOWN_TYPE]);

/** Whether files with this extension must be images. */
export function isMeasured(extension: string): boolean {
  return extension === '.svg' || RASTER_EXTENSIONS.has(extension);
}

/** The pixels of all frames that must be decoded; 0 if there are none. */
export function countPixels(facts: ImageFacts): number {
  switch (facts.kind) {
    case 'animation':
      return facts.width * facts.height * facts.frames;
    case 'raster':
    case 'original':
      return facts.width * facts.height;
    default:
      return 0;
  }
}
