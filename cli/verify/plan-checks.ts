// Which addresses are asked: everything that changed, and of the rest a sample that moves on with each turn.

import { randomUUID } from 'node:crypto';
import { type Locale, localeRow } from '../../config/locales.ts';
import { sha256 } from '../files/content-hash.ts';
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
  /** Of a redirect page: where a host may also lead by itself. */
  readonly redirectsTo: string | null;
}

/** A path that should lead elsewhere. */
export interface RedirectCheck {
  readonly kind: 'redirect';
  /** With the query that should be carried. */
  readonly path: string;
  readonly status: number;
  /** The target with the query; '' where the page is gone for good. */
  readonly to: string;
  /** The target where the host drops the query. */
  readonly plainTo: string;
  /** Whether the host cannot carry the query, or not answer the rule at all. */
  readonly isLost: boolean;
}

/** A path that no site has. */
export interface MissingCheck {
  readonly kind: 'missing';
  readonly path: string;
  /** 404 pages that are right here, the best one first; none where the site has no such page. */
  readonly pages: readonly ReleaseObject[];
}

/** A path that an earlier release had. */
export interface GoneCheck {
  readonly kind: 'gone';
  readonly path: string;
  readonly key: string;
}

/** One question to the host. */
export type Check = FileCheck | RedirectCheck | MissingCheck | GoneCheck;

/** What is asked, and of how much. */
export interface CheckPlan {
  readonly checks: readonly Check[];
  readonly changed: number;
  readonly sampled: number;
  readonly unchanged: number;
}

const SAMPLE_SIZE = 200;
const RULES_SAMPLED = 50;
const GONE_SAMPLED = 200;
/** What no visitor should lose, whatever the sample is. */
const ALWAYS_ASKED = /^(?:[a-z]{2}\/)?index\.html$|^robots\.txt$|^sitemap\.xml$/;
/** Files that a host reads itself. */
const HOST_FILES = /^(?:_redirects|_headers|vercel\.json)$/;
const ERROR_DOCUMENTS = /(?:^|\/)(?:404|500)\.html$/;

/** Plans the questions. The same turn of the same site makes the same plan, but for the names that no site has. */
export function planChecks(
  site: PromisedSite,
  { locales, isAll, turn }: { readonly locales: readonly Locale[]; readonly isAll: boolean; readonly turn: number },
): CheckPlan {
  const asked = site.objects.filter(({ key, redirect }) => redirect === null && isServed(site, key));
  const isNeeded = ({ key }: ReleaseObject) => site.changed.has(key) || ALWAYS_ASKED.test(key);
  const needed = asked.filter(isNeeded);
  const rest = asked.filter((object) => !isNeeded(object));
  const sample = isAll ? rest : takeTurn(rest, ({ key }) => key, { size: SAMPLE_SIZE, turn });
  const changed = asked.filter(({ key }) => site.changed.has(key)).length;
  const pick = <Row>(rows: readonly Row[], nameOf: (row: Row) => string, size: number) =>
    isAll ? rows : takeTurn(rows, nameOf, { size, turn });
  return {
    checks: [
      ...[...needed, ...sample].map((object) => createFileCheck(site, object)),
      ...pick(planRedirects(site), ({ path }) => path, RULES_SAMPLED),
      ...locales.map((locale) => createMissingCheck(site, locale)),
      ...pick(planGone(site), ({ key }) => key, GONE_SAMPLED),
    ],
    changed,
    sampled: needed.length - changed + sample.length,
    unchanged: asked.length - changed,
  };
}

/** A page of a host that serves `/404` for `/404.html` is seen where it answers: at missing paths. */
function isServed({ host }: PromisedSite, key: string): boolean {
  return !HOST_FILES.test(key) && !(host.name === 'cloudflare' && ERROR_DOCUMENTS.test(key));
}

/** As many rows as fit a turn. All rows have had theirs after as many turns as it takes. */
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

/** The check of one object. */
export function createFileCheck({ targetByPath }: PromisedSite, object: ReleaseObject): FileCheck {
  const path = pathOfKey(object.key);
  return { kind: 'file', path, object, redirectsTo: targetByPath.get(path) ?? null };
}

const QUERY = 'utm_source=sitegen-verify';

function planRedirects(site: PromisedSite): readonly RedirectCheck[] {
  if (!hasRedirectMap(site.host))
    return site.objects.flatMap(({ key, redirect }) =>
      redirect === null
        ? []
        : [createRedirectCheck(pathOfKey(key), { to: withoutFolder(redirect, site), status: 301 }, true)],
    );
  const { root, exact, segments } = site.rules;
  const ofExact = [...(root === null ? [] : [root]), ...exact].map((rule) =>
    createRedirectCheck(encodePath(rule.from), rule, site.lost.has(rule.from) || site.lost.has(sourceKey(rule.from))),
  );
  const ofSegments = segments.map((rule) =>
    createRedirectCheck(
      encodePath(`${rule.prefix}/sitegen-verify/${rule.segment}/`),
      rule,
      site.lost.has(`${rule.prefix}/…/${rule.segment}/`),
    ),
  );
  return [...ofExact, ...ofSegments];
}

/** Objects lead to whole paths. */
function withoutFolder(to: string, { base }: PromisedSite): string {
  return to.startsWith(`${base}/`) ? to.slice(base.length) : to;
}

function createRedirectCheck(
  path: string,
  { to, status }: { readonly to: string; readonly status: number },
  isLost: boolean,
): RedirectCheck {
  const gone = status === 410;
  return {
    kind: 'redirect',
    path: `${path}?${QUERY}`,
    status,
    to: gone ? '' : appendQuery(to, QUERY),
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

/** Pages and data of earlier releases that this one does not have. Assets of earlier releases stay. */
function planGone({ objects, older }: PromisedSite): readonly GoneCheck[] {
  const keys = new Set(objects.map(({ key }) => key));
  const gone = new Set(
    older.flatMap(({ objectByKey }) =>
      [...objectByKey.values()].filter(({ key, stage }) => stage !== 'asset' && !keys.has(key)).map(({ key }) => key),
    ),
  );
  return [...gone].filter((key) => !HOST_FILES.test(key)).map((key) => ({ kind: 'gone', path: pathOfKey(key), key }));
}
