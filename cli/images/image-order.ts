// Orders of image files, whose names are known before they are made. Plain data, so that threads can send it.

import type { Digest, OutPath } from '../files/brands.ts';

/** Formats of resized images. */
export type MadeFormat = 'avif' | 'webp';

/** A file on disk to publish. */
export interface ReadyFile {
  readonly path: OutPath;
  readonly file: string;
  readonly sha256: Digest;
  readonly bytes: number;
}

/** Publishes a local file unchanged. */
export interface CopyOrder extends ReadyFile {
  readonly kind: 'copy';
}

/** Resizes and converts a local raster image. */
export interface ResizeOrder {
  readonly kind: 'resize';
  readonly path: OutPath;
  /** A hash of everything that determines the content. */
  readonly key: string;
  readonly file: string;
  /** Site path of the source: `/assets/blog/chart.png`. */
  readonly source: string;
  /** Pixels. */
  readonly width: number;
  readonly format: MadeFormat;
  /** Keeps all frames. */
  readonly isAnimated: boolean;
  /** Of the resized image, in all frames. */
  readonly pixels: number;
  /** Of the source, in all frames that are read. */
  readonly sourcePixels: number;
  /** The key of what is known about the source. */
  readonly factsKey: string;
}

/** The texts of a page's share image. */
export interface ShareCard {
  readonly brand: string;
  /** Host of the site: `www.example.com`. */
  readonly host: string;
  /** Null shows the brand alone. */
  readonly title: string | null;
  /** The kind of page: `Blog`. */
  readonly kicker: string | null;
  /** File of the picture of the page. */
  readonly picture: string | null;
}

/** Makes the share image of a page for social networks. */
export interface ShareOrder {
  readonly kind: 'share';
  readonly path: OutPath;
  readonly key: string;
  readonly card: ShareCard;
  readonly format: 'png';
}

/** A file that pages use. Equal paths mean equal content. */
export type ImageOrder = CopyOrder | MadeOrder;

/** An order of a file that does not exist yet. */
export type MadeOrder = ResizeOrder | ShareOrder;

/** Orders by path, so that each file is made once. */
export type ImageOrders = Map<string, ImageOrder>;

/** What is wrong with an image of the content. */
export interface ImageFault {
  /** Site path of the image, or the key of its file. */
  readonly source: string;
  /**
   * `unusable`: it is left out. `no-picture`: the same, but links to it work. `damaged`: it is shown as far as browsers can read it.
   * `foreign`: its origin is not allowed.
   */
  readonly kind: 'unusable' | 'no-picture' | 'damaged' | 'foreign';
  readonly what: string;
  readonly fix: string;
}
