// Warnings about content that the site leaves out or shows differently than the content service.

import { DETAIL_COLLECTIONS } from '../../../config/pages.ts';
import type { Collection, Entry } from '../../../content/collections.ts';
import { placeInList } from '../../../content/fields.ts';
import { MEDIA_SOURCES } from '../../../templates/components/rich-text-options.ts';
import type { Problem } from '../../errors.ts';
import { findTagAttributes, hasImage, IMAGE_SOURCES } from '../../text/find-attributes.ts';
import { printableText } from '../../text/printable-text.ts';
import { isFileAddress } from '../files/file-addresses.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import { findHiddenFields } from './find-hidden-fields.ts';
import { findLinkLoss, findTextLosses, listUnusualHrefs } from './find-text-losses.ts';
import type { FieldFault } from './parse-entry.ts';

/** Link fields have this key, or one that ends with it, such as `cta_link`. */
const LINK_KEY = 'link';
/** Fields that hold HTML. */
const HTML_KEYS: ReadonlySet<string> = new Set(['text', 'answer', 'sample']);
/** Sets whose `text` has no HTML. */
const PLAIN_SETS: ReadonlySet<unknown> = new Set(['cta', 'form', 'hero']);

/**
 * Finds what pages leave out of a valid entry or global: links, sets, fields; each link of a field once. Also adds the addresses of
 * images and linked files to `files`, since one walk finds both.
 */
export function findLosses(value: unknown, files: Set<string> = new Set()): readonly FieldFault[] {
  const losses: FieldFault[] = [];
  collectFrom(value, [], { losses, files });
  return [...losses, ...findHiddenFields(value)];
}

/** A set that shows nothing because its image or link is missing. */
function findEmptySet(set: Readonly<Record<string, unknown>>, field: string): FieldFault | null {
  if (set.type === 'image' && set.image === null) {
    const caption = typeof set.caption === 'string' ? ` with its caption "${printableText(set.caption, 120)}"` : '';
    const what = `The image is missing: it was deleted, never chosen, or cannot be used. The block was left out${caption}.`;
    return { code: 'BLOCK_EMPTY', field, what, fix: 'Choose an image, or remove the set' };
  }
  if (set.type === 'cta' && set.link === null) {
    const what = `The call to action "${printableText(String(set.label), 120)}" has no link: it was left out.`;
    return { code: 'BLOCK_EMPTY', field, what, fix: 'Choose a link, or remove the set' };
  }
  return null;
}

/** Collects what a walk through an entry finds. */
interface Found {
  readonly losses: FieldFault[];
  readonly files: Set<string>;
}

/** A file that visitors get after a form: no page shows or links it. */
const GATED_KEY = 'file';

/** `path` is joined only for losses: an entry has hundreds of fields. */
function collectFrom(value: unknown, path: string[], found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  const type: unknown = 'type' in value ? value.type : undefined;
  const empty = type === undefined ? null : findEmptySet({ ...value }, path.join('.'));
  if (empty !== null) found.losses.push(empty);
  const list: readonly unknown[] | null = Array.isArray(value) ? value : null;
  for (const key of Object.keys(value)) {
    const item: unknown = value[key as keyof typeof value];
    path.push(list === null ? key : String(placeInList(list, Number(key))));
    if (typeof item !== 'string') collectFrom(item, path, found);
    // The `url` of an embed is a link, that of an image is not.
    else if (isLinkKey(key) || (type === 'embed' && key === 'url')) {
      const loss = item.trim() === '' ? null : findLinkLoss(item);
      if (loss !== null) found.losses.push({ ...loss, field: path.join('.') });
      if (isFileAddress(item)) found.files.add(item.trim());
    } else if (HTML_KEYS.has(key) && !PLAIN_SETS.has(type)) collectFromText(item, path, found);
    else if (key === 'url' && 'alt' in value && path.at(-2) !== GATED_KEY) found.files.add(item);
    path.pop();
  }
}

function isLinkKey(key: string): boolean {
  return key === LINK_KEY || (key.length > LINK_KEY.length + 1 && key.endsWith(`_${LINK_KEY}`));
}

function collectFromText(html: string, path: readonly string[], { losses, files }: Found): void {
  for (const loss of findTextLosses(html)) losses.push({ ...loss, field: path.join('.') });
  for (const href of listUnusualHrefs(html)) if (isFileAddress(href)) files.add(href);
  if (hasImage(html)) for (const source of findTagAttributes(html, IMAGE_SOURCES)) files.add(source);
  for (const source of findTagAttributes(html, MEDIA_SOURCES)) if (isFileAddress(source)) files.add(source);
}

/** A path of two segments or more. */
const NESTED = /^\/[^/]+\/(?:[^/]+\/)*[^/]+\/?$/;
/** Fewer entries may have been saved in one minute. */
const FEWEST_ALIKE = 10;
/** Length of '2026-01-31T09:00'. */
const MINUTE_LENGTH = 16;

/** Finds a page that the content service nests below another one. */
export function findNestedPage(entry: Entry): FieldFault | null {
  if (!('uri' in entry) || entry.uri === null || !NESTED.test(entry.uri)) return null;
  if (entry.uri.startsWith('/page-constructor/')) return null;
  const uri = printableText(entry.uri, 120);
  return {
    code: 'PAGE_NESTED',
    field: 'uri',
    what: `The content service shows this page at ${uri}; the site has it at /${printableText(entry.slug, 120)}/: pages of the site are not nested.`,
    fix: `Add a redirect from ${uri}/, or move the page to the top level of its tree`,
  };
}

/** Statuses of Statamic; a service may send none. */
const STATUSES: readonly unknown[] = [null, 'published', 'draft', 'scheduled', 'expired'];

/** Finds an entry that is not shown because its status is none that the service documents. */
export function findUnknownStatus({ status }: Entry): FieldFault | null {
  if (STATUSES.includes(status)) return null;
  return {
    code: 'STATUS_UNKNOWN',
    field: 'status',
    what: `The content service sends the status "${printableText(status ?? '', 60)}", which is not known: the entry is not shown.`,
    fix: 'If the blueprint has a field "status", give it another handle; if not, save the entry',
  };
}

/** The rows of a collection of a site. */
interface CollectionRows {
  readonly collection: Collection;
  readonly site: string;
  readonly rows: readonly Pick<IndexRow, 'status' | 'lastModified' | 'categories'>[];
}

/** Collections whose entries are in the sitemap. */
const WITH_PAGES: ReadonlySet<Collection> = new Set([...DETAIL_COLLECTIONS, 'pages']);
const MOST_NAMED = 5;

/** Finds notices about a collection as a whole. */
export function findCollectionNotices(received: CollectionRows): readonly Problem[] {
  const { collection, site } = received;
  const found = [findExpired(received), findUntitledTerms(received), findFileTimes(received)];
  return found
    .filter((notice) => notice !== null)
    .map((notice) => ({ ...notice, severity: 'notice' as const, where: { collection, site } }));
}

type Notice = Pick<Problem, 'code' | 'what' | 'fix'> | null;

function findExpired({ rows }: CollectionRows): Notice {
  const expired = rows.filter(({ status }) => status === 'expired').length;
  if (expired === 0) return null;
  const what = `${expired} ${expired === 1 ? 'entry has' : 'entries have'} expired by the date behaviour of the collection: not shown.`;
  return { code: 'ENTRIES_EXPIRED', what, fix: 'To show them, change how the collection treats past dates.' };
}

/** Statamic sends a deleted term that entries still name like any other, with its slug as the title. */
function findUntitledTerms({ rows }: CollectionRows): Notice {
  const untitled = rows.flatMap(({ categories }) => categories.filter(({ slug, title }) => title === slug));
  const slugs = [...new Set(untitled.map(({ slug }) => `"${printableText(slug, 120)}"`))];
  if (slugs.length === 0) return null;
  const more = slugs.length > MOST_NAMED ? ` and ${slugs.length - MOST_NAMED} more` : '';
  return {
    code: 'TERMS_UNTITLED',
    what: `${slugs.length === 1 ? 'A category is' : `${slugs.length} categories are`} shown by the slug: ${slugs.slice(0, MOST_NAMED).join(', ')}${more}. The content service sends terms that were deleted or never saved like this.`,
    fix: 'Give the term a title in its taxonomy, or remove it from the entries.',
  };
}

function findFileTimes({ collection, rows }: CollectionRows): Notice {
  const minute = rows[0]?.lastModified?.slice(0, MINUTE_LENGTH);
  const areAlike = minute !== undefined && rows.every(({ lastModified }) => lastModified?.startsWith(minute) === true);
  if (!areAlike || rows.length < FEWEST_ALIKE || !WITH_PAGES.has(collection)) return null;
  return {
    code: 'LAST_MODIFIED_ALIKE',
    what: `All ${rows.length} entries were last modified in the same minute (${minute}): the time of their files, not of edits. The sitemap passes it on to search engines.`,
    fix: 'Statamic uses the file time for an entry that was never saved in the control panel: keep file times when you deploy Statamic, or save the entries once.',
  };
}
