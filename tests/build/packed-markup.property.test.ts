// Markup that crossed to another thread is what it was: proven on every template, and on random articles and lists.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkupPacker, createMarkupUnpacker } from '../../cli/build/packed-markup.ts';
import { collectPageFacts } from '../../cli/build/page-facts.ts';
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
  return ({ head, switcher, main, end }: PageParts): PageParts => {
    const packed = [head, switcher, main].map(packer.pack);
    const sent = structuredClone({ frames: packer.takeFrames(), packed });
    unpacker.learn(sent.frames);
    const [arrivedHead = '', arrivedSwitcher = '', arrivedMain = ''] = sent.packed.map(unpacker.unpack);
    return { head: arrivedHead, switcher: arrivedSwitcher, main: arrivedMain, end };
  };
}

const htmlOf = ({ head, switcher, main, end }: PageParts) =>
  [printMarkup(head), printMarkup(switcher), printMarkup(main), end].join('\n');

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
        const parts = templates.renderPageParts(page, wordsOf(page.template));
        const arrived = cross(parts);
        expect(htmlOf(arrived)).toBe(htmlOf(parts));
        expect(collectPageFacts(arrived)).toEqual(collectPageFacts(parts));
      }),
      { numRuns: RUNS },
    );
  });

  it('sends a frame once, and begins anew where there are too many', () => {
    const packer = createMarkupPacker();
    const unpacker = createMarkupUnpacker();
    const frames = Array.from(
      { length: 6000 },
      (_, index): Frame => ({ start: `<p>${index}`, others: [{ text: 'name', place: 'text', after: '</p>' }] }),
    );
    const told: number[] = [];
    const cross = (filled: readonly FilledFrame[]) => {
      const packed = filled.map(packer.pack);
      const taken = packer.takeFrames();
      told.push(taken.frames.length);
      unpacker.learn(taken);
      return packed.map((each) => printMarkup(unpacker.unpack(each)));
    };
    const filled = frames.map((frame, index) => ({ frame, texts: { name: `&${index}` } }));
    const printed = filled.map(printMarkup);
    expect(cross(filled.slice(0, 10))).toEqual(printed.slice(0, 10));
    expect(cross(filled.slice(5, 15))).toEqual(printed.slice(5, 15));
    expect(cross(filled)).toEqual(printed);
    expect(cross(filled.slice(0, 10))).toEqual(printed.slice(0, 10));
    expect(cross(filled.slice(0, 10))).toEqual(printed.slice(0, 10));
    expect(told).toEqual([10, 5, 5985, 10, 0]);
  });
});
