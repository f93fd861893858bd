// Pages on their way to the thread that stages them: one list a batch. Objects with
// names for their fields would take several times as long to cross as what stands in them.

import type { TemplateId } from '../../templates/template-ids.ts';
import type { MarkupPacker, MarkupUnpacker, PackedPiece } from './packed-markup.ts';
import type { MadePage } from './page-stager.ts';

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
