// What is known of a target: `current.json` names the live release and those that can come back, `releases/{id}.json` lists the
// objects of one. A list is written once, before the first object of its release: it claims the id for its publisher.

import * as z from 'zod';
import { HOSTS } from '../../config/define-site.ts';
import { isOutPath } from '../paths/out-path.ts';
import type { ObjectHeaders } from './object-store.ts';

/** In the order of writing: hashed assets, other files that pages load, pages, and what leads to pages. */
export const STAGES = ['asset', 'data', 'page', 'late'] as const;

const releaseId = z.string().regex(/^\d{6,}$/);

const keptSchema = z.object({ pack: z.string(), offset: z.number(), length: z.number() });

const objectSchema = z.object({
  /** Relative to the target. */
  key: z.string().refine(isOutPath),
  sha256: z.string(),
  bytes: z.number(),
  contentType: z.string(),
  cacheControl: z.string(),
  redirect: z.string().nullable(),
  stage: z.enum(STAGES),
  /** Where its bytes are kept for a rollback; null for hashed assets, which stay in the site, and for empty objects. */
  kept: keptSchema.nullable(),
  /** Of a hashed asset that only older releases use: the first release without it. */
  unusedSince: releaseId.optional(),
});

const packSchema = z.object({ name: z.string(), unusedSince: releaseId.optional() });

const holderSchema = z.object({
  pid: z.number(),
  started: z.string().nullable(),
  host: z.string(),
  since: z.string(),
});

const hostSchema = z.object({
  /** `build.host` */
  name: z.enum(HOSTS).nullable(),
  /** What it sends with every answer. Empty for hosts without headers of their own. */
  headers: z.array(z.tuple([z.string(), z.string()])),
});

const listSchema = z.object({
  version: z.literal(1),
  id: releaseId,
  /** The release that was live before. */
  base: releaseId.nullable(),
  /** The process that writes it. */
  holder: holderSchema,
  host: hostSchema.default({ name: null, headers: [] }),
  /** Kept bytes, those that only older releases need among them. */
  packs: z.array(packSchema),
  objects: z.array(objectSchema),
});

const summarySchema = z.object({
  id: releaseId,
  /** ISO 8601: when it was finished. */
  at: z.string(),
  commit: z.string().nullable(),
  /** Address of the CI run. */
  run: z.string().nullable(),
  origin: z.string(),
  isSample: z.boolean(),
  pages: z.number(),
  written: z.number(),
  deleted: z.number(),
  /** The release that it brought back. */
  restores: releaseId.nullable(),
  /** What it was built of: a key of the code, and the name of the snapshot's file. Absent where the build did not say. */
  made: z.object({ code: z.string(), snapshot: z.string() }).optional(),
  /** Whether the public address was found to answer with it. */
  isVerified: z.boolean(),
  /** Whether the caches in front of the target were told what changed. Missing where there are none. */
  isPurged: z.boolean().optional(),
});

const headSchema = z.object({
  version: z.literal(1),
  /** Whether the target can refuse a write if another publisher was faster. */
  hasConditions: z.boolean(),
  /** Newest first; the first one is live. */
  releases: z.array(summarySchema).min(1),
  /** Releases that were begun and never finished. */
  unfinished: z.array(releaseId),
});

/** One object of a release. */
export type ReleaseObject = Readonly<z.infer<typeof objectSchema>>;
/** The host that a release was built for. */
export type ReleaseHost = Readonly<z.infer<typeof hostSchema>>;
/** A place inside a pack. */
export type KeptPlace = Readonly<z.infer<typeof keptSchema>>;
/** Kept bytes of many objects. */
export type PackRow = Readonly<z.infer<typeof packSchema>>;
/** `releases/{id}.json` */
export interface ReleaseList extends Omit<z.infer<typeof listSchema>, 'objects' | 'packs'> {
  readonly objects: readonly ReleaseObject[];
  readonly packs: readonly PackRow[];
}
/** A release in `current.json`. */
export type ReleaseSummary = Readonly<z.infer<typeof summarySchema>>;
/** `current.json` */
export type ReleaseHead = z.infer<typeof headSchema>;

export const HEAD_KEY = 'current.json';
export const listKey = (id: string): string => `releases/${id}.json`;
export const beatKey = (id: string): string => `beats/${id}.json`;
export const packKey = (name: string): string => `packs/${name}`;

/** Ids are numbers of a fixed length, so that their texts are in order. */
export function nextId(id: string | null): string {
  return String(Number(id ?? 0) + 1).padStart(6, '0');
}

/** `43` of `000043`, for people. */
export function shownId(id: string): string {
  return String(Number(id));
}

/** The id of a typed number: `43` is `000043`. */
export function parseId(text: string): string | null {
  return /^\d{1,12}$/.test(text) ? text.padStart(6, '0') : null;
}

/** Headers of the records themselves. */
export const RECORD_HEADERS: ObjectHeaders = {
  contentType: 'application/json; charset=utf-8',
  cacheControl: 'no-store',
  redirect: null,
};

/** @throws Error that says what is wrong with it. */
export function parseHead(body: Uint8Array): ReleaseHead {
  return headSchema.parse(JSON.parse(Buffer.from(body).toString('utf8')));
}

/** @throws Error that says what is wrong with it. */
export function parseList(body: Uint8Array): ReleaseList {
  return listSchema.parse(JSON.parse(Buffer.from(body).toString('utf8')));
}

/** Plain JSON, an object of the site a line. */
export function printList({ objects, ...rest }: ReleaseList): Buffer {
  const rows = objects.map((row) => JSON.stringify(row)).join(',\n');
  return Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"objects":[\n${rows}\n]}\n`);
}

export function printHead(head: ReleaseHead): Buffer {
  return Buffer.from(`${JSON.stringify(head, null, 2)}\n`);
}
