import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArticle } from '../../../bench/generated-content.ts';
import { openPageTaker, type PageTaker } from '../../../cli/content/intake/page-taker.ts';
import { takePage } from '../../../cli/content/intake/take-entry.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;
/** Enough entries to come that a thread is worth it. */
const MANY = 100_000;

let folder = '';
const open: PageTaker[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taker-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((taker) => taker.close()));
  await rm(folder, { recursive: true });
});

/** A page of ten articles: two with a fault, one with a link that leads nowhere, one switched off, one of another site. */
function pageOf(first: number): Buffer {
  const oddities: Readonly<Record<number, object>> = {
    1: { title: ' ', date: 'soon' },
    2: { title: 'A\u0007B\n' },
    3: { content: [{ type: 'text', text: '<p>Ґ\u2028<a href="javascript:alert(1)">Go</a>\n</p>' }] },
    4: { published: false },
    5: { locale: 'es', title: null },
  };
  const data = Array.from({ length: 10 }, (_, index) => ({
    ...createArticle('en', first + index),
    ...oddities[index],
  }));
  return Buffer.from(JSON.stringify({ data, links: {}, meta: { total: 10_000, last_page: 1000 } }));
}

/** A taker whose thread runs this code. */
async function openWith(code: string): Promise<PageTaker> {
  const file = join(folder, 'thread.mjs');
  await writeFile(file, `import { parentPort } from 'node:worker_threads';\n${code}`);
  const taker = openPageTaker({ threads: 2, threadFile: pathToFileURL(file) });
  open.push(taker);
  taker.expect(MANY);
  return taker;
}

/** Several pages at once, so that some are taken by this thread while the other is busy. */
const takeTwelve = (taker: PageTaker) =>
  Promise.all(Array.from({ length: 12 }, (_, number) => taker.take(pageOf(number * 10), PLACE)));
const taken = Array.from({ length: 12 }, (_, number) => takePage(pageOf(number * 10), PLACE));

/** A page whose lines are texts. */
const readable = (page: ReturnType<typeof takePage>) =>
  'fault' in page
    ? page
    : {
        ...page,
        entries: page.entries.map(({ line, ...entry }) => ({
          ...entry,
          line: typeof line === 'string' ? line : Buffer.from(line).toString('utf8', 0, line.length - 1),
        })),
      };

describe('openPageTaker', () => {
  it('makes the same of a page in this thread and in the one beside it', async () => {
    for (const threads of [1, 2, null]) {
      const taker = openPageTaker({ threads });
      open.push(taker);
      taker.expect(MANY);
      expect(await takeTwelve(taker)).toEqual(taken);
      // One after the other: the thread has the time for each.
      for (const [number, page] of taken.slice(0, 3).entries())
        expect(await taker.take(pageOf(number * 10), PLACE)).toEqual(page);
    }
  });

  it('reads a page where it stands among other bytes that threads share', async () => {
    const page = pageOf(0);
    const room = Buffer.from(new SharedArrayBuffer(page.length * 2)).fill('x');
    page.copy(room, 7);
    for (const threads of [1, 2]) {
      const taker = openPageTaker({ threads });
      open.push(taker);
      taker.expect(MANY);
      expect(await taker.take(room.subarray(7, 7 + page.length), PLACE)).toEqual(taken[0]);
    }
  });

  it('hands pages to the thread, few while it starts, later no more than it may hold, and small ones not at all', async () => {
    // A thread that finds no entries.
    const taker = await openWith(`parentPort.on('message', () => {
      const rest = '],"meta":{"total":10000,"last_page":1000}}';
      const list = { places: new Int32Array(0), digests: '', entries: '', rest };
      parentPort.postMessage({ kind: 'done', result: { list, printed: null } });
    });`);
    for (const handed of [2, 6]) {
      const answers = await takeTwelve(taker);
      expect(answers.filter((answer) => 'entries' in answer && answer.entries.length === 0)).toHaveLength(handed);
    }
    const small = Buffer.from(JSON.stringify({ data: [], meta: { total: 0, last_page: 1 } }));
    expect(await taker.take(small, PLACE)).toEqual({ entries: [], total: 0, lastPage: 1 });
  });

  it.each([
    ['with blanks', true, (text: string) => JSON.stringify(JSON.parse(text), null, 1)],
    ['with its entries last', true, (text: string) => JSON.stringify({ last: 0, ...JSON.parse(text) })],
    ['in escapes alone', true, (text: string) => text.replaceAll('Ґ', '\\u0490')],
    ['with control characters', false, (text: string) => text.replaceAll('Ґ', '\\u0007')],
    ['in halves of characters', false, (text: string) => text.replaceAll('Ґ', '\\ud83d')],
    ['with millions of blanks', false, (text: string) => ' '.repeat(9_000_000) + text],
    ['with its list twice', false, (text: string) => text.replace('],"links"', '],"data":[],"links"')],
  ])('makes the same of an answer that is printed %s', async (_, isCut, print) => {
    const text = pageOf(0).toString().replaceAll('\\u0007', '');
    const bytes = Buffer.from(print(text));
    const taker = openPageTaker({ threads: 2 });
    open.push(taker);
    taker.expect(MANY);
    const page = await taker.take(bytes, PLACE);
    expect(readable(page)).toEqual(readable(takePage(bytes, PLACE)));
    // What the thread printed anew lies in bytes.
    expect('entries' in page && page.entries.some(({ line }) => typeof line !== 'string')).toBe(isCut);
  });

  it('starts no thread for few entries', async () => {
    const taker = openPageTaker({ threads: 2, threadFile: pathToFileURL(join(folder, 'missing.mjs')) });
    taker.expect(500);
    expect(await takeTwelve(taker)).toEqual(taken);
  });

  it.each([
    ['ends while it has pages', "parentPort.on('message', () => process.exit(1));"],
    ['fails', "parentPort.on('message', () => { throw new Error('Out of luck.'); });"],
    ['cannot be started', 'This is no code.'],
  ])('takes the pages of a thread that %s', async (_, code) => {
    const taker = await openWith(code);
    expect(await takeTwelve(taker)).toEqual(taken);
    expect(await takeTwelve(taker)).toEqual(taken);
  });

  it('says of a damaged answer what this thread would say, without its text', async () => {
    const taker = openPageTaker({ threads: 2 });
    open.push(taker);
    taker.expect(MANY);
    const damaged = pageOf(0).subarray(0, -1);
    await expect(taker.take(damaged, PLACE)).rejects.toThrow(
      'The content service answered 200 with JSON that is damaged or cut off.',
    );
    expect(await taker.take(Buffer.from(JSON.stringify({ data: 'x'.repeat(30_000) })), PLACE)).toEqual({
      fault: '"data" is no list',
    });
  });
});
