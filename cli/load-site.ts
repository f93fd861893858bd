// The settings of one run: flags before environment before site.config.ts. Relied on afterwards: SiteConfig is whole
// and checked, and the content token travels apart from it.

import * as z from 'zod';
import { defineSite, findUnknownMiddleware, type SiteConfig, type SiteOptions } from '../config/define-site.ts';
import { PAGES } from '../config/pages.ts';
import { describeSetting } from './describe-setting.ts';
import { errorMessage, type Problem, SiteError } from './errors.ts';

/** Settings that flags may set; null leaves them to the environment. */
export interface SiteFlags {
  readonly origin: string | null;
  readonly contentUrl: string | null;
  readonly contentRpm: number | null;
  /** `--sample`: the sample content is meant, whatever is set. */
  readonly useSample: boolean;
  /** False where a snapshot is the content. */
  readonly needsContent: boolean;
  /** Pages whose middleware is unknown are answered with an error page instead (`preview`). */
  readonly toleratesMiddleware?: boolean;
}

/** Where the content comes from. */
export interface LoadedSite {
  readonly site: SiteConfig;
  /** Bearer token of the content service. Never printed, never written. */
  readonly contentToken: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks flags, environment and `site.config.ts` together.
 * @throws SiteError exit 2: CONFIG_INVALID with every bad setting; CONFIG_HALF when exactly one of origin and content
 * URL is set; MIDDLEWARE_UNKNOWN for a registry row that names a step nobody implements.
 */
export async function loadSite(flags: SiteFlags, environment: Environment): Promise<LoadedSite> {
  const setting = (name: string) =>
    environment[name] === undefined || environment[name] === '' ? null : environment[name];
  const origin = flags.origin ?? setting('SITEGEN_ORIGIN');
  const contentUrl = flags.contentUrl ?? setting('SITEGEN_CONTENT_URL');
  if (!flags.useSample && flags.needsContent) assertBothOrNone(flags, { origin, contentUrl });
  if (flags.toleratesMiddleware !== true) assertKnownMiddleware();
  const ownerSite = await checkSite(importOwnerSite);
  const site = await checkSite(() =>
    defineSite({
      ...ownerSite,
      ...compact({ origin }),
      content: {
        ...ownerSite.content,
        ...compact({
          url: contentUrl,
          clientId: setting('SITEGEN_CONTENT_CLIENT_ID'),
          requestsPerMinute: flags.contentRpm ?? toNumber(setting('SITEGEN_CONTENT_RPM')),
          retryBaseMs: toNumber(setting('SITEGEN_CONTENT_RETRY_BASE_MS')),
        }),
        ...(flags.useSample ? { url: null } : {}),
      },
      build: {
        ...ownerSite.build,
        ...compact({
          // Whatever stands there, the schema checks it.
          shareImages: setting('SITEGEN_SHARE_IMAGES') as NonNullable<SiteOptions['build']>['shareImages'] | null,
          imageCacheDir: setting('SITEGEN_IMAGE_CACHE'),
        }),
      },
      integrations: {
        ...ownerSite.integrations,
        ...compact({
          imageCdn: setting('SITEGEN_IMAGE_CDN'),
          signInUrl: setting('SITEGEN_SIGN_IN_URL'),
          helpCentreUrl: setting('SITEGEN_HELP_CENTRE_URL'),
          demoEndpoint: setting('SITEGEN_DEMO_ENDPOINT'),
          gtmId: setting('SITEGEN_GTM_ID'),
          chatAppId: setting('SITEGEN_CHAT_APP_ID'),
          formsPortal: setting('SITEGEN_FORMS_PORTAL'),
          geoUrl: setting('SITEGEN_GEO_URL'),
          copyrightBadgeId: setting('SITEGEN_COPYRIGHT_BADGE_ID'),
        }),
      },
    }),
  );
  return { site, contentToken: flags.useSample ? null : setting('SITEGEN_CONTENT_TOKEN') };
}

/** A public origin over sample content, or real content under the example origin, is a mistake unless it is meant. */
function assertBothOrNone(
  flags: SiteFlags,
  { origin, contentUrl }: Readonly<Record<'origin' | 'contentUrl', string | null>>,
): void {
  if ((origin === null) === (contentUrl === null)) return;
  const ofOrigin = { variable: 'SITEGEN_ORIGIN', flag: '--origin', isFlag: flags.origin !== null };
  const ofContent = { variable: 'SITEGEN_CONTENT_URL', flag: '--content-url', isFlag: flags.contentUrl !== null };
  const [set, missing] = origin === null ? [ofContent, ofOrigin] : [ofOrigin, ofContent];
  throw new SiteError({
    code: 'CONFIG_HALF',
    exitCode: 2,
    message:
      `${set.isFlag ? set.flag : set.variable} is set and ${missing.variable} is not: a real site needs both. Nothing was built. ` +
      `Set ${missing.variable} or ${missing.flag} too, or say --sample to build the embedded sample content.`,
  });
}

function assertKnownMiddleware(): void {
  const unknown = findUnknownMiddleware(PAGES);
  if (unknown.length === 0) return;
  throw new SiteError({
    code: 'MIDDLEWARE_UNKNOWN',
    exitCode: 2,
    message: 'Unknown middleware. Nothing was built.',
    problems: unknown.map(
      ({ page, middleware }): Problem => ({
        code: 'MIDDLEWARE_UNKNOWN',
        severity: 'error',
        where: { file: 'config/pages.ts' },
        what: `The page "${page}" names the middleware "${middleware}", which does not exist.`,
        fix: 'Use "redirects" or "ambassadors".',
      }),
    ),
  });
}

/** Imported when it is needed: `site.config.ts` checks itself, and what is wrong in it is the owner's to fix. */
async function importOwnerSite(): Promise<SiteConfig> {
  let owner: { readonly default?: SiteConfig };
  try {
    owner = await import('../site.config.ts');
  } catch (cause) {
    if (cause instanceof z.ZodError) throw cause;
    // Node tells the line of a slip at the head of the stack.
    const [head = ''] = (cause instanceof Error ? cause.stack : undefined)?.split('\n') ?? [];
    const [place = 'site.config.ts'] = /(?:site\.config|config\/[\w-]+)\.ts:\d+/.exec(head) ?? [];
    const what = errorMessage(cause).replace(/\.?$/, '.');
    throw new Error(`${place} cannot be loaded: ${what}`, { cause });
  }
  if (owner.default === undefined)
    throw new Error('site.config.ts has no default export: end it with "export default defineSite({ … });".');
  return owner.default;
}

/** What `create` makes of the settings; what it finds wrong in them becomes CONFIG_INVALID. */
async function checkSite(create: () => SiteConfig | Promise<SiteConfig>): Promise<SiteConfig> {
  try {
    return await create();
  } catch (cause) {
    const issues = cause instanceof z.ZodError ? cause.issues : [];
    throw new SiteError(
      {
        code: 'CONFIG_INVALID',
        exitCode: 2,
        message:
          issues.length === 0
            ? `${errorMessage(cause)} Nothing was built.`
            : 'The settings are not valid. Nothing was built.',
        problems: issues.flatMap(describeSetting).map(
          ({ field, what }): Problem => ({
            code: 'CONFIG_INVALID',
            severity: 'error',
            where: { field },
            what,
            fix: 'Correct it in site.config.ts, or in the variable or flag that sets it (README, "Settings").',
          }),
        ),
      },
      { cause },
    );
  }
}

/** Only the settings that are set. */
function compact<T extends Readonly<Record<string, unknown>>>(settings: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}
