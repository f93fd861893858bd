// Names for texts that look alike, so that one cannot be passed as the other. They are plain strings at run time. zod has the same
// names: `z.string().brand<'SitePath'>()` is a SitePath.

import type { core } from 'zod';
import type { EntryRef } from '../errors.ts';

/** Decoded, NFC-normalized, without the folder of the site: '/es/blog/', '/ads.txt'. */
export type SitePath = string & core.$brand<'SitePath'>;

/** Encoded, with the folder of the site, for HTML: '/site/es/blog/'. */
export type Href = string & core.$brand<'Href'>;

/** A file relative to the out folder, with '/', decoded: 'es/blog/index.html'. */
export type OutPath = string & core.$brand<'OutPath'>;

/** Names a text that is a site path where it is made: from tables, slugs and stored rows. */
export const toSitePath = (text: string): SitePath => text as SitePath;

/** Names a text that is a path in the out folder where it is made. Check foreign ones with `isOutPath`. */
export const toOutPath = (text: string): OutPath => text as OutPath;

/** Identifies an entry or global of the content. */
export type ContentKey = string & core.$brand<'ContentKey'>;

export const contentKeyOf = ({ collection, site, id }: EntryRef): ContentKey =>
  `${collection} ${site} ${id}` as ContentKey;

/** A hash as text: SHA-256 in lower-case hex, or a short one for comparisons. */
export type Digest = string & core.$brand<'Digest'>;

/** Names a text that is a digest where it is made or read. */
export const toDigest = (text: string): Digest => text as Digest;
