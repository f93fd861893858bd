// Files for CloudFront in front of a bucket: a function for viewer requests, its key-value store, and response headers policies.
// The code of the function does not depend on the exact rules.

import { sourceKey } from '../../plan/redirects/find-redirect.ts';
import type { ExactRedirect } from '../../plan/redirects/redirect-rules.ts';
import { HASHED_CACHE_CONTROL, PAGE_CACHE_CONTROL } from '../../publish/response-headers.ts';
import { renderFunction } from './cloudfront-function.ts';
import {
  createHostMap,
  createSecurityHeaders,
  errorPageLoss,
  type HostInput,
  type HostMap,
  hashedPathOf,
} from './host-map.ts';

const MAX_STORE_BYTES = 5 * 1024 * 1024;
/** The documentation counts characters. Counting bytes is on the safe side. */
const MAX_KEY_BYTES = 512;
const MAX_VALUE_BYTES = 1024;
const MAX_FUNCTION_BYTES = 10 * 1024;

export function renderCloudfront(input: HostInput): HostMap {
  const sources = input.rules.exact;
  const pairs = sources.filter(fitsStore).map(createPair);
  const stored = takeWithinBytes(pairs, MAX_STORE_BYTES);
  const script = renderFunction(input);
  const files = [
    { name: 'redirects.json', content: renderStore(stored) },
    { name: 'function.js', content: script },
    { name: 'headers-policy.json', content: renderPolicy(input, 'pages', PAGE_CACHE_CONTROL) },
    { name: 'headers-policy-hashed.json', content: renderPolicy(input, 'hashed files', HASHED_CACHE_CONTROL) },
  ];
  return createHostMap(files, [
    {
      kind: 'overflow',
      what: 'CloudFront allows key-value files of up to 5 MB, but the rules need more; the last ones are not in its map.',
      fix: 'Remove redirects that are no longer needed, or choose another host in site.config.ts.',
      affected: pairs.slice(stored.length).map(({ key }) => key),
    },
    {
      what: 'CloudFront limits keys to 512 and values to 1,024 characters, so these sources are left out of its map.',
      fix: 'Shorten the target, or answer these paths at the origin.',
      affected: sources.filter((rule) => !fitsStore(rule)),
    },
    {
      kind: 'overflow',
      what: 'CloudFront allows functions of up to 10 KB. The segment rules make this one larger, so it cannot be uploaded.',
      fix: 'Remove segment rules from config/redirects.ts.',
      affected:
        Buffer.byteLength(script) > MAX_FUNCTION_BYTES ? input.rules.segments.map(({ segment }) => segment) : [],
    },
    errorPageLoss('CloudFront', input.site),
  ]);
}

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The key is the decoded path without trailing slash, the value status and target. */
function createPair({ from, to, status }: ExactRedirect): Pair {
  return { key: sourceKey(from), value: status === 410 ? '410' : `${status} ${to}` };
}

function fitsStore(rule: ExactRedirect): boolean {
  const { key, value } = createPair(rule);
  return Buffer.byteLength(key) <= MAX_KEY_BYTES && Buffer.byteLength(value) <= MAX_VALUE_BYTES;
}

/** As many pairs as fit into a file of the given size. */
function takeWithinBytes(pairs: readonly Pair[], limit: number): readonly Pair[] {
  let bytes = Buffer.byteLength(renderStore([]));
  const end = pairs.findIndex((pair) => {
    bytes += Buffer.byteLength(JSON.stringify(pair)) + 2;
    return bytes > limit;
  });
  return end === -1 ? pairs : pairs.slice(0, end);
}

function renderStore(pairs: readonly Pair[]): string {
  return `{"data":[\n${pairs.map((pair) => JSON.stringify(pair)).join(',\n')}\n]}\n`;
}

/** Input of `create-response-headers-policy`: one for the default behaviour, one for hashed files. */
function renderPolicy(input: HostInput, behaviour: string, cacheControl: string): string {
  const headers = createSecurityHeaders(input);
  const headerValue = (wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? '';
  const dedicated = [
    'Content-Security-Policy',
    'X-Content-Type-Options',
    'Referrer-Policy',
    'Strict-Transport-Security',
  ];
  const { hstsSeconds } = input.site.build;
  const age = { Override: true, IncludeSubdomains: false, Preload: false, AccessControlMaxAgeSec: hstsSeconds };
  const custom = [...headers.filter(([name]) => !dedicated.includes(name)), ['Cache-Control', cacheControl] as const];
  const policy = {
    Name: `site-${behaviour.replaceAll(' ', '-')}`,
    Comment: `Headers of ${behaviour}${behaviour === 'pages' ? '' : `: for the behaviour ${hashedPathOf(input.site)}*`}`,
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: headerValue('Content-Security-Policy') },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { Override: true, ReferrerPolicy: headerValue('Referrer-Policy') },
      ...(hstsSeconds === null ? {} : { StrictTransportSecurity: age }),
    },
    CustomHeadersConfig: {
      Quantity: custom.length,
      Items: custom.map(([Header, Value]) => ({ Header, Value, Override: Header !== 'Cache-Control' })),
    },
  };
  return `${JSON.stringify(policy, null, 2)}\n`;
}
