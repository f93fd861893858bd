// What the checks need of site.config.ts: how bad each rule is, and the host. The content service is no matter of theirs.

import type { SiteConfig } from '../../config/define-site.ts';
import { loadSite } from '../settings/load-site.ts';
import type { RuleSeverities } from './rules/rules.ts';
import { parseSeverities } from './severities.ts';

/** The settings of a check. @throws SiteError CONFIG_INVALID (exit 2). */
export async function loadCheckSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly site: SiteConfig; readonly severities: RuleSeverities }> {
  const flags = { origin: null, contentUrl: null, contentRpm: null, useSample: true, needsContent: false };
  const { site } = await loadSite(flags, environment);
  return { site, severities: parseSeverities(site.checks) };
}
