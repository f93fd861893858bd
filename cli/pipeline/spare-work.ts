// Work that can wait, done in pieces while something else is waited for.

/** Some work. */
export interface SpareWork<Result> {
  /** Does a piece; false where none is left. */
  readonly step: () => boolean;
  /** Does what is left. */
  readonly finish: () => Result;
}

/** The work of a generator, which yields between two pieces. It begins with the first of them. */
export function createSpareWork<Result>(pieces: Iterator<void, Result>): SpareWork<Result> {
  let end: { readonly result: Result } | null = null;
  const advance = (): { readonly result: Result } | null => {
    const next = pieces.next();
    return next.done === true ? { result: next.value } : null;
  };
  return {
    step: () => {
      end ??= advance();
      return end === null;
    },
    finish: () => {
      while (end === null) end = advance();
      return end.result;
    },
  };
}
