// The schemas of entries as a thread uses them: entries of plain values are read without them, and one that has parsed many
// others is compiled. Both give the same for less.

import * as z from 'zod';
import { COLLECTIONS, type Collection, type Entry } from '../../../content/collections.ts';
import { createGroupReader, NOT_PLAIN, PLAIN_READERS, type ReadPlain } from '../../../content/plain-fields.ts';

/** Compiling takes as long as it saves over about as many. */
export const PARSES_WORTH_COMPILING = 2500;

interface UsedSchema {
  schema: z.ZodType<Entry>;
  parses: number;
}

const used = new Map<Collection, UsedSchema>();

/** The schema of a collection, to parse one entry: whatever it makes of one, and finds wrong with one, is what `COLLECTIONS` says. */
export function schemaOf(collection: Collection): z.ZodType<Entry> {
  const known = used.get(collection) ?? { schema: COLLECTIONS[collection].schema, parses: 0 };
  known.parses += 1;
  if (known.parses === PARSES_WORTH_COMPILING) known.schema = z.compile(known.schema);
  used.set(collection, known);
  return known.schema;
}

const readers = new Map<Collection, ReadPlain>();

/** The entry that the schema of a collection would make, where all of its values are plain; else null. */
export function readPlainEntry(raw: unknown, collection: Collection): Entry | null {
  const read = readers.get(collection) ?? createReader(collection);
  readers.set(collection, read);
  const entry = read(raw);
  // The readers of this very collection made it.
  return entry === NOT_PLAIN ? null : (entry as Entry);
}

function createReader(collection: Collection): ReadPlain {
  const { shape } = COLLECTIONS[collection].schema;
  const fields = Object.entries<z.ZodType>(shape);
  return createGroupReader(Object.fromEntries(fields.map(([key, schema]) => [key, readerOf(schema)])));
}

/** Of a field of a type of its own, its absence alone is plain. */
function readerOf(schema: z.ZodType): ReadPlain {
  return PLAIN_READERS.get(schema) ?? ((value) => (value === undefined ? schema.parse(undefined) : NOT_PLAIN));
}
