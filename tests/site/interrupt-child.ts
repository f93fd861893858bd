// Imported by a command before its own modules: interrupts the command as Ctrl-C does, as soon as it says INTERRUPT_AT. From
// outside, the signal may come after the end on a busy machine.

import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const { INTERRUPT_AT = '', INTERRUPT_BY = 'SIGINT' } = process.env;
const { stderr } = process;
const write = stderr.write.bind(stderr);
let isInterrupted = false;

if (isMainThread)
  stderr.write = (text: string | Uint8Array, ...rest: never[]) => {
    if (!isInterrupted && String(text).includes(INTERRUPT_AT)) {
      isInterrupted = true;
      process.kill(process.pid, INTERRUPT_BY);
    }
    return write(text, ...rest);
  };
