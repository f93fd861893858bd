// What visitors should get at the public address, from the live release of a target or the last build, and the requests that tell: for
// files that changed or that all pages need, a sample of the others, redirects, and paths that must not exist.

import { randomInt, randomUUID } from 'node:crypto';
import type { SiteConfig } from '../../config/define-site.ts';
import { LOCALES, type Locale, localeRow } from '../../config/locales.ts';
import { withoutBase } from '../../config/site-address.ts';
import { findHostLosses } from '../outputs/hosts/render-hosts.ts';
import { listRoutedRules } from '../outputs/hosts/s3.ts';
import { clientRedirects } from '../outputs/redirect-maps.ts';
import { encodePath, pathOfOutFile } from '../paths/site-path.ts';
import { appendQuery, prefixOf, sourceKey } from '../plan/redirects/find-redirect.ts';
import type { ExactRedirect, RedirectRules } from '../plan/redirects/redirect-rules.ts';
import type { BuiltSite } from '../release/built-site.ts';
import { createKeptReader, loadObjects, type ReadObject } from '../release/kept-bytes.ts';
import type { Target } from '../release/object-store.ts';
import { pathOfKey } from '../release/plan-release.ts';
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
  const older = await Array.fromAsync(head?.releases.slice(1, OLDER_RELEASES + 1) ?? [], async ({ id }) => {
    const list = await loadList(records, id);
    const rows = list === null ? [] : await loadObjects(records, list);
    return { name: `release ${shownId(id)}`, objects: new Map(rows.map((row) => [pathOfKey(row.key), row])) };
  });
  const { id, host } = base;
  const objects = await loadObjects(records, base);
  const changed = objects.filter((row) => !isSameObject(row, older[0]?.objects.get(pathOfKey(row.key))));
  const known = { name: `release ${shownId(id)}`, id, objects, changed: new Set(changed), older };
  return withRules({ ...known, host, settings }, createKeptReader(records));
}

/** The last build, which has no earlier releases to compare with. */
export function promiseBuild({ rows, host, read }: BuiltSite, settings: SiteConfig): Promise<PromisedSite> {
  const known = { name: 'the last build', id: null, objects: [...rows()], changed: new Set([]), older: [] };
  return withRules({ ...known, host, settings }, read);
}

/** Reads the redirect maps, which are files of every release. */
async function withRules(site: Omit<PromisedSite, 'rules' | 'lost'>, read: ReadObject): Promise<PromisedSite> {
  const { objects, host, settings } = site;
  const exact: ExactRedirect[] = [];
  const segments: RedirectRules['segments'][number][] = [];
  const source = { kind: 'root' } as const;
  for (const { locale } of LOCALES) {
    const object = objects.find(({ key }) => key === `redirects/${locale}.json`);
    if (object === undefined) continue;
    const map = clientRedirects.parse(JSON.parse((await read(object)).toString('utf8')));
    exact.push(...map.rules.map((rule) => ({ ...rule, locale, source })));
    segments.push(...map.segments.map((rule) => ({ ...rule, locale, source })));
  }
  const rules = {
    exact: exact.sort((a, b) => (a.from < b.from ? -1 : 1)),
    segments: segments.sort((a, b) => b.prefix.length - a.prefix.length),
  };
  // Without a named host, the limits of S3 apply: one error document and no rules.
  const losses = findHostLosses(host.name ?? 's3', { rules, site: settings, contentSecurityPolicy: '' });
  return { ...site, rules, lost: new Set(losses.flatMap(({ affected }) => affected)) };
}

/** An answer that is right. */
export interface RightAnswer {
  readonly status: number | 'a redirect';
  /** Where it redirects to: a site path or a URL. Absent: anywhere. */
  readonly to?: string;
  /** What its body is. Absent: anything. */
  readonly object?: ReleaseObject;
}

/** One request, and the answers that are right. */
export interface Question {
  /** A published file, a redirect, or a path that does not exist. */
  readonly kind: 'file' | 'redirect' | 'missing';
  /** Percent-encoded, with a query that a redirect should keep. */
  readonly path: string;
  /** The best one first. */
  readonly right: readonly [RightAnswer, ...RightAnswer[]];
  /** Asked as a client that cannot decompress. */
  readonly isPlain?: boolean;
}

/** A release with more changed files is verified by a sample of this size. */
const MOST_CHANGED = 10_000;
const SAMPLE_SIZE = 200;
/** Of what depends on the host, hardly on the page. */
const FEW = 50;
/** Too important to leave to the sample: home pages, and the few files that all pages load. */
const IMPORTANT =
  /^(?:[a-z]{2}\/)?index\.html$|^robots\.txt$|^sitemap\.xml$|^(?:assets|media)\/.*\.(?:css|m?js|woff2)$/;
/** Files that hosts read and do not serve. */
const HOST_FILES = /^(?:_redirects|_headers|vercel\.json)$/;
const ERROR_DOCUMENTS = /(?:^|\/)(?:404|500)\.html$/;
/** Hosts do not add slashes to names with a dot or below `/api/`. */
const PAGE_WITH_SLASH = /^(?!\/api\/)(?:\/[^/.]+)+\/$/;
const QUERY = 'utm_source=sitegen-verify';
/** For targets with the same parameter: some hosts drop that of the request, others append it. */
const OTHER_QUERY = 'sitegen-verify=1';

/**
 * Plans the questions: about everything if `isAll`, else samples, which are others each time. `checked` says how many files of how
 * many they are about.
 */
export function planQuestions(site: PromisedSite, isAll: boolean) {
  // Cloudflare redirects `/404.html` to `/404`, so error pages are only seen at missing paths.
  const hidesErrorPages = site.host.name === 'cloudflare';
  const isServed = (key: string) => !HOST_FILES.test(key) && !(hidesErrorPages && ERROR_DOCUMENTS.test(key));
  const pick = <Row extends object>(rows: readonly Row[], size: number) => (isAll ? rows : takeSample(rows, size));
  const served = site.objects.filter(({ key, redirect }) => redirect === null && isServed(key));
  const important = served.filter(({ key }) => IMPORTANT.test(key));
  const changed = served.filter((object) => site.changed.has(object));
  const others = served.filter((object) => !site.changed.has(object));
  const picked = [...new Set([...important, ...pick(changed, MOST_CHANGED), ...pick(others, SAMPLE_SIZE)])];
  const targets = new Map(site.rules.exact.map(({ from, to }) => [encodePath(from), to]));
  const pages = picked.filter(({ key }) => key.endsWith('.html') && !targets.has(pathOfKey(key)));
  const files = picked.map((object): Question => {
    const path = pathOfKey(object.key);
    const to = targets.get(path);
    // A host may answer the redirect instead of a redirect page.
    const redirect = to === undefined ? [] : [{ status: 'a redirect', to } as const];
    return { kind: 'file', path, right: [{ status: 200, object }, ...redirect] };
  });
  const plain = pick(pages, FEW).map((object): Question => {
    return { kind: 'file', path: pathOfKey(object.key), right: [{ status: 200, object }], isPlain: true };
  });
  const asked = picked.filter((object) => site.changed.has(object)).length;
  const questions: readonly Question[] = [
    ...files,
    ...plain,
    ...pick(planSlashes(site, pages), FEW),
    ...pick(planRedirects(site), FEW),
    ...site.settings.locales.map((locale) => askForMissing(site, locale)),
    ...pick(planGone(site, isServed), SAMPLE_SIZE),
  ];
  const shares = `${asked} of ${changed.length} changed files and ${picked.length - asked} of ${others.length} others`;
  return { questions, checked: picked.length < served.length ? `a sample of ${shares} (--all: every one)` : shares };
}

/** Rows at even distances, from a random one. */
function takeSample<Row extends object>(rows: readonly Row[], size: number): readonly Row[] {
  if (rows.length <= size) return rows;
  const start = randomInt(rows.length);
  const places = Array.from({ length: size }, (_, index) => start + Math.floor((index * rows.length) / size));
  return places.flatMap((place) => rows[place % rows.length] ?? []);
}

/** A server redirects to the slash, S3 does so without the query, or they show the page. On other storage, the script of the 404 page does. */
function planSlashes(site: PromisedSite, pages: readonly ReleaseObject[]): readonly Question[] {
  return pages.flatMap((object): readonly Question[] => {
    const to = pathOfKey(object.key);
    if (site.host.name === null || !PAGE_WITH_SLASH.test(to)) return [];
    const kept = { status: 'a redirect', to: `${to}?${QUERY}` } as const;
    const lost = isServer(site) ? [] : [{ status: 'a redirect', to } as const];
    return [{ kind: 'redirect', path: `${to.slice(0, -1)}?${QUERY}`, right: [kept, ...lost, { status: 200, object }] }];
  });
}

/** The rules of a server; else redirects of objects and the routing rules of an S3 website, which may lose the query. */
function planRedirects(site: PromisedSite): readonly Question[] {
  const { host, objects, rules, lost, settings } = site;
  const exact = rules.exact.filter(({ from }) => !lost.has(from) && !lost.has(sourceKey(from)));
  const segments = rules.segments
    .filter(({ prefix, segment }) => !lost.has(`${prefix}/…/${segment}/`))
    .map((rule) => ({ ...rule, from: `${rule.prefix}/sitegen-verify/${rule.segment}/` }));
  // Redirects of objects include the site's folder.
  const stored = objects.flatMap(({ key, redirect: to }) =>
    to === null ? [] : [{ from: pathOfOutFile(key), to: withoutBase(to, settings.origin) ?? to, status: 301 }],
  );
  const routed = host.name === 's3' ? listRoutedRules(rules.exact, '/') : [];
  const asked = isServer(site) ? [...exact, ...segments] : [...stored, ...routed];
  return asked.map(({ from, to, status }): Question => {
    const query = /[?&]utm_source=/.test(to) ? OTHER_QUERY : QUERY;
    const kept = { status, to: appendQuery(to, query) };
    const right: Question['right'] = isServer(site) ? [kept] : [{ status, to }, kept];
    return { kind: 'redirect', path: `${encodePath(from)}?${query}`, right: status === 410 ? [{ status }] : right };
  });
}

function askForMissing({ objects, lost }: PromisedSite, locale: Locale): Question {
  const path = `${localeRow(locale).prefix}/sitegen-verify-${randomUUID().slice(0, 8)}/`;
  const own = `${prefixOf(path)}/404.html`;
  const paths = lost.has(own) ? [own, '/404.html'] : [own];
  const pages = paths.flatMap((page) => objects.find(({ key }) => `/${key}` === page) ?? []);
  const [best = { status: 404 }, ...others] = pages.map((object) => ({ status: 404, object }));
  return { kind: 'missing', path, right: [best, ...others] };
}

/** Pages and data of earlier releases that this one does not have. Assets of earlier releases are kept on purpose. */
function planGone({ objects, older }: PromisedSite, isServed: (key: string) => boolean): readonly Question[] {
  const known = new Set<string>(objects.map(({ key }) => key));
  const gone = older
    .flatMap((release) => [...release.objects.values()])
    .filter(({ key, stage }) => stage !== 'asset' && !known.has(key) && isServed(key));
  const right = [{ status: 404 }, { status: 410 }, { status: 'a redirect' }] as const;
  return [...new Set(gone.map(({ key }) => pathOfKey(key)))].map((path) => ({ kind: 'missing', path, right }));
}
