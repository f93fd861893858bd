// Files for an S3 website: redirects of objects, a website configuration with routing rules, and cache rules. The metadata of an
// object can only redirect with 301, which is used for 308 too. Routing rules support other statuses, but match prefixes, and
// there may be 50.

import { basePathOf } from '../../../config/site-address.ts';
import { encodePath } from '../../paths/site-path.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';
import {
  createHostMap,
  errorPageLoss,
  errorPageOf,
  type HostInput,
  type HostMap,
  hashedPathOf,
  type PossibleLoss,
  slashFormsOf,
} from './host-map.ts';

const MAX_ROUTING_RULES = 50;
const MAX_KEY_BYTES = 1024;
/** Metadata is limited to 2 KB, including its name. */
const MAX_LOCATION_BYTES = 2000;

/** Only the website endpoint uses these files. */
export function renderS3(input: HostInput): HostMap {
  const root = `${basePathOf(input.site.origin)}/`;
  const sources = input.rules.exact;
  const permanent = sources.filter((rule) => isStorable(rule) && isPermanent(rule));
  const routed = listRoutedRules(sources, root);
  const objects = [...permanent.flatMap(createObjects), ...routed.map(createSlashObject)];
  const files = [
    { name: 'object-redirects.json', content: toJson(objects) },
    { name: 'website.json', content: toJson(createWebsite(routed, input)) },
    { name: 'cache-control.json', content: toJson(createCacheRules(input)) },
  ];
  return createHostMap(files, [
    ...lossesOf(sources, routed, root),
    errorPageLoss('S3', input.site),
    {
      what: 'S3 cannot match a segment in the middle of a path.',
      fix: 'Nothing to do: the 404 page follows the rule.',
      affected: input.rules.segments,
    },
    {
      what: 'S3 sends only the headers of the object, so pages have their policy in a meta element, and the other security headers are missing.',
      fix: 'Put CloudFront in front, with its response headers policy.',
      affected: ['/*'],
    },
  ]);
}

/** The rules that the website configuration has: temporary redirects. `root` is the path of the site's root. */
export function listRoutedRules(rules: readonly ExactRedirect[], root: string): readonly ExactRedirect[] {
  return listRoutable(rules, root).slice(0, MAX_ROUTING_RULES);
}

/** The longest source first, because the first matching prefix wins. */
function listRoutable(rules: readonly ExactRedirect[], root: string): readonly ExactRedirect[] {
  return rules
    .filter((rule) => isStorable(rule) && !isPermanent(rule) && isRoutable(rule, root))
    .sort((a, b) => b.from.length - a.from.length || (a.from < b.from ? -1 : 1));
}

function isStorable(rule: ExactRedirect): boolean {
  return rule.status !== 410 && !isTooLong(rule) && !isPageFile(rule);
}

/** Both slash forms, so that the one without slash needs no second hop. */
function createObjects(rule: ExactRedirect) {
  const keys = slashFormsOf(rule).map((form) => keyOf(form.endsWith('/') ? `${form}index.html` : form));
  return keys.map((Key) => ({ Key, WebsiteRedirectLocation: locationOf(rule) }));
}

/** Redirects a routed source to its form with slash, because the prefix `/old` would match `/old-things/` too. */
function createSlashObject(rule: ExactRedirect) {
  return { Key: keyOf(bareOf(rule)), WebsiteRedirectLocation: encodePath(`${bareOf(rule)}/`) };
}

function bareOf(rule: ExactRedirect): string {
  return slashFormsOf(rule).at(-1) ?? rule.from;
}

function keyOf(path: string): string {
  return path.slice(1);
}

/** Metadata must be ASCII. */
function locationOf({ to }: { readonly to: string }): string {
  return to.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

/** Input of `put-bucket-website`. Routing rules apply only on 404, so that pages below a prefix are still served. */
function createWebsite(routed: readonly ExactRedirect[], { site }: HostInput) {
  return {
    IndexDocument: { Suffix: 'index.html' },
    ErrorDocument: { Key: keyOf(errorPageOf(site, null)) },
    RoutingRules: routed.map((rule) => {
      const url = new URL(rule.to, site.origin);
      return {
        Condition: { HttpErrorCodeReturnedEquals: '404', KeyPrefixEquals: `${keyOf(bareOf(rule))}/` },
        Redirect: {
          Protocol: url.protocol.slice(0, -1),
          HostName: url.host,
          ReplaceKeyWith: url.pathname.slice(1),
          HttpRedirectCode: String(rule.status),
        },
      };
    }),
  };
}

/** For whoever uploads: `Cache-Control` is metadata of each object. The first matching prefix wins. */
function createCacheRules({ site }: HostInput) {
  return [
    { KeyPrefix: keyOf(hashedPathOf(site)), CacheControl: HASHED_CACHE_CONTROL },
    { KeyPrefix: keyOf(`${basePathOf(site.origin)}/`), CacheControl: PAGE_CACHE_CONTROL },
  ];
}

function isTooLong(rule: ExactRedirect): boolean {
  const keys = createObjects(rule).map(({ Key }) => Key);
  const isLong = (key: string) => Buffer.byteLength(key) > MAX_KEY_BYTES;
  return Buffer.byteLength(locationOf(rule)) > MAX_LOCATION_BYTES || keys.some(isLong);
}

/** The file of the page `/x/`, which would redirect to itself. */
function isPageFile({ from }: ExactRedirect): boolean {
  return /\/index\.html\/?$/.test(from);
}

function isPermanent({ status }: ExactRedirect): boolean {
  return status === 301 || status === 308;
}

/** Routing rules redirect to keys, without query, fragment or percent-encoding. The root is a prefix of every key. */
function isRoutable({ from, to }: ExactRedirect, root: string): boolean {
  return from !== root && !/[?#%]/.test(to);
}

const ELSEWHERE = 'Nothing to do if 404 is good enough; otherwise use CloudFront, whose function supports every rule.';

/** What routing rules, which are used for temporary redirects, cannot express, and how the responses to others differ. */
function lossesOf(
  sources: readonly ExactRedirect[],
  routed: readonly ExactRedirect[],
  root: string,
): readonly PossibleLoss[] {
  const routable = listRoutable(sources, root);
  const { live = [], gone = [] } = Object.groupBy(sources, ({ status }) => (status === 410 ? 'gone' : 'live'));
  // In the order of the rules.
  const affected = sources.filter((rule) => routed.includes(rule));
  return [
    {
      kind: 'overflow',
      what: `S3 allows ${MAX_ROUTING_RULES} routing rules, but ${routable.length} redirects are temporary; the others are not in its map.`,
      fix: 'Use 301 for permanent redirects, or put CloudFront in front.',
      affected: routable.slice(MAX_ROUTING_RULES),
    },
    {
      what: 'S3 uses routing rules for temporary redirects, which do not support the root, a query, a fragment or percent-encoding; these sources are left out.',
      fix: 'Use 301 if the redirect is permanent, or put CloudFront in front.',
      affected: sources.filter((rule) => isStorable(rule) && !isPermanent(rule) && !isRoutable(rule, root)),
    },
    {
      what: 'S3 answers 301 instead of 308.',
      fix: 'Nothing to do: the two differ only for forms.',
      affected: sources.filter(({ status }) => status === 308),
    },
    {
      what: 'S3 matches routing rules by prefix, so missing pages below these sources are redirected too.',
      fix: 'Use 301 if the redirect is permanent: it matches exactly.',
      affected,
    },
    {
      what: 'S3 drops the request’s query on every redirect.',
      fix: 'Put CloudFront in front if campaign parameters must be kept.',
      affected: live,
    },
    {
      what: 'S3 cannot answer 410, so these paths answer 404.',
      fix: ELSEWHERE,
      affected: gone,
    },
    {
      what: 'S3 limits keys to 1,024 bytes and metadata to 2 KB, so these sources are left out.',
      fix: ELSEWHERE,
      affected: live.filter(isTooLong),
    },
    {
      what: 'S3 stores the page of a folder as its index.html, so these sources are left out.',
      fix: 'Nothing to do: the address of the folder works.',
      affected: live.filter(isPageFile),
    },
    {
      what: 'S3 answers temporary redirects from paths without trailing slash in two hops: first to the slash, then to the target.',
      fix: 'Link to the form with the slash, or put CloudFront in front.',
      affected,
    },
  ];
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
