// Warnings about content that the site leaves out or shows differently than the content service.

import type * as z from 'zod';
import { findEmptyPart } from '../../../content/blocks.ts';
import {
  COLLECTIONS,
  type Collection,
  type Entry,
  SECTIONS,
  section as sectionSchema,
} from '../../../content/collections.ts';
import { type Editing, editingOf } from '../../../content/editing.ts';
import { filledOf, isBlankHtml, placeInList } from '../../../content/fields.ts';
import { MEDIA_SOURCES } from '../../../templates/components/rich-text-options.ts';
import type { Problem } from '../../errors.ts';
import { findTagAttributes, hasImage, IMAGE_SOURCES } from '../../text/find-attributes.ts';
import { printableText } from '../../text/printable-text.ts';
import { isObject } from '../client/entry-facts.ts';
import { isFileAddress } from '../files/file-addresses.ts';
import type { IndexRow } from '../snapshot/content-snapshot.ts';
import { findLinkLoss, findTextLosses, listUnusualHrefs } from './find-text-losses.ts';
import type { FieldFault } from './parse-entry.ts';

/** Link fields have this key, or one that ends with it, such as `cta_link`. */
const LINK_KEY = 'link';
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

/** A set that shows nothing because its image, link or list is missing. */
function findEmptySet(set: Readonly<Record<string, unknown>>, field: string): FieldFault | null {
  const part = findEmptyPart(set);
  if (part === null) return null;
  const text = [set.caption, set.label, set.title].find((each) => typeof each === 'string');
  const name = text === undefined ? '' : ` "${printableText(text, 120)}"`;
  const what = `The field "${part}" of the set "${set.type}"${name} is empty: deleted, never filled in, or not usable. The set is left out.`;
  return { code: 'BLOCK_EMPTY', field, what, fix: 'Fill in the field, or remove the set' };
}

interface Found {
  readonly losses: FieldFault[];
  readonly files: Set<string>;
}

/** Markup in a text that has none. */
const MARKUP =
  /<\/?(?:a|b|blockquote|br|center|code|div|em|embed|figure|font|h[1-6]|hr|i|iframe|img|li|mark|object|ol|p|pre|s|section|small|span|strong|style|su[bp]|svg|t(?:able|[dhr])|u|ul|video)\b[^<>]*>|<\/script>|&(?:[a-z]{2,8}|#x?[\da-f]{2,6});/i;
/** What pages show as it is written, though it is no text. */
const SIGNS = new RegExp(
  [
    // Markdown: bold words, headings, links, code, tables and footnotes.
    /(?<![\p{L}\p{N}*])\*\*(?=[\p{L}\p{N}\p{Pi}\p{Sc}"'¿¡(])[^*<\n]{0,200}[^\s*<]\*\*/u,
    /(?<=^|[>\n])(?:# (?=\p{Lu})|#{2,6} (?=\p{L}))[^<\n]{0,60}/u,
    /\[[^[\]<>\n]{1,200}\]\((?:https?:|mailto:|\/)/u,
    /```|\| ?:?-{3,}(?= *:?\|)|\[\^\w{1,40}\]/u,
    // HTML that was pasted as text.
    /&lt;\/?(?:[abi]|br|div|em|h[1-6]|li|[ou]l|p|span|strong)\b[^<>&]{0,200}&gt;|&amp;(?:amp|gt|lt|nbsp|quot|#\d{2,5});/u,
    // Tags of templates, and what programs write in place of a text.
    /\{\{ ?[\w:.]{1,60} ?\}\}|^\[?\{"\w{1,40}":|\[object Object\]|\b(?:statamic:\/\/|(?:entry|asset)::\w)/u,
    /(?<=^(?:<p>)?)(?:null|NULL|undefined|NaN)(?=(?:<\/p>)?$)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** Addresses, and what only programs read. */
const NEVER_SHOWN = /(?:url|^id|^slug|^status|^blueprint)$/;

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
    else if (isLinkKey(key)) {
      const loss = item.trim() === '' ? null : findLinkLoss(item);
      if (loss !== null) found.losses.push({ ...loss, field: path.join('.') });
      if (isFileAddress(item)) found.files.add(item.trim());
    } else if (HTML_KEYS.has(key) && !PLAIN_SETS.has(type)) collectFromText(item, path, found);
    else if (key === 'url' && 'alt' in value && path.at(-2) !== GATED_KEY) found.files.add(item);
    else if (!NEVER_SHOWN.test(key)) {
      const [sign] = (/[<&]/.test(item) ? MARKUP.exec(item) : null) ?? SIGNS.exec(item) ?? [];
      if (sign !== undefined) found.losses.push({ ...describeMarkup(sign), field: path.join('.') });
    }
    path.pop();
  }
}

function isLinkKey(key: string): boolean {
  return key === LINK_KEY || (key.length > LINK_KEY.length + 1 && key.endsWith(`_${LINK_KEY}`));
}

function collectFromText(html: string, path: readonly string[], { losses, files }: Found): void {
  for (const loss of findTextLosses(html)) losses.push({ ...loss, field: path.join('.') });
  const [sign] = SIGNS.test(html) ? (SIGNS.exec(withoutCode(html)) ?? []) : [];
  if (sign !== undefined) losses.push({ ...describeSign(sign), field: path.join('.') });
  for (const href of listUnusualHrefs(html)) if (isFileAddress(href)) files.add(href);
  if (hasImage(html)) for (const source of findTagAttributes(html, IMAGE_SOURCES)) files.add(source);
  for (const source of findTagAttributes(html, MEDIA_SOURCES)) if (isFileAddress(source)) files.add(source);
}

/** Code is meant to be shown. */
function withoutCode(html: string): string {
  const parts = html.split(/<\/(?:code|pre)>/i);
  return parts.map((part) => part.replace(/<(?:code|pre)\b[\s\S]*$/i, '')).join(' ');
}

/** Markup in a field that has none. */
function describeMarkup(sign: string): Omit<FieldFault, 'field'> {
  const what = `The field has no markup, so pages show "${printableText(sign, 60)}" as it is written.`;
  return { code: 'TEXT_MARKUP', what, fix: 'Write plain text: "&" for "&amp;", and no tags or Markdown,' };
}

function describeSign(sign: string): Omit<FieldFault, 'field'> {
  const what = `The text has "${printableText(sign, 60)}", which is markup of another kind: pages show it as it is written.`;
  return { code: 'TEXT_MARKUP', what, fix: 'Remove the signs, and use the buttons of the editor' };
}

/** A path of two segments or more. */
const NESTED = /^\/[^/]+\/(?:[^/]+\/)*[^/]+\/?$/;

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

/** Finds fields with several entries or files of which pages show the first. */
export function findFurtherItems(raw: unknown, collection: Collection): readonly FieldFault[] {
  if (!isObject(raw)) return [];
  return Object.entries(COLLECTIONS[collection].schema.shape).flatMap(([field, schema]) => {
    const count = editingOf(schema).isOne === true ? filledOf(raw[field]).length : 0;
    if (count < 2) return [];
    const what = `The field has ${count} items: pages show only the first.`;
    return [{ code: 'FIELD_NOT_SHOWN', field, what, fix: 'Remove the others' }];
  });
}

/** Finds a question that no page shows. Statamic also sends none for pages that were unpublished or are not translated. */
export function findUnplacedQuestion(entry: Entry): FieldFault | null {
  if (!('shown_on' in entry) || entry.shown_on.length + entry.page.length > 0) return null;
  if (entry.private || (entry.status !== null && entry.status !== 'published')) return null;
  return {
    code: 'QUESTION_UNPLACED',
    field: 'shown_on',
    what: 'The question names no published page of this site: no page shows it.',
    fix: 'Choose a page, or unpublish the question',
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

interface CollectionRows {
  readonly collection: Collection;
  readonly site: string;
  readonly rows: readonly Pick<IndexRow, 'status' | 'categories' | 'title'>[];
}

const MOST_NAMED = 5;

export function findCollectionNotices(received: CollectionRows): readonly Problem[] {
  const { collection, site } = received;
  const found = [findExpired(received), findUntitledTerms(received)];
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
  const untitled = rows.flatMap((row) =>
    row.categories.filter(({ slug, title }) => title === slug).map(({ slug }) => [slug, row.title] as const),
  );
  const slugs = [...new Map(untitled.toReversed())]
    .toReversed()
    .map(([slug, title]) => `"${printableText(slug, 120)}" of "${printableText(title, 120)}"`);
  if (slugs.length === 0) return null;
  const more = slugs.length > MOST_NAMED ? ` and ${slugs.length - MOST_NAMED} more` : '';
  return {
    code: 'TERMS_UNTITLED',
    what: `${slugs.length === 1 ? 'A category is' : `${slugs.length} categories are`} shown by the slug: ${slugs.slice(0, MOST_NAMED).join(', ')}${more}. The content service sends terms that were deleted or never saved like this.`,
    fix: 'Give the term a title in its taxonomy, or remove it from the entries.',
  };
}

// Fields of sections that an editor filled and no page shows, because the kind of the section has no place for them. The kinds are declared
// with the fields, in content/collections.ts.
type Fields = Readonly<Record<string, unknown>>;

const SECTION_FIELDS = listFields(sectionSchema);
const ITEM_FIELDS = listFields(SECTION_FIELDS.items?.row);
/** Of a page, or of a set that opens one or asks: fields that need each other. */
const PAIRED_FIELDS = Object.fromEntries(
  [COLLECTIONS.pages.schema, COLLECTIONS.pages_block.schema].flatMap((schema) =>
    Object.entries(listFields(schema)).filter(([name]) => /^(?:cta_|second_|choices$|ask_choice$)/.test(name)),
  ),
);
/** Fields that are shown only beside another one of the same row, if they are shown at all. */
const NEEDED: Readonly<Record<string, string>> = {
  cta_link: 'cta_label',
  cta_label: 'cta_link',
  image_small: 'image',
  second_link: 'second_label',
  second_label: 'second_link',
  link_label: 'link',
  choices: 'ask_choice',
  ask_choice: 'choices',
  period: 'value',
  other_period: 'other_value',
};

function listFields(schema: z.ZodObject | undefined): Readonly<Record<string, Partial<Editing>>> {
  return Object.fromEntries(Object.entries(schema?.shape ?? {}).map(([name, field]) => [name, editingOf(field)]));
}

function findHiddenFields(entry: unknown): readonly FieldFault[] {
  if (!isObject(entry)) return [];
  const sets = [...rowsOf(entry.content, 'content'), ...rowsOf(entry.blocks, 'blocks')].filter(
    ([{ type }]) => type === 'hero' || type === 'form',
  );
  const owners: readonly (readonly [row: Fields, path: string])[] = [[entry, ''], ...sets];
  const pairs = owners.flatMap(([row, path]) => findInRow(row, { kind: '', fields: PAIRED_FIELDS, path }));
  const sections = rowsOf(entry.sections, 'sections').flatMap(([section, path]) => {
    const kind = typeof section.kind === 'string' ? section.kind : 'text';
    const items = isShown('items', kind) ? rowsOf(section.items, `${path}.items`) : [];
    return [
      ...findInRow(section, { kind, fields: SECTION_FIELDS, path }),
      ...items.flatMap(([item, ofItem]) => findInRow(item, { kind, fields: ITEM_FIELDS, path: ofItem })),
    ];
  });
  return [...pairs, ...sections];
}

/** The rows of a list, with their paths as the service sent them. */
function rowsOf(list: unknown, path: string): readonly (readonly [row: Fields, path: string])[] {
  const rows: readonly unknown[] = Array.isArray(list) ? list : [];
  return rows.flatMap((row, index) => (isObject(row) ? [[row, `${path}.${placeInList(rows, index)}`] as const] : []));
}

function isShown(name: string, kind: string, fields = SECTION_FIELDS): boolean {
  const { onlyIf, shownIn } = fields[name] ?? {};
  return (shownIn ?? onlyIf?.is ?? [kind]).includes(kind);
}

interface RowPlace {
  readonly kind: string;
  readonly fields: Readonly<Record<string, Partial<Editing>>>;
  readonly path: string;
}

function findInRow(row: Fields, { kind, fields, path }: RowPlace): readonly FieldFault[] {
  const kindLabel = `"${Object.entries(SECTIONS).find(([name]) => name === kind)?.[1] ?? kind}"`;
  return Object.entries(row).flatMap(([name, value]): readonly FieldFault[] => {
    const label = fields[name]?.label;
    if (label === undefined || isEmpty(value)) return [];
    const why = isShown(name, kind, fields)
      ? findReason(row, name, { kind, fields })
      : `by sections of the kind ${kindLabel}`;
    if (why === null) return [];
    const fix = why.startsWith('without')
      ? 'Fill in the other field, or empty this one'
      : why.startsWith('with ')
        ? 'Write plain text, or put it into a section of its own'
        : 'Empty the field, or choose another kind of section';
    const what = `"${label}"${quoteOf(value)} is not shown ${why}.`;
    return [{ code: 'FIELD_NOT_SHOWN', field: path === '' ? name : `${path}.${name}`, what, fix }];
  });
}

/** More than paragraphs. */
const FORMATTED = /<(?!\/?(?:p|br)\b)[a-z]/i;

/** Why a field of the right kind is still not shown; null if it is shown. */
function findReason(row: Fields, name: string, { kind, fields }: Omit<RowPlace, 'path'>): string | null {
  const needed = NEEDED[name] ?? '';
  if (needed in fields && isShown(needed, kind, fields) && isEmpty(row[needed]))
    return `without "${fields[needed]?.label}"`;
  if (kind === 'stats' && name === 'title' && fields.value !== undefined && isEmpty(row.value))
    return `without "${fields.value.label}"`;
  if (kind === 'quote' && name !== 'kind' && isEmpty(row.title)) return `without "${fields.title?.label}"`;
  if (kind === 'form' && name === 'text' && FORMATTED.test(String(row.text))) return 'with links, lists or formatting';
  return name === 'image' && kind === 'split' && !isEmpty(row.screen) ? 'beside a product screen' : null;
}

function quoteOf(value: unknown): string {
  const text = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' ? ` ("${printableText(text.replace(/<[^<>]*>/g, ' ').trim(), 60)}")` : '';
}

/** Nothing that visitors could see. */
const isEmpty = (value: unknown) => isBlankHtml(value) || (Array.isArray(value) && value.length === 0);
