// Which addresses to check: everything that changed, and a sample of the rest that rotates with each turn.

import { randomUUID } from 'node:crypto';
import { type Locale, localeRow } from '../../config/locales.ts';
import { sha256 } from '../files/content-hash.ts';
import { listExactRules } from '../outputs/hosts/host-map.ts';
import { encodePath } from '../paths/site-path.ts';
import { appendQuery, sourceKey } from '../plan/redirects/find-redirect.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import type { ReleaseObject } from '../release/release-record.ts';
import { hasRedirectMap, notFoundPathOf, type PromisedSite } from './promised-site.ts';

/** An object that visitors should get. */
export interface FileCheck {
  readonly kind: 'file';
  readonly path: string;
  readonly object: ReleaseObject;
  /** Target of a redirect page, because a host may also answer with the redirect; null for other files. */
  readonly redirectsTo: string | null;
}

/** A path that should redirect. */
export interface RedirectCheck {
  readonly kind: 'redirect';
  /** With a query, which the redirect should keep. */
  readonly path: string;
  readonly status: number;
  /** The target with the query; '' for 410. */
  readonly to: string;
  /** The target without the query. */
  readonly plainTo: string;
  /** Whether the host cannot keep the query, or does not support the rule at all. */
  readonly isLost: boolean;
}

/** A path that does not exist. */
export interface MissingCheck {
  readonly kind: 'missing';
  readonly path: string;
  /** Acceptable 404 pages, the best one first; empty if the site has none. */
  readonly pages: readonly ReleaseObject[];
}

/** A path that an earlier release had. */
export interface GoneCheck {
  readonly kind: 'gone';
  readonly path: string;
  readonly key: string;
}

/** One request and what the response should be. */
export type Check = FileCheck | RedirectCheck | MissingCheck | GoneCheck;

/** The checks, with counts of the files that they cover. */
export interface CheckPlan {
  readonly checks: readonly Check[];
  readonly changed: number;
  readonly sampled: number;
  readonly unchanged: number;
}

const SAMPLE_SIZE = 200;
const RULES_SAMPLED = 50;
const GONE_SAMPLED = 200;
/** Files too important to leave to the sample. */
const ALWAYS_CHECKED = /^(?:[a-z]{2}\/)?index\.html$|^robots\.txt$|^sitemap\.xml$/;
/** Files that hosts read and do not serve. */
const HOST_FILES = /^(?:_redirects|_headers|vercel\.json)$/;
const ERROR_DOCUMENTS = /(?:^|\/)(?:404|500)\.html$/;

/** Plans the checks. They are the same for the same site and turn, except for the random names of missing paths. */
export function planChecks(
  site: PromisedSite,
  { locales, isAll, turn }: { readonly locales: readonly Locale[]; readonly isAll: boolean; readonly turn: number },
): CheckPlan {
  const served = site.objects.filter(({ key, redirect }) => redirect === null && isServed(site, key));
  const isNeeded = ({ key }: ReleaseObject) => site.changed.has(key) || ALWAYS_CHECKED.test(key);
  const needed = served.filter(isNeeded);
  const changed = served.filter(({ key }) => site.changed.has(key)).length;
  const pick = <Row>(rows: readonly Row[], nameOf: (row: Row) => string, size: number) =>
    isAll ? rows : takeTurn(rows, nameOf, { size, turn });
  const rest = served.filter((object) => !isNeeded(object));
  const sample = pick(rest, ({ key }) => key, SAMPLE_SIZE);
  return {
    checks: [
      ...[...needed, ...sample].map((object) => createFileCheck(site, object)),
      ...pick(planRedirects(site), ({ path }) => path, RULES_SAMPLED),
      ...locales.map((locale) => createMissingCheck(site, locale)),
      ...pick(planGone(site), ({ key }) => key, GONE_SAMPLED),
    ],
    changed,
    sampled: needed.length - changed + sample.length,
    unchanged: served.length - changed,
  };
}

/** Cloudflare redirects `/404.html` to `/404`, so its error pages are checked only at missing paths. */
function isServed({ host }: PromisedSite, key: string): boolean {
  return !HOST_FILES.test(key) && !(host.name === 'cloudflare' && ERROR_DOCUMENTS.test(key));
}

/** A slice of the shuffled rows. Consecutive turns cover all rows. */
function takeTurn<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  { size, turn }: { readonly size: number; readonly turn: number },
): readonly Row[] {
  if (rows.length <= size) return rows;
  const shuffled = rows
    .map((row) => ({ row, place: sha256(nameOf(row)) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const start = (turn * size) % rows.length;
  return [...shuffled, ...shuffled].slice(start, start + size).map(({ row }) => row);
}

export function createFileCheck({ targetByPath }: PromisedSite, object: ReleaseObject): FileCheck {
  const path = pathOfKey(object.key);
  return { kind: 'file', path, object, redirectsTo: targetByPath.get(path) ?? null };
}

const QUERY = 'utm_source=sitegen-verify';
/** For targets with the same parameter: some hosts drop that of the request, others append it. */
const OTHER_QUERY = 'sitegen-verify=1';

function planRedirects(site: PromisedSite): readonly RedirectCheck[] {
  if (!hasRedirectMap(site.host))
    return site.objects.flatMap(({ key, redirect }) =>
      redirect === null
        ? []
        : [createRedirectCheck(pathOfKey(key), { to: withoutFolder(redirect, site), status: 301 }, true)],
    );
  const ofExact = listExactRules(site.rules).map((rule) =>
    createRedirectCheck(encodePath(rule.from), rule, site.lost.has(rule.from) || site.lost.has(sourceKey(rule.from))),
  );
  const ofSegments = site.rules.segments.map((rule) =>
    createRedirectCheck(
      encodePath(`${rule.prefix}/sitegen-verify/${rule.segment}/`),
      rule,
      site.lost.has(`${rule.prefix}/…/${rule.segment}/`),
    ),
  );
  return [...ofExact, ...ofSegments];
}

/** Redirects of objects include the site's folder, paths of checks do not. */
function withoutFolder(to: string, { base }: PromisedSite): string {
  return to.startsWith(`${base}/`) ? to.slice(base.length) : to;
}

function createRedirectCheck(
  path: string,
  { to, status }: { readonly to: string; readonly status: number },
  isLost: boolean,
): RedirectCheck {
  const gone = status === 410;
  const query = /[?&]utm_source=/.test(to) ? OTHER_QUERY : QUERY;
  return {
    kind: 'redirect',
    path: `${path}?${query}`,
    status,
    to: gone ? '' : appendQuery(to, query),
    plainTo: gone ? '' : to,
    isLost,
  };
}

function createMissingCheck({ objects, lost }: PromisedSite, locale: Locale): MissingCheck {
  const { prefix } = localeRow(locale);
  const path = `${prefix}/sitegen-verify-${randomUUID().slice(0, 8)}/`;
  const page = notFoundPathOf(path);
  const keys = lost.has(page) ? [page, '/404.html'] : [page];
  return {
    kind: 'missing',
    path,
    pages: keys.flatMap((key) => objects.find((object) => `/${object.key}` === key) ?? []),
  };
}

/** Pages and data of earlier releases that this one does not have. Assets of earlier releases are kept on purpose. */
function planGone({ objects, older }: PromisedSite): readonly GoneCheck[] {
  const keys = new Set(objects.map(({ key }) => key));
  const gone = new Set(
    older.flatMap(({ objectByKey }) =>
      [...objectByKey.values()].filter(({ key, stage }) => stage !== 'asset' && !keys.has(key)).map(({ key }) => key),
    ),
  );
  return [...gone].filter((key) => !HOST_FILES.test(key)).map((key) => ({ kind: 'gone', path: pathOfKey(key), key }));
}
