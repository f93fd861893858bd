// The resolvers of links and images for page inputs: record every lookup as a read.

import type { ImageBox, ImageResolver } from '../../images/image-resolver.ts';
import type { LinkResolver } from '../../plan/links.ts';
import type { ReadRecorder } from './read-recorder.ts';

/** Links to other sites never change, so they are not recorded. */
export function recordLinks(links: LinkResolver, reads: ReadRecorder): LinkResolver {
  const addHref = (href: string) => {
    if (links.isOwn(href)) reads.add('link', href);
  };
  return {
    ...links,
    resolve: (label, href) => {
      addHref(href.trim());
      return links.resolve(label, href);
    },
    findFinalHrefs: (hrefs) => {
      const listed = [...hrefs];
      for (const href of listed) addHref(href);
      return links.findFinalHrefs(listed);
    },
  };
}

export function recordImages(images: ImageResolver, reads: ReadRecorder): ImageResolver {
  return {
    ...images,
    resolve: (asset, alt) => {
      reads.add('image', imageReadKey(asset));
      return images.resolve(asset, alt);
    },
    findImages: (html) => {
      const found = images.findImages(html);
      for (const url of Object.keys(found)) reads.add('image', imageReadKey({ url, width: null, height: null }));
      return found;
    },
    findShareImage: (text) => {
      reads.add('share-image', JSON.stringify(text));
      return images.findShareImage(text);
    },
  };
}

/** Key of an image's read: `1200x630 /assets/chart.png`. */
function imageReadKey({ url, width, height }: ImageBox): string {
  return `${width ?? ''}x${height ?? ''} ${url}`;
}

/** The inverse of {@link imageReadKey}. */
export function parseImageRead(key: string): ImageBox {
  const [, width = '', height = '', url = ''] = /^(\d*)x(\d*) (.*)$/s.exec(key) ?? [];
  return { url, width: width === '' ? null : Number(width), height: height === '' ? null : Number(height) };
}
