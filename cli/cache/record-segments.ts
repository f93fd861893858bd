// Files of records: each thread appends to a segment of its own, behind each record the brief of its page, which holds
// what the checks of a whole site ask of it. Both are read by place, in large pieces.

import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where a record and its brief stand: the name of their segment, where the record starts, and the bytes of each line. */
export type RecordPlace = readonly [segment: string, offset: number, recordBytes: number, briefBytes: number];

/** Where a thread writes its records: plain data that a thread can be given. */
export interface SegmentPlace {
  readonly dir: string;
  readonly name: string;
}

/** A record and its brief as JSON. */
export interface RecordLines {
  readonly record: string;
  readonly brief: string;
}

/** Takes the records of one thread. */
export interface SegmentWriter {
  /** Appends records. Returns their places, in their order. */
  readonly append: (lines: readonly RecordLines[]) => readonly RecordPlace[];
  readonly close: () => void;
}

/** Room for the records of most batches. */
const FIRST_BLOCK_BYTES = 131_072;
/** UTF-8 bytes of a UTF-16 code unit, at most. */
const BYTES_PER_UNIT = 3;
const LINE_BREAK = 0x0a;

/** Opens a new segment; its file is made with the first record. */
export function openSegment({ dir, name }: SegmentPlace): SegmentWriter {
  let descriptor: number | null = null;
  let offset = 0;
  let block = Buffer.allocUnsafeSlow(FIRST_BLOCK_BYTES);
  return {
    append: (lines) => {
      descriptor ??= openSync(join(dir, name), 'wx');
      const room = lines.reduce(
        (sum, { record, brief }) => sum + (record.length + brief.length) * BYTES_PER_UNIT + 2,
        0,
      );
      if (block.length < room) block = Buffer.allocUnsafeSlow(room);
      let length = 0;
      /** Returns the bytes of the line. */
      const writeLine = (line: string): number => {
        const bytes = block.write(line, length) + 1;
        length += bytes;
        block[length - 1] = LINE_BREAK;
        return bytes;
      };
      const places = lines.map(({ record, brief }): RecordPlace => {
        const place = [name, offset, writeLine(record), writeLine(brief)] as const;
        offset += place[2] + place[3];
        return place;
      });
      for (let done = 0; done < length; ) done += writeSync(descriptor, block, done, length - done);
      return places;
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
  /** A record's line as it stands there. */
  readonly readRecord: (at: RecordPlace) => string;
  readonly readBrief: (at: RecordPlace) => string;
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
  const read = (name: string, start: number, length: number): string => {
    const file = open(name);
    if (start < file.start || start + length > file.start + file.window.length) {
      const size = Math.max(length, Math.min(WINDOW_BYTES, file.size - start));
      file.window = Buffer.alloc(size);
      file.start = start;
      readSync(file.descriptor, file.window, 0, size, start);
    }
    const from = start - file.start;
    // Without its line break.
    return file.window.toString('utf8', from, from + length - 1);
  };
  return {
    readRecord: ([name, offset, recordBytes]) => read(name, offset, recordBytes),
    readBrief: ([name, offset, recordBytes, briefBytes]) => read(name, offset + recordBytes, briefBytes),
    close: () => {
      for (const { descriptor } of files.values()) closeSync(descriptor);
      files.clear();
    },
  };
}
