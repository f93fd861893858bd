// Rules for the redirects that a build writes. The build checks those of the content when it plans them.

import type { SiteConfig } from '../../../config/define-site.ts';
import { type Problem, type ProblemPlace, placeOfEntry } from '../../errors.ts';
import { renderHosts } from '../../outputs/hosts/render-hosts.ts';
import type { ExactRedirect, RedirectRules, SegmentRule } from '../../plan/redirects/redirect-rules.ts';
import type { Fault } from '../findings.ts';
import type { CheckedSite } from './site-rules.ts';

/** Targets that start with a placeholder of a host, or with two slashes, let visitors choose the host. */
const OPEN_TARGET = /^(?:\/\/|\/?(?::\w|\*|\$[\d{]|\{))/;

type AnyRule = ExactRedirect | SegmentRule;

/** No target that the visitor can choose. */
export function* findRedirectFaults({ input: { redirects } }: CheckedSite): Iterable<Fault> {
  for (const rule of [...redirects.exact, ...redirects.segments]) {
    if (!OPEN_TARGET.test(rule.to)) continue;
    const where = placeOf(rule);
    const what = `The target "${rule.to}" starts with a part of the requested address.`;
    yield { code: 'REDIRECT_PATTERN_OPEN', where, what, path: where.path ?? null, target: nameOf(rule) };
  }
}

function nameOf(rule: AnyRule): string {
  return 'from' in rule ? rule.from : `${rule.prefix}/…/${rule.segment}/…`;
}

function placeOf(rule: AnyRule): ProblemPlace {
  const { source } = rule;
  const path = 'from' in rule ? { path: rule.from } : {};
  if (source.kind === 'segment') return { file: 'config/redirects.ts', field: source.segment };
  if (source.kind === 'root') return { file: 'site.config.ts', field: 'build.rootRedirect', ...path };
  return { ...placeOfEntry({ ...source, collection: 'redirects', title: source.entryId }), ...path };
}

/** Problems of the site's own host, as in a build. */
export function findHostLosses(rules: RedirectRules, site: SiteConfig): readonly Problem[] {
  if (site.build.host === null) return [];
  return renderHosts({ rules, site, contentSecurityPolicy: '' }).problems;
}
