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

/** The fields of each page, one after the other. */
export type PackedAnswers = readonly (string | number)[];
const FIELDS = 6;

/** What became of the pages. */
export function packAnswers(pages: readonly RenderedPage[]): PackedAnswers {
  return pages.flatMap(({ sha256, bytes, at }) => [sha256, bytes, ...at]);
}

/** The answers that were packed. */
export function unpackAnswers(packed: PackedAnswers): readonly RenderedPage[] {
  const pages: RenderedPage[] = [];
  for (let index = 0; index < packed.length; index += FIELDS) {
    const [sha256, bytes, segment, offset, recordBytes, briefBytes] = packed.slice(index, index + FIELDS);
    pages.push({
      sha256: String(sha256),
      bytes: Number(bytes),
      at: [String(segment), Number(offset), Number(recordBytes), Number(briefBytes)],
    });
  }
  return pages;
}
