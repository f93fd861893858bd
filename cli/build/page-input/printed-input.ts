// A block of text that was printed when its entry came: its page takes what is known of it, and nobody reads the HTML itself,
// if it is not to cross to another thread or to be rendered otherwise.

import type { BlockInput, PrintedText } from '../../../templates/page-input.ts';

/** Such a block. */
export type PrintedInput = BlockInput & { readonly type: 'text'; readonly printed: PrintedText };

/** Makes a block of which `readHtml` reads what was received, when that is asked for. */
export function createPrintedInput(printed: PrintedText, readHtml: () => string): PrintedInput {
  return new PrintedBlock(printed, readHtml);
}

/** A class: whoever passes through all fields of an input does not ask for these. */
class PrintedBlock implements PrintedInput {
  readonly type = 'text';
  readonly #printed: PrintedText;
  readonly #readHtml: () => string;

  constructor(printed: PrintedText, readHtml: () => string) {
    this.#printed = printed;
    this.#readHtml = readHtml;
  }

  get html(): string {
    return this.#readHtml();
  }
  get printed(): PrintedText {
    return this.#printed;
  }
}
