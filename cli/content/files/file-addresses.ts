// Addresses of images and files as editors write them, and the keys that identify them.

import { LINKED_FILE_TYPES } from '../../../config/constants.ts';
import { trimmed } from '../../../content/trimmed.ts';
import { contentTypeOf } from '../../publish/response-headers.ts';
import { decodePercent } from '../../text/read-address.ts';

/** Types that the build measures and resizes. */
const IMAGE_TYPES = ['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif', 'svg'];
const FILE_ADDRESS = new RegExp(
  `^(?:https?://[^/]+/|/(?!/))[^?#]*\\.(?:${[...IMAGE_TYPES, ...LINKED_FILE_TYPES].join('|')})(?:[?#]|$)`,
  'i',
);
/** Signs in the name of a picture that addresses must have encoded: "100% #1.jpg". */
const NAME_SIGNS = new RegExp(`%(?![\\da-f]{2})|#(?=[^#]*\\.(?:${IMAGE_TYPES.join('|')})$)`, 'gi');
const IMAGE_KEY = new RegExp(`\\.(?:${IMAGE_TYPES.join('|')})(?:\\?|$)`, 'i');
const EXTENSION = /\.[a-z0-9]{1,5}$/i;

export function isFileAddress(href: string): boolean {
  return FILE_ADDRESS.test(href.trim());
}

/** The URL of a file. Without a scheme it is https, as pages are, unless it is on the content service. */
export function parseFileAddress(address: string, serviceUrl: string): URL | null {
  const encoded = trimmed(address).replace(NAME_SIGNS, encodeURIComponent);
  const url = URL.parse(encoded, `${serviceUrl}/`);
  const isOther = encoded.startsWith('//') && url?.host !== new URL(serviceUrl).host;
  return isOther ? URL.parse(encoded, 'https://localhost/') : url;
}

/**
 * The key of a file: path and query on the content service, the whole URL elsewhere and where the path would be read as a host; null if
 * the address is not http or https.
 */
export function fileKey(address: string, serviceUrl: string): string | null {
  const url = parseFileAddress(address, serviceUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const { origin, pathname, search } = url;
  const isShort = origin === new URL(serviceUrl).origin && !pathname.startsWith('//');
  return `${isShort ? '' : origin}${pathname}${search}`;
}

export function isImageKey(key: string): boolean {
  return IMAGE_KEY.test(key);
}

/** The decoded file name of a key: 'Guide 2026.pdf'; empty if the path ends with a slash. */
export function fileNameOf(key: string): string {
  const name = key.replace(/\?.*$/s, '').split('/').at(-1) ?? '';
  return decodePercent(name) ?? name;
}

/** The extension of a file in lower case: from its name, else from its content type. */
export function extensionOf(key: string, contentType: string | null): string {
  const ofName = EXTENSION.exec(fileNameOf(key))?.[0].toLowerCase() ?? '';
  if (ofName !== '') return ofName;
  const typeOf = (header: string) => header.replace(/;.*/s, '').trim().toLowerCase();
  const ofType = IMAGE_TYPES.find((ending) => typeOf(contentTypeOf(`a.${ending}`)) === typeOf(contentType ?? ''));
  return ofType === undefined ? '' : `.${ofType}`;
}
