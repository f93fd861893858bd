// The settings and the target of a command, which is closed at its end.

import type { SiteConfig } from '../../config/define-site.ts';
import type { ExitCode } from '../errors.ts';
import type { Target } from '../release/object-store.ts';
import type { CommandContext } from './build.ts';

/** Runs a command with the target that is named or set. */
export async function withTarget(
  named: string | undefined,
  { environment }: CommandContext,
  use: (target: Target, site: SiteConfig) => Promise<ExitCode>,
): Promise<ExitCode> {
  const site = await loadSettings(environment);
  const { openTarget } = await import('../release/open-target.ts');
  const target = await openTarget(named, site, environment);
  try {
    return await use(target, site);
  } finally {
    target.close();
  }
}

/** The settings as a release needs them. */
export async function loadSettings(environment: CommandContext['environment']): Promise<SiteConfig> {
  const { loadSite } = await import('../settings/load-site.ts');
  const flags = { origin: null, contentUrl: null, contentRpm: null, useSample: true, needsContent: false };
  return (await loadSite(flags, environment)).site;
}
