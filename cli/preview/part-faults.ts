// What is wrong with the parts of a running site that are made of sources. The last good part stays meanwhile.

import type { Report } from '../report/report-event.ts';
import { describeError, type ShownProblem } from './describe-failure.ts';

/** What can be wrong by itself: config and words, templates and styles, the browser's code. */
type Part = 'site' | 'pages' | 'browser';

/** The faults of the parts. */
export interface PartFaults {
  /** Makes a part; what fails is kept to be shown. Gives what puts the part in its place. */
  readonly attempt: (part: Part, make: () => Promise<() => void>) => Promise<() => void>;
  readonly isBroken: (part: Part) => boolean;
  readonly list: () => readonly ShownProblem[];
  /** Reports a failure that breaks no part. */
  readonly report: (cause: unknown) => void;
  /** What ends because the preview ends is nobody's mistake: nothing more is reported of parts. */
  readonly mute: () => void;
}

/** Starts without faults. */
export function createPartFaults(report: Report): PartFaults {
  const broken: Record<Part, unknown> = { site: null, pages: null, browser: null };
  let isMuted = false;
  const reportFailure = (cause: unknown) => {
    for (const { problem } of describeError(cause)) report({ kind: 'problem', problem });
  };
  return {
    attempt: async (part, make) => {
      try {
        const place = await make();
        if (broken[part] !== null) report({ kind: 'log', level: 'info', text: 'The sources are good again.' });
        broken[part] = null;
        return place;
      } catch (cause) {
        broken[part] = cause;
        if (!isMuted) reportFailure(cause);
        return () => {};
      }
    },
    isBroken: (part) => broken[part] !== null,
    list: () => Object.values(broken).flatMap((cause) => (cause === null ? [] : describeError(cause))),
    report: reportFailure,
    mute: () => {
      isMuted = true;
    },
  };
}
