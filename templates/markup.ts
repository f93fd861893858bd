// Markup as it is put together: what was rendered once, and what a page puts where its marks are. It is printed from this,
// and what it says is read from this, of what was rendered once only once.

import { escapeHtml } from './escape-html.ts';
import { textInJson } from './json-in-html.ts';

/** What a text is where it is put in: HTML as it stands, or what is escaped there as HTML or as JSON in a script. */
export type FramePlace = 'markup' | 'text' | 'json';

/** Markup around its texts. */
export interface Frame {
  readonly start: string;
  /** Which texts follow, what each is there, and what comes after it. */
  readonly others: readonly { readonly text: string; readonly place: FramePlace; readonly after: string }[];
}

/** A frame with its texts. */
export interface FilledFrame {
  readonly frame: Frame;
  readonly texts: Texts;
}

/** What is put in, by the name of its mark. */
export type Texts = Readonly<Record<string, Markup | readonly FilledFrame[]>>;

/** Bytes of a file, by its descriptor: every thread of the process has it. */
export interface TextPlace {
  readonly file: number;
  readonly start: number;
  readonly bytes: number;
}

/** HTML whose maker knows what it says. It loads nothing. */
export interface KnownHtml {
  readonly html: string;
  /** Where its bytes lie: then it is read there when it is asked for. */
  readonly place?: TextPlace;
  /** Where its links lead, and its ids, in their order, with blanks between them: what crosses to another thread are few texts. */
  readonly links: string;
  readonly ids: string;
}

/** Links or ids of {@link KnownHtml}, each by itself. */
export function splitWords(words: string): readonly string[] {
  return words === '' ? [] : words.split(' ');
}

/** HTML that is printed already, or of which it is known how it is made or what it says. */
export type Markup = string | FilledFrame | KnownHtml;

/** The HTML. @throws Error (a bug) for a mark of no text. */
export function printMarkup(markup: Markup): string {
  if (typeof markup === 'string') return markup;
  if ('html' in markup) return markup.html;
  const { frame, texts } = markup;
  let html = frame.start;
  for (const { text, place, after } of frame.others) html += printText(textOf(texts, text), place) + after;
  return html;
}

/** Markup of which a piece may lie elsewhere. */
interface SplitMarkup {
  readonly before: string;
  readonly place: TextPlace | null;
  readonly after: string;
}

/** The HTML around the first piece that lies elsewhere, if one stands among the texts of its frame. */
export function printAround(markup: Markup): SplitMarkup {
  if (typeof markup === 'string' || !('frame' in markup))
    return { before: printMarkup(markup), place: null, after: '' };
  const { frame, texts } = markup;
  let before = '';
  let found: TextPlace | null = null;
  let html = frame.start;
  for (const { text: name, place, after } of frame.others) {
    const text = textOf(texts, name);
    if (found === null && typeof text === 'object' && 'place' in text && text.place !== undefined) {
      found = text.place;
      before = html;
      html = after;
    } else html += printText(text, place) + after;
  }
  return found === null ? { before: html, place: null, after: '' } : { before, place: found, after: html };
}

/** The HTML of several, one after the other. */
export function printFrames(frames: readonly FilledFrame[]): string {
  let html = '';
  for (const frame of frames) html += printMarkup(frame);
  return html;
}

function printText(text: Texts[string], place: FramePlace): string {
  if (typeof text !== 'string') return isMarkup(text) ? printMarkup(text) : printFrames(text);
  if (place === 'markup') return text;
  return place === 'text' ? escapeHtml(text) : textInJson(text);
}

/** Whether it is one piece of markup. */
export function isMarkup(text: Texts[string]): text is Markup {
  return typeof text === 'string' || 'frame' in text || 'html' in text;
}

/** What stands for a mark. */
export function textOf(texts: Texts, name: string): Texts[string] {
  const text = texts[name];
  if (text === undefined) throw new Error(`No text for the mark "${name}".`);
  return text;
}
