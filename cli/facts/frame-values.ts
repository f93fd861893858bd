// Values in a frame, which hold marks: what they are on a page is known with its texts.

import { type Frame, type Texts, textOf } from '../../templates/markup.ts';
import { decodeEntities } from '../text/find-attributes.ts';

type Place = Frame['others'][number];

/** A text as people read it, decoded, around what stands at its marks. */
export interface FrameValue {
  readonly start: string;
  readonly others: readonly MarkedText[];
}

/** A text by its name, and what follows it. */
interface MarkedText {
  readonly name: string;
  readonly after: string;
}

/** Letters alone, which stand in HTML as they are. No frame can hold them. */
const MARK_START = `mark-${crypto.randomUUID()}-`;
const MARK_END = ';';

/** Stands for a mark where a frame is read. */
export function markPlace({ text }: Place): string {
  return `${MARK_START}${text}${MARK_END}`;
}

/** Whether what was read has a mark. */
export function hasMark(read: string): boolean {
  return read.includes(MARK_START);
}

/** What was read, to be resolved with the texts of a page. */
export function createValue(read: string): FrameValue {
  const [start = '', ...others] = read.split(MARK_START);
  return {
    start,
    others: others.map((other) => {
      const end = other.indexOf(MARK_END);
      return { name: other.slice(0, end), after: other.slice(end + MARK_END.length) };
    }),
  };
}

/** The value on a page. */
export function resolveValue({ start, others }: FrameValue, texts: Texts): string {
  let value = start;
  for (let index = 0; index < others.length; index += 1) {
    const other = others[index];
    if (other === undefined) continue;
    const text = textOf(texts, other.name);
    if (typeof text !== 'string') throw new Error(`Markup stands for "${other.name}" where a text must.`);
    value += decodeEntities(text) + other.after;
  }
  return value;
}
