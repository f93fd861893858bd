// Finds the changes that gates check for.

import type { SiteConfig } from '../../config/define-site.ts';
import type { RouteEntry } from '../check/check-input.ts';
import { entryPlace } from '../check/findings.ts';
import type { ProblemPlace } from '../errors.ts';
import type { DiffReport } from './diff-report.ts';
import type { GateHit } from './gates.ts';
import type { LonePage } from './match-pages.ts';
import { isIndexable, type PageView } from './page-view.ts';
import { findNextRule, type SideRedirects } from './redirect-changes.ts';
import type { SiteSide } from './site-side.ts';

/** Context shared by all pages. */
export interface GateContext {
  readonly origins: { readonly base: string | null; readonly head: string | null };
  /** Paths that only one of the sites has. */
  readonly lone: ReadonlySet<string>;
}

interface ChangedPage {
  readonly path: string;
  readonly isMoved: boolean;
  readonly before: PageView;
  readonly after: PageView;
  readonly entry: RouteEntry | null;
}

const placeOf = (entry: RouteEntry | null): ProblemPlace => (entry === null ? {} : entryPlace(entry));

/** Hits of a single page. */
export const findPageHits = {
  gone: (
    { path, entry, view }: LonePage & { readonly view: Pick<PageView, 'robots' | 'redirect'> },
    redirect: string | null,
  ): readonly GateHit[] => {
    if (!isIndexable(view) || redirect !== null || isErrorPage(path)) return [];
    const what = `The page ${path} was removed without a redirect.`;
    return [{ code: 'DIFF_PAGE_GONE', path, where: placeOf(entry), what, cause: path }];
  },
  changed: (page: ChangedPage, context: GateContext): readonly GateHit[] => {
    const { path, before, after, entry } = page;
    const where = placeOf(entry);
    const hit = (code: GateHit['code'], what: string, cause = path): GateHit => ({ code, path, where, what, cause });
    const isLost = (old: string | undefined | null, now: string | undefined | null) =>
      (old ?? '') !== '' && (now ?? '') === '';
    return [
      ...(isIndexable(before) && !isIndexable(after)
        ? [hit('DIFF_NOINDEX_ADDED', `${path} now has noindex.`, 'noindex')]
        : []),
      ...(isLost(before.title, after.title) ? [hit('DIFF_TITLE_LOST', `${path} no longer has a title.`, 'title')] : []),
      ...(isLost(before.headings[0], after.headings[0])
        ? [hit('DIFF_HEADING_LOST', `${path} no longer has a main heading.`, 'heading')]
        : []),
      ...(page.isMoved ? [] : findAddressHits(page, context, hit)),
    ];
  },
};

function findAddressHits(
  { path, before, after }: ChangedPage,
  { lone, origins }: GateContext,
  hit: (code: GateHit['code'], what: string, cause?: string) => GateHit,
): readonly GateHit[] {
  const { base, head } = origins;
  if (base !== null && head !== null && base !== head)
    return [hit('DIFF_CANONICAL_CHANGED', `Canonical addresses changed from ${base} to ${head}.`, 'origin')];
  const changed = [...new Set(before.alternates).symmetricDifference(new Set(after.alternates))].filter(
    (link) => !lone.has(decodePath(link.slice(link.indexOf(' ') + 1))),
  );
  const [was, is] = [before.canonical ?? 'none', after.canonical ?? 'none'];
  return [
    ...(was === is
      ? []
      : [hit('DIFF_CANONICAL_CHANGED', `The canonical address of ${path} changed from ${was} to ${is}.`)]),
    ...(changed.length === 0
      ? []
      : [
          hit('DIFF_LANGUAGE_LINKS_CHANGED', `The language links of ${path} changed: ${describeLinks(before, after)}.`),
        ]),
  ];
}

function describeLinks(before: PageView, after: PageView): string {
  const [old, now] = [new Set(before.alternates), new Set(after.alternates)];
  const links = [
    ...[...old.difference(now)].map((link) => `without ${link}`),
    ...[...now.difference(old)].map((link) => `with ${link}`),
  ];
  return `${links.slice(0, 4).join(', ')}${links.length > 4 ? ', …' : ''}`;
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const isErrorPage = (path: string): boolean => /\/(?:404|410|500)\.html$/.test(path);

/** Hits of the whole site. */
export function findSiteHits(
  { base, head, settings }: { readonly base: SiteSide; readonly head: SiteSide; readonly settings: SiteConfig['diff'] },
  {
    rules,
    counts,
  }: {
    readonly rules: { readonly base: SideRedirects; readonly head: SideRedirects };
    readonly counts: DiffReport['counts'];
  },
  add: (hit: GateHit) => void,
): void {
  for (const from of rules.head.keys()) {
    const next = findNextRule(rules.head, from);
    if (next === null || findNextRule(rules.base, from) === next) continue;
    const what = `${from} redirects to ${next}, which redirects to ${rules.head.get(next)?.to}.`;
    add({ code: 'DIFF_REDIRECT_CHAIN', path: from, where: {}, what, cause: from });
  }
  const known = counts.changed + counts.unchanged;
  const percent = known === 0 ? 0 : (100 * counts.changed) / known;
  const hasSameCode = base.build.code !== null && base.build.code === head.build.code;
  if (!hasSameCode || percent <= settings.changedPercent) return;
  const what = `${counts.changed} of ${known} pages (${Math.round(percent)} %) changed without a change of code; the limit is ${settings.changedPercent} %.`;
  add({ code: 'DIFF_MANY_CHANGED', path: null, where: {}, what, cause: 'many' });
}
