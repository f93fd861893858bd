// Markup as it is put together: what was rendered once, and what a page puts where its marks are. It is printed from this,
// and what it says is read from this, of what was rendered once only once.

/** Markup around its texts. */
export interface Frame {
  readonly start: string;
  /** What follows each text, and which text that is. */
  readonly others: readonly { readonly text: string; readonly after: string }[];
}

/** A frame with its texts. */
export interface FilledFrame {
  readonly frame: Frame;
  readonly texts: Texts;
}

/** HTML by the name of its mark: what is no markup is escaped, and all that stands in an attribute is. */
export type Texts = Readonly<Record<string, Markup | readonly FilledFrame[]>>;

/** HTML that is printed already, or of which it is known how it is made. */
export type Markup = string | FilledFrame;

/** The HTML. @throws Error (a bug) for a mark of no text. */
export function printMarkup(markup: Markup): string {
  if (typeof markup === 'string') return markup;
  const { frame, texts } = markup;
  let html = frame.start;
  for (const { text, after } of frame.others) html += printText(textOf(texts, text)) + after;
  return html;
}

/** The HTML of several, one after the other. */
export function printFrames(frames: readonly FilledFrame[]): string {
  let html = '';
  for (const frame of frames) html += printMarkup(frame);
  return html;
}

function printText(text: Texts[string]): string {
  return typeof text === 'string' || 'frame' in text ? printMarkup(text) : printFrames(text);
}

/** What stands for a mark. */
export function textOf(texts: Texts, name: string): Texts[string] {
  const text = texts[name];
  if (text === undefined) throw new Error(`No text for the mark "${name}".`);
  return text;
}
