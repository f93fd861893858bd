// Warnings about content that the site leaves out or shows differently than the content service. Links are checked by the
// functions that print them, so that the warnings name exactly the links that are left out.

import type sanitizer from 'sanitize-html';
import { DETAIL_COLLECTIONS } from '../../../config/pages.ts';
import type { Collection, Entry } from '../../../content/collections.ts';
import { resolveLink } from '../../../templates/components/resolve-link.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import { requirePackage } from '../../files/project.ts';
import { findAttributes, SOURCE_ATTRIBUTE } from '../../text/find-attributes.ts';
import { printableText } from '../../text/printable-text.ts';
import { isFileAddress } from '../files/file-addresses.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';

/** Something that a page leaves out. */
interface Loss {
  readonly code: 'LINK_UNSAFE' | 'LINK_EMPTY' | 'BLOCK_EMPTY';
  /** Path of the field. */
  readonly field: string;
  readonly what: string;
  /** Without the place: " at …" follows. */
  readonly fix: string;
}

/** Link fields have this key, or one that ends with it, such as `cta_link`. */
const LINK_KEY = 'link';
/** Fields that hold HTML. */
const HTML_KEYS: ReadonlySet<string> = new Set(['text', 'answer']);
/** To check a link only its scheme and form matter. */
const RULES = { origin: 'https://www.example.com', finalHrefs: {} };
const HREF = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** The usual target: a plain path, or a plain URL of another site (see resolve-link.ts). */
const PLAIN_TARGET =
  /(?:\/(?:[\w~-][\w.~-]*\/)*|https:\/\/(?!xn--)(?:[a-z0-9][a-z0-9-]*\.(?!xn--))+[a-z]{2,}\/(?:[\w~-][\w.~-]*\/)*[\w~-]*)/
    .source;
/** An href that is not plain. Most texts have none, so one search checks all of their links. */
const UNUSUAL_HREF = new RegExp(`href\\s*=(?!"${PLAIN_TARGET}")`, 'i');
/** An entity where a scheme may be: the quick check decodes only some entities. */
const ENTITY_FIRST = /^[^/?#]*&/;

/**
 * Finds the links and sets of a valid entry or global that its pages leave out; each link of a field once. `findPlace` is called
 * only if there are any. Also adds the addresses of images and linked files to `files`, since one walk finds both.
 */
export function findUnsafeLinks(
  value: unknown,
  findPlace: () => ProblemPlace,
  files: Set<string> = new Set(),
): readonly Problem[] {
  const losses: Loss[] = [];
  collectFrom(value, [], { losses, files });
  if (losses.length === 0) return [];
  const place = findPlace();
  const at = place.editUrl === undefined ? 'in the control panel' : `at ${place.editUrl}`;
  return losses.map(({ code, field, what, fix }) => ({
    code,
    severity: 'warning',
    where: { ...place, field: printableText(field, 200) },
    what,
    fix: `${fix} ${at}, publish, and build again.`,
  }));
}

/** Statamic empties the address of a link whose entry or file was deleted. */
function describeLink(field: string, href: string): Loss {
  if (href.trim() === '') {
    const what =
      'A link has no address, perhaps because its entry or file was deleted: its text is shown without the link.';
    return { code: 'LINK_EMPTY', field, what, fix: 'Choose another target, or remove the link' };
  }
  const what = `The link "${printableText(href, 120)}" is not a web, e-mail or phone address: it was left out.`;
  return { code: 'LINK_UNSAFE', field, what, fix: 'Enter a site path such as "/about/" or a full URL' };
}

/** A set that shows nothing because its image or link is missing. */
function findEmptySet(set: Readonly<Record<string, unknown>>, field: string): Loss | null {
  if (set.type === 'image' && set.image === null) {
    const caption = typeof set.caption === 'string' ? ` with its caption "${printableText(set.caption, 120)}"` : '';
    const what = `The image was deleted or never chosen: it was left out${caption}.`;
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
  readonly losses: Loss[];
  readonly files: Set<string>;
}

/** Quick, as most texts have no image. */
const mayHaveImage = (html: string) => html.includes('<i') || html.includes('<I');
/** A file that visitors get after a form: no page shows or links it. */
const GATED_KEY = 'file';

/** `path` is joined only for losses: an entry has hundreds of fields. */
function collectFrom(value: unknown, path: string[], found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  const empty = 'type' in value ? findEmptySet({ ...value }, path.join('.')) : null;
  if (empty !== null) found.losses.push(empty);
  const isEmbed = 'type' in value && value.type === 'embed';
  for (const key of Object.keys(value)) {
    const item: unknown = value[key as keyof typeof value];
    path.push(key);
    if (typeof item !== 'string') collectFrom(item, path, found);
    // The `url` of an embed is a link, that of an image is not.
    else if (isLinkKey(key) || (isEmbed && key === 'url')) {
      if (item.trim() !== '' && isUnsafe(item)) found.losses.push(describeLink(path.join('.'), item));
      if (isFileAddress(item)) found.files.add(item.trim());
    } else if (HTML_KEYS.has(key)) {
      for (const href of findUnsafeHrefs(item, found.files)) found.losses.push(describeLink(path.join('.'), href));
      if (mayHaveImage(item)) for (const source of findAttributes(item, SOURCE_ATTRIBUTE)) found.files.add(source);
    } else if (key === 'url' && 'alt' in value && path.at(-2) !== GATED_KEY) found.files.add(item);
    path.pop();
  }
}

function isLinkKey(key: string): boolean {
  return key === LINK_KEY || (key.length > LINK_KEY.length + 1 && key.endsWith(`_${LINK_KEY}`));
}

function isUnsafe(href: string): boolean {
  return href.trim() === '' || resolveLink(href, RULES) === null;
}

/** Parses only the few texts whose links look unusual. Adds linked files to `files`. */
function findUnsafeHrefs(html: string, files: Set<string>): readonly string[] {
  if (!UNUSUAL_HREF.test(html)) return [];
  const hrefs = findAttributes(html, HREF);
  for (const href of hrefs) if (isFileAddress(href)) files.add(href);
  const isSuspect = hrefs.some((href) => ENTITY_FIRST.test(href) || isUnsafe(href));
  return isSuspect ? [...new Set(listHrefs(html).filter(isUnsafe))] : [];
}

/** The hrefs of links, as the sanitiser reads them. */
function listHrefs(html: string): readonly string[] {
  // Few texts need it.
  const sanitizeHtml: typeof sanitizer = requirePackage('sanitize-html');
  const hrefs: string[] = [];
  sanitizeHtml(html, {
    allowedTags: ['a'],
    transformTags: {
      a: (tagName, attribs) => {
        if (attribs.href !== undefined) hrefs.push(attribs.href);
        return { tagName, attribs: {} };
      },
    },
  });
  return hrefs;
}

/** A path of two segments or more. */
const NESTED = /^\/[^/]+\/(?:[^/]+\/)*[^/]+\/?$/;
/** Fewer entries may have been saved in one minute. */
const FEWEST_ALIKE = 10;
/** Length of '2026-01-31T09:00'. */
const MINUTE_LENGTH = 16;

/** Warns about a page that the content service nests below another one; null for any other entry. */
export function findNestedPage(entry: Entry, findPlace: () => ProblemPlace): Problem | null {
  if (!('uri' in entry) || entry.uri === null || !NESTED.test(entry.uri)) return null;
  if (entry.uri.startsWith('/page-constructor/')) return null;
  return {
    code: 'PAGE_NESTED',
    severity: 'warning',
    where: { ...findPlace(), field: 'uri' },
    what: `The content service shows this page at ${printableText(entry.uri, 120)}; the site has it at /${printableText(entry.slug, 120)}/: pages of the site are not nested.`,
    fix: `Move the page to the top level of its tree, or add a redirect from ${printableText(entry.uri, 120)}/.`,
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
  return [findExpired(received), findUntitledTerms(received), findFileTimes(received)].flatMap((notice) =>
    notice === null ? [] : [{ ...notice, severity: 'notice' as const, where: { collection, site } }],
  );
}

type Notice = Pick<Problem, 'code' | 'what' | 'fix'> | null;

function findExpired({ rows }: CollectionRows): Notice {
  const expired = rows.reduce((count, { status }) => count + (status === 'expired' ? 1 : 0), 0);
  if (expired === 0) return null;
  return {
    code: 'ENTRIES_EXPIRED',
    what: `${expired} ${expired === 1 ? 'entry has' : 'entries have'} expired by the date behaviour of the collection: not shown.`,
    fix: 'To show them, change how the collection treats past dates.',
  };
}

/** Statamic sends a deleted term that entries still name like any other, with its slug as the title. */
function findUntitledTerms({ rows }: CollectionRows): Notice {
  const slugs = new Set<string>();
  for (const { categories } of rows)
    for (const { slug, title } of categories) if (title === slug) slugs.add(printableText(slug, 120));
  if (slugs.size === 0) return null;
  const named = [...slugs].slice(0, MOST_NAMED).map((slug) => `"${slug}"`);
  const more = slugs.size > MOST_NAMED ? ` and ${slugs.size - MOST_NAMED} more` : '';
  return {
    code: 'TERMS_UNTITLED',
    what: `${slugs.size === 1 ? 'A category is' : `${slugs.size} categories are`} shown by the slug: ${named.join(', ')}${more}. The content service sends terms that were deleted or never saved like this.`,
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
