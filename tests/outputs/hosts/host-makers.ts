// Small makers for host tests: what the hosts' files are made of, and what the rules say of a path.

import { toSitePath } from '../../../cli/files/brands.ts';
import type { HostInput, HostMap } from '../../../cli/outputs/hosts/host-map.ts';
import { createLossProblem } from '../../../cli/outputs/hosts/render-hosts.ts';
import { findRedirect } from '../../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../../cli/plan/redirects/redirect-rules.ts';
import { siteWith } from '../../pipeline/redirect-makers.ts';
import type { HostAnswer } from './interpreters.ts';

export const POLICY = "default-src 'none'; script-src 'self'";

export const inputWith = (rules: RedirectRules, site = siteWith()): HostInput => ({
  rules,
  site,
  contentSecurityPolicy: POLICY,
});

export const contentOf = ({ files }: HostMap, name: string) => files.find((file) => file.name === name)?.content ?? '';

export const filesOf = ({ files }: HostMap) => new Map(files.map(({ name, content }) => [name, content]));

/** Losses as the build of a site on that host tells them. */
export const textsOf = ({ losses }: HostMap) =>
  losses.map((loss) => createLossProblem('netlify', loss)).map(({ severity, what }) => `${severity}: ${what}`);

/** Sources that a host names in any of its losses of an own kind: `what` holds the words. */
export const affectedOf = ({ losses }: HostMap, words: string) =>
  losses.filter(({ what }) => what.includes(words)).flatMap(({ affected }) => affected);

export const expectedOf = (rules: RedirectRules, path: string): HostAnswer | null => {
  const found = findRedirect(rules, toSitePath(path));
  return found === null ? null : { status: found.status, to: found.to };
};
