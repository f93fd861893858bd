// A thread that cuts answers, one after the other: it alone passes through all of their bytes. Started by page-taker.ts.

import { answerRequests } from '../worker-thread.ts';
import { cutList, type ListCut } from './cut-list.ts';

// The bytes are shared with the thread that asks.
answerRequests(({ buffer, byteOffset, length }: Uint8Array): ListCut | null =>
  cutList(Buffer.from(buffer, byteOffset, length)),
);
