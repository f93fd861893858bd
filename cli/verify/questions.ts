// Which addresses must answer how: everything that changed, and a sample of the rest that rotates with each turn.

import { randomUUID } from 'node:crypto';
import { type Locale, localeRow } from '../../config/locales.ts';
import { sha256 } from '../files/content-hash.ts';
import { listExactRules } from '../outputs/hosts/host-map.ts';
import { listRoutedRules } from '../outputs/hosts/s3.ts';
import { encodePath } from '../paths/site-path.ts';
import { appendQuery, prefixOf, sourceKey } from '../plan/redirects/find-redirect.ts';
import { pathOfKey } from '../release/changed-paths.ts';
import type { ReleaseObject } from '../release/release-record.ts';
import { isServer } from './host-habits.ts';
import type { PromisedSite } from './promised-site.ts';

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
  /**
   * A published file; a page as a client gets it that cannot decompress; a redirect; a page without its slash; a path that does not
   * exist; a path that an earlier release had.
   */
  readonly kind: 'file' | 'plain' | 'redirect' | 'slash' | 'missing' | 'gone';
  /** Percent-encoded, with a query that a redirect should keep. */
  readonly path: string;
  /** The best one first. */
  readonly right: readonly [RightAnswer, ...RightAnswer[]];
  /** The target of a redirect without the query. */
  readonly plainTo?: string;
  /** Whether the answer must be compressed. */
  readonly isCompressed?: boolean;
}

/** The questions, with counts of the files that they cover. */
export interface QuestionPlan {
  readonly questions: readonly Question[];
  readonly changed: number;
  /** Fewer than `changed` if there are very many. */
  readonly changedAsked: number;
  readonly sampled: number;
  readonly unchanged: number;
}

/** A release with more changed files is verified by a sample of this size. */
const MOST_CHANGED = 10_000;
const SAMPLE_SIZE = 200;
const RULES_SAMPLED = 50;
/** These depend on the host, hardly on the page. */
const LARGEST_TEXT = 1_000_000;
const SMALLEST_TEXT = 2048;
const PLAIN_SAMPLED = 40;
const SLASHES_SAMPLED = 20;
/** Files too important to leave to the sample. */
const ALWAYS_ASKED = /^(?:[a-z]{2}\/)?index\.html$|^robots\.txt$|^sitemap\.xml$/;
/** What pages load. There are few of these files, and all pages need them. */
const LOADED = /^(?:assets|media)\/.*\.(?:css|m?js|woff2)$/;
/** Files that hosts read and do not serve. */
const HOST_FILES = /^(?:_redirects|_headers|vercel\.json)$/;
const ERROR_DOCUMENTS = /(?:^|\/)(?:404|500)\.html$/;
/** Hosts do not add slashes to names with a dot or below `/api/`. */
const PAGE_WITH_SLASH = /^(?!\/api\/)(?:\/[^/.]+)+\/$/;
const QUERY = 'utm_source=sitegen-verify';
/** For targets with the same parameter: some hosts drop that of the request, others append it. */
const OTHER_QUERY = 'sitegen-verify=1';

export interface PlanOptions {
  readonly locales: readonly Locale[];
  /** Ask for everything instead of samples. */
  readonly isAll: boolean;
  /** Which sample to take; each turn takes the next one. */
  readonly turn: number;
}

/** Plans the questions. They are the same for the same site and turn, except for the random names of missing paths. */
export function planQuestions(site: PromisedSite, { locales, isAll, turn }: PlanOptions): QuestionPlan {
  // Cloudflare redirects `/404.html` to `/404`, so error pages are only seen at missing paths.
  const hidesErrorPages = site.host.name === 'cloudflare';
  const isServed = (key: string) => !HOST_FILES.test(key) && !(hidesErrorPages && ERROR_DOCUMENTS.test(key));
  const pick = <Row extends Named>(rows: readonly Row[], size: number) => (isAll ? rows : takeTurn(rows, size, turn));
  const served = site.objects.filter(({ key, redirect }) => redirect === null && isServed(key));
  const isChanged = ({ key }: ReleaseObject) => site.changed.has(key);
  const changed = served.filter(isChanged);
  const important = served.filter(({ key }) => ALWAYS_ASKED.test(key));
  const loaded = served.filter(({ key, unusedSince }) => unusedSince === undefined && LOADED.test(key));
  const others = served.filter((object) => !isChanged(object) && !ALWAYS_ASKED.test(object.key));
  const picked = new Set([
    ...important,
    ...pick(changed, MOST_CHANGED),
    ...pick(loaded, SAMPLE_SIZE),
    ...pick(others, SAMPLE_SIZE),
  ]);
  const targets = new Map(site.rules.exact.map(({ from, to }) => [encodePath(from), to]));
  const pages = [...picked].filter(({ key }) => key.endsWith('.html') && !targets.has(pathOfKey(key)));
  const compressed = new Set(isServer(site.host.name) ? findLargeTexts([...picked]) : []);
  const files = [...picked].map((object): Question => {
    const path = pathOfKey(object.key);
    const to = targets.get(path);
    // A host may answer the redirect instead of a redirect page.
    const redirect = to === undefined ? [] : [{ status: 'a redirect', to } as const];
    return { kind: 'file', path, right: [{ status: 200, object }, ...redirect], isCompressed: compressed.has(object) };
  });
  const changedAsked = [...picked].filter(isChanged).length;
  return {
    questions: [
      ...files,
      ...pick(pages, PLAIN_SAMPLED).map((object): Question => {
        return { kind: 'plain', path: pathOfKey(object.key), right: [{ status: 200, object }] };
      }),
      ...pick(planSlashes(site, pages), SLASHES_SAMPLED),
      ...pick(planRedirects(site), RULES_SAMPLED),
      ...locales.map((locale) => askForMissing(site, locale)),
      ...pick(planGone(site, isServed), SAMPLE_SIZE),
    ],
    changed: changed.length,
    changedAsked,
    sampled: picked.size - changedAsked,
    unchanged: served.length - changed.length,
  };
}

type Named = { readonly key: string } | { readonly path: string };

/** A slice of the shuffled rows. Consecutive turns cover all rows. */
function takeTurn<Row extends Named>(rows: readonly Row[], size: number, turn: number): readonly Row[] {
  if (rows.length <= size) return rows;
  const shuffled = rows
    .map((row) => ({ row, place: sha256('key' in row ? row.key : row.path) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const start = (turn * size) % rows.length;
  return [...shuffled, ...shuffled].slice(start, start + size).map(({ row }) => row);
}

/** The largest page, stylesheet and script that every host compresses. */
function findLargeTexts(objects: readonly ReleaseObject[]): readonly ReleaseObject[] {
  const fitting = objects.filter(({ bytes }) => bytes >= SMALLEST_TEXT && bytes <= LARGEST_TEXT);
  return ['text/html', 'text/css', 'text/javascript'].flatMap((type) => {
    const ofType = fitting.filter(({ contentType }) => contentType.startsWith(type));
    return ofType.sort((a, b) => b.bytes - a.bytes).slice(0, 1);
  });
}

/** A server redirects to the slash, S3 does so without the query, or they show the page. On other storage, the script of the 404 page does. */
function planSlashes({ host }: PromisedSite, pages: readonly ReleaseObject[]): readonly Question[] {
  return pages.flatMap((object): readonly Question[] => {
    const plainTo = pathOfKey(object.key);
    if (host.name === null || !PAGE_WITH_SLASH.test(plainTo)) return [];
    const kept = { status: 'a redirect', to: `${plainTo}?${QUERY}` } as const;
    const lost = isServer(host.name) ? [] : [{ status: 'a redirect', to: plainTo } as const];
    const right = [kept, ...lost, { status: 200, object }] as const;
    return [{ kind: 'slash', path: `${plainTo.slice(0, -1)}?${QUERY}`, right, plainTo }];
  });
}

/** The rules of a server; else redirects of objects and the routing rules of an S3 website, which may lose the query. */
function planRedirects({ host, objects, rules, lost, base }: PromisedSite): readonly Question[] {
  const hasMap = isServer(host.name);
  const ofObjects = objects.flatMap(({ key, redirect: to }) => {
    if (to === null || hasMap) return [];
    // Redirects of objects include the site's folder.
    return [{ path: pathOfKey(key), to: to.startsWith(`${base}/`) ? to.slice(base.length) : to, status: 301 }];
  });
  const routed = host.name === 's3' ? listRoutedRules(rules.exact, '/') : [];
  const exact = hasMap
    ? listExactRules(rules).filter(({ from }) => !lost.has(from) && !lost.has(sourceKey(from)))
    : routed;
  const segments = rules.segments
    .filter(({ prefix, segment }) => hasMap && !lost.has(`${prefix}/…/${segment}/`))
    .map((rule) => ({ ...rule, from: `${rule.prefix}/sitegen-verify/${rule.segment}/` }));
  const ofRules = [...exact, ...segments].map((rule) => ({ ...rule, path: encodePath(rule.from) }));
  return [...ofObjects, ...ofRules].map(({ path, to: plainTo, status }): Question => {
    const query = /[?&]utm_source=/.test(plainTo) ? OTHER_QUERY : QUERY;
    const kept = { status, to: appendQuery(plainTo, query) };
    const best = hasMap ? kept : { status, to: plainTo };
    const right = status === 410 ? ([{ status }] as const) : ([best, kept] as const);
    return { kind: 'redirect', path: `${path}?${query}`, right, plainTo };
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
  const known = new Set(objects.map(({ key }) => pathOfKey(key)));
  const gone = older.flatMap(({ objects: old }) =>
    [...old].filter(([path, { key, stage }]) => stage !== 'asset' && !known.has(path) && isServed(key)),
  );
  const right = [{ status: 404 }, { status: 410 }, { status: 'a redirect' }] as const;
  return [...new Set(gone.map(([path]) => path))].map((path) => ({ kind: 'gone', path, right }));
}
