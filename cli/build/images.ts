// Where an image is loaded from: the image CDN where one is configured, else a copy among the site's own files,
// else the content service. Relied on afterwards: an image of the site's own exists in `out/`.

import { readFileSync, statSync } from 'node:fs';
import { basename, extname, join, normalize, sep } from 'node:path';
import { IMAGE_QUALITY } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/define-site.ts';
import type { Asset } from '../../content/fields.ts';
import type { ImageInput } from '../../templates/page-input.ts';
import type { OutputFile } from '../output/output-file.ts';
import { contentHash } from './content-hash.ts';
import { findAttributes } from './find-attributes.ts';

/** How an image is to be resized (specification, section 7). */
export interface ImageOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly fit?: 'contain' | 'cover' | 'scale-down';
  /** Percent. */
  readonly quality?: number;
}

/** Resolves images of content, and remembers which local files the site needs. */
export interface ImageResolver {
  readonly resolve: (asset: Asset, alt: string) => ImageInput;
  /** Final sources of the images in some HTML, where they differ from what stands there. */
  readonly findFinalSources: (html: string) => Readonly<Record<string, string>>;
  /** The local files that were asked for, as assets of the site. */
  readonly listFiles: () => readonly OutputFile[];
}

const SOURCE_ATTRIBUTE = /<img\b(?:[^>"']|"[^"]*"|'[^']*')*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Addresses that hold the image itself. */
const INLINE_SCHEME = /^(data|blob):/i;
/** What follows the CDN's base in every resizing route. */
export const IMAGE_ROUTE_PATH = '/cdn-cgi/image/';
/** Widths offered by a CDN, in pixels. */
const CDN_WIDTHS = [480, 960, 1440];

/** The CDN's resizing route of an image (specification, section 7). Options stand in the order of the specification. */
export function imageRoute(cdn: string, url: string, options: ImageOptions = {}): string {
  const parts = [
    'metadata=copyright',
    'format=auto',
    `fit=${options.fit ?? 'contain'}`,
    `quality=${options.quality ?? IMAGE_QUALITY}`,
    ...(options.width === undefined ? [] : [`width=${options.width}`]),
    ...(options.height === undefined ? [] : [`height=${options.height}`]),
  ];
  return `${cdn}${IMAGE_ROUTE_PATH}${parts.join(',')}/${url}`;
}

/** Where images may come from. */
export interface ImagePlace {
  readonly site: SiteConfig;
  /** Public address of the content service; null for the sample, whose images are all local. */
  readonly serviceUrl: string | null;
  /** Folder of the files of `/assets/…`; null where the content has none on this machine. */
  readonly localDir: string | null;
}

/** Makes the resolver of one build. */
export function createImageResolver({ site, serviceUrl, localDir }: ImagePlace): ImageResolver {
  const { imageCdn } = site.integrations;
  const fileBySource = new Map<string, OutputFile | null>();
  const findLocal = (source: string) => {
    const known = fileBySource.get(source);
    if (known !== undefined) return known;
    const file = loadLocalImage(localDir, pathOnService(source, serviceUrl ?? site.origin));
    fileBySource.set(source, file);
    return file;
  };
  /** Where the CDN fetches it: a local file is published by the site itself. */
  const publicUrl = (source: string) => {
    const local = findLocal(source);
    return local === null ? absoluteUrl(source, serviceUrl ?? site.origin) : `${site.origin}/${local.path}`;
  };
  const resolveSource = (source: string) => {
    if (INLINE_SCHEME.test(source)) return source;
    if (imageCdn !== null) return imageRoute(imageCdn, publicUrl(source));
    const local = findLocal(source);
    return local === null ? absoluteUrl(source, serviceUrl ?? site.origin) : `/${local.path}`;
  };
  return {
    resolve: (asset, alt) => ({
      src: resolveSource(asset.url),
      alt,
      width: asset.width,
      height: asset.height,
      srcset:
        imageCdn === null || INLINE_SCHEME.test(asset.url)
          ? null
          : CDN_WIDTHS.map((width) => `${imageRoute(imageCdn, publicUrl(asset.url), { width })} ${width}w`).join(', '),
    }),
    findFinalSources: (html) =>
      Object.fromEntries(
        findAttributes(html, SOURCE_ATTRIBUTE)
          .filter((source) => source !== '')
          .map((source) => [source, resolveSource(source)] as const)
          .filter(([source, final]) => source !== final),
      ),
    // Two sources may mean one file: a path and the same as a URL.
    listFiles: () => [
      ...new Map([...fileBySource.values()].flatMap((file) => (file === null ? [] : [[file.path, file]]))).values(),
    ],
  };
}

/** A source as a URL; what is no URL stays as it is and the browser shows its text alternative. */
function absoluteUrl(source: string, base: string): string {
  return URL.parse(source, `${base}/`)?.href ?? source;
}

/** The decoded path of a source on the content service; null for other hosts and for what cannot be decoded. */
function pathOnService(source: string, serviceUrl: string): string | null {
  const url = URL.parse(source, `${serviceUrl}/`);
  if (url === null || url.origin !== new URL(serviceUrl).origin) return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
}

/** The file behind `/assets/…`, confined to its folder; null where there is none. */
function loadLocalImage(localDir: string | null, path: string | null): OutputFile | null {
  if (localDir === null || path === null || !path.startsWith('/assets/') || path.includes('\0')) return null;
  const relative = normalize(path.slice('/assets/'.length));
  if (relative.startsWith('..') || relative.startsWith(sep)) return null;
  const file = join(localDir, relative);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const content = readFileSync(file);
  const name = basename(file, extname(file)).replace(/[^A-Za-z0-9-]/g, '-');
  return {
    path: `assets/${name}-${contentHash(content)}${extname(file).toLowerCase()}`,
    content,
    kind: 'asset',
    locale: null,
    owner: null,
  };
}
