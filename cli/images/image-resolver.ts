// Where an image is loaded from: the image CDN where one is configured, else files that the build makes of a local one,
// or downloaded, else the content service. Relied on afterwards: every file that a page names was ordered.

import { IMAGE_WIDTHS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Asset } from '../../content/fields.ts';
import type { ImageInput } from '../../templates/page-input.ts';
import { fileKey, isFileAddress } from '../content/files/file-addresses.ts';
import { findAttributes, SOURCE_ATTRIBUTE } from '../text/find-attributes.ts';
import { absoluteUrl, imageKey, imageRoute } from './image-addresses.ts';
import type { ImageFault, ImageOrder, ImageOrders } from './image-order.ts';
import type { ImageRecipe } from './image-recipe.ts';
import { limitImages } from './limit-pixels.ts';
import type { LocalImage, LocalImages } from './local-images.ts';
import {
  createCopyOrder,
  createFileOrder,
  type PlannedImage,
  planShareImage,
  planVariants,
  type ShareImage,
  type ShareText,
} from './plan-image-files.ts';

/** Resolves images of content, and remembers which files the site needs. */
export interface ImageResolver {
  readonly resolve: (asset: Asset, alt: string) => ImageInput;
  /** The images in some HTML, by their unchanged source. */
  readonly findImages: (html: string) => Readonly<Record<string, ImageInput>>;
  /** The card of a page for social networks, as a file of the site; the brand's own where pages have none. */
  readonly findShareImage: (text: ShareText) => ShareImage;
  /** The site path of a linked file of the content; empty where it cannot be published, null for any other address. */
  readonly findFile: (href: string) => string | null;
  /** The same, and the file is published. */
  readonly takeFile: (href: string) => string | null;
  /** What `resolve` and `findShareImage` would return, without a file being asked for. */
  readonly plan: (asset: ImageBox) => Unnamed;
  readonly planShareImage: (text: ShareText) => ShareImage;
  /** What begins with it is the address of an image as parsing it leaves it; null where options of the CDN stand before one. */
  readonly origin: string | null;
  /** Files that pages use. */
  readonly orders: ImageOrders;
  /** Local images that pages use and that cannot be shown. */
  readonly listFaults: () => readonly ImageFault[];
}

/** The address of an image, and the box that it fills. */
export type ImageBox = Pick<Asset, 'url' | 'width' | 'height'>;

/** Where images may come from. */
export interface ImagePlace {
  readonly site: SiteConfig;
  /** Address of the content service; null for the sample, whose images are all local. */
  readonly serviceUrl: string | null;
  readonly localImages: LocalImages;
  /** Part of the name of every made file. */
  readonly recipe: ImageRecipe;
}

/** The card of the brand alone. */
const NO_TEXT: ShareText = { title: null, kicker: null };

type Unnamed = PlannedImage['input'];

/** The address of an image that cannot be shown. */
const NOTHING = 'data:,';
/** Addresses that hold the image itself. */
const INLINE_SCHEME = /^(data|blob):/i;

/** Makes the resolver of one build. */
export function createImageResolver(place: ImagePlace): ImageResolver {
  const { site, recipe } = place;
  const localImages = limitImages(place.localImages, site.content.maxImagePixels);
  const base = place.serviceUrl ?? site.origin;
  const orders: ImageOrders = new Map();
  const faultByPath = new Map<string, ImageFault>();
  const find = cacheImages((source, size) => planImage({ ...place, localImages, base }, source, size));
  const take = (source: string, size: Size): Unnamed => {
    const planned = find(source, size);
    for (const order of planned.orders) orders.set(order.path, order);
    if (planned.fault !== null) faultByPath.set(planned.fault.source, planned.fault);
    return planned.input;
  };
  const findFile = (href: string): LocalImage | null => {
    if (place.serviceUrl === null || localImages.size === 0 || !isFileAddress(href)) return null;
    return localImages.get(fileKey(href, place.serviceUrl) ?? '') ?? null;
  };
  const planCard = (text: ShareText) =>
    planShareImage(site, site.build.shareImages === 'one' ? NO_TEXT : text, recipe.share);
  return {
    origin: site.integrations.imageCdn === null ? `${new URL(base).origin}/` : null,
    orders,
    findShareImage: (text) => {
      const { order, image } = planCard(text);
      orders.set(order.path, order);
      return image;
    },
    planShareImage: (text) => planCard(text).image,
    findFile: (href) => pathOfFile(findFile(href)),
    takeFile: (href) => {
      const file = findFile(href);
      const fault = file === null ? null : faultOf(file);
      if (fault !== null) faultByPath.set(fault.source, fault);
      else if (file !== null) {
        const order = createFileOrder(file);
        orders.set(order.path, order);
      }
      return pathOfFile(file);
    },
    listFaults: () => [...faultByPath.values()],
    plan: ({ url, width, height }) => find(url, { width, height }).input,
    resolve: ({ url, width, height }, alt) => {
      const { src, srcset, sources, ...box } = take(url, { width, height });
      return { src, alt, width: box.width, height: box.height, srcset, sources };
    },
    findImages: (html) =>
      Object.fromEntries(
        findAttributes(html, SOURCE_ATTRIBUTE)
          .filter((source) => source !== '')
          .map((source) => [source, { ...take(source, UNSIZED), alt: '' }]),
      ),
  };
}

/** As links name it: empty for a file that cannot be published. */
function pathOfFile(file: LocalImage | null): string | null {
  if (file === null) return null;
  return file.facts.kind === 'faulty' ? '' : encodeURI(`/${createFileOrder(file).path}`);
}

/** An image with the files that it needs. */
interface Planned {
  readonly input: Unnamed;
  readonly orders: readonly ImageOrder[];
  /** Why its local file cannot be shown. */
  readonly fault: ImageFault | null;
}

/** The place with what addresses are relative to. */
interface BasedPlace extends ImagePlace {
  readonly base: string;
}

function planImage(place: BasedPlace, source: string, size: Size): Planned {
  const { site, base, serviceUrl, recipe, localImages } = place;
  const { imageCdn } = site.integrations;
  const plain = (src: string): Planned => ({
    input: { ...size, src, srcset: null, sources: [] },
    orders: [],
    fault: null,
  });
  if (INLINE_SCHEME.test(source)) return plain(source);
  const local = localImages.get(imageKey(source, { serviceUrl, origin: site.origin }) ?? '') ?? null;
  const fault = local === null ? null : faultOf(local);
  // A browser shows the text alternative, and asks nobody. A fault of the sample stops the build.
  if (fault !== null && serviceUrl !== null) return { ...plain(NOTHING), fault };
  if (imageCdn !== null) {
    // The CDN fetches a local file from the site, which publishes it.
    const copies = local === null ? [] : [createCopyOrder(local)];
    const url = copies[0] === undefined ? absoluteUrl(source, base) : `${site.origin}/${copies[0].path}`;
    return { input: cdnImage(imageCdn, url, sizeOf(local) ?? size), orders: copies, fault };
  }
  if (local === null) return plain(absoluteUrl(source, base));
  const { orders, input } = planVariants(local, recipe.resize);
  return { input: input.width === null ? { ...input, ...size } : input, orders, fault };
}

/** Plans each image once for each box. */
function cacheImages(plan: (source: string, size: Size) => Planned) {
  const cached = new Map<string, Planned>();
  return (source: string, size: Size): Planned => {
    const key = `${size.width} ${size.height} ${source}`;
    const planned = cached.get(key) ?? plan(source, size);
    cached.set(key, planned);
    return planned;
  };
}

function faultOf({ path, facts }: LocalImage): ImageFault | null {
  return facts.kind === 'faulty' ? { source: path, what: facts.what, fix: facts.fix } : null;
}

/** Pixels. */
type Size = Pick<ImageInput, 'width' | 'height'>;

const UNSIZED: Size = { width: null, height: null };

/** The box of a local image: its file knows best. */
function sizeOf(local: LocalImage | null): Size | null {
  return local === null || !('width' in local.facts) ? null : { width: local.facts.width, height: local.facts.height };
}

/** The CDN chooses the format by itself. It gets no request for more pixels than there are. */
function cdnImage(cdn: string, url: string, size: Size): Unnamed {
  const widths = IMAGE_WIDTHS.filter((width) => size.width === null || width < size.width);
  const largest = size.width === null ? [] : [Math.min(size.width, IMAGE_WIDTHS.at(-1) ?? size.width)];
  const srcset = [...new Set([...widths, ...largest])].map((width) => `${imageRoute(cdn, url, { width })} ${width}w`);
  return { ...size, src: imageRoute(cdn, url), srcset: srcset.join(', '), sources: [] };
}
