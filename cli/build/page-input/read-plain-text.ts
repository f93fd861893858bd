// Rich text that says all it says in its tags: read once, whoever asks for its links or prints it.

import { readRichText } from '../../../templates/components/clean-rich-text.ts';
import type { ReadText } from '../../../templates/page-input.ts';

/**
 * What a text of the grammar says; null for others. One that has what looks like a link outside of its tags is left out, too:
 * whoever looks for links in HTML finds that as well.
 */
export function readPlainText(html: string): ReadText | null {
  const read = readRichText(html);
  return read === null || hasLooseEquals(html) ? null : read;
}

/** Whether an equals sign stands outside of the tags of a text of the grammar. */
function hasLooseEquals(html: string): boolean {
  for (let place = html.indexOf('='); place !== -1; place = html.indexOf('=', place + 1)) {
    const tag = html.lastIndexOf('<', place);
    if (tag === -1 || html.indexOf('>', tag) < place) return true;
  }
  return false;
}
