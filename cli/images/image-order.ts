// What pages order from the image stage: files with names that are known before their bytes are made. Plain data, so that it
// may come from any thread.

/** Formats that the build makes of a raster image, the better one first. */
export type MadeFormat = 'avif' | 'webp';

/** A local image that is published as it is. */
export interface CopyOrder {
  readonly kind: 'copy';
  /** Relative to the out folder. */
  readonly path: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A local raster image in another width and format. */
export interface ResizeOrder {
  readonly kind: 'resize';
  readonly path: string;
  /** Everything that settles the bytes, as one hash. */
  readonly key: string;
  readonly file: string;
  /** Site path of the source: `/assets/blog/chart.png`. */
  readonly source: string;
  /** Pixels. */
  readonly width: number;
  readonly format: MadeFormat;
  /** Keeps every frame. */
  readonly isAnimated: boolean;
  /** Of the made image, in all its frames. */
  readonly pixels: number;
}

/** The texts of a page's share image. */
export interface ShareCard {
  readonly brand: string;
  /** Host of the site: `www.example.com`. */
  readonly host: string;
  /** Null shows the brand alone. */
  readonly title: string | null;
  /** What kind of page it is: `Blog`. */
  readonly kicker: string | null;
}

/** The card of a page for social networks. */
export interface ShareOrder {
  readonly kind: 'share';
  readonly path: string;
  readonly key: string;
  readonly card: ShareCard;
  readonly format: 'png';
}

/** A file that pages use. Equal paths mean equal bytes. */
export type ImageOrder = CopyOrder | MadeOrder;

/** An order of bytes that do not exist yet. */
export type MadeOrder = ResizeOrder | ShareOrder;

/** Orders by path: each file is made once. */
export type ImageOrders = Map<string, ImageOrder>;

/** A file on disk that is to be published. */
export interface ReadyImage {
  readonly path: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A local image that cannot be shown, and why: a full sentence. */
export interface ImageFault {
  /** Site path of the image. */
  readonly source: string;
  readonly what: string;
  readonly fix: string;
}

/** The same order with its source at another place: folders differ between machines. A card has no source. */
export function moveSource(order: ImageOrder, move: (file: string) => string): ImageOrder {
  return order.kind === 'share' ? order : { ...order, file: move(order.file) };
}
