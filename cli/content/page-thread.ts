// A thread that takes pages of lists apart, one after the other, in the order in which they come. Started by page-taker.ts.

import { parentPort } from 'node:worker_threads';
import type { SentPage, ThreadAnswer } from './page-taker.ts';
import { takePage } from './take-entry.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the code of a worker thread.');

port.on('message', (page: SentPage) => {
  port.postMessage(answer(page));
});

function answer({ bytes, place }: SentPage): ThreadAnswer {
  try {
    const page = takePage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), place);
    if ('fault' in page) return { page: JSON.stringify(page), lines: '' };
    const entries = page.entries.map(({ facts, indexed }) => ({ facts, indexed }));
    return {
      page: JSON.stringify({ ...page, entries }),
      lines: page.entries.map(({ line }) => line).join('\n'),
    };
  } catch {
    // The main thread meets it again, and tells it as what it is.
    return null;
  }
}
