// What the field types make of the values that nearly all fields have, without zod: an entry of such values alone is read in a
// small part of the time. Relied on afterwards: a reader gives what the schema of its field gives, or says that it cannot tell.

import type * as z from 'zod';
import { blocks, richText } from './blocks.ts';
import * as field from './fields.ts';

/** What a reader says of a value that is not plain: the schema may well accept it. */
export const NOT_PLAIN = Symbol('not plain');

/** Reads a value as the schema of a field would, or says {@link NOT_PLAIN}. */
export type ReadPlain = (value: unknown) => unknown;

/** Reads a group of fields; those that are not named are dropped. */
export function createGroupReader(readers: Readonly<Record<string, ReadPlain>>): ReadPlain {
  const fields = Object.entries(readers);
  return (value) => {
    if (!field.isObject(value)) return NOT_PLAIN;
    const group: Record<string, unknown> = {};
    for (const [key, read] of fields) {
      const plain = read(value[key]);
      if (plain === NOT_PLAIN) return NOT_PLAIN;
      group[key] = plain;
    }
    return group;
  };
}

/** Reads a list, or one item as a list of it. */
function createListReader(read: ReadPlain): (value: unknown) => readonly unknown[] | typeof NOT_PLAIN {
  return (value) => {
    if (field.isBlank(value)) return [];
    const items = Array.isArray(value) ? value.map(read) : [read(value)];
    return items.includes(NOT_PLAIN) ? NOT_PLAIN : items;
  };
}

const orNull =
  (read: ReadPlain): ReadPlain =>
  (value) =>
    field.isBlank(value) ? null : read(value);

/** The first of a list, one, or none. */
const createOneReader = (read: ReadPlain): ReadPlain => {
  const readOne = orNull(read);
  return (value) => (Array.isArray(value) ? readFirst(value[0] ?? null, read) : readOne(value));
};
/** An item that is an empty text is no absent one. */
const readFirst = (item: unknown, read: ReadPlain): unknown => (item === null ? null : read(item));

const readString: ReadPlain = (value) => (typeof value === 'string' ? value : NOT_PLAIN);
const readFilledText: ReadPlain = (value) => {
  const filled = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return field.isVisible(filled) ? filled : NOT_PLAIN;
};
const readText = orNull((value) => (typeof value === 'number' ? String(value) : readString(value)));
const readNumber = orNull((value) => (Number.isFinite(value) ? value : NOT_PLAIN));
const readAmount = orNull((value) => (typeof value === 'number' && field.isAmount(value) ? value : NOT_PLAIN));
const readToggle: ReadPlain = (value) =>
  field.isBlank(value) ? false : typeof value === 'boolean' ? value : NOT_PLAIN;
const readPublished: ReadPlain = (value) => (value === null || value === undefined ? true : readSwitch(value));
const readSwitch: ReadPlain = (value) => (typeof value === 'boolean' ? value : NOT_PLAIN);
const readDate = orNull((value) => (typeof value === 'string' ? (field.parseMoment(value) ?? NOT_PLAIN) : NOT_PLAIN));
const readKey: ReadPlain = (value) => {
  const key = field.choiceOf(value);
  return key === null ? null : readString(key);
};
const readUrl: ReadPlain = (value) => {
  const url = field.isObject(value) && 'url' in value ? value.url : field.isBlank(value) ? null : value;
  return url === null ? null : readString(url);
};
const readHandle: ReadPlain = (value) => readText(field.isObject(value) && 'handle' in value ? value.handle : value);

const readRelation = createGroupReader({ id: readFilledText, title: readText });
const readTerms = createListReader(
  createGroupReader({ id: readFilledText, slug: readFilledText, title: readFilledText }),
);
const readShownTerms: ReadPlain = (value) => {
  const terms = readTerms(value);
  // They are what their reader makes.
  return terms === NOT_PLAIN ? NOT_PLAIN : (terms as readonly field.Term[]).filter(field.isShownTerm);
};
const readAsset = createGroupReader({
  url: (value) => {
    const url = readFilledText(value);
    return typeof url === 'string' && field.isAssetUrl(url) ? url : NOT_PLAIN;
  },
  alt: readText,
  width: readNumber,
  height: readNumber,
});
/** Of the sets, those that are text alone. */
const readSets = createListReader((value) =>
  field.isObject(value) && value.type === 'text' && typeof value.text === 'string'
    ? { type: 'text', text: value.text }
    : NOT_PLAIN,
);

/** The reader of each schema that has one. */
export const PLAIN_READERS: ReadonlyMap<z.ZodType, ReadPlain> = new Map<z.ZodType, ReadPlain>([
  [field.requiredText, readFilledText],
  [field.text, readText],
  [field.toggle, readToggle],
  [field.published, readPublished],
  [field.number, readNumber],
  [field.amount, readAmount],
  [field.date, readDate],
  [field.handle, readHandle],
  [field.select, readKey],
  [field.link, readUrl],
  [field.terms, readShownTerms],
  [field.relation, createOneReader(readRelation)],
  [field.relations, createListReader(readRelation)],
  [field.asset, createOneReader(readAsset)],
  [field.assets, createListReader(readAsset)],
  [field.language, orNull(() => NOT_PLAIN)],
  [blocks, readSets],
  [
    richText,
    (value) => (typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : readSets(value)),
  ],
]);
