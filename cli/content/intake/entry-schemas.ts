// The schemas of entries as a thread uses them: one that has parsed many entries is compiled, which gives the same for less.

import * as z from 'zod';
import { COLLECTIONS, type Collection, type Entry } from '../../../content/collections.ts';

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
