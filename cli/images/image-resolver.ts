// Decides where pages load images from: the image CDN if one is configured, else files that the build makes of local or downloaded
// images, else the content service. Orders each file that a page names.

import { IMAGE_WIDTHS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Asset } from '../../content/fields.ts';
import type { ImageInput, ShareImageInput } from '../../templates/page-input.ts';
import { fileKey, isFileAddress, parseFileAddress } from '../content/files/file-addresses.ts';
import { absoluteUrl, imageKey, imageRoute } from './image-addresses.ts';
import type { ImageRecipe } from './image-cache.ts';
import type { ImageFault, ImageOrder, ImageOrders } from './image-order.ts';
import { type LocalImage, type LocalImages, limitImages } from './local-images.ts';
import {
  createCopyOrder,
  createFileOrder,
  isShareable,
  nameCopiesAlike,
  type PlannedImage,
  planShareImage,
  planVariants,
  type ShareText,
} from './plan-image-files.ts';

/** Resolves images of content, and collects the files that pages need. */
export interface ImageResolver {
  readonly resolve: (asset: Asset, alt: string) => ImageInput;
  /** Images of rich texts, by the value of `src`. */
  readonly findImages: (sources: readonly string[]) => Readonly<Record<string, ImageInput>>;
  /** The share image of a page; that of the brand if pages have none of their own. */
  readonly findShareImage: (text: ShareText) => ShareImageInput;
  /** The path of a linked file; empty if the file cannot be published, null if the link is not to a file of the content. */
  readonly findFile: (href: string) => string | null;
  /** The same, and orders the file. */
  readonly takeFile: (href: string) => string | null;
  /** Image URLs that start with this are not changed by parsing; null if the CDN's options come before them. */
  readonly origin: string | null;
  /** Files that pages use. */
  readonly orders: ImageOrders;
  /** What is wrong with images that pages use. */
  readonly listFaults: () => readonly ImageFault[];
}

/** Where images come from. */
export interface ImagePlace {
  readonly site: SiteConfig;
  /** URL of the content service; null for the sample content, whose images are all local. */
  readonly serviceUrl: string | null;
  readonly localImages: LocalImages;
  /** The only origin, besides that of the site, whose images pages may show; null if the site publishes all of them itself. */
  readonly shownOrigin: string | null;
  /** Part of the name of every made file. */
  readonly recipe: ImageRecipe;
}

/** Shows only the brand. */
const NO_TEXT: ShareText = { title: null, kicker: null, picture: null };

type ImageWithoutAlt = PlannedImage['input'];

/** The `src` of an image that cannot be published. */
const EMPTY_SOURCE = 'data:,';
/** URLs that contain the image itself. */
const INLINE_SCHEME = /^(data|blob):/i;

/** Creates the resolver of a build. */
export function createImageResolver(place: ImagePlace): ImageResolver {
  const { site, recipe } = place;
  const localImages = nameCopiesAlike(limitImages(place.localImages, site.content.maxImagePixels));
  const orders: ImageOrders = new Map();
  const faultByPath = new Map<string, ImageFault>();
  const plannedByKey = new Map<string, Planned>();
  const take = (source: string, size: Size): ImageWithoutAlt => {
    const plan = () => planImage({ ...place, localImages }, source, size);
    const planned = plannedByKey.getOrInsertComputed(`${size.width} ${size.height} ${source}`, plan);
    for (const order of planned.orders) orders.set(order.path, order);
    if (planned.fault !== null) faultByPath.set(planned.fault.source, planned.fault);
    return planned.input;
  };
  const findFile = (href: string): LocalImage | null => {
    if (place.serviceUrl === null || localImages.size === 0 || !isFileAddress(href)) return null;
    return localImages.get(fileKey(href, place.serviceUrl) ?? '') ?? null;
  };
  return {
    origin: site.integrations.imageCdn === null ? `${new URL(place.serviceUrl ?? site.origin).origin}/` : null,
    orders,
    findShareImage: (wanted) => {
      const text = site.build.shareImages === 'one' ? NO_TEXT : wanted;
      const { serviceUrl } = place;
      const key = text.picture === null ? null : imageKey(text.picture, { serviceUrl, origin: site.origin });
      const picture = localImages.get(key ?? '') ?? null;
      const shown = picture !== null && isShareable(picture) ? picture : null;
      const { order, image } = planShareImage(site, text, shown, recipe.share);
      orders.set(order.path, order);
      return image;
    },
    findFile: (href) => pathOfFile(findFile(href), href),
    takeFile: (href) => {
      const file = findFile(href);
      const fault = file === null ? null : faultOf(file);
      if (fault !== null) faultByPath.set(fault.source, fault);
      if (file !== null && file.facts.kind !== 'faulty') {
        const order = createFileOrder(file);
        orders.set(order.path, order);
      }
      return pathOfFile(file, href);
    },
    listFaults: () => [...faultByPath.values()],
    resolve: ({ url, width, height }, alt) => {
      const { src, srcset, sources, ...box } = take(url, { width, height });
      return { src, alt, width: box.width, height: box.height, srcset, sources };
    },
    findImages: (sources) =>
      Object.fromEntries(
        sources.filter((source) => source !== '').map((source) => [source, { ...take(source, UNSIZED), alt: '' }]),
      ),
  };
}

/** With the fragment of the link, such as `#page=2`. Empty if the file cannot be published. */
function pathOfFile(file: LocalImage | null, href: string): string | null {
  if (file === null) return null;
  const fragment = URL.parse(href, 'https://localhost')?.hash ?? '';
  return file.facts.kind === 'faulty' ? '' : `${encodeURI(`/${createFileOrder(file).path}`)}${fragment}`;
}

/** An image and the files that it needs. */
interface Planned {
  readonly input: ImageWithoutAlt;
  readonly orders: readonly ImageOrder[];
  /** What is wrong with it. */
  readonly fault: ImageFault | null;
}

function planImage(place: ImagePlace, source: string, size: Size): Planned {
  const { site, serviceUrl, recipe, localImages } = place;
  const base = serviceUrl ?? site.origin;
  const { imageCdn } = site.integrations;
  const plain = (src: string): Planned => ({
    input: { ...size, src, srcset: null, sources: [] },
    orders: [],
    fault: null,
  });
  if (INLINE_SCHEME.test(source)) return plain(source);
  const local = localImages.get(imageKey(source, { serviceUrl, origin: site.origin }) ?? '') ?? null;
  const fault = local === null ? null : local.facts.kind === 'file' ? noPicture(local) : faultOf(local);
  // Browsers show the text alternative without a request. With the sample content, the build stops instead.
  if (fault !== null && fault.kind !== 'damaged' && serviceUrl !== null) return { ...plain(EMPTY_SOURCE), fault };
  const address =
    serviceUrl === null ? absoluteUrl(source, base) : (parseFileAddress(source, serviceUrl)?.href ?? source);
  if (imageCdn !== null) {
    // The CDN loads local files from the site.
    const copies = local === null ? [] : [createCopyOrder(local)];
    const url = copies[0] === undefined ? address : `${site.origin}/${copies[0].path}`;
    return { input: cdnImage(imageCdn, url, sizeOf(local) ?? size), orders: copies, fault };
  }
  if (local === null) {
    const foreign = findForeignFault(address, place);
    return foreign === null ? plain(address) : { ...plain(EMPTY_SOURCE), fault: foreign };
  }
  const { orders, input } = planVariants(local, recipe.resize);
  return { input: input.width === null ? { ...input, ...size } : input, orders, fault };
}

/** A document or recording in the place of a picture. */
function noPicture({ path }: LocalImage): ImageFault {
  const fix = 'Choose a picture, or link to the file instead.';
  return { kind: 'no-picture', source: path, what: 'The file is not a picture.', fix };
}

function faultOf({ path, facts }: LocalImage): ImageFault | null {
  if (facts.kind === 'faulty') return { kind: 'unusable', source: path, what: facts.what, fix: facts.fix };
  const flaw = 'flaw' in facts ? (facts.flaw ?? null) : null;
  if (flaw === null) return null;
  const what = `The image is damaged or incomplete: ${flaw}. Browsers show what they can read of it.`;
  return { kind: 'damaged', source: path, what, fix: 'Export it again and replace the file.' };
}

/** Browsers load no image of another origin, because the Content-Security-Policy of the site does not name it. */
function findForeignFault(url: string, { site, serviceUrl, shownOrigin }: ImagePlace): ImageFault | null {
  const origin = URL.parse(url)?.origin ?? null;
  if (serviceUrl === null || origin === new URL(site.origin).origin || (origin !== null && origin === shownOrigin))
    return null;
  const source = imageKey(url, { serviceUrl, origin: site.origin }) ?? url;
  if (origin === null || !/^https?:/.test(url) || origin === new URL(serviceUrl).origin)
    return { kind: 'unusable', source, what: 'The image has no address on the web.', fix: 'Choose another image.' };
  const fix = `Add "${origin}" to content.fileOrigins in site.config.ts, so that the build downloads them.`;
  return { kind: 'foreign', source, what: origin, fix };
}

/** Pixels. */
type Size = Pick<ImageInput, 'width' | 'height'>;

const UNSIZED: Size = { width: null, height: null };

/** The size of a local image, from its file. */
function sizeOf(local: LocalImage | null): Size | null {
  return local === null || !('width' in local.facts) ? null : { width: local.facts.width, height: local.facts.height };
}

/** The CDN chooses the format. No width is larger than the image. */
function cdnImage(cdn: string, url: string, size: Size): ImageWithoutAlt {
  const widths = IMAGE_WIDTHS.filter((width) => size.width === null || width < size.width);
  const largest = size.width === null ? [] : [Math.min(size.width, IMAGE_WIDTHS.at(-1) ?? size.width)];
  const srcset = [...new Set([...widths, ...largest])].map((width) => `${imageRoute(cdn, url, { width })} ${width}w`);
  return { ...size, src: imageRoute(cdn, url), srcset: srcset.join(', '), sources: [] };
}
