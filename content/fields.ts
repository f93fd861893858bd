// The field types of the content service as zod schemas. They accept the shapes that vary between versions of Statamic: selects with
// null or numeric keys, relations as object, list, null or id, links as text or object. Parsed, an absent value is `null` or an empty
// list, never `undefined`.

import * as z from 'zod';
import { parseLanguageTag } from '../config/language-tag.ts';
import { type CollectionHandle, type Editing, kind, shown } from './editing.ts';
import { isVisible, trimmed } from './trimmed.ts';

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

export { isVisible };

/** The value is empty: nothing, or text without a visible character. */
export const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && !isVisible(value));
/** Spaces, and tags around nothing: what stays of a text that an editor emptied, such as `<p></p>`. */
const BLANK_HTML =
  /^(?:[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]|&(?:nbsp|shy|#160|#xa0);|<(?!(?:img|hr|iframe|video|audio|object|o?embed|script|svg|canvas|input)\b|\?|!\[)[^<>]*>)*$/iu;

/** The value is no HTML that visitors could see something of. */
export const isBlankHtml = (value: unknown): boolean =>
  isBlank(value) || (typeof value === 'string' && BLANK_HTML.test(value));
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing was filled in: PHP also sends false, an empty list or an empty object. */
const isEmpty = (value: unknown) =>
  value === false || isBlank(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
const orNull = (value: unknown): unknown => (isEmpty(value) ? null : value);
const asList = (value: unknown): unknown => (isEmpty(value) ? [] : (itemsOf(value) ?? [value]));
/** The items of a list that hold something. */
export const filledOf = (value: unknown) => (itemsOf(value) ?? []).filter((item) => !isEmpty(item));
const asOne = (value: unknown): unknown => {
  const items = itemsOf(value);
  return orNull(items === null ? value : items.find((item) => !isEmpty(item)));
};
/** The value of a field that a blueprint sends as a list of one. */
const asOnly = (value: unknown): unknown => {
  const filled = itemsOf(value)?.filter((item) => !isEmpty(item)) ?? [value];
  return filled.length > 1 ? value : orNull(filled[0]);
};

/** The items of a list. PHP sends a list as an object with their numbers or ids if some were removed from it, or if it is sorted. */
export function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const items = isObject(value) && !isEmpty(value) ? Object.entries(value) : null;
  const areItems = items?.every(([key]) => /^\d+$/.test(key)) === true || items?.every(([, item]) => isObject(item));
  return items !== null && areItems === true ? items.map(([, item]) => item) : null;
}

/** YAML that people write by hand turns years and yes or no into other types. */
const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** The place of an item in its list as the service sent it. */
export function placeInList(list: readonly unknown[], index: number): number {
  const item = list[index];
  return isObject(item) && typeof item.place === 'number' ? item.place : (placesOfTexts.get(list)?.[index] ?? index);
}

/** Of lists of texts from which empty ones were dropped. */
const placesOfTexts = new WeakMap<readonly unknown[], readonly number[]>();

/** Items that move up because others are dropped keep their place for messages. */
function withoutNull<T>(items: readonly (T | null)[]): T[] {
  const places: number[] = [];
  const kept = items.flatMap((item, place) => {
    if (item === null) return [];
    const isMoved = places.push(place) <= place;
    return [isMoved && isObject(item) ? Object.assign({}, item, { place }) : item];
  });
  if (kept.length < items.length) placesOfTexts.set(kept, places);
  return kept;
}

/** A list whose empty items are dropped. */
const listOf = <T extends z.ZodType>(item: T, asItem = orNull) =>
  z.preprocess(
    asList,
    z.array(z.preprocess(asItem, item.nullable())).transform((items) => withoutNull<z.output<T>>(items)),
  );

/** Text with a visible character. `min` reports empty text. */
export const requiredText = kind(
  z.preprocess(
    (value) => asText(Array.isArray(value) ? asOnly(value) : value),
    z
      .string()
      .overwrite(trimmed)
      .min(1)
      .refine((value) => value === '' || isVisible(value), { error: 'Expected visible text' }),
  ),
  { type: 'text', isRequired: true },
);

const optionalText = z.preprocess((value) => asText(asOnly(value)), z.string().overwrite(trimmed).nullable());

/** The status of an entry, or null. Anything else is not taken for null, because entries without a status may be shown. */
export const status = z.preprocess((value) => asText(isBlank(value) ? null : value), z.string().nullable());

/** A line of text, or null. */
export const text = kind(optionalText, { type: 'text' });

/** Several lines without markup, or null. */
export const longText = kind(optionalText.clone(), { type: 'textarea' });

/** HTML. A text without tags, such as that of a text area, keeps its lines and paragraphs. */
const asHtml = (value: unknown): unknown => {
  const written = asText(value);
  if (typeof written !== 'string' || /<[a-z!/]/i.test(written)) return written;
  const lines = written.trim().split('\n');
  if (lines.length === 1) return written;
  const broken = lines.map((line) => line.trim()).join('<br>');
  return `<p>${broken.replace(/(?:<br>){2,}/g, '</p>\n<p>')}</p>`;
};

/** A set or row that an editor switched off. */
const isOff = (value: unknown) => isObject(value) && /^(?:false|0|no|off)$/i.test(String(value.enabled));

/** The HTML of a text set on its own, which a rich text field sends if it may have sets. */
const htmlOf = (value: unknown): unknown => {
  const only = asOnly(value);
  if (isOff(only)) return null;
  return isObject(only) && only.type === 'text' ? asOnly(only.text) : only;
};

/** HTML as an editor wrote it, or null. */
export const html = kind(
  z.preprocess((value) => {
    const only = htmlOf(value);
    return isBlankHtml(only) ? null : asHtml(only);
  }, z.string().nullable()),
  { type: 'bard' },
);

/** HTML that shows something. `min` reports HTML that does not. */
export const requiredHtml = kind(
  z.preprocess((value) => {
    const only = htmlOf(value);
    return typeof only === 'string' && isBlankHtml(only) ? '' : asHtml(only);
  }, z.string().min(1)),
  { type: 'bard', isRequired: true },
);

const cell = z.preprocess((value) => (isBlank(value) ? '' : asText(value)), z.string());

/** HTML as an editor wrote it; empty if there is none. */
export const markup = kind(
  z.preprocess((value) => {
    const only = isObject(value) || Array.isArray(value) ? htmlOf(value) : value;
    return isBlankHtml(only) ? '' : asHtml(only);
  }, z.string()),
  { type: 'bard' },
);

/** A toggle, off if absent. Text fields send words and digits. */
export const toggle = kind(
  z.preprocess((value) => choiceOf(value) ?? 'false', z.stringbool({ error: 'Expected true or false' })),
  { type: 'toggle' },
);

/** A side of a picture, or null. Some services send 0 if they do not know it. */
const pixels = z.preprocess((value) => asNumber(value) || null, z.number().positive().transform(Math.round).nullable());

/** Text fields send digits. */
function asNumber(value: unknown): unknown {
  const only = asOnly(value);
  return typeof only === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(only) ? Number(only) : only;
}

/** Longer than any figure as texts write it. */
const FIGURE_MAX_LENGTH = 120;

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

// Dates as the service sends them, as files store them (seconds), and as people write them in front matter. A time without a zone is
// UTC, so that pages do not depend on the time zone of a machine.
const ISO_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const HAS_ZONE = /(Z|[+-]\d{2}:?\d{2})$/;
/** Length of '2026-01-31'. */
const DAY_LENGTH = 10;
const inUtc = (value: string) => (value.length > DAY_LENGTH && !HAS_ZONE.test(value) ? `${value}Z` : value);

const EXPECTED_DATE = 'Expected an ISO 8601 date such as "2026-01-31".';

/** An ISO 8601 date-time in UTC, a date, or null. */
export const date = kind(
  z.preprocess(
    asDate,
    z
      .string(EXPECTED_DATE)
      .transform((value, context) => {
        const moment = parseMoment(value);
        if (moment !== null) return moment;
        context.addIssue({ code: 'custom', message: EXPECTED_DATE });
        return z.NEVER;
      })
      .nullable(),
  ),
  { type: 'date' },
);

/** Seconds before and after are no time of a file. */
const [FIRST_SECOND, LAST_SECOND] = [100_000_000, 100_000_000_000];

/** The text of a date; of a range its start. */
function asDate(value: unknown): unknown {
  const only = asOnly(isObject(value) && 'start' in value ? value.start : value);
  if (typeof only === 'number' && only > FIRST_SECOND && only < LAST_SECOND) return new Date(only * 1000).toISOString();
  if (typeof only !== 'string') return only;
  return only
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ (?=[+-]\d{2}:?\d{2}$)/, '')
    .replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
}

/** Converts a date-time to UTC; a date stays a date. Null if it is neither. */
function parseMoment(value: string): string | null {
  const moment = ISO_DATE.test(value) && isInMonth(value) ? new Date(inUtc(value)) : null;
  if (moment === null || Number.isNaN(moment.getTime())) return null;
  return moment.toISOString().slice(0, value.length === DAY_LENGTH ? DAY_LENGTH : undefined);
}

/** The month of a date has its day. Most days are in every month, and need no second parsing. */
const isInMonth = (value: string) => Number(value.slice(8, DAY_LENGTH)) <= 28 || isDay(value.slice(0, DAY_LENGTH));

/** The day exists: V8 reads '2026-02-30' as 2 March. */
export function isDay(value: string): boolean {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** A place on the earth, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const EXPECTED_PLACE = 'Expected latitude and longitude such as "53.34, -6.27".';

/** A place as copied from a map: "53.34, -6.27", or null. */
export const coordinates = kind(
  z.preprocess(
    asOnly,
    z
      .string(EXPECTED_PLACE)
      .transform((value, context): Coordinates => {
        const place = parseCoordinates(value);
        if (place !== null) return place;
        context.addIssue({ code: 'custom', message: EXPECTED_PLACE });
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

/** A time of day; Statamic's time field may send seconds. 24:00 is the end of a day (ISO 8601). */
const CLOCK_TIME = /^\s*([01]?\d|2[0-3]|24(?=:00(?::00)?\s*$)):([0-5]\d)(?::[0-5]\d)?\s*$/;

const EXPECTED_TIME = 'Expected a time such as "09:00".';

/** A time of day, such as "09:00", or null. */
export const clockTime = kind(
  z.preprocess(
    asOnly,
    z
      .string(EXPECTED_TIME)
      .regex(CLOCK_TIME, EXPECTED_TIME)
      .transform((value) =>
        value.replace(CLOCK_TIME, (_, hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`),
      )
      .nullable(),
  ),
  { type: 'text' },
);

const EXPECTED_COLOUR = 'Expected a colour such as "#1a2b3c".';

/** A colour as the colour picker saves it: three or six digits, four or eight with opacity. */
export const colour = kind(
  z.preprocess(
    asOnly,
    z
      .string(EXPECTED_COLOUR)
      .trim()
      .regex(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, EXPECTED_COLOUR)
      .nullable(),
  ),
  { type: 'color' },
);

const EXPECTED_COLOURS = 'Expected two colours of six digits such as "#f8f3ec #b98b5e".';

/** The colours of a ground and of what is drawn on it, or null. */
export const colours = kind(
  z.preprocess(
    asOnly,
    z
      .string(EXPECTED_COLOURS)
      .trim()
      .regex(/^#[0-9a-f]{6}\s+#[0-9a-f]{6}$/i, EXPECTED_COLOURS)
      .nullable(),
  ),
  { type: 'text' },
);

/** The value of a select, radio or button group: sent as `{value, label, key}` (all null if nothing is chosen), or as a bare value. */
const choiceOf = (value: unknown): unknown => {
  const only = asOnly(value);
  const isGroup = isObject(only) && ('key' in only || 'value' in only);
  const chosen = asText(orNull(isGroup ? (only.key ?? only.value) : only));
  return typeof chosen === 'string' ? trimmed(chosen) : chosen;
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

const linkOf = (value: unknown): unknown => {
  const only = asOnly(value);
  return orNull(isObject(only) && 'url' in only ? only.url : only);
};

/** The URL of a link field: text (Statamic 3–5) or an object with `url` (6), or null. */
export const link = kind(z.preprocess(linkOf, z.string().overwrite(trimmed).nullable()), { type: 'link' });

/** An address of another site, or null. The code for embedding a post, which has many, is none. */
export const webAddress = kind(
  z.preprocess(
    linkOf,
    z
      .string()
      .overwrite((value) => trimmed(value).replace(/^(?=\/\/)/, 'https:'))
      .refine((value) => /^https?:\/\/[^\s<>]+$/i.test(value) && URL.canParse(value), {
        error: 'Expected a web address such as "https://example.com/post"',
      })
      .nullable(),
  ),
  { type: 'text' },
);

/** An id, a slug or a name, which is no code. */
const reference = requiredText.refine((value) => !/[{}<>]|^\[/.test(value), {
  error: 'Expected an id, a slug or a name',
});

const term = z.preprocess(asTerm, z.object({ id: reference, slug: reference, title: requiredText }));

/** A term by its id, or without some of its facts: the slug is also its title, and the end of its id. */
function asTerm(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return asTerm({ id: String(value) });
  if (!isObject(value)) return value;
  const slug = isBlank(value.slug) && typeof value.id === 'string' ? value.id.split('::').at(-1) : value.slug;
  return { ...value, id: isBlank(value.id) ? slug : value.id, slug, title: isBlank(value.title) ? slug : value.title };
}

const isAll = (slug: string) => slug.toLowerCase() === 'all';

/** Terms of a taxonomy, each once. The category 'all' is dropped, in upper or lower case. */
export const terms = (taxonomy: string) =>
  kind(
    listOf(term).transform((list): readonly Term[] =>
      [...Map.groupBy(list.filter(isShownTerm), ({ slug }) => slug).values()].flatMap(([first]) => first ?? []),
    ),
    { type: 'terms', taxonomy },
  );

function isShownTerm({ id, slug }: Term): boolean {
  return !isAll(slug) && !isAll(id.split('::').at(-1) ?? '');
}

const oneRelation = z.preprocess(
  (value) => {
    if (typeof value === 'string' || typeof value === 'number') return { id: value };
    if (!isObject(value)) return value;
    // Users have a name.
    const title = isBlank(value.title) ? value.name : value.title;
    return { ...value, title, id: isBlank(value.id) ? (value.slug ?? title) : value.id };
  },
  z.object({ id: reference, title: text.default(null) }),
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
    .overwrite(trimmed)
    .min(1)
    .refine((value) => value === '' || isAssetUrl(value), { error: 'Expected a path or an http(s) address.' }),
);

/** A file of the service. */
export const assetFile = z.object({
  url: assetUrl,
  alt: shown(text, 'Alternative text', {
    instructions: 'What the picture shows, for people who cannot see it. Empty: the picture is decoration.',
  }),
  width: pixels.default(null),
  height: pixels.default(null),
});
const oneAsset = z.preprocess((value) => {
  if (typeof value === 'string') return { url: value };
  return isObject(value) && isBlank(value.url) ? { ...value, url: value.permalink } : value;
}, assetFile);

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

/** A row that an editor switched off counts as empty. */
const rowsOf = <T extends z.ZodType>(row: T, editing: Partial<Editing>) =>
  kind(
    listOf(row, (value) => (isOff(value) ? null : orNull(value))),
    editing,
  );

/** Rows of a grid, each of the given shape. */
export const rows = <T extends z.ZodObject>(row: T) => rowsOf(row, { type: 'grid', row });

const linesOf = <T extends z.ZodType<string>>(line: T) =>
  kind(
    z.preprocess((value) => (typeof value === 'string' ? value.split(/\r?\n/) : value), listOf(line)),
    { type: 'list' },
  );

/** A list of short texts. A text area sends them in one text. */
export const lines = linesOf(requiredText);

/** Figures that are looked for in texts: a search for long ones takes too long, or fails. */
export const figures = linesOf(
  requiredText.refine((value) => value.length <= FIGURE_MAX_LENGTH, {
    error: `Expected at most ${FIGURE_MAX_LENGTH} characters`,
  }),
);

/** Texts of a row of a table: an empty cell is empty text and keeps its place. */
export const cells = kind(z.preprocess(asList, z.array(cell)), { type: 'list' });

/** Rows of cells: lists, or objects with `cells`. */
export const table = rowsOf(
  z.preprocess(
    (value) => {
      const items = isObject(value) && 'cells' in value ? null : itemsOf(value);
      return items === null ? value : { cells: items };
    },
    z.object({ cells: z.preprocess((value) => (value === undefined ? value : asList(value)), z.array(cell)) }),
  ),
  { type: 'table' },
);

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
    asOnly,
    z
      .string()
      .trim()
      .overwrite((value) => value.replaceAll('_', '-'))
      .refine(isLanguageTag, { error: 'Expected a BCP 47 language tag such as "kk-KZ".' })
      .nullable(),
  ),
  { type: 'text' },
);

/** An IANA time zone, or null. */
export const timeZone = kind(
  z.preprocess(
    choiceOf,
    z.string().trim().refine(isTimeZone, { error: 'Expected an IANA time zone such as "Europe/Kyiv".' }).nullable(),
  ),
  { type: 'text' },
);

/** To ask for one takes longer than to read the rest of an entry. */
const knownTimeZones = new Set<string>();

function isTimeZone(name: string): boolean {
  if (knownTimeZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    knownTimeZones.add(name);
    return true;
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
