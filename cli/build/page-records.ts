// What was rendered, on disk: one record a page in route order, in a folder a locale, with a short index beside. The
// records of the last published build tell the next one which pages it need not render.

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../config/locales.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageUses } from './page-uses.ts';

/** Version of the shape of records; others are ignored, and their pages rendered. */
const RECORDS_VERSION = 1;

/** What is known of a page after rendering, besides its bytes. Links of shared fragments stand in the fragment's record. */
export interface PageRecord {
  readonly path: string;
  readonly outFile: string;
  readonly sha256: string;
  readonly bytes: number;
  /** SHA-256 of the page's input. */
  readonly input: string;
  /** Key of the code that rendered it. */
  readonly template: string;
  /** Key of its chrome among the fragment records. */
  readonly chrome: string;
  /** Short hash of each part of the input, to say what changed. */
  readonly parts: Readonly<Record<string, string>>;
  /** Why the page was rendered: `new`, `template`, `output`, or the parts of its input that changed. */
  readonly reason: readonly string[];
  readonly uses: PageUses & {
    readonly template: string;
    /** Source files that the template reaches. */
    readonly sources: number;
    /** Groups of words. */
    readonly words: readonly string[];
  };
  readonly facts: PageFacts;
}

/** A record's place, and what decides whether its page is rendered again. */
interface RecordRow extends Pick<PageRecord, 'path' | 'sha256' | 'bytes' | 'input' | 'template'> {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  /** Whether the build that wrote this index took the page over from the one before. */
  readonly isReused: boolean;
}

/** The records of the last published build. */
export interface PreviousRecords {
  readonly find: (path: string) => RecordRow | undefined;
  /** The record's line, without its line break. */
  readonly readLine: (row: RecordRow) => Buffer;
  readonly close: () => void;
}

/** Folder of the records of the last published build. */
export const recordsDirOf = (cacheDir: string) => join(cacheDir, 'records');
/** Folder of the records of a build that is not published yet. */
export const nextRecordsDirOf = (cacheDir: string) => join(cacheDir, 'records.next');

const INDEX_FILE = 'index.json';

/** Opens the records of some locales. What is missing or of another version counts as nothing. */
export function openPreviousRecords(dir: string, locales: readonly Locale[]): PreviousRecords {
  const rowByPath = new Map<string, RecordRow>();
  for (const locale of locales) for (const row of loadIndex(join(dir, locale))) rowByPath.set(row.path, row);
  const descriptors = new Map<string, number>();
  const descriptorOf = (file: string) => {
    const open = descriptors.get(file) ?? openSync(file, 'r');
    descriptors.set(file, open);
    return open;
  };
  return {
    find: (path) => rowByPath.get(path),
    readLine: ({ file, offset, length }) => {
      const line = Buffer.alloc(length);
      readSync(descriptorOf(file), line, 0, length, offset);
      return line;
    },
    close: () => {
      for (const descriptor of descriptors.values()) closeSync(descriptor);
      descriptors.clear();
    },
  };
}

interface StoredIndex {
  readonly version: number;
  readonly rows: readonly RecordRow[];
}

/** Rows name their file relative to the locale's folder, so that the folder can move. */
function loadIndex(dir: string): readonly RecordRow[] {
  const file = join(dir, INDEX_FILE);
  if (!existsSync(file)) return [];
  try {
    const { version, rows }: StoredIndex = JSON.parse(readFileSync(file, 'utf8'));
    return version === RECORDS_VERSION ? rows.map((row) => ({ ...row, file: join(dir, row.file) })) : [];
  } catch {
    return []; // Damaged by whatever hand: every page is rendered again, which mends it.
  }
}

/** Takes the records of one locale in route order. */
export interface RecordWriter {
  readonly add: (
    line: Buffer,
    row: Pick<RecordRow, 'path' | 'sha256' | 'bytes' | 'input' | 'template' | 'isReused'>,
  ) => void;
  /** Writes what is kept in memory; call it once a range. */
  readonly flush: () => void;
  /** Writes the index. Returns the record files in route order. */
  readonly finish: () => readonly string[];
}

const LINE_BREAK = Buffer.from('\n');

/** Starts the records of one locale; what an unpublished build left there is deleted. */
export function createRecordWriter(nextDir: string, locale: Locale): RecordWriter {
  const dir = join(nextDir, locale);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const rows: RecordRow[] = [];
  const files: string[] = [];
  let pieces: Buffer[] = [];
  let offset = 0;
  const nameOf = (number: number) => `${String(number).padStart(6, '0')}.ndjson`;
  const flush = () => {
    if (pieces.length === 0) return;
    const file = join(dir, nameOf(files.length));
    writeFileSync(file, Buffer.concat(pieces));
    files.push(file);
    pieces = [];
    offset = 0;
  };
  return {
    add: (line, row) => {
      rows.push({ ...row, file: nameOf(files.length), offset, length: line.length });
      pieces.push(line, LINE_BREAK);
      offset += line.length + 1;
    },
    flush,
    finish: () => {
      flush();
      writeFileSync(join(dir, INDEX_FILE), JSON.stringify({ version: RECORDS_VERSION, rows } satisfies StoredIndex));
      return files;
    },
  };
}

/** After a commit: the records of the rendered locales are those of the published site. */
export function promoteRecords(cacheDir: string, locales: readonly Locale[]): void {
  const [from, to] = [nextRecordsDirOf(cacheDir), recordsDirOf(cacheDir)];
  mkdirSync(to, { recursive: true });
  for (const locale of locales) {
    rmSync(join(to, locale), { recursive: true, force: true });
    renameSync(join(from, locale), join(to, locale));
  }
  rmSync(from, { recursive: true, force: true });
}
