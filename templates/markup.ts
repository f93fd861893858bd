// Markup as it is put together: what was rendered once, and what a page puts where its marks are. It is printed from this,
// and what it says is read from this, of what was rendered once only once.

/** Markup around its texts. */
export interface Frame {
  readonly start: string;
  /** Which texts follow, and what comes after each. */
  readonly others: readonly { readonly text: string; readonly after: string }[];
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
  return printPieces(markup).join('');
}

/** A text that is at least so long is a piece by itself. */
const LONG_TEXT = 600;

/** The same in pieces, for whoever writes it: to join long texts copies each of them once more. */
export function printPieces(markup: Markup): readonly string[] {
  const pieces: string[] = [];
  pieces.push(addMarkup(markup, '', pieces));
  return pieces;
}

/** Adds pieces, the first of which begins with `before`. Returns what is to stand before the next. */
function addMarkup(markup: Markup, before: string, pieces: string[]): string {
  if (typeof markup === 'string') return addText(markup, before, pieces);
  if ('html' in markup) return addText(markup.html, before, pieces);
  const { frame, texts } = markup;
  const { start, others } = frame;
  let html = addText(start, before, pieces);
  // By index, here and wherever a page has many of something: each step of an iterator makes an object.
  for (let index = 0; index < others.length; index += 1) {
    const other = others[index];
    if (other === undefined) continue;
    const value = textOf(texts, other.text);
    if (typeof value === 'string') html = addText(value, html, pieces);
    else if (isMarkup(value)) html = addMarkup(value, html, pieces);
    else for (const filled of value) html = addMarkup(filled, html, pieces);
    html = addText(other.after, html, pieces);
  }
  return html;
}

function addText(text: string, before: string, pieces: string[]): string {
  if (text.length < LONG_TEXT) return before + text;
  if (before !== '') pieces.push(before);
  pieces.push(text);
  return '';
}

/** The HTML of several, one after the other. */
export function printFrames(frames: readonly FilledFrame[]): string {
  return frames.map(printMarkup).join('');
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
