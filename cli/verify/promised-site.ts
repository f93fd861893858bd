// What visitors should get at the public address: the live release of a target, or the last build.

import type { SiteConfig } from '../../config/define-site.ts';
import { LOCALES } from '../../config/locales.ts';
import { findHostLosses } from '../outputs/hosts/render-hosts.ts';
import { clientRedirects } from '../outputs/redirect-maps.ts';
import type { ExactRedirect, RedirectRules } from '../plan/redirects/redirect-rules.ts';
import type { BuiltSite } from '../release/built-site.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import { createKeptReader, loadObjects, type ReadObject } from '../release/kept-bytes.ts';
import type { Target } from '../release/object-store.ts';
import { isSameObject, type ReleaseHost, type ReleaseObject, shownId } from '../release/release-record.ts';
import { loadList, loadState } from '../release/release-store.ts';

export interface PromisedSite {
  /** `release 43`, or `the last build`. */
  readonly name: string;
  /** Id of the release; null for a build. */
  readonly id: string | null;
  readonly objects: readonly ReleaseObject[];
  /** Those that differ from the previous release. */
  readonly changed: ReadonlySet<ReleaseObject>;
  /** Earlier releases, newest first, by path. Visitors should no longer get their pages. */
  readonly older: readonly { readonly name: string; readonly objects: ReadonlyMap<string, ReleaseObject> }[];
  readonly host: ReleaseHost;
  readonly settings: SiteConfig;
  readonly rules: RedirectRules;
  /** Rules (a path, or `/…/segment/`) and 404 pages that the host cannot serve as written. */
  readonly lost: ReadonlySet<string>;
}

/** A server redirects by a map, which keeps the query, sets headers by its rules and compresses; else objects say how to answer. */
export const isServer = ({ host: { name } }: PromisedSite): boolean => name !== null && name !== 's3';

/** How many earlier releases to recognise pages of, and to check deleted paths of. */
const OLDER_RELEASES = 3;

/** The live release of a target; null if it has none. */
export async function loadPromisedRelease({ records }: Target, settings: SiteConfig): Promise<PromisedSite | null> {
  const { head, base } = await loadState(records);
  if (base === null) return null;
  const older: PromisedSite['older'][number][] = [];
  for (const { id } of head?.releases.slice(1, OLDER_RELEASES + 1) ?? []) {
    const list = await loadList(records, id);
    const rows = list === null ? [] : await loadObjects(records, list);
    older.push({ name: `release ${shownId(id)}`, objects: new Map(rows.map((row) => [pathOfKey(row.key), row])) });
  }
  const { id, host } = base;
  const objects = await loadObjects(records, base);
  const changed = objects.filter((row) => !isSameObject(row, older[0]?.objects.get(pathOfKey(row.key))));
  const known = { name: `release ${shownId(id)}`, id, objects, changed: new Set(changed), older };
  return { ...known, host, settings, ...(await loadRules(objects, createKeptReader(records), { host, settings })) };
}

/** The last build, which has no earlier releases to compare with. */
export async function promiseBuild({ rows, host, read }: BuiltSite, settings: SiteConfig): Promise<PromisedSite> {
  const objects = [...rows()];
  const known = { name: 'the last build', id: null, objects, changed: new Set([]), older: [] };
  return { ...known, host, settings, ...(await loadRules(objects, read, { host, settings })) };
}

/** Reads the redirect maps, which are files of every release. */
async function loadRules(
  objects: readonly ReleaseObject[],
  read: ReadObject,
  { host, settings }: Pick<PromisedSite, 'host' | 'settings'>,
): Promise<Pick<PromisedSite, 'rules' | 'lost'>> {
  const exact: ExactRedirect[] = [];
  const segments: RedirectRules['segments'][number][] = [];
  const source = { kind: 'root' } as const;
  for (const { locale } of LOCALES) {
    const object = objects.find(({ key }) => key === `redirects/${locale}.json`);
    if (object === undefined) continue;
    const map = clientRedirects.parse(JSON.parse((await read(object)).toString('utf8')));
    exact.push(...map.rules.map((rule) => ({ ...rule, kind: 'exact' as const, locale, source })));
    segments.push(...map.segments.map((rule) => ({ ...rule, kind: 'segment' as const, locale, source })));
  }
  const rules = {
    root: exact.find(({ from }) => from === '/') ?? null,
    exact: exact.filter(({ from }) => from !== '/').sort((a, b) => (a.from < b.from ? -1 : 1)),
    segments: segments.sort((a, b) => b.prefix.length - a.prefix.length),
  };
  // Without a named host, the limits of S3 apply: one error document and no rules.
  const losses = findHostLosses(host.name ?? 's3', { rules, site: settings, contentSecurityPolicy: '' });
  return { rules, lost: new Set(losses.flatMap(({ affected }) => affected)) };
}
