// The props of a block's component.

import type { BlockInput } from '../page-input.ts';

/** One kind of block. */
export interface BlockProps<Type extends BlockInput['type']> {
  readonly block: Extract<BlockInput, { type: Type }>;
}

/** A block that can be in a table of contents. */
export interface TitledBlockProps<Type extends BlockInput['type']> extends BlockProps<Type> {
  readonly id?: string | undefined;
}
