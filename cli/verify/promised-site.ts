// What visitors should get at the public address: the live release of a target, or the last build.

import * as z from 'zod';
import { HOSTS_WITHOUT_HEADERS, type SiteConfig } from '../../config/define-site.ts';
import { LOCALES } from '../../config/locales.ts';
import { basePathOf } from '../../config/site-address.ts';
import { findHostLosses } from '../outputs/hosts/render-hosts.ts';
import { encodePath } from '../paths/site-path.ts';
import { prefixOf } from '../plan/redirects/find-redirect.ts';
import { type ExactRedirect, REDIRECT_STATUSES, type RedirectRules } from '../plan/redirects/redirect-rules.ts';
import type { BuiltSite } from '../release/built-site.ts';
import { createKeptReader, type ReadObject } from '../release/kept-bytes.ts';
import { loadObjects } from '../release/list-parts.ts';
import type { Target } from '../release/object-store.ts';
import { isSameObject, type ReleaseHost, type ReleaseObject, shownId } from '../release/release-record.ts';
import { loadList, loadState } from '../release/release-store.ts';

export interface PromisedSite {
  /** `release 43`, or `the last build`. */
  readonly name: string;
  /** Id of the release; null for a build. */
  readonly id: string | null;
  /** Whether an earlier verification succeeded. */
  readonly isVerified: boolean;
  readonly objects: readonly ReleaseObject[];
  readonly host: ReleaseHost;
  /** Folder of the site: '/site', or ''. */
  readonly base: string;
  /** Keys that differ from the previous release. */
  readonly changed: ReadonlySet<string>;
  /** Newest first. */
  readonly older: readonly OlderRelease[];
  readonly rules: RedirectRules;
  /** Targets of the exact rules by percent-encoded path. */
  readonly targetByPath: ReadonlyMap<string, string>;
  /** Rules (a path, or `/…/segment/`) and 404 pages that the host cannot serve as written. */
  readonly lost: ReadonlySet<string>;
  readonly read: ReadObject;
}

/** An earlier release. Visitors should no longer get its pages. */
interface OlderRelease {
  readonly name: string;
  readonly objectByKey: ReadonlyMap<string, ReleaseObject>;
}

/** How many earlier releases to recognise pages of, and to check deleted paths of. */
const OLDER_RELEASES = 3;

/** The live release of a target; null if it has none. */
export async function loadPromisedRelease({ records }: Target, site: SiteConfig): Promise<PromisedSite | null> {
  const { head, base } = await loadState(records);
  if (base === null) return null;
  const older: OlderRelease[] = [];
  for (const { id } of head?.releases.slice(1, OLDER_RELEASES + 1) ?? []) {
    const list = await loadList(records, id);
    if (list !== null)
      older.push({
        name: `release ${shownId(id)}`,
        objectByKey: new Map((await loadObjects(records, list)).map((row) => [row.key, row])),
      });
  }
  const read = createKeptReader(records);
  const { id, host } = base;
  const objects = await loadObjects(records, base);
  const changed = findChanged(objects, older[0]);
  return {
    name: `release ${shownId(id)}`,
    id,
    isVerified: head?.releases[0]?.isVerified === true,
    changed,
    older,
    ...(await completePromise({ objects, host, read }, site)),
  };
}

/** The last build, which has no earlier releases to compare with. */
export async function promiseBuild({ rows, host, read }: BuiltSite, site: SiteConfig): Promise<PromisedSite> {
  const objects = [...rows()];
  const unknown = { isVerified: false, changed: new Set<string>(), older: [] };
  return { name: 'the last build', id: null, ...unknown, ...(await completePromise({ objects, host, read }, site)) };
}

type Known = Pick<PromisedSite, 'objects' | 'host' | 'read'>;

async function completePromise(known: Known, site: SiteConfig) {
  const rules = await loadRules(known);
  const targetByPath = new Map(rules.exact.map(({ from, to }) => [encodePath(from), to]));
  return { ...known, base: basePathOf(site.origin), rules, targetByPath, lost: findLost(known.host, rules, site) };
}

function findChanged(objects: readonly ReleaseObject[], before: OlderRelease | undefined): ReadonlySet<string> {
  return new Set(objects.filter((row) => !isSameObject(row, before?.objectByKey.get(row.key))).map(({ key }) => key));
}

const rulesSchema = z.object({
  rules: z.array(z.object({ from: z.string(), to: z.string(), status: z.literal(REDIRECT_STATUSES) })),
  segments: z.array(
    z.object({ prefix: z.string(), segment: z.string(), to: z.string(), status: z.literal(REDIRECT_STATUSES) }),
  ),
});

/** Reads the redirect maps, which are files of every release. */
async function loadRules({ objects, read }: Known): Promise<RedirectRules> {
  const exact: ExactRedirect[] = [];
  const segments: RedirectRules['segments'][number][] = [];
  const source = { kind: 'root' } as const;
  for (const { locale } of LOCALES) {
    const object = objects.find(({ key }) => key === `redirects/${locale}.json`);
    if (object === undefined) continue;
    const map = rulesSchema.parse(JSON.parse((await read(object)).toString('utf8')));
    exact.push(...map.rules.map((rule) => ({ ...rule, kind: 'exact' as const, locale, source })));
    segments.push(...map.segments.map((rule) => ({ ...rule, kind: 'segment' as const, locale, source })));
  }
  return {
    root: exact.find(({ from }) => from === '/') ?? null,
    exact: exact.filter(({ from }) => from !== '/').sort((a, b) => (a.from < b.from ? -1 : 1)),
    segments: segments.sort((a, b) => b.prefix.length - a.prefix.length),
  };
}

/** Without a named host, the limits of S3 apply: one error document and no rules. */
function findLost({ name }: ReleaseHost, rules: RedirectRules, site: SiteConfig): ReadonlySet<string> {
  const headers = { contentSecurityPolicy: '', hashedPath: '/assets/' };
  const losses = findHostLosses(name ?? 's3', { rules, site, headers });
  return new Set(losses.flatMap(({ affected }) => affected));
}

/** Whether the host redirects by a map instead of redirect pages and objects. */
export function hasRedirectMap({ name }: ReleaseHost): boolean {
  return !HOSTS_WITHOUT_HEADERS.includes(name);
}

/** Site path of the 404 page for a missing path. */
export function notFoundPathOf(path: string): string {
  return `${prefixOf(path)}/404.html`;
}
