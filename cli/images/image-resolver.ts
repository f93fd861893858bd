// Where an image is loaded from: the image CDN where one is configured, else files that the build makes of a local one,
// else the content service. Relied on afterwards: every file that a page names was ordered.

import { IMAGE_WIDTHS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Asset } from '../../content/fields.ts';
import type { ImageInput } from '../../templates/page-input.ts';
import { findAttributes } from '../text/find-attributes.ts';
import { absoluteUrl, findLocalPath, imageRoute, SOURCE_ATTRIBUTE } from './image-addresses.ts';
import type { ImageFault, ImageOrders } from './image-order.ts';
import type { ImageRecipe } from './image-recipe.ts';
import type { LocalImage, LocalImages } from './local-images.ts';
import {
  createCopyOrder,
  type PlannedImage,
  planShareImage,
  planVariants,
  type ShareImage,
  type ShareText,
} from './plan-image-files.ts';

/** Resolves images of content, and remembers which files the site needs. */
export interface ImageResolver {
  readonly resolve: (asset: Asset, alt: string) => ImageInput;
  /** The images in some HTML by their source as it stands there. */
  readonly findImages: (html: string) => Readonly<Record<string, ImageInput>>;
  /** The card of a page for social networks, as a file of the site; the brand's own where pages have none. */
  readonly findShareImage: (text: ShareText) => ShareImage;
  /** What begins with it is the address of an image as parsing it leaves it; null where options of the CDN stand before one. */
  readonly origin: string | null;
  /** Files that were asked for. */
  readonly orders: ImageOrders;
  /** Local images that were asked for and cannot be shown. */
  readonly listFaults: () => readonly ImageFault[];
}

/** Where images may come from. */
export interface ImagePlace {
  readonly site: SiteConfig;
  /** Public address of the content service; null for the sample, whose images are all local. */
  readonly serviceUrl: string | null;
  readonly localImages: LocalImages;
  /** Part of the name of every made file. */
  readonly recipe: ImageRecipe;
}

/** The card of the brand alone. */
const NO_TEXT: ShareText = { title: null, kicker: null };

type Unnamed = PlannedImage['input'];

/** Addresses that hold the image itself. */
const INLINE_SCHEME = /^(data|blob):/i;

/** Makes the resolver of one build. */
export function createImageResolver(place: ImagePlace): ImageResolver {
  const { site, recipe } = place;
  const base = place.serviceUrl ?? site.origin;
  const asked: AskedImages = { ...place, base, orders: new Map(), faultByPath: new Map() };
  const find = rememberImages((source, size) => createImage(asked, source, size));
  const takeCard = (text: ShareText): ShareImage => {
    const planned = planShareImage(site, text, recipe.share);
    asked.orders.set(planned.order.path, planned.order);
    return planned.image;
  };
  let brandCard: ShareImage | null = null;
  return {
    origin: site.integrations.imageCdn === null ? `${new URL(base).origin}/` : null,
    orders: asked.orders,
    findShareImage: site.build.shareImages === 'one' ? () => (brandCard ??= takeCard(NO_TEXT)) : takeCard,
    listFaults: () => [...asked.faultByPath.values()],
    resolve: ({ url, width, height }, alt) => {
      const image = find(url, { width, height });
      const { src, srcset, sources } = image;
      return { src, alt, width: image.width, height: image.height, srcset, sources };
    },
    findImages: (html) =>
      Object.fromEntries(
        findAttributes(html, SOURCE_ATTRIBUTE)
          .filter((source) => source !== '')
          .map((source) => [source, { ...find(source, UNSIZED), alt: '' }]),
      ),
  };
}

/** What was asked for so far. */
interface AskedImages extends ImagePlace {
  /** What addresses are relative to. */
  readonly base: string;
  readonly orders: ImageOrders;
  readonly faultByPath: Map<string, ImageFault>;
}

function createImage(asked: AskedImages, source: string, size: Size): Unnamed {
  const { site, base, recipe } = asked;
  const { imageCdn } = site.integrations;
  if (INLINE_SCHEME.test(source)) return { ...size, src: source, srcset: null, sources: [] };
  const local = findLocal(asked, source);
  if (imageCdn !== null) return cdnImage(imageCdn, publicUrl(asked, source, local), sizeOf(local) ?? size);
  if (local === null) return { ...size, src: absoluteUrl(source, base), srcset: null, sources: [] };
  const { orders, input } = planVariants(local, recipe.resize);
  for (const order of orders) asked.orders.set(order.path, order);
  return input.width === null ? { ...input, ...size } : input;
}

function findLocal({ localImages, base, faultByPath }: AskedImages, source: string): LocalImage | null {
  const local = localImages.get(findLocalPath(source, base) ?? '');
  if (local?.facts.kind === 'faulty') {
    const { what, fix } = local.facts;
    faultByPath.set(local.path, { source: local.path, what, fix });
  }
  return local ?? null;
}

/** Where the CDN fetches it: a local file is published by the site itself. */
function publicUrl({ site, base, orders }: AskedImages, source: string, local: LocalImage | null): string {
  if (local === null) return absoluteUrl(source, base);
  const copy = createCopyOrder(local);
  orders.set(copy.path, copy);
  return `${site.origin}/${copy.path}`;
}

/** Makes each image once for each box that is asked for. */
function rememberImages(create: (source: string, size: Size) => Unnamed) {
  const imagesBySource = new Map<string, SizedImage[]>();
  return (source: string, size: Size): Unnamed => {
    const known = imagesBySource.get(source);
    // Hardly one has several.
    for (const { width, height, image } of known ?? [])
      if (width === size.width && height === size.height) return image;
    const image = create(source, size);
    if (known === undefined) imagesBySource.set(source, [{ ...size, image }]);
    else known.push({ ...size, image });
    return image;
  };
}

/** Pixels. */
type Size = Pick<ImageInput, 'width' | 'height'>;

/** An image, and the box that was asked for. */
interface SizedImage extends Size {
  readonly image: Unnamed;
}

const UNSIZED: Size = { width: null, height: null };

/** The box of a local image: its file knows best. */
function sizeOf(local: LocalImage | null): Size | null {
  return local === null || !('width' in local.facts) ? null : { width: local.facts.width, height: local.facts.height };
}

/** The CDN chooses the format by itself. It is never asked for more pixels than there are. */
function cdnImage(cdn: string, url: string, size: Size): Unnamed {
  const widths = IMAGE_WIDTHS.filter((width) => size.width === null || width < size.width);
  const largest = size.width === null ? [] : [Math.min(size.width, IMAGE_WIDTHS.at(-1) ?? size.width)];
  const srcset = [...new Set([...widths, ...largest])].map((width) => `${imageRoute(cdn, url, { width })} ${width}w`);
  return { ...size, src: imageRoute(cdn, url), srcset: srcset.join(', '), sources: [] };
}
