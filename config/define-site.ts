// The settings of the site's owner: `defineSite` returns a checked SiteConfig or an error with every mistake. Every URL in it is
// absolute and without a trailing slash.

import * as z from 'zod';
import { ASSET_RELEASES_KEPT, HTTP_RETRIES, RETRY_BASE_MS, RETRY_CAP_MS, SNAPSHOTS_KEPT } from './constants.ts';
import { LOCALES } from './locales.ts';
import { MIDDLEWARE } from './pages.ts';
import { SOCIAL_EMBEDS, THIRD_PARTIES, type ThirdParty, type ThirdPartyId } from './third-parties.ts';

/** Origin of a site that has none yet. */
export const DEFAULT_ORIGIN = 'https://www.example.com';
/** Hosts whose redirect and header files the build can write. */
export const HOSTS = ['netlify', 'cloudflare', 'nginx', 'apache', 'caddy', 's3', 'cloudfront', 'vercel'] as const;
/** A host with its own redirect map. */
export type HostName = (typeof HOSTS)[number];
/** Hosts that send no headers but those of a file: pages must carry their policy themselves. */
export const HOSTS_WITHOUT_HEADERS: readonly (HostName | null)[] = [null, 's3'];

const origin = z.url({ protocol: /^https?$/, error: 'Expected an absolute http or https URL.' }).pipe(
  z
    .string()
    .refine((value) => ['', '/'].includes(new URL(value).pathname) && new URL(value).search === '', {
      error: 'Expected an origin without a path or query.',
    })
    .transform((value) => new URL(value).origin),
);
const absoluteUrl = z
  .url({ protocol: /^https?$/, error: 'Expected an absolute http or https URL.' })
  .transform((value) => value.replace(/\/$/, ''));
// It is printed and written to reports: secrets must not be in it.
const serviceUrl = absoluteUrl.refine((value) => !/[?#@]/.test(value), {
  error: 'Expected a URL without user, password or query. The token is set with SITEGEN_CONTENT_TOKEN.',
});
const ROUTE = /^[\w-]+(?:\/[\w-]+)*$/;
const timeZone = z.string().refine(isTimeZone, { error: 'Expected an IANA time zone such as "Europe/Kyiv".' });
const endpoint = z
  .string()
  .regex(/^(\/(?!\/)|https?:\/\/)/, { error: 'Expected a path that starts with "/" or an absolute URL.' });
const token = z.string().regex(/^[A-Za-z0-9_-]+$/, { error: 'Expected letters, digits, "-" and "_" only.' });
/** Milliseconds, as far as timers count: a longer one would end at once. */
const wait = z.number().int().nonnegative().max(2_147_483_647);
const hostSources = z
  .array(
    z.string().regex(/^(https?|wss?):\/\/[^\s;,'"]+$|^'unsafe-inline'$/, {
      error: 'Expected an origin, "https://*.example.com" or "\'unsafe-inline\'".',
    }),
  )
  .readonly();
/** Parts of a row of `third-parties.ts` that a site replaces; its directives replace those of the row. */
const thirdParty = z.strictObject({
  script: absoluteUrl.optional(),
  hosts: z
    .strictObject({
      // Scripts stay strict for every service.
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

const siteSchema = z.strictObject({
  /** Public origin of the site. */
  origin: origin.default(DEFAULT_ORIGIN),
  brand: z.strictObject({
    name: z.string().min(1),
    legalName: z.string().min(1),
  }),
  /** Locales that the site has, in the order of the table in `locales.ts`. */
  locales: z
    .array(z.enum(LOCALES.map((row) => row.locale)))
    .min(1)
    .transform((wanted) => LOCALES.map((row) => row.locale).filter((locale) => wanted.includes(locale))),
  /**
   * Time zone of the site: pages show its days and times, and a day begins with it. Null is that of the content service.
   */
  timeZone: timeZone.nullable().default(null),
  content: z
    .strictObject({
      /** Address of the content service, with or without its API route; null is the embedded sample. */
      url: serviceUrl.nullable().default(null),
      /** Where its API is below that address: `STATAMIC_API_ROUTE` of the service. */
      route: z
        .string()
        .regex(ROUTE, { error: 'Expected a path without slashes around it, such as "api".' })
        .default('api'),
      /** Time zone of its dates (`app.timezone` of the service): days are those of this zone. */
      timeZone: timeZone.default('UTC'),
      /** Value of the `client-id` header; null sends none. */
      clientId: z.string().min(1).nullable().default(null),
      /** Hours after which a build reads everything again, not only what changed; 0 always does. */
      fullReadHours: z.number().nonnegative().default(24),
      requestsPerMinute: z.number().int().positive().nullable().default(null),
      concurrency: z.number().int().min(1).max(64).default(6),
      retries: z.number().int().nonnegative().default(HTTP_RETRIES),
      retryBaseMs: wait.default(RETRY_BASE_MS),
      retryCapMs: wait.default(RETRY_CAP_MS),
      connectTimeoutMs: wait.default(10_000),
      headersTimeoutMs: wait.default(90_000),
      bodyTimeoutMs: wait.default(60_000),
      /** For a whole attempt of a read, body included. */
      timeoutMs: wait.positive().default(120_000),
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
      imageCdn: absoluteUrl.nullable().default(null),
      signInUrl: absoluteUrl.default('https://app.example.com/sign-in'),
      helpCentreUrl: absoluteUrl.default('https://help.example.com'),
      demoEndpoint: endpoint.default('/api/demo-request'),
      gtmId: token.nullable().default(null),
      chatAppId: token.nullable().default(null),
      formsPortal: token.nullable().default(null),
      geoUrl: absoluteUrl.nullable().default(null),
      copyrightBadgeId: token.nullable().default(null),
      /** Services whose embeds are filled in; the others stay links. */
      embeds: z.array(z.enum(SOCIAL_EMBEDS)).default([]),
    })
    .prefault({}),
  /** Scripts and hosts of services that differ from the table, by name. */
  thirdParties: z
    .partialRecord(z.enum(thirdPartyIds), thirdParty)
    .default({})
    .transform((own) => mergeThirdParties(own)),
  build: z
    .strictObject({
      /** Host whose redirect and header files go into `out/`; null is object storage (HTML redirect pages). */
      host: z.enum(HOSTS).nullable().default(null),
      /** Where `/` leads with 302, a site path or absolute URL; null leaves `/` a page. */
      rootRedirect: z
        .string()
        .regex(/^(\/(?!\/).|https?:\/\/.)/, { error: 'Expected a site path other than "/" or an absolute URL.' })
        .nullable()
        .default(null),
      /** The image that social networks show: a card of each page with its title, or the brand's one for all (large sites). */
      shareImages: z.enum(['per-page', 'one']).default('per-page'),
      /** Folder of made images, which several checkouts may share; null is `images/` in the cache folder. */
      imageCacheDir: z.string().min(1).nullable().default(null),
      snapshotsKept: z.number().int().min(1).default(SNAPSHOTS_KEPT),
      /** For how many releases an unused asset stays; a release is a publication after which an asset is unused. 0 keeps none. */
      assetReleasesKept: z.number().int().min(0).default(ASSET_RELEASES_KEPT),
    })
    .prefault({}),
  preview: z
    .strictObject({
      /** Origin of the control panel, whose pages may frame live previews; null is the content service's. */
      controlPanelOrigin: origin.nullable().default(null),
    })
    .prefault({}),
  /** Severities by code (`sitegen check --list`) that differ from those of the rules. */
  checks: z.record(z.string(), z.enum(['error', 'warning', 'notice', 'off'])).default({}),
});

/** People copy the address of the API as often as that of the service. */
function withoutRoute({ url, route }: { readonly url: string | null; readonly route: string }): string | null {
  return url?.endsWith(`/${route}`) === true ? url.slice(0, -route.length - 1) : url;
}

/** Skips Intl for the usual zone: it takes long to load. */
function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The table with the parts that a site replaces. */
function mergeThirdParties(
  own: Readonly<Partial<Record<ThirdPartyId, z.output<typeof thirdParty>>>>,
): Readonly<Record<ThirdPartyId, ThirdParty>> {
  const merge = (id: ThirdPartyId): ThirdParty => ({
    script: own[id]?.script ?? THIRD_PARTIES[id].script,
    hosts: { ...THIRD_PARTIES[id].hosts, ...own[id]?.hosts },
  });
  return Object.fromEntries(thirdPartyIds.map((id) => [id, merge(id)])) as Record<ThirdPartyId, ThirdParty>;
}

/** The services that a site has configured, with the id for their scripts. */
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

const ownSchema = siteSchema.transform((own) => ({ ...own, timeZone: own.timeZone ?? own.content.timeZone }));

/** The options of `site.config.ts`. */
export type SiteOptions = z.input<typeof ownSchema>;
/** The checked configuration of a site. Secrets (the content token) are never part of it. */
export type SiteConfig = z.output<typeof ownSchema>;

/**
 * Checks the options of a site. The build checks the tables of `config/`.
 * @throws z.ZodError with the path of each bad option.
 */
export function defineSite(options: SiteOptions): SiteConfig {
  // Twice a run: to compile the schema for it would take longer.
  return ownSchema.parse(options, { jitless: true });
}

/** Unknown middleware names of the registry, with the page that names them. */
export function findUnknownMiddleware(
  rows: readonly { page: string; middleware: readonly string[] }[],
): readonly { page: string; middleware: string }[] {
  const known = new Set<string>(MIDDLEWARE);
  return rows.flatMap(({ page, middleware }) =>
    middleware.filter((name) => !known.has(name)).map((name) => ({ page, middleware: name })),
  );
}
