// Which of V8's compilers a build uses. TurboFan makes code that is a few percent faster than that of the compiler before it,
// and takes a tenth of a build's CPU for it, on cores that the build's threads could use: some thousand pages are done before
// that is worth its price.

import { setFlagsFromString } from 'node:v8';

/** Does without TurboFan in all threads, from the next function on that would be compiled. */
export function leaveOutTurboFan(): void {
  setFlagsFromString('--no-turbofan');
}

/** Takes {@link leaveOutTurboFan} back: for builds that last, as soon as that is known. */
export function allowTurboFan(): void {
  setFlagsFromString('--turbofan');
}
