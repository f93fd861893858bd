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
import { habitsOf } from './host-habits.ts';
import type { PromisedSite } from './promised-site.ts';

/** A published file; a redirect; a page without its slash; a path that does not exist; a path that an earlier release had. */
type QuestionKind = 'file' | 'redirect' | 'slash' | 'missing' | 'gone';

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
  readonly kind: QuestionKind;
  /** Percent-encoded, with a query that a redirect should keep. */
  readonly path: string;
  /** The best one first. */
  readonly right: readonly [RightAnswer, ...RightAnswer[]];
  /** Keys of the files that the answer may show. */
  readonly keys: readonly string[];
  /** The target of a redirect without the query. */
  readonly plainTo?: string;
  /** Whether to ask again as a client that cannot decompress. */
  readonly isPlainToo?: boolean;
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
const GONE_SAMPLED = 200;
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

export interface PlanOptions {
  readonly locales: readonly Locale[];
  /** Ask for everything instead of samples. */
  readonly isAll: boolean;
  /** Which sample to take; each turn takes the next one. */
  readonly turn: number;
}

/** Plans the questions. They are the same for the same site and turn, except for the random names of missing paths. */
export function planQuestions(site: PromisedSite, { locales, isAll, turn }: PlanOptions): QuestionPlan {
  const { hidesErrorPages, isServer } = habitsOf(site.host.name);
  const isServed = (key: string) => !HOST_FILES.test(key) && !(hidesErrorPages && ERROR_DOCUMENTS.test(key));
  const pick = <Row>(rows: readonly Row[], size: number, nameOf: (row: Row) => string) =>
    isAll ? rows : takeTurn(rows, nameOf, { size, turn });
  const keyOf = ({ key }: ReleaseObject) => key;
  const pathOf = ({ path }: Question) => path;
  const served = site.objects.filter(({ key, redirect }) => redirect === null && isServed(key));
  const isChanged = ({ key }: ReleaseObject) => site.changed.has(key);
  const changed = served.filter(isChanged);
  const loaded = served.filter(({ key, unusedSince }) => unusedSince === undefined && LOADED.test(key));
  const picked = new Set([
    ...served.filter(({ key }) => ALWAYS_ASKED.test(key)),
    ...pick(changed, MOST_CHANGED, keyOf),
    ...pick(loaded, SAMPLE_SIZE, keyOf),
    ...pick(
      served.filter((object) => !isChanged(object) && !ALWAYS_ASKED.test(object.key)),
      SAMPLE_SIZE,
      keyOf,
    ),
  ]);
  const targets = new Map(site.rules.exact.map(({ from, to }) => [encodePath(from), to]));
  const pages = [...picked].filter(({ key }) => key.endsWith('.html') && !targets.has(pathOfKey(key)));
  const plain = new Set(pick(pages, PLAIN_SAMPLED, keyOf));
  const compressed = new Set(isServer ? findLargeTexts([...picked]) : []);
  const files = [...picked].map((object) => ({
    ...createFileQuestion(object, targets.get(pathOfKey(object.key))),
    isPlainToo: plain.has(object),
    isCompressed: compressed.has(object),
  }));
  const changedAsked = [...picked].filter(isChanged).length;
  return {
    questions: [
      ...files,
      ...pick(planSlashes(site, pages), SLASHES_SAMPLED, pathOf),
      ...pick(planRedirects(site), RULES_SAMPLED, pathOf),
      ...locales.map((locale) => createMissingQuestion(site, locale)),
      ...pick(planGone(site), GONE_SAMPLED, pathOf),
    ],
    changed: changed.length,
    changedAsked,
    sampled: picked.size - changedAsked,
    unchanged: served.length - changed.length,
  };
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

/** The largest page, stylesheet and script that every host compresses. */
function findLargeTexts(objects: readonly ReleaseObject[]): readonly ReleaseObject[] {
  const fitting = objects.filter(({ bytes }) => bytes >= SMALLEST_TEXT && bytes <= LARGEST_TEXT);
  return ['text/html', 'text/css', 'text/javascript'].flatMap(
    (type) =>
      fitting.filter(({ contentType }) => contentType.startsWith(type)).sort((a, b) => b.bytes - a.bytes)[0] ?? [],
  );
}

/** A host may answer the redirect instead of a redirect page. */
function createFileQuestion(object: ReleaseObject, redirectsTo?: string): Question {
  const redirect = redirectsTo === undefined ? [] : [{ status: 'a redirect', to: redirectsTo } as const];
  return {
    kind: 'file',
    path: pathOfKey(object.key),
    right: [{ status: 200, object }, ...redirect],
    keys: [object.key],
  };
}

const QUERY = 'utm_source=sitegen-verify';
/** For targets with the same parameter: some hosts drop that of the request, others append it. */
const OTHER_QUERY = 'sitegen-verify=1';

/** A host redirects to the slash, or shows the page. */
function planSlashes({ host }: PromisedSite, pages: readonly ReleaseObject[]): readonly Question[] {
  const { slash } = habitsOf(host.name);
  if (slash === 'unknown') return [];
  return pages
    .filter(({ key }) => PAGE_WITH_SLASH.test(pathOfKey(key)))
    .map((object) => {
      const plainTo = pathOfKey(object.key);
      const kept = { status: 'a redirect', to: `${plainTo}?${QUERY}` } as const;
      const lost = slash === 'with query' ? [] : [{ status: 'a redirect', to: plainTo } as const];
      return {
        kind: 'slash',
        path: `${plainTo.slice(0, -1)}?${QUERY}`,
        right: [kept, ...lost, { status: 200, object }],
        keys: [object.key],
        plainTo,
      };
    });
}

function planRedirects(site: PromisedSite): readonly Question[] {
  const { host, rules, lost } = site;
  if (!habitsOf(host.name).isServer) return planObjectRedirects(site);
  const ofExact = listExactRules(rules).map((rule) =>
    createRedirectQuestion(encodePath(rule.from), rule, lost.has(rule.from) || lost.has(sourceKey(rule.from))),
  );
  const ofSegments = rules.segments.map((rule) =>
    createRedirectQuestion(
      encodePath(`${rule.prefix}/sitegen-verify/${rule.segment}/`),
      rule,
      lost.has(`${rule.prefix}/…/${rule.segment}/`),
    ),
  );
  return [...ofExact, ...ofSegments];
}

/** Redirects of objects, and the routing rules of an S3 website. Both may lose the query. */
function planObjectRedirects({ host, objects, rules, base }: PromisedSite): readonly Question[] {
  const ofObjects = objects.flatMap(({ key, redirect: to }) => {
    if (to === null) return [];
    // Redirects of objects include the site's folder.
    return [{ path: pathOfKey(key), to: to.startsWith(`${base}/`) ? to.slice(base.length) : to, status: 301 }];
  });
  const routed = host.name !== 's3' ? [] : listRoutedRules(rules.exact, '/');
  const ofRules = routed.map(({ from, to, status }) => ({ path: encodePath(from), to, status }));
  return [...ofObjects, ...ofRules].map((rule) => {
    const question = createRedirectQuestion(rule.path, rule, false);
    return { ...question, right: [{ status: rule.status, to: rule.to }, ...question.right] };
  });
}

/** What a host cannot do right it may do without the query, with another status, or not at all. */
function createRedirectQuestion(
  path: string,
  { to: plainTo, status }: { readonly to: string; readonly status: number },
  isLost: boolean,
): Question {
  const query = /[?&]utm_source=/.test(plainTo) ? OTHER_QUERY : QUERY;
  const to = appendQuery(plainTo, query);
  const best = status === 410 ? { status } : { status, to };
  const others = [
    { status: 404 },
    ...(status === 410 ? [] : [to, plainTo].map((target) => ({ status: 'a redirect', to: target }) as const)),
  ];
  return { kind: 'redirect', path: `${path}?${query}`, right: [best, ...(isLost ? others : [])], keys: [], plainTo };
}

function createMissingQuestion({ objects, lost }: PromisedSite, locale: Locale): Question {
  const path = `${localeRow(locale).prefix}/sitegen-verify-${randomUUID().slice(0, 8)}/`;
  const own = `${prefixOf(path)}/404.html`;
  const paths = lost.has(own) ? [own, '/404.html'] : [own];
  const pages = paths.flatMap((page) => objects.find(({ key }) => `/${key}` === page) ?? []);
  const [best = { status: 404 }, ...others] = pages.map((object) => ({ status: 404, object }));
  return { kind: 'missing', path, right: [best, ...others], keys: pages.map(({ key }) => key) };
}

/** Pages and data of earlier releases that this one does not have. Assets of earlier releases are kept on purpose. */
function planGone({ objects, older }: PromisedSite): readonly Question[] {
  const keys = new Set(objects.map(({ key }) => key));
  const gone = older.flatMap(({ objectByKey }) =>
    [...objectByKey.values()].filter(({ key, stage }) => stage !== 'asset' && !keys.has(key) && !HOST_FILES.test(key)),
  );
  return [...new Set(gone.map(({ key }) => key))].map((key) => ({
    kind: 'gone',
    path: pathOfKey(key),
    right: [{ status: 404 }, { status: 410 }, { status: 'a redirect' }],
    keys: [key],
  }));
}
