// What an S3 website needs: a redirect location per object, a website configuration with routing rules, cache rules.
// Metadata means 301 only, which is used for 308 too; routing rules have other statuses, but match prefixes and are 50 at most.

import { basePathOf } from '../../../config/site-address.ts';
import { encodePath } from '../../paths/site-path.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';
import {
  errorPageOf,
  findErrorPageLoss,
  findLoss,
  findOverflow,
  type HostInput,
  type HostLoss,
  type HostMap,
  segmentName,
  slashFormsOf,
  sourcesOf,
} from './host-map.ts';

const MAX_ROUTING_RULES = 50;
/** Bytes of a key in UTF-8. */
const MAX_KEY_BYTES = 1024;
/** Bytes of the value; metadata is limited to 2 KB together with its name. */
const MAX_LOCATION_BYTES = 2000;

/** S3's files and what it loses (web standards, section 8). Only the website endpoint reads them. */
export function renderS3(input: HostInput): HostMap {
  const root = `${basePathOf(input.site.origin)}/`;
  const sources = sourcesOf(input.rules).filter(({ status }) => status !== 410);
  const fitting = sources.filter((rule) => !isTooLong(rule) && !isPageFile(rule));
  const permanent = fitting.filter(isPermanent);
  const routable = fitting.filter((rule) => !isPermanent(rule) && isRoutable(rule, root)).sort(byLongestSource);
  const routed = routable.slice(0, MAX_ROUTING_RULES);
  const objects = [...permanent.flatMap(createObjects), ...routed.map(createSlashObject)];
  return {
    files: [
      { name: 'object-redirects.json', content: toJson(objects) },
      { name: 'website.json', content: toJson(createWebsite(routed, input)) },
      { name: 'cache-control.json', content: toJson(createCacheRules(input)) },
    ],
    losses: findLosses(input, routable),
  };
}

/** Both slash forms, so that the bare one takes no second hop by way of its slash. A file's path has both keys too. */
function createObjects(rule: ExactRedirect) {
  const keys = slashFormsOf(rule).map((form) => keyOf(form.endsWith('/') ? `${form}index.html` : form));
  return keys.map((Key) => ({ Key, WebsiteRedirectLocation: locationOf(rule) }));
}

/** The bare form of a routed source leads to its slash: as a prefix of its own it would take `/old-things/` as well. */
function createSlashObject(rule: ExactRedirect) {
  return { Key: keyOf(bareOf(rule)), WebsiteRedirectLocation: encodePath(`${bareOf(rule)}/`) };
}

function bareOf(rule: ExactRedirect): string {
  return slashFormsOf(rule).at(-1) ?? rule.from;
}

function keyOf(path: string): string {
  return path.slice(1);
}

/** Metadata is ASCII. */
function locationOf({ to }: { readonly to: string }): string {
  return to.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

/** Input of `put-bucket-website`. A prefix is used only where there is no object, so that pages below it stay. */
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

/** `Cache-Control` is metadata of each object; the first prefix that fits counts. */
function createCacheRules({ headers, site }: HostInput) {
  return [
    { KeyPrefix: keyOf(headers.hashedPath), CacheControl: HASHED_CACHE_CONTROL },
    { KeyPrefix: keyOf(`${basePathOf(site.origin)}/`), CacheControl: PAGE_CACHE_CONTROL },
  ];
}

function isTooLong(rule: ExactRedirect): boolean {
  const keys = createObjects(rule).map(({ Key }) => Key);
  return Buffer.byteLength(locationOf(rule)) > MAX_LOCATION_BYTES || keys.some(isLongKey);
}

/** The object of the page `/x/` itself, which would lead to itself. */
function isPageFile({ from }: ExactRedirect): boolean {
  return /\/index\.html\/?$/.test(from);
}

function isLongKey(key: string): boolean {
  return Buffer.byteLength(key) > MAX_KEY_BYTES;
}

function isPermanent({ status }: ExactRedirect): boolean {
  return status === 301 || status === 308;
}

/** A routing rule's target is a key: no query, no fragment, no percent-encoding; the site's root is every key's prefix. */
function isRoutable({ from, to }: ExactRedirect, root: string): boolean {
  return from !== root && !/[?#%]/.test(to);
}

/** The first rule whose prefix fits counts. */
function byLongestSource(a: ExactRedirect, b: ExactRedirect): number {
  return b.from.length - a.from.length || (a.from < b.from ? -1 : 1);
}

/** Redirects of an input by what they are. */
interface Sources {
  readonly concerned: (test: (rule: ExactRedirect) => boolean) => readonly string[];
  readonly routable: readonly ExactRedirect[];
  readonly routed: ReadonlySet<ExactRedirect>;
  /** Path of the site's root. */
  readonly root: string;
}

const isLive = ({ status }: ExactRedirect) => status !== 410;
const ELSEWHERE = 'Put CloudFront in front, whose function answers every rule, or leave it where 404 will do.';

function findLosses(input: HostInput, routable: readonly ExactRedirect[]): readonly HostLoss[] {
  const all = sourcesOf(input.rules);
  const concerned: Sources['concerned'] = (test) => all.filter(test).map(({ from }) => from);
  const routed = new Set(routable.slice(0, MAX_ROUTING_RULES));
  const sources = { concerned, routable, routed, root: `${basePathOf(input.site.origin)}/` };
  return [...findRoutingLosses(sources), ...findAnswerLosses(sources), ...findSiteLosses(input)].filter(
    (loss) => loss !== null,
  );
}

/** What routing rules, which are for temporary redirects, cannot express. */
function findRoutingLosses({ concerned, routable, routed, root }: Sources): readonly (HostLoss | null)[] {
  return [
    findOverflow(
      routable.slice(MAX_ROUTING_RULES).map(({ from }) => from),
      {
        what: `S3 takes ${MAX_ROUTING_RULES} routing rules and ${routable.length} redirects are temporary; the others are not in its map.`,
        fix: 'Make redirects permanent (301) where they are, or put CloudFront in front.',
      },
    ),
    findLoss(
      concerned(
        (rule) =>
          isLive(rule) && !isPermanent(rule) && !isTooLong(rule) && !isPageFile(rule) && !isRoutable(rule, root),
      ),
      {
        what: 'S3 answers temporary redirects by routing rules, which cannot say the root, a query, a fragment or percent-encoding; these sources are left out.',
        fix: 'Choose 301 where the redirect is permanent, or put CloudFront in front.',
      },
    ),
    findLoss(
      concerned(({ status }) => status === 308),
      { what: 'S3 answers 301 where 308 is asked.', fix: 'Nothing to do for pages: the two differ for forms alone.' },
    ),
    findLoss(
      concerned((rule) => routed.has(rule)),
      {
        what: 'S3 matches routing rules by prefix, so missing pages beneath these sources are redirected too.',
        fix: 'Choose 301 where the redirect is permanent: metadata matches one path exactly.',
      },
    ),
  ];
}

/** What single answers lose. */
function findAnswerLosses({ concerned, routed }: Sources): readonly (HostLoss | null)[] {
  return [
    findLoss(concerned(isLive), {
      what: 'S3 drops the request’s query on every redirect.',
      fix: 'Put CloudFront in front where campaign parameters must survive.',
    }),
    findLoss(
      concerned(({ status }) => status === 410),
      { what: 'S3 cannot answer 410; these paths answer 404.', fix: ELSEWHERE },
    ),
    findLoss(
      concerned((rule) => isLive(rule) && isTooLong(rule)),
      { what: 'S3 limits keys to 1,024 bytes and metadata to 2 KB, so these sources are left out.', fix: ELSEWHERE },
    ),
    findLoss(
      concerned((rule) => isLive(rule) && isPageFile(rule)),
      {
        what: 'S3 keeps the page of a folder under its index.html, so these sources are left out.',
        fix: 'Nothing to do: the address of the folder answers.',
      },
    ),
    findLoss(
      concerned((rule) => routed.has(rule)),
      {
        what: 'S3 answers temporary redirects without their trailing slash in two hops: 301 to the slash, then the redirect.',
        fix: 'Link to the form with the slash, or put CloudFront in front.',
      },
    ),
  ];
}

/** What the whole site loses. */
function findSiteLosses({ rules, site }: HostInput): readonly (HostLoss | null)[] {
  return [
    findErrorPageLoss('S3', site),
    findLoss(rules.segments.map(segmentName), {
      what: 'S3 cannot match a segment in the middle of a path.',
      fix: 'Nothing to do: the 404 page follows the rule.',
    }),
    findLoss(['/*'], {
      what: 'S3 sends no headers but those of the object, so pages carry their policy as a meta element and the other security headers are missing.',
      fix: 'Put CloudFront in front with its response headers policy.',
    }),
  ];
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
