// `npm test` runs a sample of what takes long; `npm run test:long` runs all of it.

import process from 'node:process';

/** Whether tests run at full numbers. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** All cases in a long run, else the first few. */
export function sampleOf<Case>(cases: readonly Case[], count = 1): readonly Case[] {
  return IS_LONG ? cases : cases.slice(0, count);
}
