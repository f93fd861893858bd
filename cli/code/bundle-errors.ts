// Converts errors of esbuild to problems with their places in source files.

import type { Message } from 'esbuild';
import { type Problem, SiteError } from '../errors.ts';

/** Waits for all builds. Throws their errors as one, because each may have errors in the sources. */
export async function settleBuilds<Results extends readonly unknown[]>(
  promises: { readonly [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  const settled = await Promise.allSettled(promises);
  const causes = settled.flatMap((each): readonly unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  const other = causes.find((cause) => errorsOf(cause) === null);
  if (other !== undefined) throw other;
  if (causes.length > 0)
    throw Object.assign(new Error('Errors of the sources.', { cause: causes[0] }), {
      errors: causes.flatMap((cause) => errorsOf(cause) ?? []),
    });
  return (await Promise.all(promises)) as unknown as Results;
}

/** The source errors in an error of esbuild; null for any other error. */
function errorsOf(cause: unknown): readonly Message[] | null {
  return cause instanceof Error && 'errors' in cause && Array.isArray(cause.errors) ? cause.errors : null;
}

/** Converts errors of esbuild to STYLE_BROKEN, TEMPLATE_BROKEN or the error of the system. Returns any other error unchanged. */
export function asSiteError(cause: unknown): unknown {
  const errors = errorsOf(cause);
  if (errors === null) return cause;
  const refusal = errors.find(({ text }) => text.startsWith('EMFILE'));
  if (refusal !== undefined) return Object.assign(new Error(refusal.text, { cause }), { code: 'EMFILE' });
  const problems = errors.map(describeMessage);
  const onlyStyles = problems.every(({ code }) => code === 'STYLE_BROKEN');
  return new SiteError(
    {
      code: onlyStyles ? 'STYLE_BROKEN' : 'TEMPLATE_BROKEN',
      exitCode: 1,
      message: `The ${onlyStyles ? 'styles' : 'templates, styles or browser scripts'} have errors. Nothing was rendered or written.`,
      problems,
    },
    { cause },
  );
}

function describeMessage({ text, location, notes }: Message): Problem {
  const opened = notes.find((note) => note.text.startsWith('The unbalanced'))?.location;
  // Reports an unclosed bracket where it was opened, not at the end of the file.
  const place = opened ?? location;
  const hint = notes.find((note) => note.text.startsWith('Did you mean'))?.text;
  return {
    code: place?.file.endsWith('.css') ? 'STYLE_BROKEN' : 'TEMPLATE_BROKEN',
    severity: 'error',
    // Columns start at 0.
    where: place === null ? {} : { file: `${place.file}:${place.line}:${place.column + 1}` },
    what: `${text}.`,
    fix: hint ?? 'Fix this place and save the file.',
  };
}
