// The field types of the content service as zod schemas. They accept the shapes that vary between versions of Statamic: selects with
// null or numeric keys, relations as object, list, null or id, links as text or object. Parsed, an absent value is `null` or an empty
// list, never `undefined`.

import * as z from 'zod';
import { parseLanguageTag } from '../config/language-tag.ts';
import { type CollectionHandle, type Editing, kind, shown } from './editing.ts';

/** A category (taxonomy term). `id` is the same in all sites, `slug` may be localised. */
export interface Term {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
}

/** A related entry, as the service sends it. */
export interface Relation {
  /** Its id or slug; for plain text the text itself, such as a name. */
  readonly id: string;
  readonly title: string | null;
}

/** An image or file. `url` is a path on the content service or an absolute URL. */
export interface Asset {
  readonly url: string;
  readonly alt: string | null;
  /** Pixels, if the service sends them. */
  readonly width: number | null;
  readonly height: number | null;
}

/** A visible character: not a space, format or control character, lone mark, or blank letter. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text has a visible character. */
export const isVisible = (value: string) => VISIBLE.test(value);

/** The value is empty: nothing, or text without a visible character. */
export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && !isVisible(value));
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const orNull = (value: unknown): unknown => (isBlank(value) ? null : value);
const asList = (value: unknown): unknown => (isBlank(value) ? [] : (itemsOf(value) ?? [value]));
const asOne = (value: unknown): unknown => {
  const items = itemsOf(value);
  return orNull(items === null ? value : items.find((item) => !isBlank(item)));
};
/** The items of a list. PHP sends a list as an object with their numbers if some were removed from it. */
function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const keys = isObject(value) ? Object.keys(value) : [];
  return isObject(value) && keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : null;
}

/** YAML that people write by hand turns years and yes or no into other types. */
const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** Of lists that lost items: where each of the others was. */
const PLACES = new WeakMap<readonly unknown[], readonly number[]>();

/** The place of an item in its list as the service sent it. */
export const placeInList = (list: readonly unknown[], index: number): number => PLACES.get(list)?.[index] ?? index;

function withoutNull<T>(items: readonly (T | null)[]): T[] {
  const kept = items.filter((item): item is T => item !== null);
  if (kept.length < items.length)
    PLACES.set(
      kept,
      [...items.keys()].filter((place) => items[place] !== null),
    );
  return kept;
}

/** A list whose empty items are dropped. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    asList,
    z.array(z.preprocess(orNull, item.nullable())).transform((items) => withoutNull<z.output<T>>(items)),
  );

/** Text with a visible character. `min` reports empty text. */
export const requiredText = kind(
  z.preprocess(
    asText,
    z
      .string()
      .trim()
      .min(1)
      .refine((value) => value === '' || isVisible(value), { error: 'Expected visible text' }),
  ),
  { type: 'text', isRequired: true },
);

const optionalText = z.preprocess((value) => asText(orNull(value)), z.string().nullable());

/** A line of text, or null. */
export const text = kind(optionalText, { type: 'text' });

/** Several lines without markup, or null. */
export const longText = kind(optionalText.clone(), { type: 'textarea' });

/** HTML as an editor wrote it, or null. */
export const html = kind(optionalText.clone(), { type: 'bard' });

const cell = z.preprocess((value) => (isBlank(value) ? '' : asText(value)), z.string());

/** HTML as an editor wrote it; empty if there is none. */
export const markup = kind(cell.clone(), { type: 'bard' });

/** A toggle, off if absent. */
export const toggle = kind(
  z.preprocess((value) => (isBlank(value) ? false : value), z.boolean()),
  { type: 'toggle' },
);

/** A number, or null. Text fields send digits. */
const number = z.preprocess(asNumber, z.number().nullable());

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : orNull(value);
}

/** Limit of pixels, and of minutes (a month): real values are smaller. */
const MAX_AMOUNT = 44_640;

const isAmount = (value: number) => value >= 0 && value <= MAX_AMOUNT;

/** Pixels or minutes, or null. */
export const amount = kind(
  z.preprocess(
    asNumber,
    z
      .number()
      .refine(isAmount, { error: `Expected a number from 0 to ${MAX_AMOUNT}` })
      .nullable(),
  ),
  { type: 'integer', min: 0, max: MAX_AMOUNT },
);

// Dates as the service sends them, and as people write them in front matter. A time without a zone is UTC, so that pages do not depend
// on the time zone of a machine.
const ISO_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;
/** Length of '2026-01-31'. */
const DAY_LENGTH = 10;
const inUtc = (value: string) => (value.length > DAY_LENGTH && !HAS_ZONE.test(value) ? `${value}Z` : value);

/** An ISO 8601 date-time in UTC, a date, or null. */
export const date = kind(
  z.preprocess(
    orNull,
    z
      .string()
      .transform((value, context) => {
        const moment = parseMoment(value);
        if (moment !== null) return moment;
        context.addIssue({ code: 'custom', message: 'Expected an ISO 8601 date.' });
        return z.NEVER;
      })
      .nullable(),
  ),
  { type: 'date' },
);

/** Converts a date-time to UTC; a date stays a date. Null if it is neither. */
function parseMoment(value: string): string | null {
  const moment = ISO_DATE.test(value) && isDay(value.slice(0, DAY_LENGTH)) ? new Date(inUtc(value)) : null;
  if (moment === null || Number.isNaN(moment.getTime())) return null;
  return moment.toISOString().slice(0, value.length === DAY_LENGTH ? DAY_LENGTH : undefined);
}

/** The day exists: V8 reads '2026-02-30' as 2 March. */
function isDay(value: string): boolean {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** A place on the earth, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place as copied from a map: "53.34, -6.27", or null. */
export const coordinates = kind(
  z.preprocess(
    orNull,
    z
      .string()
      .transform((value, context): Coordinates => {
        const place = parseCoordinates(value);
        if (place !== null) return place;
        context.addIssue({ code: 'custom', message: 'Expected latitude and longitude such as "53.34, -6.27".' });
        return z.NEVER;
      })
      .nullable(),
  ),
  { type: 'text' },
);

function parseCoordinates(value: string): Coordinates | null {
  const [, north, east] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(value) ?? [];
  const place = { latitude: Number(north), longitude: Number(east) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

/** A time of day; Statamic's time field may send seconds. */
const CLOCK_TIME = /^\s*([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?\s*$/;

/** A time of day, such as "09:00", or null. */
export const clockTime = kind(
  z.preprocess(
    orNull,
    z
      .string()
      .regex(CLOCK_TIME, { error: 'Expected a time such as "09:00".' })
      .transform((value) =>
        value.replace(CLOCK_TIME, (_, hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`),
      )
      .nullable(),
  ),
  { type: 'text' },
);

/** A colour as the colour picker saves it: three or six digits, four or eight with opacity. */
export const colour = kind(
  z.preprocess(
    orNull,
    z
      .string()
      .trim()
      .regex(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, { error: 'Expected a colour such as "#1a2b3c".' })
      .nullable(),
  ),
  { type: 'color' },
);

/** The value of a select, radio or button group: sent as `{value, label, key}` (all null if nothing is chosen), or as a bare value. */
const choiceOf = (value: unknown): unknown => {
  const isGroup = isObject(value) && ('key' in value || 'value' in value);
  const chosen = isGroup ? (value.key ?? value.value) : value;
  return asText(orNull(chosen));
};

/** Values of a select field, with their labels. */
type Options<Value extends string> = Readonly<Record<Value, string>>;

/** The keys of an object literal, in their order. */
export const valuesOf = <Value extends string>(options: Options<Value>) => Object.keys(options) as Value[];

/** The value of a select, or null. Numbers become text. Accepts other values than the options, too. */
export const select = (options: Readonly<Record<string, string>>) =>
  kind(z.preprocess(choiceOf, z.string().nullable()), { type: 'select', options });

/** One of the options. */
export const requiredChoice = <const Value extends string>(options: Options<Value>) =>
  kind(z.preprocess(choiceOf, z.enum(valuesOf(options))), { type: 'select', options, isRequired: true });

/** One of the options, or null. */
export const choice = <const Value extends string>(options: Options<Value>) =>
  kind(z.preprocess(choiceOf, z.enum(valuesOf(options)).nullable()), { type: 'select', options });

/** The URL of a link field: text (Statamic 3–5) or an object with `url` (6), or null. */
export const link = kind(
  z.preprocess((value) => orNull(isObject(value) && 'url' in value ? value.url : value), z.string().nullable()),
  { type: 'link' },
);

const term = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? { id: value, slug: value.split('::').at(-1), title: value.split('::').at(-1) }
      : withTitle(value),
  z.object({ id: requiredText, slug: requiredText, title: requiredText }),
);

/** A term without a title gets its slug: only slug and id are guaranteed. */
function withTitle(value: unknown): unknown {
  return isObject(value) && isBlank(value.title) ? { ...value, title: value.slug } : value;
}

const isAll = (slug: string) => slug.toLowerCase() === 'all';

/** Terms of a taxonomy. The category 'all' is dropped, in upper or lower case. */
export const terms = (taxonomy: string) =>
  kind(
    listOf(term).transform((list): readonly Term[] => list.filter(isShownTerm)),
    { type: 'terms', taxonomy },
  );

function isShownTerm({ id, slug }: Term): boolean {
  return !isAll(slug) && !isAll(id.split('::').at(-1) ?? '');
}

const oneRelation = z.preprocess(
  (value) => {
    if (typeof value === 'string' || typeof value === 'number') return { id: value };
    return isObject(value) && isBlank(value.id) ? { ...value, id: value.slug } : value;
  },
  z.object({ id: requiredText, title: text.default(null) }),
);

/** Entries of another collection: objects, ids or slugs, one or a list. */
export const relations = (collection: CollectionHandle) =>
  kind(
    listOf(oneRelation).transform((list): readonly Relation[] => list),
    { type: 'entries', collection },
  );

/** One entry of another collection, or null. */
export const relation = (collection: CollectionHandle) =>
  kind(
    z.preprocess(asOne, oneRelation.nullable()).transform((value): Relation | null => value),
    { type: 'entries', collection, isOne: true },
  );

// Browsers read '//host/a.png' and '/\\host/a.png' as other hosts, and drop tabs and line breaks.
const isAssetUrl = (value: string) =>
  /^\/(?![/\\\s])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value));
const PROTOCOL_RELATIVE = /^\/\/[^/\\\s]/;
/** `min` reports empty text. */
const assetUrl = z.preprocess(
  // Browsers read '//cdn.example.com/a.png' as an address of another host.
  (value) => (typeof value === 'string' && PROTOCOL_RELATIVE.test(value) ? `https:${value}` : asText(value)),
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => value === '' || isAssetUrl(value), { error: 'Expected a path or an http(s) address.' }),
);

/** A file of the service. */
export const assetFile = z.object({
  url: assetUrl,
  alt: shown(text, 'Alternative text', {
    instructions: 'What the picture shows, for people who cannot see it. Empty: the picture is decoration.',
  }),
  width: number.default(null),
  height: number.default(null),
});
const oneAsset = z.preprocess((value) => (typeof value === 'string' ? { url: value } : value), assetFile);

/** One image or file, or null. */
export const asset = kind(
  z.preprocess(asOne, oneAsset.nullable()).transform((value): Asset | null => value),
  { type: 'assets', isOne: true },
);

/** Images or files. */
export const assets = kind(
  listOf(oneAsset).transform((list): readonly Asset[] => list),
  { type: 'assets' },
);

const rowsOf = <T extends z.ZodType>(row: T, editing: Partial<Editing>) => kind(listOf(row), editing);

/** Rows of a grid, each of the given shape. */
export const rows = <T extends z.ZodObject>(row: T) => rowsOf(row, { type: 'grid', row });

/** A list of short texts. */
export const lines = rowsOf(requiredText, { type: 'list' });

/** Texts of a row of a table: an empty cell is empty text and keeps its place. */
export const cells = kind(z.preprocess(asList, z.array(cell)), { type: 'list' });

/** Rows of cells. */
export const table = rowsOf(z.object({ cells }), { type: 'table' });

/** Sets in the order of the editor: a union by `type`. */
export const sets = <T extends readonly z.ZodObject[]>(union: z.ZodDiscriminatedUnion<T, 'type'>) =>
  rowsOf(union, { type: 'replicator', sets: union.options });

/** A toggle, on if absent. */
export const published = z.preprocess((value) => value ?? true, z.boolean());

/** The handle of a blueprint: text, or an object with it. */
export const handle = z.preprocess((value) => (isObject(value) && 'handle' in value ? value.handle : value), text);

/** A BCP 47 tag whose language and region exist, or null. */
export const language = kind(
  z.preprocess(
    orNull,
    z.string().refine(isLanguageTag, { error: 'Expected a BCP 47 language tag such as "kk-KZ".' }).nullable(),
  ),
  { type: 'text' },
);

/** An IANA time zone, or null. */
export const timeZone = kind(
  z.preprocess(
    choiceOf,
    z.string().refine(isTimeZone, { error: 'Expected an IANA time zone such as "Europe/Kyiv".' }).nullable(),
  ),
  { type: 'text' },
);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isLanguageTag(value: string): boolean {
  try {
    return parseLanguageTag(value) !== '';
  } catch {
    return false;
  }
}
