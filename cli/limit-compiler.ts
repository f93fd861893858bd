// Which of V8's compilers a build uses. TurboFan makes code that is a few percent faster than that of the compiler before it,
// and takes a tenth of a build's CPU for it, on cores that the build's threads could use: at 30,000 pages that is not worth its
// price yet, by far.

import { setFlagsFromString } from 'node:v8';

/** Does without TurboFan in all threads, from the next function on that would be compiled. */
export function leaveOutTurboFan(): void {
  setFlagsFromString('--no-turbofan');
}
