// The settings of site.config.ts: `defineSite` returns a validated SiteConfig, or throws an error with all problems. URLs are absolute
// and have no trailing slash.

import * as z from 'zod';
import {
  ASSET_RELEASES_KEPT,
  HTTP_RETRIES,
  RELEASES_KEPT,
  RETRY_BASE_MS,
  RETRY_CAP_MS,
  SNAPSHOTS_KEPT,
} from './constants.ts';
import { LOCALES } from './locales.ts';
import { MIDDLEWARE } from './pages.ts';
import { SOCIAL_EMBEDS, THIRD_PARTIES, type ThirdParty, type ThirdPartyId } from './third-parties.ts';

/** Origin of a site without settings. */
export const DEFAULT_ORIGIN = 'https://www.example.com';
/** Hosts for which the build can write redirect and header files. */
export const HOSTS = ['netlify', 'cloudflare', 'nginx', 'apache', 'caddy', 's3', 'cloudfront', 'vercel'] as const;
/** A host with its own redirect map. */
export type HostName = (typeof HOSTS)[number];
/** Changes that can fail `sitegen diff`. */
export const DIFF_GATES = [
  'DIFF_PAGE_GONE',
  'DIFF_NOINDEX_ADDED',
  'DIFF_CANONICAL_CHANGED',
  'DIFF_LANGUAGE_LINKS_CHANGED',
  'DIFF_ROBOTS_CLOSED',
] as const;
/** A code of a gate. */
export type DiffGate = (typeof DIFF_GATES)[number];
/** Hosts without custom headers: pages have their policy as `<meta>`. */
export const HOSTS_WITHOUT_HEADERS: readonly (HostName | null)[] = [null, 's3'];

/** The folder of a site: only characters that need no escaping in the configuration of any host. */
const FOLDER = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/;
const webUrl = z.url({ protocol: /^https?$/, error: 'Expected an absolute http or https URL.' });
const address = webUrl.pipe(
  z
    .string()
    .refine((value) => FOLDER.test(new URL(value).pathname) && !/[?#]/.test(value), {
      error:
        'Expected an origin without query, which may have the path of a folder: letters, digits, "-", "_", "." and "~".',
    })
    .transform((value) => `${new URL(value).origin}${new URL(value).pathname.replace(/\/$/, '')}`),
);
const origin = webUrl.pipe(
  z
    .string()
    .refine((value) => ['', '/'].includes(new URL(value).pathname) && new URL(value).search === '', {
      error: 'Expected an origin without a path or query.',
    })
    .transform((value) => new URL(value).origin),
);
const absoluteUrl = webUrl.transform((value) => value.replace(/\/$/, ''));
// Printed and written to reports, so it must not contain secrets.
const serviceUrl = absoluteUrl.refine((value) => !/[?#@]/.test(value), {
  error: 'Expected a URL without user, password or query. The token is set with SITEGEN_CONTENT_TOKEN.',
});
const ROUTE = /^[\w-]+(?:\/[\w-]+)*$/;
const timeZone = z.string().refine(isTimeZone, { error: 'Expected an IANA time zone such as "Europe/Kyiv".' });
const endpoint = z
  .string()
  .regex(/^(\/(?!\/)|https?:\/\/)/, { error: 'Expected a path that starts with "/" or an absolute URL.' });
// Printed in messages, so it must not contain secrets.
const publishTarget = z
  .string()
  .min(1)
  .refine((value) => !/^[a-z][a-z0-9+.-]+:\/\/[^/]*@/i.test(value), {
    error: 'Expected a target without user or password: credentials come from the environment.',
  });
const disallowed = z.array(
  z.string().regex(/^\/[^\s#]*$/, { error: 'Expected a site path such as "/internal/"; "*" and "$" are wildcards.' }),
);
const token = z.string().regex(/^[A-Za-z0-9_-]+$/, { error: 'Expected letters, digits, "-" and "_" only.' });
/** Milliseconds, up to the maximum of timers. */
const wait = z.number().int().nonnegative().max(2_147_483_647);
const hostSources = z
  .array(
    z.string().regex(/^(https?|wss?):\/\/[^\s;,'"]+$|^'unsafe-inline'$/, {
      error: 'Expected an origin, "https://*.example.com" or "\'unsafe-inline\'".',
    }),
  )
  .readonly();
/** Parts of a row of `third-parties.ts` that a site can replace. */
const thirdParty = z.strictObject({
  script: absoluteUrl.optional(),
  hosts: z
    .strictObject({
      // No service may use inline scripts.
      'script-src': hostSources.refine((hosts) => !hosts.includes("'unsafe-inline'"), {
        error: 'Inline scripts are never allowed.',
      }),
      'style-src': hostSources,
      'img-src': hostSources,
      'font-src': hostSources,
      'connect-src': hostSources,
      'frame-src': hostSources,
      'media-src': hostSources,
      'form-action': hostSources,
    })
    .partial()
    .optional(),
});
const thirdPartyIds = Object.keys(THIRD_PARTIES) as readonly ThirdPartyId[];

/** The settings. The comments are the descriptions in docs/settings.md. */
export const siteSchema = z.strictObject({
  /** Public address of the site, with the path of its folder if it is not at the root of its host. */
  origin: address.default(DEFAULT_ORIGIN),
  brand: z.strictObject({
    /** Name of the brand on pages and share images. */
    name: z.string().min(1),
    /** Name of the company, for the footer and structured data. */
    legalName: z.string().min(1),
  }),
  /** Locales of the site, in the order of `locales.ts`. Default: all of them. */
  locales: z
    .array(z.enum(LOCALES.map((row) => row.locale)))
    .min(1)
    .default(LOCALES.map((row) => row.locale))
    .transform((wanted) => LOCALES.map((row) => row.locale).filter((locale) => wanted.includes(locale))),
  /** Time zone of the dates on pages. Default: that of the content service. */
  timeZone: timeZone.nullable().default(null),
  content: z
    .strictObject({
      /** URL of the content service, with or without its API route. Default: the embedded sample content. */
      url: serviceUrl.nullable().default(null),
      /** Path of its API: `STATAMIC_API_ROUTE` of the service. */
      route: z
        .string()
        .regex(ROUTE, { error: 'Expected a path without slashes around it, such as "api".' })
        .default('api'),
      /** Time zone of its dates: `app.timezone` of the service. */
      timeZone: timeZone.default('UTC'),
      /** Images and linked files of the service: `own` downloads and publishes them, `linked` links to the service. */
      files: z.enum(['own', 'linked']).default('own'),
      /** Other origins that files may be downloaded from, such as that of a bucket. */
      fileOrigins: z.array(origin).default([]),
      /** Asset containers whose lists show which files are unchanged, if the API serves them. */
      assetContainers: z.array(z.string().regex(/^[\w-]+$/)).default(['assets']),
      /** Largest file that is downloaded. */
      maxFileBytes: z
        .number()
        .int()
        .positive()
        .default(64 * 1024 * 1024),
      /** Maximum number of pixels of a picture, with all frames. Cameras have up to 50 million. */
      maxImagePixels: z.number().int().positive().default(100_000_000),
      /** Value of the `client-id` header. Default: not sent. */
      clientId: z.string().min(1).nullable().default(null),
      /** Hours after which a build reads all content again, not only changes. 0: every build. */
      fullReadHours: z.number().nonnegative().default(24),
      /** Maximum number of API requests per minute. Older services allow 60. File downloads do not count. Default: no limit. */
      requestsPerMinute: z.number().int().positive().nullable().default(null),
      /** Maximum number of concurrent requests. */
      concurrency: z.number().int().min(1).max(64).default(6),
      /** Number of retries of a failed request. */
      retries: z.number().int().nonnegative().default(HTTP_RETRIES),
      /** Wait before the first retry. It doubles with each retry. */
      retryBaseMs: wait.default(RETRY_BASE_MS),
      /** Longest wait between retries. */
      retryCapMs: wait.default(RETRY_CAP_MS),
      /** How long a request is retried while it keeps getting the same error that is not temporary, such as 500. */
      lastingMs: wait.default(12_000),
      /** Timeout of a connection. */
      connectTimeoutMs: wait.default(10_000),
      /** Timeout for the headers of a response. */
      headersTimeoutMs: wait.default(90_000),
      /** Longest pause in the body of a response. */
      bodyTimeoutMs: wait.default(60_000),
      /** Timeout of one attempt, including the body. */
      timeoutMs: wait.positive().default(120_000),
      /** Largest response of the API. */
      maxBodyBytes: z
        .number()
        .int()
        .nonnegative()
        .default(64 * 1024 * 1024),
    })
    .transform((content) => ({ ...content, url: withoutRoute(content) }))
    .prefault({}),
  integrations: z
    .strictObject({
      /** Base URL of an image CDN. Default: the build makes images. */
      imageCdn: absoluteUrl.nullable().default(null),
      /** Login of the application. */
      signInUrl: absoluteUrl.default('https://app.example.com/sign-in'),
      /** Base URL of the help centre. */
      helpCentreUrl: absoluteUrl.default('https://help.example.com'),
      /** Address that forms post to. */
      demoEndpoint: endpoint.default('/api/demo-request'),
      /** Id of the tag manager's container. */
      gtmId: token.nullable().default(null),
      /** Id of the chat. */
      chatAppId: token.nullable().default(null),
      /** Portal of the forms provider. */
      formsPortal: token.nullable().default(null),
      /** Service that returns the visitor's country, for phone fields. */
      geoUrl: absoluteUrl.nullable().default(null),
      /** Id of the copyright badge. */
      copyrightBadgeId: token.nullable().default(null),
      /** `ask`: third-party services load only after a visitor accepts. `none`: they load without asking. */
      consent: z.enum(['none', 'ask']).default('none'),
      /** Services whose embeds are loaded. Other embeds stay links. */
      embeds: z.array(z.enum(SOCIAL_EMBEDS)).default([]),
    })
    .prefault({}),
  /** Scripts and hosts that differ from `third-parties.ts`, by service. */
  thirdParties: z
    .partialRecord(z.enum(thirdPartyIds), thirdParty)
    .default({})
    .transform((own) => mergeThirdParties(own)),
  build: z
    .strictObject({
      /** Host whose redirect and header files are written to `out/`. Default: object storage (HTML redirect pages). */
      host: z.enum(HOSTS).nullable().default(null),
      /** Target of `/` with 302, a site path or absolute URL. Default: `/` is a page. */
      rootRedirect: z
        .string()
        .regex(/^(\/(?!\/).|https?:\/\/.)/, { error: 'Expected a site path other than "/" or an absolute URL.' })
        .nullable()
        .default(null),
      /** The image for social networks: one per page with its title, or one for all pages (for large sites). */
      shareImages: z.enum(['per-page', 'one']).default('per-page'),
      /** Folder of the image cache, which several checkouts can share. Default: `images/` in the cache folder. */
      imageCacheDir: z.string().min(1).nullable().default(null),
      /** Folder of your own files, which are published as they are, relative to the project. */
      publicDir: z.string().min(1).default('public'),
      /** Seconds for which browsers only use HTTPS (`Strict-Transport-Security`). They remember it for all paths of the host. Default: no header. */
      hstsSeconds: z.number().int().nonnegative().nullable().default(null),
      /** Hide all pages from search engines, for previews of pull requests. */
      noindex: z.boolean().default(false),
      /** Number of builds whose content is kept, however old. */
      snapshotsKept: z.number().int().min(1).default(SNAPSHOTS_KEPT),
      /** Number of releases to keep an unused asset for. */
      assetReleasesKept: z.number().int().min(0).default(ASSET_RELEASES_KEPT),
    })
    .prefault({}),
  robots: z
    .strictObject({
      /** Paths that crawlers must not read. They do not see the noindex of these pages. */
      disallow: disallowed.default([]),
      /** Paths for single crawlers, which then ignore `disallow`: `{ GPTBot: ['/'] }`. */
      agents: z
        .record(z.string().regex(/^[\w-]+$/, { error: 'Expected the name of a crawler such as "GPTBot".' }), disallowed)
        .default({}),
    })
    .prefault({}),
  preview: z
    .strictObject({
      /** Origin of the control panel, which may frame live previews. Default: that of the content service. */
      controlPanelOrigin: origin.nullable().default(null),
    })
    .prefault({}),
  publish: z
    .strictObject({
      /** Target of `sitegen publish`: `s3://bucket[/prefix]` or a folder. */
      target: publishTarget.nullable().default(null),
      /** Folder of the release records in the target. Visitors must not be able to read it. */
      privatePrefix: z
        .string()
        .regex(/^[\w.-]*[\w-](?:\/[\w.-]*[\w-])*$/, {
          error: 'Expected a path without slashes around it, such as ".sitegen".',
        })
        .default('.sitegen'),
      /** Bucket of the release records, for targets where visitors can read every object. Default: the bucket of the target. */
      privateBucket: z.string().min(3).nullable().default(null),
      /** Number of earlier releases that `sitegen rollback` can restore. */
      releasesKept: z.number().int().min(1).max(100).default(RELEASES_KEPT),
    })
    .prefault({}),
  diff: z
    .strictObject({
      /** Intended changes that would fail `sitegen diff`. Without a path, all changes with the code; a path may end in "*". */
      allow: z
        .array(
          z.strictObject({
            code: z.enum(DIFF_GATES),
            path: z.string().startsWith('/', { error: 'Expected a site path such as "/old/" or "/old/*".' }).optional(),
            reason: z.string().min(1),
          }),
        )
        .default([]),
    })
    .prefault({}),
  /** Severities that differ from the defaults, by code (`sitegen check --list`). */
  checks: z.record(z.string(), z.enum(['error', 'warning', 'notice', 'off'])).default({}),
});

/** The URL of the API is often used instead of that of the service. */
function withoutRoute({ url, route }: { readonly url: string | null; readonly route: string }): string | null {
  return url?.endsWith(`/${route}`) === true ? url.slice(0, -route.length - 1) : url;
}

/** Skips Intl for UTC, because Intl is slow to load. */
function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Replaces parts of the table. */
function mergeThirdParties(
  own: Readonly<Partial<Record<ThirdPartyId, z.output<typeof thirdParty>>>>,
): Readonly<Record<ThirdPartyId, ThirdParty>> {
  const merge = (id: ThirdPartyId): ThirdParty => ({
    script: own[id]?.script ?? THIRD_PARTIES[id].script,
    hosts: { ...THIRD_PARTIES[id].hosts, ...own[id]?.hosts },
  });
  return Object.fromEntries(thirdPartyIds.map((id) => [id, merge(id)])) as Record<ThirdPartyId, ThirdParty>;
}

/** The configured services of a site, with the id for their scripts. */
export function listThirdParties({ integrations }: SiteConfig): readonly {
  readonly id: ThirdPartyId;
  readonly account: string;
}[] {
  const { gtmId, chatAppId, formsPortal, copyrightBadgeId, embeds } = integrations;
  const accounts = [
    { id: 'tag-manager', account: gtmId },
    { id: 'chat', account: chatAppId },
    { id: 'forms', account: formsPortal },
    { id: 'copyright-badge', account: copyrightBadgeId },
  ] as const;
  return [
    ...accounts.flatMap(({ id, account }) => (account === null ? [] : [{ id, account }])),
    ...embeds.map((id) => ({ id, account: '' })),
  ];
}

/** Whether visitors are asked before third-party services load. A site without such services does not ask. */
export function asksConsent(site: SiteConfig): boolean {
  const { consent, geoUrl } = site.integrations;
  return consent === 'ask' && (geoUrl !== null || listThirdParties(site).length > 0);
}

const ownSchema = siteSchema.transform((own) => ({ ...own, timeZone: own.timeZone ?? own.content.timeZone }));

/** The options of `site.config.ts`. */
export type SiteOptions = z.input<typeof ownSchema>;
/** The validated settings of a site, without secrets (the content token). */
export type SiteConfig = z.output<typeof ownSchema>;

/**
 * Validates the options of a site. The build checks the tables of `config/`.
 * @throws z.ZodError with the path of each invalid option.
 */
export function defineSite(options: SiteOptions): SiteConfig {
  // Compiling the schema would take longer than using it twice.
  return ownSchema.parse(options, { jitless: true });
}

/** Unknown middleware with its page. */
export function findUnknownMiddleware(
  rows: readonly { page: string; middleware: readonly string[] }[],
): readonly { page: string; middleware: string }[] {
  const known = new Set<string>(MIDDLEWARE);
  return rows.flatMap(({ page, middleware }) =>
    middleware.filter((name) => !known.has(name)).map((name) => ({ page, middleware: name })),
  );
}
