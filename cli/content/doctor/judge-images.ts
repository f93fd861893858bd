// Finds images of origins that the build downloads nothing from. The policy of the site would block them.

import type { SiteConfig } from '../../../config/define-site.ts';
import { findTagAttributes, IMAGE_SOURCES } from '../../text/find-attributes.ts';
import { printableText } from '../../text/printable-text.ts';
import { nameOfEntry } from '../client/entry-facts.ts';
import { fileKey, isImageKey, parseFileAddress } from '../files/file-addresses.ts';
import { isAllowedOrigin } from '../files/file-client.ts';
import { type Check, missing } from './checks.ts';
import type { ServiceFacts } from './examine-service.ts';

/** One finding per origin. The image CDN loads images from everywhere. */
export function judgeImages(
  { collections, globals }: ServiceFacts,
  { content: policy, integrations, origin: own }: Pick<SiteConfig, 'content' | 'integrations' | 'origin'>,
): Check {
  const serviceUrl = policy.url ?? own;
  const places = [
    ...collections.flatMap(({ collection, entries }) =>
      entries.map((value) => ({ value, name: `${collection}: ${nameOfEntry(value)}` })),
    ),
    ...globals.map(({ name, site, value }) => ({ value, name: `${name} of ${site}` })),
  ];
  const images = places.flatMap(({ value, name }) =>
    [...listImages(value)].flatMap((address) => {
      const url = parseFileAddress(address, serviceUrl);
      const isShown =
        url === null ||
        !/^https?:$/.test(url.protocol) ||
        url.origin === new URL(own).origin ||
        isAllowedOrigin(url.origin, { serviceUrl, policy });
      return isShown ? [] : [{ origin: url.origin, url: url.href, name }];
    }),
  );
  const foreign = integrations.imageCdn === null ? Map.groupBy(images, ({ origin }) => origin) : [];
  return {
    name: 'images',
    summary: 'every origin is allowed',
    findings: [...foreign].map(([origin, [first, ...more]]) =>
      missing(
        `${more.length === 0 ? 'An image' : `${more.length + 1} images`} of ${printableText(origin, 200)}: the build downloads nothing from there, and leaves them out (${printableText(first?.name ?? '', 120)}).`,
        `Add "${printableText(origin, 200)}" to content.fileOrigins in site.config.ts.`,
      ),
    ),
  };
}

/** The addresses of assets that are images, and of `<img>` in texts, at any depth. */
function* listImages(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* value.includes('<') ? findTagAttributes(value, IMAGE_SOURCES) : [];
  else if (typeof value === 'object' && value !== null) {
    if ('url' in value && typeof value.url === 'string' && isImageAsset(value.url, value)) yield value.url;
    for (const inner of Object.values(value)) yield* listImages(inner);
  }
}

function isImageAsset(url: string, asset: object): boolean {
  return isImageKey(fileKey(url, 'https://service.invalid') ?? '') || 'width' in asset;
}
