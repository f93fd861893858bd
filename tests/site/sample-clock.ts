/** The moment of every build of the sample in tests: the same entries are scheduled on every day. */
export const CLOCK = '2026-11-20T12:00:00Z';
