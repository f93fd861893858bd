// A thread that takes pages of lists apart, one after the other, in the order in which they come. Started by page-taker.ts.

import { parentPort } from 'node:worker_threads';
import type { SentPage, ThreadAnswer } from './page-taker.ts';
import { findPage } from './take-entry.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the code of a worker thread.');

port.on('message', (page: SentPage) => {
  port.postMessage(answer(page));
});

function answer({ bytes, place }: SentPage): ThreadAnswer {
  try {
    const page = findPage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), place);
    if ('fault' in page) return { page: JSON.stringify(page), lines: '' };
    const lines = page.entries.flatMap(({ line }) => (typeof line === 'string' ? [line] : []));
    const entries = page.entries.map((entry) => (typeof entry.line === 'string' ? { ...entry, line: null } : entry));
    return { page: JSON.stringify({ ...page, entries }), lines: lines.join('\n') };
  } catch {
    // The main thread meets it again, and tells it as what it is.
    return null;
  }
}
