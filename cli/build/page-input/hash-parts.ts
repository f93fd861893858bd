// A page's input as JSON, with a short hash of each part, to tell whether it changed and what of it.

import type { PageInput } from '../../../templates/page-input.ts';
import { sha256 } from '../content-hash.ts';

/** Hex digits of a hash that is only compared: 80 bits, so that a change is never taken for none. */
const HASH_DIGITS = 20;

/**
 * An input as texts, which cross to another thread for the price of their bytes: apart from each other, since one letter
 * beyond Latin-1 makes two bytes of every character of its text.
 */
export interface InputTexts {
  readonly props: string;
  readonly head: string;
  readonly surroundings: string;
}

/** An input ready to be handed over. */
export interface HashedInput {
  readonly texts: InputTexts;
  /** Hash by part; shared values stand under their own hash. */
  readonly parts: Readonly<Record<string, string>>;
  readonly hash: string;
}

/** Each part is turned into JSON once; what is small goes together, since a hash costs more than its bytes. */
export function hashParts(input: PageInput): HashedInput {
  const { props, head, shared, ...rest } = input;
  const texts = { props: JSON.stringify(props), head: JSON.stringify(head), surroundings: JSON.stringify(rest) };
  const parts = {
    props: shortHash(texts.props),
    head: shortHash(texts.head),
    surroundings: shortHash(texts.surroundings),
    ...shared,
  };
  return { texts, parts, hash: shortHash(Object.values(parts).join(' ')) };
}

/** The input that the texts are of. */
export function parseInput({ props, head, surroundings }: InputTexts, shared: PageInput['shared']): PageInput {
  return { ...JSON.parse(surroundings), props: JSON.parse(props), head: JSON.parse(head), shared };
}

function shortHash(text: string): string {
  return sha256(text).slice(0, HASH_DIGITS);
}
