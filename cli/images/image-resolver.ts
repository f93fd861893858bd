// Where an image is loaded from: the image CDN where one is configured, else files that the build makes of a local one,
// else the content service. Relied on afterwards: every file that a page names was ordered.

import { IMAGE_WIDTHS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Asset } from '../../content/fields.ts';
import type { ImageInput } from '../../templates/page-input.ts';
import { findAttributes } from '../text/find-attributes.ts';
import type { ImageFault, ImageOrders } from './image-order.ts';
import type { ImageRecipe } from './image-recipe.ts';
import { imageRoute } from './image-route.ts';
import type { LocalImage, LocalImages } from './local-images.ts';
import { absoluteUrl, findLocalPath } from './local-path.ts';
import { planShareImage, type ShareImage, type ShareText } from './plan-share-image.ts';
import { createCopyOrder, type PlannedImage, planVariants } from './plan-variants.ts';
import { SOURCE_ATTRIBUTE } from './source-attribute.ts';

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
export function createImageResolver({ site, serviceUrl, localImages, recipe }: ImagePlace): ImageResolver {
  const { imageCdn } = site.integrations;
  const base = serviceUrl ?? site.origin;
  const orders: ImageOrders = new Map();
  const faultByPath = new Map<string, ImageFault>();
  const imagesBySource = new Map<string, SizedImage[]>();

  const findLocal = (source: string): LocalImage | null => {
    const local = localImages.get(findLocalPath(source, base) ?? '');
    if (local?.facts.kind === 'faulty') {
      const { what, fix } = local.facts;
      faultByPath.set(local.path, { source: local.path, what, fix });
    }
    return local ?? null;
  };
  const takeOrders = ({ orders: planned, input }: PlannedImage): Unnamed => {
    for (const order of planned) orders.set(order.path, order);
    return input;
  };
  const takeCard = (text: ShareText): ShareImage => {
    const planned = planShareImage(site, text, recipe.share);
    orders.set(planned.order.path, planned.order);
    return planned.image;
  };
  let brandCard: ShareImage | null = null;
  /** Where the CDN fetches it: a local file is published by the site itself. */
  const publicUrl = (source: string, local: LocalImage | null): string => {
    if (local === null) return absoluteUrl(source, base);
    const copy = createCopyOrder(local);
    orders.set(copy.path, copy);
    return `${site.origin}/${copy.path}`;
  };
  const create = (source: string, size: Size): Unnamed => {
    if (INLINE_SCHEME.test(source)) return { ...size, src: source, srcset: null, sources: [] };
    const local = findLocal(source);
    if (imageCdn !== null) return cdnImage(imageCdn, publicUrl(source, local), sizeOf(local) ?? size);
    if (local === null) return { ...size, src: absoluteUrl(source, base), srcset: null, sources: [] };
    const image = takeOrders(planVariants(local, recipe.resize));
    return image.width === null ? { ...image, ...size } : image;
  };
  const find = (source: string, size: Size): Unnamed => {
    const known = imagesBySource.get(source);
    // Hardly one has several.
    for (const { width, height, image } of known ?? [])
      if (width === size.width && height === size.height) return image;
    const image = create(source, size);
    if (known === undefined) imagesBySource.set(source, [{ ...size, image }]);
    else known.push({ ...size, image });
    return image;
  };
  return {
    origin: imageCdn === null ? `${new URL(base).origin}/` : null,
    orders,
    findShareImage: site.build.shareImages === 'one' ? () => (brandCard ??= takeCard(NO_TEXT)) : takeCard,
    listFaults: () => [...faultByPath.values()],
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
