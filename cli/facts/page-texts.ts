// Collects the texts that readers of a page see or hear, block by block.

/** Where a text is on a page. `frame` is outside of header, main and footer. */
export type Region = 'header' | 'main' | 'footer' | 'frame';

export interface PlacedText {
  readonly region: Region;
  readonly text: string;
}

/** Elements whose text is not part of the page's text. */
const SILENT = new Set(['script', 'style', 'svg', 'template', 'title']);
const REGIONS: Readonly<Record<string, Region>> = { header: 'header', main: 'main', footer: 'footer' };
/** Elements within a text. All others start a new block. */
const INLINE = new Set(
  'a abbr b bdi bdo br cite code data dfn em i ins del kbd mark q s samp small span strong sub sup time u var wbr img picture source svg path'.split(
    ' ',
  ),
);
const LABELS = ['alt', 'aria-label', 'aria-description', 'placeholder', 'title', 'data-label'];

type Attributes = Readonly<Record<string, string>>;

export class TextReader {
  readonly texts: PlacedText[] = [];
  readonly headings: string[] = [];
  #region: Region = 'frame';
  #depth = 0;
  #regionDepth = 0;
  /** Depth of the outermost silent element; 0 outside. */
  #silentDepth = 0;
  #block = '';
  #heading: string | null = null;
  /** If two inline elements touch, styles separate them visually. */
  #hasJustClosed = false;

  get depth(): number {
    return this.#depth;
  }

  open(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#silentDepth > 0) return;
    if (!INLINE.has(name)) this.endBlock();
    if (name === 'br' || name === 'img' || this.#hasJustClosed) this.text(' ');
    this.#hasJustClosed = false;
    if (this.#regionDepth === 0 && REGIONS[name] !== undefined) {
      this.#region = REGIONS[name];
      this.#regionDepth = this.#depth;
    }
    if (name === 'h1') this.#heading = '';
    const labels = name === 'input' || name === 'button' ? [...LABELS, 'value'] : LABELS;
    if (attributes.type !== 'hidden') for (const label of labels) this.#add(attributes[label] ?? '');
    if (SILENT.has(name)) this.#silentDepth = this.#depth;
  }

  text(part: string): void {
    if (this.#silentDepth > 0) return;
    this.#hasJustClosed = false;
    this.#block += part;
    if (this.#heading !== null) this.#heading += part;
  }

  close(name: string): void {
    if (this.#silentDepth === this.#depth) this.#silentDepth = 0;
    else if (this.#silentDepth === 0) {
      if (!INLINE.has(name)) this.endBlock();
      if (name === 'h1' && this.#heading !== null) {
        this.headings.push(plain(this.#heading));
        this.#heading = null;
      }
      this.#hasJustClosed = INLINE.has(name);
    }
    if (this.#depth === this.#regionDepth) {
      this.#region = 'frame';
      this.#regionDepth = 0;
    }
    this.#depth -= 1;
  }

  endBlock(): void {
    this.#add(this.#block);
    this.#block = '';
  }

  #add(text: string): void {
    if (text.trim() !== '') this.texts.push({ region: this.#region, text: plain(text) });
  }
}

/** Without line breaks and double blanks. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
