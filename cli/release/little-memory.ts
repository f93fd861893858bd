// A publication sends thousands of small requests beside each other, and what they leave behind is most of its memory: Node
// collects it late as long as the machine has room.

import { setFlagsFromString } from 'node:v8';

/** Collects more often: a third less memory for a tenth more CPU time. Call it when all code is loaded, which it would slow down. */
export function useLittleMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}
