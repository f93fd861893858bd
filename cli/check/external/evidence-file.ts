// What earlier runs saw of links to other sites: `.sitegen/links.json`. Damaged or of another version it counts as empty.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../../files/write-file.ts';
import type { Look } from './verdicts.ts';

const schema = z.object({
  version: z.literal(1),
  looks: z.record(
    z.string(),
    z.array(
      z.object({
        at: z.iso.datetime(),
        outcome: z.custom<Look['outcome']>((value) => typeof value === 'string'),
        status: z.number().nullable(),
        finalUrl: z.string().nullable(),
      }),
    ),
  ),
});

/** Looks by address. */
export type Evidence = ReadonlyMap<string, readonly Look[]>;

const fileOf = (cacheDir: string) => join(cacheDir, 'links.json');

/** Loads what is kept. */
export function loadEvidence(cacheDir: string): Evidence {
  if (!existsSync(fileOf(cacheDir))) return new Map();
  try {
    return new Map(Object.entries(schema.parse(JSON.parse(readFileSync(fileOf(cacheDir), 'utf8'))).looks));
  } catch {
    return new Map();
  }
}

/** Keeps it, addresses in order. */
export function writeEvidence(cacheDir: string, evidence: Evidence): void {
  mkdirSync(cacheDir, { recursive: true });
  const looks = Object.fromEntries([...evidence].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeWhole(fileOf(cacheDir), `${JSON.stringify({ version: 1, looks }, null, 1)}\n`);
}
