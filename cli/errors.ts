// A Problem is something the owner of the site can fix; a stage collects its problems and throws them as one SiteError.
// A bug of sitegen is a plain Error, printed with its stack.

/** Errors stop the build, warnings do with --strict, notices never. */
export type Severity = 'error' | 'warning' | 'notice';

/** Where a problem is. Only known parts are set. */
export interface ProblemPlace {
  readonly collection?: string;
  /** Title, or id if it has no title. */
  readonly entry?: string;
  readonly site?: string;
  /** Path of the field: `image.alt`, `content.2.text`. */
  readonly field?: string;
  /** URL of the entry in the control panel. */
  readonly editUrl?: string;
  /** URL of the failed request, without secrets. */
  readonly url?: string;
  /** Site path of a page or redirect. */
  readonly path?: string;
  readonly file?: string;
}

/** The place of an entry, or of one of its fields. */
export function placeOfEntry(
  {
    collection,
    title,
    site,
    editUrl,
  }: Record<'collection' | 'title' | 'site', string> & { readonly editUrl: string | null },
  field?: string,
): ProblemPlace {
  return { collection, entry: title, site, ...(field && { field }), ...(editUrl === null ? {} : { editUrl }) };
}

/** An entry by its id. */
export interface EntryRef {
  readonly collection: string;
  readonly site: string;
  readonly id: string;
}

/** Something the owner of the site can fix: where, what, and how. Texts are full sentences. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly where: ProblemPlace;
  readonly what: string;
  readonly fix: string;
  /** Entries that --on-entry-error keep may replace by their last published versions. */
  readonly entries?: readonly EntryRef[];
}

/** 0 done · 1 the site has problems · 2 wrong usage or configuration · 3 content unavailable, incomplete or shrunk · 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** Stops a command, with all problems of its stage. */
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

/** Wrong usage, configuration or files: exit 2. */
export function usageError(code: string, message: string, cause?: unknown): SiteError {
  return new SiteError({ code, exitCode: 2, message }, cause === undefined ? {} : { cause });
}

/** A SiteError with one problem of the same code. */
export function createSiteError(
  {
    code,
    exitCode,
    message,
    ...problem
  }: Omit<Problem, 'severity'> & { readonly exitCode: ExitCode; readonly message: string },
  cause?: unknown,
): SiteError {
  const problems = [{ code, severity: 'error', ...problem } as const];
  return new SiteError({ code, exitCode, message, problems }, cause === undefined ? {} : { cause });
}

/** The message of anything that was thrown. */
export function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The `code` of a system error (ENOSPC, ECONNREFUSED), also looked up in its causes. */
export function systemErrorCode(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return systemErrorCode(cause.cause);
}

/** `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Whether this machine, or this process, may open no more files and connections. Some errors of Node only say so. */
export function hasTooManyFiles(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const isSaid =
    ['EMFILE', 'ENFILE'].includes(systemErrorCode(cause) ?? '') || /too many open files/i.test(cause.message);
  return isSaid || hasTooManyFiles(cause.cause);
}

/** Whether a write failed because the disk or a quota is full. */
export function isDiskFull(cause: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemErrorCode(cause) ?? '');
}
