// `sitegen unpublish TARGET --origin URL`: deletes a site and its releases.

import type { ExitCode } from '../errors.ts';
import type { CommandContext } from './build.ts';
import { withTarget } from './with-target.ts';

/** The flags as commander parsed them. */
export interface UnpublishFlags {
  readonly origin: string;
  readonly dryRun?: boolean;
}

/** Deletes a site and its releases. Exit 0, even if there is none. */
export async function runUnpublish(
  named: string,
  { origin, dryRun: isDryRun = false }: UnpublishFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { signal } = context;
  const { report, printResult } = context.reporter;
  return withTarget(named, context, async (target) => {
    const { unpublishSite } = await import('../release/unpublish-site.ts');
    const deleted = await unpublishSite(target, { origin: origin.replace(/\/$/, ''), isDryRun, report, signal });
    const done = isDryRun ? 'would be deleted from' : 'were deleted from';
    const text =
      deleted === null
        ? `${target.name} holds no site. Nothing was deleted.`
        : `${deleted} objects ${done} ${target.name}.`;
    printResult({ text, data: { target: target.name, deleted: deleted ?? 0, isDryRun } });
    return 0;
  });
}
