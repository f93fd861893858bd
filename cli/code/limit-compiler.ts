// Which of V8's compilers render. TurboFan makes code that is a few percent faster than that of the compiler before it, and
// takes a tenth of a build's CPU for it, on cores that the build's threads could use: at 30,000 pages that is not worth its
// price yet, by far.
// Relied on: compiled code is read and kept with V8's own settings alone. With others V8 takes none of what was kept, and none
// of what Node brings for its own modules, which takes 20 ms more to load.

import { setFlagsFromString } from 'node:v8';

/** Does without TurboFan in all threads, from the next function on that would be compiled: once each has loaded its code. */
export function leaveOutTurboFan(): void {
  setFlagsFromString('--no-turbofan');
}

/** Ends that. */
export function allowTurboFan(): void {
  setFlagsFromString('--turbofan');
}
