// The only settings of Node's engine. Each saves memory that V8 would keep as long as the machine has room.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage more often. A publication sends thousands of small requests, and what they leave behind is most of its memory:
 * a third less of it for a tenth more CPU time (12,751 objects peak at 177 MB). Call it when all code is loaded.
 */
export function collectOften(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}

/** Frees what rendering leaves behind before images are made: a build peaks at 275 MB instead of 351 MB. */
export function collectNow(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort' })");
}
