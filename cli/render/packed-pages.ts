// Pages on their way to the thread that stages them, and what it says of them on its way back: one list a batch. Records with
// names for their fields would take several times as long to cross as what stands in them.

import type { TemplateId } from '../../templates/template-ids.ts';
import type { MarkupPacker, MarkupUnpacker, PackedPiece } from './packed-markup.ts';
import type { MadePage } from './page-stager.ts';
import type { RenderedPage } from './page-work.ts';

/** The pieces of each page, those of its markup last. */
export function packPages(pages: readonly MadePage[], { pack }: Pick<MarkupPacker, 'pack'>): readonly PackedPiece[] {
  const packed: PackedPiece[] = [];
  for (const { path, template, chrome, record, shown, parts } of pages) {
    packed.push(path, template, chrome, record, shown);
    pack(parts, packed);
  }
  return packed;
}

/** The pages that were packed. */
export function unpackPages(packed: readonly PackedPiece[], markup: MarkupUnpacker): readonly MadePage[] {
  const { takeString, unpack } = markup;
  const pages: MadePage[] = [];
  markup.open(packed);
  while (!markup.isAtEnd()) {
    const path = takeString();
    const template = takeString() as TemplateId;
    const chrome = takeString();
    pages.push({ path, template, chrome, record: takeString(), shown: takeString(), parts: unpack() });
  }
  return pages;
}

/** What became of pages, each field in a list of its own. */
export interface PackedAnswers {
  /** One after the other: they are of one length. */
  readonly digests: string;
  /** Bytes, and the numbers of a place. */
  readonly numbers: Float64Array;
  /** Of all pages: '' of none. */
  readonly segment: string;
}

const DIGEST_LENGTH = 64;
const NUMBERS = 4;

/** What became of the pages, whose records are in one segment. */
export function packAnswers(pages: readonly RenderedPage[]): PackedAnswers {
  const numbers = new Float64Array(pages.length * NUMBERS);
  let digests = '';
  let segment = '';
  let next = 0;
  for (const { sha256, bytes, at } of pages) {
    digests += sha256;
    segment = at[0];
    numbers[next] = bytes;
    numbers[next + 1] = at[1];
    numbers[next + 2] = at[2];
    numbers[next + 3] = at[3];
    next += NUMBERS;
  }
  return { digests, numbers, segment };
}

/** The answers that were packed. */
export function unpackAnswers({ digests, numbers, segment }: PackedAnswers): readonly RenderedPage[] {
  const pages: RenderedPage[] = [];
  const numberAt = (index: number) => numbers[index] ?? 0;
  for (let index = 0; index < numbers.length; index += NUMBERS) {
    const start = pages.length * DIGEST_LENGTH;
    pages.push({
      sha256: digests.slice(start, start + DIGEST_LENGTH),
      bytes: numberAt(index),
      at: [segment, numberAt(index + 1), numberAt(index + 2), numberAt(index + 3)],
    });
  }
  return pages;
}
