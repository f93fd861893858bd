// A thread that cuts answers, one after the other: it alone passes through all of their bytes. Started by page-taker.ts.

import { answerRequests } from '../../threads/worker-thread.ts';
import { cutList, type ListCut } from './cut-list.ts';

/** A list that was cut. */
export interface SharedCut {
  readonly list: ListCut;
  /** The answer as we print it, where it could not be cut as it came. */
  readonly printed: Uint8Array | null;
}

/** The thread that asked takes larger answers itself. */
const MOST_PRINTED_BYTES = 8_388_608;

// The bytes are shared with the thread that asks.
answerRequests(({ buffer, byteOffset, length }: Uint8Array): SharedCut | null => {
  const bytes = Buffer.from(buffer, byteOffset, length);
  const list = cutList(bytes);
  return list === null ? cutPrinted(bytes) : { list, printed: null };
});

/** Null where it cannot be cut either, or is too large. */
function cutPrinted(bytes: Buffer): SharedCut | null {
  const text = bytes.length > MOST_PRINTED_BYTES ? null : printAnew(bytes);
  if (text === null) return null;
  const printed = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)));
  printed.write(text);
  const list = cutList(printed);
  return list === null ? null : { list, printed };
}

/** Null where it is no JSON, or holds no list: whoever asked meets that again, and tells it as what it is. */
function printAnew(bytes: Buffer): string | null {
  try {
    const { data, ...rest }: Readonly<Record<string, unknown>> = JSON.parse(bytes.toString('utf8'));
    return JSON.stringify({ data, ...rest });
  } catch {
    return null;
  }
}
