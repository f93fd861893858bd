// The field types of the content service as zod schemas, tolerant exactly where its contract says that shapes vary:
// select objects with null or numeric keys, relations as object, array, null or raw id, links as text or object.
// Relied on afterwards: an absent value is `null` or an empty list, never `undefined`.

import * as z from 'zod';
import { parseLanguageTag } from '../config/language-tag.ts';
import { type CollectionHandle, type Editing, kind, shown } from './editing.ts';

/** A category (taxonomy term). `id` is stable over sites, `slug` may be localised. */
export interface Term {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
}

/** An entry of another collection, as shallow as the service sends it. */
export interface Relation {
  /** Its id or its slug; of a plain text the text itself, which may be a name. */
  readonly id: string;
  readonly title: string | null;
}

/** An image or file. `url` is a path on the content service or an absolute URL. */
export interface Asset {
  readonly url: string;
  readonly alt: string | null;
  /** Pixels, where the service says them. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Nothing, as services say it. */
export const isBlank = (value: unknown) => value === null || value === undefined || value === '';
/** A group of fields. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: unknown): unknown => (isBlank(value) ? [] : Array.isArray(value) ? value : [value]);
const asOne = (value: unknown): unknown => (Array.isArray(value) ? (value[0] ?? null) : isBlank(value) ? null : value);
const numberAsText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** A character that can be seen: no blank, no format or control character, no lone mark, none of the blank letters. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows anything. */
export const isVisible = (value: string) => VISIBLE.test(value);

/** Text that must be there, and must be seen. Empty text is told by its length. */
export const requiredText = kind(
  z.preprocess(
    numberAsText,
    z
      .string()
      .trim()
      .min(1)
      .refine((value) => value === '' || isVisible(value), { error: 'Expected text that can be seen' }),
  ),
  { type: 'text', isRequired: true },
);

const optionalText = z.preprocess((value) => (isBlank(value) ? null : numberAsText(value)), z.string().nullable());

/** One line of text, or null where it is empty. */
export const text = kind(optionalText, { type: 'text' });

/** Several lines without markup, or null. */
export const longText = kind(optionalText.clone(), { type: 'textarea' });

/** HTML as an editor wrote it, or null. */
export const html = kind(optionalText.clone(), { type: 'bard' });

/** A toggle; absent is off. */
export const toggle = kind(
  z.preprocess((value) => (isBlank(value) ? false : value), z.boolean()),
  { type: 'toggle' },
);

/** A number, or null. */
const number = z.preprocess((value) => (isBlank(value) ? null : value), z.number().nullable());

/** The largest size of a box on a page in pixels, and the longest event in minutes (a month): nothing real is beyond. */
const MOST = 44_640;

/** Whether a number can be one of pixels or minutes. */
const isAmount = (value: number) => value >= 0 && value <= MOST;

/** Pixels or minutes, or null. */
export const amount = kind(
  z.preprocess(
    (value) => (isBlank(value) ? null : value),
    z
      .number()
      .refine(isAmount, { error: `Expected a number from 0 to ${MOST}` })
      .nullable(),
  ),
  { type: 'integer', min: 0, max: MOST },
);

// Dates as the service sends them, and as people write them in front matter: a time without a zone is UTC, so that no
// machine's time zone reaches a page.
const ISO_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;
/** Of a date without a time: '2026-01-31'. */
const DAY_LENGTH = 10;
const inUtc = (value: string) => (value.length > DAY_LENGTH && !HAS_ZONE.test(value) ? `${value}Z` : value);

/** A moment in ISO 8601, in UTC, a day without a time, or null. */
export const date = kind(
  z.preprocess(
    (value) => (isBlank(value) ? null : value),
    z
      .string()
      .transform((value, context) => {
        const moment = parseMoment(value);
        if (moment !== null) return moment;
        context.addIssue({ code: 'custom', message: 'Expected a date in ISO 8601.' });
        return z.NEVER;
      })
      .nullable(),
  ),
  { type: 'date' },
);

/** The moment of a date as the service sends it, in ISO 8601; a day without a time stays a day. Null where it is none. */
function parseMoment(value: string): string | null {
  const moment = ISO_DATE.test(value) ? new Date(inUtc(value)) : null;
  if (moment === null || Number.isNaN(moment.getTime())) return null;
  return moment.toISOString().slice(0, value.length === DAY_LENGTH ? DAY_LENGTH : undefined);
}

/** A place on the earth, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place as maps copy it: "53.34, -6.27". Null where it is empty. */
export const coordinates = kind(
  z.preprocess(
    (value) => (isBlank(value) ? null : value),
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

/** A time of day: "09:00". Null where it is empty. */
export const clockTime = kind(
  z.preprocess(
    (value) => (isBlank(value) ? null : value),
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Expected a time such as "09:00".' })
      .nullable(),
  ),
  { type: 'text' },
);

/** What a select, radio or button group holds: `{value, label, key}` (all null where nothing is chosen), a bare value, or nothing. */
const choiceOf = (value: unknown): unknown => {
  const isGroup = isObject(value) && ('key' in value || 'value' in value);
  const chosen = isGroup ? (value.key ?? value.value) : value;
  return isBlank(chosen) ? null : numberAsText(chosen);
};

/** Values of a select field, each with the label that editors see. */
type Options<Value extends string> = Readonly<Record<Value, string>>;

/** The keys of an object literal, in their order. */
export const valuesOf = <Value extends string>(options: Options<Value>) => Object.keys(options) as Value[];

/** The value of a choice, or null. Numbers come out as text. Values beyond the options that editors see are taken, too. */
export const select = (options: Readonly<Record<string, string>>) =>
  kind(z.preprocess(choiceOf, z.string().nullable()), { type: 'select', options });

/** One of the given values that must be chosen. */
export const requiredChoice = <const Value extends string>(options: Options<Value>) =>
  kind(z.preprocess(choiceOf, z.enum(valuesOf(options))), { type: 'select', options, isRequired: true });

/** One of the given values, or null. */
export const choice = <const Value extends string>(options: Options<Value>) =>
  kind(z.preprocess(choiceOf, z.enum(valuesOf(options)).nullable()), { type: 'select', options });

/** A URL of a link field: text (v3–v5) or an object with `url` (v6). */
export const link = kind(
  z.preprocess(
    (value) => (isObject(value) && 'url' in value ? value.url : isBlank(value) ? null : value),
    z.string().nullable(),
  ),
  { type: 'link' },
);

const term = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? { id: value, slug: value.split('::').at(-1), title: value.split('::').at(-1) }
      : named(value),
  z.object({ id: requiredText, slug: requiredText, title: requiredText }),
);

/** A term without a title is called by its slug: the specification promises no more than slug and id. */
function named(value: unknown): unknown {
  return isObject(value) && isBlank(value.title) ? { ...value, title: value.slug } : value;
}

const isAll = (slug: string) => slug.toLowerCase() === 'all';

/** Terms of a taxonomy. The category 'all', in whatever case, is always dropped. */
export const terms = (taxonomy: string) =>
  kind(
    z.preprocess(asList, z.array(term)).transform((list): readonly Term[] => list.filter(isShownTerm)),
    { type: 'terms', taxonomy },
  );

/** Whether a category is shown: 'all' is not. */
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

/** Entries of another collection: objects, ids or slugs; one alone or a list. */
export const relations = (collection: CollectionHandle) =>
  kind(
    z.preprocess(asList, z.array(oneRelation)).transform((list): readonly Relation[] => list),
    { type: 'entries', collection },
  );

/** One entry of another collection, or null. */
export const relation = (collection: CollectionHandle) =>
  kind(
    z.preprocess(asOne, oneRelation.nullable()).transform((value): Relation | null => value),
    { type: 'entries', collection, isOne: true },
  );

// '//host/a.png' and '/\\host/a.png' are other hosts to a browser, which also drops tabs and line breaks.
/** Whether the address of an image or file is one. */
const isAssetUrl = (value: string) =>
  /^\/(?![/\\\s])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value));
/** Empty text is told by its length. */
const assetUrl = z.preprocess(
  numberAsText,
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
    instructions: 'What the picture shows, for those who cannot see it. Empty: it is decoration.',
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
  z.preprocess(asList, z.array(oneAsset)).transform((list): readonly Asset[] => list),
  { type: 'assets' },
);

const rowsOf = <T extends z.ZodType>(row: T, editing: Partial<Editing>) =>
  kind(z.preprocess(asList, z.array(row)), editing);

/** Rows of a grid, each of the given shape. */
export const rows = <T extends z.ZodObject>(row: T) => rowsOf(row, { type: 'grid', row });

/** Short texts, one below the other. */
export const lines = <T extends z.ZodType>(line: T) => rowsOf(line, { type: 'list' });

/** Rows of cells. */
export const table = rowsOf(z.object({ cells: lines(z.string()) }), { type: 'table' });

/** Sets in the order in which an editor put them: a union closed by `type`. */
export const sets = <T extends readonly z.ZodObject[]>(union: z.ZodDiscriminatedUnion<T, 'type'>) =>
  rowsOf(union, { type: 'replicator', sets: union.options });

/** A toggle that is on where it is absent. */
export const published = z.preprocess((value) => value ?? true, z.boolean());

/** The handle of a blueprint: text, or a group that names it. */
export const handle = z.preprocess((value) => (isObject(value) && 'handle' in value ? value.handle : value), text);

/** A language of an entry that differs from its locale's: a BCP 47 tag whose language and region exist. */
export const language = kind(
  z.preprocess(
    (value) => (isBlank(value) ? null : value),
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
