// Where an image is loaded from: the image CDN where one is configured, else a copy among the site's own files,
// else the content service. Relied on afterwards: an image of the site's own exists in `out/`.

import { existsSync, readFileSync } from 'node:fs';
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

const SOURCE_ATTRIBUTE = /<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
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
  return `${cdn}/cdn-cgi/image/${parts.join(',')}/${url}`;
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
  const absolute = (source: string) => new URL(source, `${serviceUrl ?? site.origin}/`).href;
  const findLocal = (source: string) => {
    const known = fileBySource.get(source);
    if (known !== undefined) return known;
    const file = loadLocalImage(localDir, pathOnService(source, serviceUrl ?? site.origin));
    fileBySource.set(source, file);
    return file;
  };
  const resolveSource = (source: string) => {
    if (imageCdn !== null) return imageRoute(imageCdn, absolute(source));
    const local = findLocal(source);
    return local === null ? absolute(source) : `/${local.path}`;
  };
  return {
    resolve: (asset, alt) => ({
      src: resolveSource(asset.url),
      alt,
      width: asset.width,
      height: asset.height,
      srcset:
        imageCdn === null
          ? null
          : CDN_WIDTHS.map((width) => `${imageRoute(imageCdn, absolute(asset.url), { width })} ${width}w`).join(', '),
    }),
    findFinalSources: (html) =>
      Object.fromEntries(
        findAttributes(html, SOURCE_ATTRIBUTE)
          .filter((source) => source !== '' && !/^(data|blob):/i.test(source))
          .map((source) => [source, resolveSource(source)] as const)
          .filter(([source, final]) => source !== final),
      ),
    listFiles: () => [...fileBySource.values()].filter((file) => file !== null),
  };
}

/** The path of a source on the content service; null for other hosts. */
function pathOnService(source: string, serviceUrl: string): string | null {
  if (!URL.canParse(source, `${serviceUrl}/`)) return null;
  const url = new URL(source, `${serviceUrl}/`);
  return url.origin === new URL(serviceUrl).origin ? decodeURI(url.pathname) : null;
}

/** The file behind `/assets/…`, confined to its folder; null where there is none. */
function loadLocalImage(localDir: string | null, path: string | null): OutputFile | null {
  if (localDir === null || path === null || !path.startsWith('/assets/')) return null;
  const relative = normalize(path.slice('/assets/'.length));
  if (relative.startsWith('..') || relative.startsWith(sep)) return null;
  const file = join(localDir, relative);
  if (!existsSync(file)) return null;
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
