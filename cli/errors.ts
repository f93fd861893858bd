// What the site's owner can fix is a Problem; a stage gathers all of its problems and throws them as one SiteError.
// What only we can fix is a plain Error and keeps its stack.

/** How bad a problem is: errors stop the build, warnings do with --strict, notices never. */
export type Severity = 'error' | 'warning' | 'notice';

/** Where a problem sits. Only what is known is set. */
export interface ProblemPlace {
  readonly collection?: string;
  /** Title, or id where there is no title. */
  readonly entry?: string;
  readonly site?: string;
  /** Path of the field: `image.alt`, `content.2.text`. */
  readonly field?: string;
  /** Control-panel address of the entry. */
  readonly editUrl?: string;
  /** Address of the request that failed, without secrets. */
  readonly url?: string;
  /** Site path of a page or redirect. */
  readonly path?: string;
  readonly file?: string;
}

/** An entry by its id. */
export interface EntryRef {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
}

/** One thing that the site's owner can fix: where, what, and how. Texts are full sentences. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly where: ProblemPlace;
  readonly what: string;
  readonly fix: string;
  /** Entries whose last good versions may take their place (--on-entry-error keep); none where that is no way out. */
  readonly entries?: readonly EntryRef[];
}

/** 0 done · 1 the site has problems · 2 wrong usage or configuration · 3 content unavailable, incomplete or shrunk · 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** Stops a command: one code, one headline, every problem of its stage. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly problems: readonly Problem[];

  constructor(
    failure: { code: string; exitCode: ExitCode; message: string; problems?: readonly Problem[] },
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
    this.code = failure.code;
    this.exitCode = failure.exitCode;
    this.problems = failure.problems ?? [];
  }
}

/** The text of anything that was thrown. */
export function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The `code` of a system error (ENOSPC, ECONNREFUSED), looked for in its causes too. */
export function systemErrorCode(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return systemErrorCode(cause.cause);
}

/** `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Whether a file could not be written because the disk, or the owner's share of it, is full. */
export function isDiskFull(cause: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemErrorCode(cause) ?? '');
}
