// Loads the settings and opens the target of a command.

import type { SiteConfig } from '../../config/define-site.ts';
import type { ExitCode } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import type { CommandContext } from './build.ts';

/** Runs a command with the named target or the one in the settings, and closes it. */
export async function withTarget(
  named: string | undefined,
  { environment }: CommandContext,
  use: (target: Target, site: SiteConfig) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { loadSettings } = await import('../settings/load-site.ts');
  const site = await loadSettings(environment);
  const { openTarget } = await import('../release/open-target.ts');
  using target = await openTarget(named, site, environment);
  return await use(target, site);
}
