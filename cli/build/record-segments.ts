// Files of records: each thread appends to a segment of its own, and beside it to one of briefs, which hold of each record
// what the checks of a whole site ask of it. Both are read by place, in large pieces.

import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where a record and its brief stand: the name of its segment, bytes from the start and bytes of the line of each. */
export type RecordPlace = readonly [
  segment: string,
  offset: number,
  length: number,
  briefOffset: number,
  briefLength: number,
];

/** Where a thread writes its records: plain data that a thread can be given. */
export interface SegmentPlace {
  readonly dir: string;
  readonly name: string;
}

/** A record and its brief as they stand on disk, without line breaks. */
export interface RecordLines {
  readonly record: Buffer;
  readonly brief: Buffer;
}

/** Takes the records of one thread. */
export interface SegmentWriter {
  /** Appends records. Returns their places, in their order. */
  readonly append: (lines: readonly RecordLines[]) => readonly RecordPlace[];
  readonly close: () => void;
}

/** The name of a segment's briefs. */
export function briefsOf(segment: string): string {
  return segment.replace(/\.ndjson$/, '.brief.ndjson');
}

/** Opens a new segment; its files are made with the first record. */
export function openSegment({ dir, name }: SegmentPlace): SegmentWriter {
  const records = openLines(join(dir, name));
  const briefs = openLines(join(dir, briefsOf(name)));
  return {
    append: (lines) => {
      const recordStarts = records.append(lines.map(({ record }) => record));
      const briefStarts = briefs.append(lines.map(({ brief }) => brief));
      return lines.map(
        ({ record, brief }, index): RecordPlace => [
          name,
          recordStarts[index] ?? 0,
          record.length,
          briefStarts[index] ?? 0,
          brief.length,
        ],
      );
    },
    close: () => {
      records.close();
      briefs.close();
    },
  };
}

const LINE_BREAK = Buffer.from('\n');

function openLines(file: string) {
  let descriptor: number | null = null;
  let offset = 0;
  return {
    /** Returns where each line starts. */
    append: (lines: readonly Buffer[]): readonly number[] => {
      descriptor ??= openSync(file, 'wx');
      const block = Buffer.concat(lines.flatMap((line) => [line, LINE_BREAK]));
      for (let done = 0; done < block.length; ) done += writeSync(descriptor, block, done);
      return lines.map(({ length }) => {
        const start = offset;
        offset += length + 1;
        return start;
      });
    },
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}

/** Bytes that are read of a segment at once: records that follow each other are mostly asked for in their order. */
const WINDOW_BYTES = 262_144;

interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
  /** The bytes that were read last, and where they stand. */
  window: Buffer;
  start: number;
}

/** Reads lines of segments. */
export interface PlaceReader {
  readonly readRecord: (at: RecordPlace) => Buffer;
  readonly readBrief: (at: RecordPlace) => Buffer;
  /** Bytes of the segment itself. */
  readonly sizeOf: (segment: string) => number;
  readonly close: () => void;
}

/** Opens the segments of a folder when they are asked for; they stay open until the end. */
export function createPlaceReader(dir: string): PlaceReader {
  const files = new Map<string, OpenFile>();
  const open = (name: string): OpenFile => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const file = join(dir, name);
    const opened = { descriptor: openSync(file, 'r'), size: statSync(file).size, window: Buffer.alloc(0), start: 0 };
    files.set(name, opened);
    return opened;
  };
  const read = (name: string, offset: number, length: number): Buffer => {
    const file = open(name);
    if (offset < file.start || offset + length > file.start + file.window.length) {
      // A new buffer each time: lines that were handed out are parts of the old one.
      file.window = Buffer.alloc(Math.max(length, Math.min(WINDOW_BYTES, file.size - offset)));
      file.start = offset;
      readSync(file.descriptor, file.window, 0, file.window.length, offset);
    }
    return file.window.subarray(offset - file.start, offset - file.start + length);
  };
  return {
    readRecord: ([name, offset, length]) => read(name, offset, length),
    readBrief: ([name, , , offset, length]) => read(briefsOf(name), offset, length),
    sizeOf: (segment) => open(segment).size,
    close: () => {
      for (const { descriptor } of files.values()) closeSync(descriptor);
      files.clear();
    },
  };
}
