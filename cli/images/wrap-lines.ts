// Breaks a title into lines of similar length, in the largest font size that fits.

/** A wrapped title with its font size in pixels. */
export interface WrappedTitle {
  readonly size: number;
  readonly lines: readonly string[];
}

/** The space for a title. */
export interface TitleBox {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Font sizes in pixels, largest first. */
  readonly sizes: readonly number[];
  /** Relative to the font size. */
  readonly lineHeight: number;
  readonly measure: (text: string, size: number) => number;
}

/** Wraps a title. If it does not fit in the smallest size, it is cut and ends in '…'. */
export function wrapTitle(title: string, box: TitleBox): WrappedTitle {
  const words = title.split(' ');
  for (const size of box.sizes) {
    const lines = breakLines(words, { ...box, size });
    if (lines.length <= linesOf(box, size) && lines.every((line) => box.measure(line, size) <= box.width))
      return { size, lines: balance(words, lines.length, { ...box, size }) };
  }
  return cutTitle(words, box);
}

interface SizedBox extends TitleBox {
  readonly size: number;
}

function linesOf({ height, lineHeight }: TitleBox, size: number): number {
  return Math.max(1, Math.floor(height / (size * lineHeight)));
}

function breakLines(words: readonly string[], { width, size, measure }: SizedBox): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && measure(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Finds the narrowest width with the same number of lines, so that no line has a single short word. */
function balance(words: readonly string[], count: number, box: SizedBox): readonly string[] {
  const STEPS = 24;
  let best = breakLines(words, box);
  for (let step = 1; step < STEPS; step += 1) {
    const width = box.width * (1 - step / STEPS);
    const lines = breakLines(words, { ...box, width });
    if (lines.length > count || lines.some((line) => box.measure(line, box.size) > width)) break;
    best = lines;
  }
  return best;
}

function cutTitle(words: readonly string[], box: TitleBox): WrappedTitle {
  const size = box.sizes.at(-1) ?? 0;
  const lines = breakLines(words, { ...box, size });
  const count = linesOf(box, size);
  const shown = lines.slice(0, count).map((line, index) => {
    const isCut = index === count - 1 && lines.length > count;
    return shorten(line, isCut, (text) => box.measure(text, size) <= box.width);
  });
  return { size, lines: shown };
}

/** Cuts a line to the most letters that fit with '…' (binary search). Keeps it if it fits and no text follows. */
function shorten(line: string, isCut: boolean, fits: (text: string) => boolean): string {
  if (!isCut && fits(line)) return line;
  const letters = [...line];
  const firstOf = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`;
  let [fitting, tooMany] = [1, letters.length + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(firstOf(middle))) fitting = middle;
    else tooMany = middle;
  }
  return firstOf(fitting);
}
