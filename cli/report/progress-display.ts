// How far a long stage is: on a terminal one line that is drawn over itself, elsewhere (a CI log) a line every few seconds.

/** A stage and how much of it is done. */
interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** Shows progress until it is done or cleared. */
export interface ProgressDisplay {
  readonly show: (progress: Progress) => void;
  /** Removes what is drawn over itself, before another line is written. */
  readonly clear: () => void;
}

/** Where and how it is shown. */
interface DisplayOptions {
  readonly isTerminal: boolean;
  readonly isShown: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const BAR_WIDTH = 24;
/** Between two lines of a log. */
const LINE_EVERY_MS = 5000;
/** A rate over a shorter time is noise. */
const RATE_AFTER_MS = 1000;
const CLEAR_LINE = '\r\u001b[K';

/** Makes the display of one run. */
export function createProgressDisplay(
  stream: NodeJS.WritableStream & { readonly columns?: number },
  { isTerminal, isShown, now = () => performance.now() }: DisplayOptions,
): ProgressDisplay {
  let isDrawn = false;
  let current = { stage: '', startedAt: 0, toldAt: 0 };
  const clear = () => {
    if (isDrawn) stream.write(CLEAR_LINE);
    isDrawn = false;
  };
  const draw = ({ stage, done, total }: Progress, rate: string) => {
    const filled = Math.round((done / total) * BAR_WIDTH);
    const text = `${stage} ${'━'.repeat(filled)}${'─'.repeat(BAR_WIDTH - filled)} ${done}/${total}${rate}`;
    stream.write(`\r${text.slice(0, (stream.columns ?? 80) - 1)}\u001b[K`);
    isDrawn = done < total;
    if (!isDrawn) stream.write(CLEAR_LINE);
  };
  return {
    clear,
    show: (progress) => {
      const { stage, done, total } = progress;
      if (!isShown || total === 0) return;
      const time = now();
      if (stage !== current.stage) current = { stage, startedAt: time, toldAt: time };
      const elapsed = time - current.startedAt;
      const rate = elapsed < RATE_AFTER_MS ? '' : `, ${Math.round((done / elapsed) * 1000)}/s`;
      if (isTerminal) return draw(progress, rate);
      if (done === total || time - current.toldAt < LINE_EVERY_MS) return;
      current.toldAt = time;
      stream.write(`  ${stage}: ${done} of ${total}${rate}\n`);
    },
  };
}
