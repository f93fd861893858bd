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

export function createProgressDisplay(
  stream: NodeJS.WritableStream & { readonly columns?: number },
  { isTerminal, isShown, now = () => performance.now() }: DisplayOptions,
) {
  let isDrawn = false;
  let current = { stage: '', startedAt: 0, printedAt: 0 };
  const draw = ({ stage, done, total }: Progress, rate: string) => {
    const filled = Math.round((done / total) * BAR_WIDTH);
    const text = `${stage} ${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ${printCount(done)}/${printCount(total)}${rate}`;
    stream.write(`\r${text.slice(0, (stream.columns ?? 80) - 1)}\u001b[K`);
    isDrawn = done < total;
    if (!isDrawn) stream.write(CLEAR_LINE);
  };
  const show = (progress: Progress) => {
    const { stage, done, total, bytes } = progress;
    if (!isShown || total === 0) return;
    const time = now();
    if (stage !== current.stage) current = { stage, startedAt: time, printedAt: time };
    const elapsed = time - current.startedAt;
    const rate = `${describeBytes(bytes)}${elapsed < RATE_AFTER_MS ? '' : describeRate(progress, elapsed)}`;
    if (isTerminal) return draw(progress, rate);
    if (done === total || time - current.printedAt < LINE_INTERVAL_MS) return;
    current.printedAt = time;
    stream.write(`  ${stage}: ${printCount(done)} of ${printCount(total)}${rate}\n`);
  };
  /** Removes the progress bar. Call it before writing another line. */
  const clear = () => {
    if (isDrawn) stream.write(CLEAR_LINE);
    isDrawn = false;
  };
  return { show, clear };
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
