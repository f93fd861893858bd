// The records of a target. `current.json` (the head) names the live release and those that can be rolled back to;
// `releases/{id}.json` lists the objects of one. A list is written once, before the first object of its release: it claims the id
// for its publisher.

import * as z from 'zod';
import { HOSTS } from '../../config/define-site.ts';
import { isOutPath } from '../paths/out-path.ts';
import type { ObjectHeaders } from './object-store.ts';

/** In the order of writing: hashed assets, other files that pages load, pages, and what links to pages. */
export const STAGES = ['asset', 'data', 'page', 'late'] as const;

/** What a message or header may hold: text without control characters. */
const plainText = z
  .string()
  .max(4096)
  .regex(/^\P{Cc}*$/u, 'Expected text without control characters');
const count = z.int().nonnegative();
const releaseId = z.string().regex(/^\d{6,12}$/);
const hash = z.hash('sha256').brand<'Digest'>();

const keptSchema = z.object({ pack: z.uuid(), offset: count, length: z.int().positive() });

const objectSchema = z.object({
  /** Relative to the target. */
  key: z.string().refine(isOutPath, 'Expected a path inside the target').brand<'OutPath'>(),
  sha256: hash,
  bytes: count,
  contentType: plainText,
  cacheControl: plainText,
  redirect: plainText.nullable(),
  stage: z.enum(STAGES),
  /** Where its bytes are kept for a rollback; null for empty objects and for hashed assets, which stay in the site. */
  kept: keptSchema.nullable(),
  /** The first release without this hashed asset; absent if the release uses it. */
  unusedSince: releaseId.optional(),
});

/** Objects as JSON. */
export const rowsSchema = z.array(objectSchema);

const packSchema = z.object({ name: z.uuid(), unusedSince: releaseId.optional() });

const hostSchema = z.object({
  /** `build.host` */
  name: z.enum(HOSTS).nullable(),
  /** Headers of every response. Empty for hosts that cannot set headers. */
  headers: z.array(z.tuple([plainText, plainText])),
});

/** Bytes of a record that are kept in a pack. */
const pieceSchema = z.object({ sha256: hash, bytes: count, kept: keptSchema });

/** Consecutive objects as JSON. */
const partSchema = pieceSchema.extend({
  /** A digest of what visitors get. */
  shown: z.string(),
  objects: count,
  pages: count,
  /** Objects that are not hashed assets. */
  others: count,
  /** Names of the packs with their bytes. */
  packs: z.array(z.uuid()),
});

export const listSchema = z.object({
  version: z.literal(3),
  id: releaseId,
  /** The process that writes it. */
  holder: z.object({ pid: z.int(), started: plainText.nullable(), host: plainText, since: plainText }),
  /** Whose site it is. */
  about: z.object({ origin: plainText, isSample: z.boolean() }),
  host: hostSchema,
  /** The objects of the release, sorted by key. */
  parts: z.array(partSchema).readonly(),
  /** Hashed assets that only older releases use. */
  unused: z.array(pieceSchema).readonly(),
  /** What its pages were made from (release-history.ts). */
  history: z.array(pieceSchema).readonly(),
  /** Including those that only older releases need. */
  packs: z.array(packSchema).readonly(),
});

const summarySchema = z.object({
  id: releaseId,
  /** When it was finished (ISO 8601). */
  at: z.iso.datetime(),
  commit: plainText.nullable(),
  /** Address of the CI run. */
  run: plainText.nullable(),
  origin: plainText,
  isSample: z.boolean(),
  pages: count,
  written: count,
  deleted: count,
  /** The release that it rolled back to. */
  restores: releaseId.nullable(),
  /** Whether visitors were found to get it. */
  isVerified: z.boolean(),
});

export const headSchema = z.object({
  version: z.literal(2),
  /** Whether the target supports conditional writes. */
  hasConditions: z.boolean(),
  /** Newest first; the first one is live. */
  releases: z.array(summarySchema).min(1),
  /** Releases that were started and never finished, and until when one of their requests may still arrive (ISO 8601). */
  unfinished: z.array(z.object({ id: releaseId, until: z.iso.datetime() })),
});

/** One object of a release. */
export type ReleaseObject = Readonly<z.infer<typeof objectSchema>>;
export type ReleaseHost = Readonly<z.infer<typeof hostSchema>>;
export type KeptPlace = Readonly<z.infer<typeof keptSchema>>;
export type StoredPiece = Readonly<z.infer<typeof pieceSchema>>;
/** A pack holds the kept bytes of many objects. */
export type PackRow = Readonly<z.infer<typeof packSchema>>;
export type ListPart = Readonly<z.infer<typeof partSchema>>;
/** `releases/{id}.json` */
export type ReleaseList = Readonly<z.infer<typeof listSchema>>;
/** A release in `current.json`. */
export type ReleaseSummary = Readonly<z.infer<typeof summarySchema>>;
/** `current.json` */
export type ReleaseHead = Readonly<z.infer<typeof headSchema>>;

export const HEAD_KEY = 'current.json';
export const listKey = (id: string): string => `releases/${id}.json`;
export const beatKey = (id: string): string => `beats/${id}.json`;
export const packKey = (name: string): string => `packs/${name}`;

/** Ids are padded numbers, so that they sort as strings. */
export function nextId(id: string | null): string {
  return String(Number(id ?? 0) + 1).padStart(6, '0');
}

/** `000043` → `43` */
export function shownId(id: string): string {
  return String(Number(id));
}

/** `43` → `000043` */
export function parseId(text: string): string | null {
  return /^\d{1,12}$/.test(text) ? text.padStart(6, '0') : null;
}

/** Headers of the records themselves. */
export const RECORD_HEADERS: ObjectHeaders = {
  contentType: 'application/json; charset=utf-8',
  cacheControl: 'no-store',
  redirect: null,
};

/** Whether two rows are the same object for visitors. */
export function isSameObject(one: ReleaseObject, other: ReleaseObject | undefined): boolean {
  return one.sha256 === other?.sha256 && hasSameHeaders(one, other);
}

export function hasSameHeaders(one: Partial<ObjectHeaders>, other: ObjectHeaders): boolean {
  return (
    one.contentType === other.contentType &&
    one.cacheControl === other.cacheControl &&
    (one.redirect ?? null) === other.redirect
  );
}
