// The whole message of an error, as a test compares it.

import { SiteError } from '../../cli/errors.ts';

/** The SiteError that something ends in, as plain data. Anything else is thrown on. */
export async function failureOf(
  run: () => unknown,
): Promise<Pick<SiteError, 'code' | 'exitCode' | 'message' | 'problems'>> {
  try {
    await run();
  } catch (cause) {
    if (!(cause instanceof SiteError)) throw cause;
    const { code, exitCode, message, problems } = cause;
    return { code, exitCode, message, problems };
  }
  throw new Error('It did not fail.');
}
