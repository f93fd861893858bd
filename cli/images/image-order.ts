// Orders of image files, whose names are known before they are made. Plain data, so that threads can send it.

/** Formats of resized images. */
export type MadeFormat = 'avif' | 'webp';

/** A file on disk to publish. */
export interface ReadyImage {
  /** Relative to the out folder. */
  readonly path: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Publishes a local file unchanged. */
export interface CopyOrder extends ReadyImage {
  readonly kind: 'copy';
}

/** Resizes and converts a local raster image. */
export interface ResizeOrder {
  readonly kind: 'resize';
  readonly path: string;
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
}

/** Makes the share image of a page for social networks. */
export interface ShareOrder {
  readonly kind: 'share';
  readonly path: string;
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

/** A local image that cannot be published, and why. */
export interface ImageFault {
  /** Site path of the image. */
  readonly source: string;
  readonly what: string;
  readonly fix: string;
}

/** Changes the source of an order, because folders differ between machines. Share images have no source. */
export function moveSource(order: ImageOrder, move: (file: string) => string): ImageOrder {
  return order.kind === 'share' ? order : { ...order, file: move(order.file) };
}
