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

/** HTML whose maker knows what it says. It loads nothing. */
export interface KnownHtml {
  readonly html: string;
  /** Where its links lead, and its ids, in their order. */
  readonly links: readonly string[];
  readonly ids: readonly string[];
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
