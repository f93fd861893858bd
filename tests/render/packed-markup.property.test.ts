// Markup that crossed to another thread is what it was: proven on every template, and on random articles and lists.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectPageFacts } from '../../cli/facts/page-facts.ts';
import { createMarkupPacker, createMarkupUnpacker, type PackedPiece } from '../../cli/render/packed-markup.ts';
import { createTemplates } from '../../templates/bundle.ts';
import { type FilledFrame, type Frame, printMarkup } from '../../templates/markup.ts';
import type { PageParts, TemplateInput } from '../../templates/page-input.ts';
import { EVERY_TEMPLATE, pageWith, wordsOf } from '../templates/page-makers.ts';
import { articleProps, listProps, randomDocument } from '../templates/random-pages.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 100 : 10_000;

const templates = createTemplates();

/** A way to another thread and what arrives there. */
function openWay() {
  const packer = createMarkupPacker();
  const unpacker = createMarkupUnpacker();
  return (parts: PageParts): PageParts => {
    const packed: PackedPiece[] = [];
    packer.pack(parts, packed);
    const sent = structuredClone({ frames: packer.takeFrames(), packed });
    unpacker.learn(sent.frames);
    unpacker.open(sent.packed);
    return unpacker.unpack();
  };
}

const htmlOf = ({ head, switcher, main, end }: PageParts) =>
  [head, printMarkup(switcher), printMarkup(main), end].join('\n');

describe('createMarkupPacker', () => {
  it('hands over pages of every kind as they are printed and read here', () => {
    const cross = openWay();
    const template: fc.Arbitrary<TemplateInput> = fc.oneof(
      fc.constantFrom(...EVERY_TEMPLATE),
      articleProps.map((props) => ({ template: 'article' as const, props })),
      listProps.map((props) => ({ template: 'blog' as const, props })),
    );
    fc.assert(
      fc.property(template, randomDocument, (input, document) => {
        const page = pageWith(input, document);
        const words = wordsOf(page.template);
        const parts = templates.renderPageParts(page, words, words);
        const arrived = cross(parts);
        expect(htmlOf(arrived)).toBe(htmlOf(parts));
        expect(collectPageFacts(arrived)).toEqual(collectPageFacts(parts));
      }),
      { numRuns: RUNS },
    );
  });

  /** Frames of one text each, and what each crossing told of them. */
  function openCrossing(count: number, html: string) {
    const packer = createMarkupPacker();
    const unpacker = createMarkupUnpacker();
    const told: number[] = [];
    const filled = Array.from({ length: count }, (_, index): FilledFrame => {
      const frame: Frame = { start: `<p>${index}`, others: [{ text: 'name', after: `${html}</p>` }] };
      return { frame, texts: { name: `&${index}` } };
    });
    const cross = (from: number, to: number) => {
      const packed: PackedPiece[] = [];
      for (const main of filled.slice(from, to)) packer.pack({ head: '', switcher: '', main, end: '' }, packed);
      const taken = structuredClone({ frames: packer.takeFrames(), packed });
      told.push(taken.frames.frames.length);
      unpacker.learn(taken.frames);
      unpacker.open(taken.packed);
      for (const main of filled.slice(from, to)) expect(printMarkup(unpacker.unpack().main)).toBe(printMarkup(main));
      expect(unpacker.isAtEnd()).toBe(true);
    };
    return { cross, told };
  }

  it('tells a frame once, when it is met again', () => {
    const { cross, told } = openCrossing(20, '');
    cross(0, 10);
    cross(5, 15);
    cross(0, 20);
    cross(0, 20);
    cross(0, 20);
    expect(told).toEqual([0, 5, 10, 5, 0]);
  });

  it('begins anew where frames that are kept have millions of characters', () => {
    const { cross, told } = openCrossing(100, 'x'.repeat(100_000));
    cross(0, 100);
    cross(0, 40);
    cross(0, 5);
    cross(0, 5);
    expect(told).toEqual([0, 40, 5, 0]);
  });
});
