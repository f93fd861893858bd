// Warnings about content that the site leaves out or shows differently than the content service. Links are checked by the same
// functions that print links, so that exactly the links that are left out are reported.

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

/** What a page leaves out, by the path of its field. */
interface Loss {
  readonly code: 'LINK_UNSAFE' | 'LINK_EMPTY' | 'BLOCK_EMPTY';
  readonly field: string;
  readonly what: string;
  /** What the editor can do, before "at …". */
  readonly fix: string;
}

/** Keys of link fields: this one, and those that end in it, such as `cta_link`. */
const LINK_KEY = 'link';
/** Keys of texts that are printed as rich text. */
const HTML_KEYS: ReadonlySet<string> = new Set(['text', 'answer']);
/** Only its scheme and form count here. */
const RULES = { origin: 'https://www.example.com', finalHrefs: {} };
const HREF = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Where most hrefs lead: a plain path, or a plain address of another site without a file (see resolve-link.ts). */
const PLAIN_TARGET =
  /(?:\/(?:[\w~-][\w.~-]*\/)*|https:\/\/(?!xn--)(?:[a-z0-9][a-z0-9-]*\.(?!xn--))+[a-z]{2,}\/(?:[\w~-][\w.~-]*\/)*[\w~-]*)/
    .source;
/** An href that is not plain. Most texts have none, so that one search checks all of their links. */
const UNUSUAL_HREF = new RegExp(`href\\s*=(?!"${PLAIN_TARGET}")`, 'i');
/** An entity where a scheme may be: the quick check does not decode all of them. */
const ENTITY_FIRST = /^[^/?#]*&/;

/**
 * Warnings about links and sets of a valid entry or global that its pages leave out; each link of a field once. `findPlace` is
 * called only if there are any. `files` takes the addresses of images and linked files, as they are written: one walk finds both.
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

/** A link that leads nowhere. Statamic empties the address of one whose entry or file was deleted. */
function describeLink(field: string, href: string): Loss {
  if (href.trim() === '') {
    const what = 'A link has no address, as one to a deleted entry or file: its text stays without the link.';
    return { code: 'LINK_EMPTY', field, what, fix: 'Choose another target, or take the link out' };
  }
  const what = `The link "${printableText(href, 120)}" is no address of the web, of mail or of a telephone: it was left out.`;
  return { code: 'LINK_UNSAFE', field, what, fix: 'Write a site path such as "/about/" or a whole address' };
}

/** A set that shows nothing, because its image or link was deleted or never chosen. */
function findEmptySet(set: Readonly<Record<string, unknown>>, field: string): Loss | null {
  if (set.type === 'image' && set.image === null) {
    const caption = typeof set.caption === 'string' ? ` with its caption "${printableText(set.caption, 120)}"` : '';
    const what = `The image was deleted or never chosen: it was left out${caption}.`;
    return { code: 'BLOCK_EMPTY', field, what, fix: 'Choose an image, or take the set out' };
  }
  if (set.type === 'cta' && set.link === null) {
    const what = `The call to action "${printableText(String(set.label), 120)}" has no link: it was left out.`;
    return { code: 'BLOCK_EMPTY', field, what, fix: 'Choose where it leads, or take the set out' };
  }
  return null;
}

/** What a walk through an entry found. */
interface Found {
  readonly losses: Loss[];
  readonly files: Set<string>;
}

/** A quick look: most texts have no image. */
const mayHaveImage = (html: string) => html.includes('<i') || html.includes('<I');
/** Field of a file that visitors get after a form: no page shows or links it. */
const GATED_KEY = 'file';

/** Paths of fields are joined only for losses: an entry has hundreds of fields. */
function collectFrom(value: unknown, path: string[], found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  const empty = 'type' in value ? findEmptySet({ ...value }, path.join('.')) : null;
  if (empty !== null) found.losses.push(empty);
  const isEmbed = 'type' in value && value.type === 'embed';
  for (const key of Object.keys(value)) {
    const item: unknown = value[key as keyof typeof value];
    path.push(key);
    if (typeof item !== 'string') collectFrom(item, path, found);
    // The `url` of an embed is a link too, that of an image is not.
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

/** A quick check finds the few texts that have to be parsed by the sanitiser. `files` takes the files that are linked. */
function findUnsafeHrefs(html: string, files: Set<string>): readonly string[] {
  if (!UNUSUAL_HREF.test(html)) return [];
  const hrefs = findAttributes(html, HREF);
  for (const href of hrefs) if (isFileAddress(href)) files.add(href);
  const isSuspect = hrefs.some((href) => ENTITY_FIRST.test(href) || isUnsafe(href));
  return isSuspect ? [...new Set(listHrefs(html).filter(isUnsafe))] : [];
}

/** The hrefs of links, as the sanitiser reads them. */
function listHrefs(html: string): readonly string[] {
  // Loaded for the few texts that need it.
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

/** Two segments or more. */
const NESTED = /^\/[^/]+\/(?:[^/]+\/)*[^/]+\/?$/;
/** Fewer entries may well be saved in one minute. */
const FEWEST_ALIKE = 10;
/** Of '2026-01-31T09:00', a minute. */
const MINUTE_LENGTH = 16;

/** The warning of a page that its service shows below another one; null for any other entry. */
export function findNestedPage(entry: Entry, findPlace: () => ProblemPlace): Problem | null {
  if (!('uri' in entry) || entry.uri === null || !NESTED.test(entry.uri)) return null;
  if (entry.uri.startsWith('/page-constructor/')) return null;
  return {
    code: 'PAGE_NESTED',
    severity: 'warning',
    where: { ...findPlace(), field: 'uri' },
    what: `The content service shows this page at ${printableText(entry.uri, 120)}; the site has it at /${printableText(entry.slug, 120)}/: pages stand side by side here.`,
    fix: `Move the page to the top level of its tree, or add a redirect from ${printableText(entry.uri, 120)}/.`,
  };
}

/** A collection of a site. */
interface ReceivedRows {
  readonly collection: Collection;
  readonly site: string;
  readonly rows: readonly Pick<IndexRow, 'status' | 'lastModified' | 'categories'>[];
}

/** Collections whose entries have pages, and so a line in the sitemap. */
const WITH_PAGES: ReadonlySet<Collection> = new Set([...DETAIL_COLLECTIONS, 'pages']);
const MOST_NAMED = 5;

/** Notices about a collection as a whole. */
export function findCollectionNotices(received: ReceivedRows): readonly Problem[] {
  const { collection, site } = received;
  return [findExpired(received), findUntitledTerms(received), findFileTimes(received)].flatMap((notice) =>
    notice === null ? [] : [{ ...notice, severity: 'notice' as const, where: { collection, site } }],
  );
}

type Notice = Pick<Problem, 'code' | 'what' | 'fix'> | null;

function findExpired({ rows }: ReceivedRows): Notice {
  const expired = rows.reduce((count, { status }) => count + (status === 'expired' ? 1 : 0), 0);
  if (expired === 0) return null;
  return {
    code: 'ENTRIES_EXPIRED',
    what: `${expired} ${expired === 1 ? 'entry is' : 'entries are'} expired by the date behaviour of the collection, and not shown.`,
    fix: 'Nothing needs to be done, unless they are wanted: then change how the collection treats past dates.',
  };
}

/** Statamic sends a term that entries name and that has no file like any other, with its slug as its title. */
function findUntitledTerms({ rows }: ReceivedRows): Notice {
  const slugs = new Set<string>();
  for (const { categories } of rows)
    for (const { slug, title } of categories) if (title === slug) slugs.add(printableText(slug, 120));
  if (slugs.size === 0) return null;
  const named = [...slugs].slice(0, MOST_NAMED).map((slug) => `"${slug}"`);
  const more = slugs.size > MOST_NAMED ? ` and ${slugs.size - MOST_NAMED} more` : '';
  return {
    code: 'TERMS_UNTITLED',
    what: `${slugs.size === 1 ? 'A category is' : `${slugs.size} categories are`} shown by the slug: ${named.join(', ')}${more}. A term that was deleted or never saved comes like this.`,
    fix: 'Give the term a title in its taxonomy, or take it out of the entries.',
  };
}

function findFileTimes({ collection, rows }: ReceivedRows): Notice {
  const minute = rows[0]?.lastModified?.slice(0, MINUTE_LENGTH);
  const areAlike = minute !== undefined && rows.every(({ lastModified }) => lastModified?.startsWith(minute) === true);
  if (!areAlike || rows.length < FEWEST_ALIKE || !WITH_PAGES.has(collection)) return null;
  return {
    code: 'LAST_MODIFIED_ALIKE',
    what: `All ${rows.length} entries say that they were changed in the minute of ${minute}: the time of files, not of edits. The sitemap tells search engines so.`,
    fix: 'Statamic has no other time for an entry that was never saved in its control panel: keep the times of files when you deploy it, or save the entries once.',
  };
}
