// An entry whose text was printed when it came says and prints what the one that is read again does, and its page has the same
// hash: proven on random texts, as services write them.

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarkupPacker, createMarkupUnpacker, type PackedPiece } from '../../cli/build/packed-markup.ts';
import { createTextInput } from '../../cli/build/page-input/block-inputs.ts';
import { hashParts, listHtml } from '../../cli/build/page-input/hash-parts.ts';
import { createPrintedInput } from '../../cli/build/page-input/printed-input.ts';
import { openTakenIntake } from '../../cli/content/collection-intake.ts';
import { cutList } from '../../cli/content/cut-list.ts';
import { openRangeEntries } from '../../cli/content/entries.ts';
import { openTextShelf } from '../../cli/content/keep-texts.ts';
import { openPageTaker } from '../../cli/content/page-taker.ts';
import { openPlacedTexts } from '../../cli/content/placed-texts.ts';
import { createTextPrinter } from '../../cli/content/print-texts.ts';
import { takePage } from '../../cli/content/take-entry.ts';
import { hrefsOf, readRichText } from '../../templates/components/clean-rich-text.ts';
import { createOutline } from '../../templates/components/outline.ts';
import { type Markup, printAround, printMarkup } from '../../templates/markup.ts';
import type { BlockInput } from '../../templates/page-input.ts';
import { memoryFolder } from '../memory-folder.ts';
import { PROPS, pageWith } from '../templates/page-makers.ts';
import { richText } from '../templates/random-rich-text.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 150 : 5000;
const PLACE = { collection: 'blog_articles', site: 'en' } as const;
const ORIGIN = 'https://www.example.com';
const RULES = { origin: ORIGIN, finalHrefs: {}, richImages: {} };
/** Long enough to be left out of its entry, with all that JSON escapes, and letters of one to four bytes. */
const LONG = `<p>${'"Ґанок"\t\\ – é 🙂\n'.repeat(40)}</p>`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'sitegen-texts-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** How services write JSON: as we do, with slashes escaped, and with letters of Latin texts by their numbers, too. */
const writings: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => json.replaceAll('/', '\\/'),
  (json) => json.replaceAll('/', '\\/').replaceAll('é', '\\u00e9').replaceAll('–', '\\u2013'),
];

/** An answer with entries of these texts, or with an entry as JSON. */
function answerOf(htmls: readonly string[], write: (json: string) => string): Buffer {
  const entries = htmls.map((content, index) =>
    write(JSON.stringify({ id: `a${index}`, slug: `a-${index}`, title: 'A', locale: 'en', content })),
  );
  return answerWith(entries);
}

const answerWith = (entries: readonly string[]) =>
  Buffer.from(`{"data":[${entries.join(',')}],"meta":{"total":${entries.length},"last_page":1}}`);

/** What is found again of the entries of some answers, one after the other, and what their lines say. */
async function take(answers: readonly Buffer[]) {
  const shelf = openTextShelf({ cacheDir: folder, origin: ORIGIN });
  const print = createTextPrinter(shelf.open());
  const intake = openTakenIntake(folder, PLACE, { texts: shelf });
  for (const bytes of answers) {
    const page = takePage(bytes, PLACE, cutList(bytes, print));
    if ('fault' in page) throw new Error(page.fault);
    await intake.take(page.entries);
  }
  const { rows } = await intake.finish();
  return rows.map((row) => {
    const whole = openRangeEntries({ rangesDir: folder }, row.range, 'blog_articles')(row.line);
    return { found: shelf.find(row), whole, digest: row.digest };
  });
}

const outlineOf = (block: BlockInput) => {
  const { safeByIndex, ...outline } = createOutline([block], RULES);
  return { outline, safe: safeByIndex.get(0) ?? '' };
};

/** The same markup in another thread. */
function crossed(main: Markup): Markup {
  const packer = createMarkupPacker();
  const unpacker = createMarkupUnpacker(openPlacedTexts(0));
  const packed: PackedPiece[] = [];
  packer.pack({ head: '', switcher: '', main, end: '' }, packed);
  const sent = structuredClone({ packed, frames: packer.takeFrames() });
  unpacker.learn(sent.frames);
  unpacker.open(sent.packed);
  return unpacker.unpack().main;
}

/** As a stager prints it. */
function stagedOf(safe: Markup): string {
  const frame = { start: '<main>', others: [{ text: 'a', place: 'markup', after: '</main>' }] } as const;
  const { before, place, after } = printAround(crossed({ frame, texts: { a: safe } }));
  return before + (place === null ? '' : openPlacedTexts(0).read(place).toString('utf8')) + after;
}

const saidOf = (safe: Markup) =>
  typeof safe === 'object' && 'links' in safe ? { links: safe.links, ids: safe.ids } : null;

const articleOf = (block: BlockInput) =>
  pageWith({ template: 'article', props: { ...PROPS.article, content: [block] } });

/** Shows that two blocks make the same of a page. `html` is the text of the entry of this digest. */
function expectSame(printed: BlockInput & { type: 'text' }, html: string, digest: string): void {
  const plain = createTextInput(html);
  expect(printed.html).toBe(html);
  const [one, other] = [outlineOf(printed), outlineOf(plain)];
  expect(one.outline).toEqual(other.outline);
  expect(saidOf(one.safe)).toEqual(saidOf(other.safe));
  expect(printMarkup(one.safe)).toBe(printMarkup(other.safe));
  expect(printMarkup(crossed(one.safe))).toBe(printMarkup(other.safe));
  expect(stagedOf(one.safe)).toBe(stagedOf(other.safe));
  const hashed = hashParts(articleOf(printed), { digest, texts: [printed.printed ?? ''] });
  expect(hashed).toEqual(hashParts(articleOf(plain), { digest, texts: [html] }));
  expect(listHtml(articleOf(printed))).toEqual([html]);
}

describe('createTextPrinter', () => {
  it('prints texts so that pages are the same as of texts that are read again, however they were written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(richText, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...writings),
        async (texts, write) => {
          const first = [`${LONG}<h2>é</h2><a href="/blog/a/">é</a><h2>é</h2>`];
          const htmls = [first, texts.map((text) => text + LONG), texts.map((text) => LONG + text)];
          const entries = await take(htmls.map((some) => answerOf(some, write)));
          expect(entries[0]?.found).not.toBe(null);
          for (const [index, { found, whole, digest }] of entries.entries()) {
            if (found === null) continue;
            const html = htmls.flat()[index] ?? '';
            expect({ ...found.entry, content: [{ type: 'text', text: html }] }).toEqual(whole);
            expect(found.hrefs).toEqual(hrefsOf(readRichText(html) ?? { characters: 0, tags: [], words: [] }));
            expectSame(
              createPrintedInput(found.printed, () => html),
              html,
              digest,
            );
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['of the grammar', `${LONG}<h2>é</h2><p><a href="/x/">y</a><br></p>`, true],
    ['with an image', `${LONG}<img src="/a.png">`, false],
    ['with what looks like a link', `${LONG}<p>Write href="/x/" there.</p>`, false],
    ['with a link that leads nowhere', `${LONG}<a href="javascript:x">y</a>`, false],
    ['with an entity', `${LONG}<p>a&nbsp;b</p>`, false],
    ['that is short', '<p>a</p>', false],
    ['that is longer than any', LONG.repeat(1000), false],
  ])('prints a text %s, or leaves it', async (_, html, isPrinted) => {
    for (const write of writings) {
      const [entry] = await take([answerOf([html], write)]);
      expect(entry?.found !== null).toBe(isPrinted);
    }
  });

  it('leaves an entry whose text is not what was printed', async () => {
    const long = JSON.stringify(LONG);
    const [twice, again] = await take([
      answerWith([
        `{"id":"a","slug":"a","title":"A","content":${long},"content":"<p>b</p>"}`,
        `{"id":"b","slug":"b","title":"B","content":"<p>b</p>","content":${long}}`,
      ]),
    ]);
    expect(twice).toMatchObject({ found: null, whole: { content: [{ text: '<p>b</p>' }] } });
    expect(again).toMatchObject({ found: { hrefs: [] }, whole: { content: [{ text: LONG }] } });
  });

  it('prints in the thread that cuts answers, articles alone', async () => {
    const shelf = openTextShelf({ cacheDir: folder, origin: ORIGIN });
    const taker = openPageTaker({ threads: 2, texts: shelf });
    try {
      taker.expect(100_000);
      const htmls = Array.from({ length: 30 }, (_, index) => `<p>${index}</p>${LONG}`);
      const isPrinted = async (collection: 'blog_articles' | 'webinars', write: (json: string) => string) => {
        const bytes = answerOf(htmls, write);
        const shared = Buffer.from(new SharedArrayBuffer(bytes.length));
        shared.set(bytes);
        const page = await taker.take(shared, { collection, site: 'en' });
        return 'fault' in page ? [] : page.entries.map(({ text }) => text !== null);
      };
      const inEscapes = (json: string) => json.replaceAll('Ґ', '\\u0490');
      expect(await isPrinted('webinars', inEscapes)).toEqual(htmls.map(() => false));
      for (const write of [...writings, inEscapes])
        expect(await isPrinted('blog_articles', write)).toEqual(htmls.map(() => true));
    } finally {
      await taker.close();
    }
  });
});

describe('openPlacedTexts', () => {
  it('reads texts from windows, whatever their order and length', async () => {
    const htmls = Array.from({ length: 20 }, (_, index) => LONG.repeat((index % 3) + 1) + index);
    const entries = await take([answerOf(htmls, (json) => json)]);
    for (const windowBytes of [0, 1000, 10_000_000]) {
      const { read } = openPlacedTexts(windowBytes);
      for (const number of [0, 1, 2, 19, 3, 3, 18, 0]) {
        const place = entries[number]?.found?.printed.safe.place;
        expect(place && read(place).toString('utf8')).toBe(htmls[number]);
      }
    }
  });

  it('tells of a file that ends before its text does', async () => {
    const [entry] = await take([answerOf([LONG], (json) => json)]);
    const place = entry?.found?.printed.safe.place;
    if (place === undefined) throw new Error('Nothing was printed.');
    expect(() => openPlacedTexts(0).read({ ...place, bytes: place.bytes + 10_000 })).toThrow('ends before');
  });
});
