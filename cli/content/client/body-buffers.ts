// Where the bytes of answers stand while they are read and parsed: in a few buffers that are used again. A buffer of its own
// for each answer, in pieces and then as a whole, would be rubbish faster than it is cleaned.

/** Takes the bytes of one answer. */
export interface BodyBuffer {
  readonly append: (chunk: Uint8Array) => void;
  readonly length: () => number;
  /** The bytes so far. Another thread may read them where they are. */
  readonly bytes: () => Buffer;
}

/** Keeps a buffer beyond the work that it was lent for. Returns what gives it back; one that is never given back is rubbish. */
export type KeepBuffer = () => () => void;

/** Lends buffers. */
export interface BodyBuffers {
  /** Lends an empty one until `work` is done, if it does not keep it: nobody may read its bytes after that. */
  readonly lend: <Result>(work: (buffer: BodyBuffer, keep: KeepBuffer) => Promise<Result>) => Promise<Result>;
}

const FIRST_BYTES = 1_048_576;
/** A buffer that grew further is not kept. */
const MOST_KEPT_BYTES = 8_388_608;

/** Starts with no buffer; there are never more than were lent at once. */
export function createBodyBuffers(): BodyBuffers {
  const free: Buffer[] = [];
  return {
    lend: async (work) => {
      const buffer = createBodyBuffer(free.pop() ?? allocate(FIRST_BYTES));
      const giveBack = () => {
        if (buffer.room().length <= MOST_KEPT_BYTES) free.push(buffer.room());
      };
      let isKept = false;
      const keep = () => {
        isKept = true;
        return giveBack;
      };
      try {
        return await work(buffer, keep);
      } finally {
        if (!isKept) giveBack();
      }
    },
  };
}

function createBodyBuffer(first: Buffer): BodyBuffer & { readonly room: () => Buffer } {
  let room = first;
  let length = 0;
  return {
    append: (chunk) => {
      if (length + chunk.length > room.length) {
        const larger = allocate(Math.max(length + chunk.length, room.length * 2));
        larger.set(room.subarray(0, length));
        room = larger;
      }
      room.set(chunk, length);
      length += chunk.length;
    },
    length: () => length,
    bytes: () => room.subarray(0, length),
    room: () => room,
  };
}

/** Shared, so that a thread that takes the answer apart needs no copy of it. */
function allocate(bytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}
