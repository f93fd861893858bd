// Shows the progress of a long stage: on a terminal as a progress bar, elsewhere (a CI log) as a line every few seconds.

interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  /** Downloaded so far. */
  readonly bytes?: number;
}

interface DisplayOptions {
  readonly isTerminal: boolean;
  readonly isShown: boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

const BAR_WIDTH = 24;
/** Interval between lines in a log. */
const LINE_INTERVAL_MS = 5000;
/** The rate is shown after this time, when it is reliable. */
const RATE_AFTER_MS = 1000;
const CLEAR_LINE = '\r\u001b[K';

export class ProgressDisplay {
  readonly #stream: NodeJS.WritableStream & { readonly columns?: number };
  readonly #options: DisplayOptions;
  #isDrawn = false;
  #current = { stage: '', startedAt: 0, printedAt: 0 };

  constructor(stream: NodeJS.WritableStream & { readonly columns?: number }, options: DisplayOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  /** Removes the progress bar. Call it before writing another line. */
  clear(): void {
    if (this.#isDrawn) this.#stream.write(CLEAR_LINE);
    this.#isDrawn = false;
  }

  show(progress: Progress): void {
    const { stage, done, total, bytes } = progress;
    const { isTerminal, isShown, now = () => performance.now() } = this.#options;
    if (!isShown || total === 0) return;
    const time = now();
    if (stage !== this.#current.stage) this.#current = { stage, startedAt: time, printedAt: time };
    const elapsed = time - this.#current.startedAt;
    const rate = `${describeBytes(bytes)}${elapsed < RATE_AFTER_MS ? '' : describeRate(progress, elapsed)}`;
    if (isTerminal) {
      this.#draw(progress, rate);
      return;
    }
    if (done === total || time - this.#current.printedAt < LINE_INTERVAL_MS) return;
    this.#current.printedAt = time;
    this.#stream.write(`  ${stage}: ${printCount(done)} of ${printCount(total)}${rate}\n`);
  }

  #draw({ stage, done, total }: Progress, rate: string): void {
    const filled = Math.round((done / total) * BAR_WIDTH);
    const text = `${stage} ${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ${printCount(done)}/${printCount(total)}${rate}`;
    this.#stream.write(`\r${text.slice(0, (this.#stream.columns ?? 80) - 1)}\u001b[K`);
    this.#isDrawn = done < total;
    if (!this.#isDrawn) this.#stream.write(CLEAR_LINE);
  }
}

/** `1,200` */
const printCount = (count: number) => count.toLocaleString('en');

const MEGABYTE = 1_000_000;

function describeBytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : `, ${Math.round(bytes / MEGABYTE)} MB`;
}

/** `, 34/s, 7 s left` */
function describeRate({ done, total }: Progress, elapsed: number): string {
  const left = Math.ceil(((total - done) * elapsed) / done / 1000);
  const time = left < 120 ? `${left} s` : `${Math.ceil(left / 60)} min`;
  return `, ${Math.round((done / elapsed) * 1000)}/s${done === total ? '' : `, ${time} left`}`;
}
