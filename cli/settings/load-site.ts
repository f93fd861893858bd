// Loads and validates the settings. Flags override the environment, which overrides site.config.ts. The content token is not part of
// SiteConfig.

import * as z from 'zod';
import { DEFAULT_ORIGIN, defineSite, type SiteConfig } from '../../config/define-site.ts';
import { errorMessage, type Problem, SiteError, usageError } from '../errors.ts';
import { asSourceError, findInSource } from '../files/source-places.ts';
import { setBaseOf } from '../paths/site-path.ts';
import { describeExpected } from '../text/describe-issue.ts';
import { printableText } from '../text/printable-text.ts';
import { assertGoodTables } from './check-tables.ts';
import { VARIABLES, type Variable } from './load-environment.ts';

/** Flags for settings, and what a command needs of them. */
export interface SiteFlags {
  readonly origin?: string;
  readonly contentUrl?: string;
  readonly contentRpm?: number;
  /** Use the sample content and ignore the content settings. */
  readonly sample?: boolean;
  /** Whether a build will read content of a service or of the sample. */
  readonly needsContent?: boolean;
  /** `--require-content`: the origin must be set, even for builds of a snapshot. */
  readonly requiresOrigin?: boolean;
  /** Whether to allow unknown middleware: `preview` shows an error page for it. */
  readonly toleratesMiddleware?: boolean;
}

export interface LoadedSite {
  readonly site: SiteConfig;
  /** Bearer token of the content service. Never printed or written to files. */
  readonly contentToken: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Validates flags, environment and `site.config.ts` together.
 * @throws SiteError (exit 2) CONFIG_INVALID that lists all invalid settings or table rows; CONFIG_HALF if only one of origin and
 * content URL is set; MIDDLEWARE_UNKNOWN for a page with unknown middleware.
 */
export async function loadSite(flags: SiteFlags, environment: Environment): Promise<LoadedSite> {
  const given = VARIABLES.flatMap((variable) => readSetting(variable, flags, environment));
  if (flags.sample !== true && flags.needsContent === true) assertBothOrNone(given);
  assertGoodTables({ toleratesMiddleware: flags.toleratesMiddleware === true });
  const ownerSite = await checkSite(importOwnerSite, []);
  if (flags.requiresOrigin === true) assertOwnOrigin(ownerSite, given);
  const site = await checkSite(() => defineSite(withGiven(ownerSite, given, flags)), given);
  setBaseOf(site.origin);
  return { site, contentToken: flags.sample === true ? null : (environment.SITEGEN_CONTENT_TOKEN ?? null) };
}

/** Loads the settings of a command that reads no content. @throws as {@link loadSite}. */
export async function loadSettings(environment: Environment): Promise<SiteConfig> {
  return (await loadSite({ sample: true }, environment)).site;
}

/** The value of a flag or variable. */
interface GivenSetting {
  readonly field: string;
  /** The flag or variable. */
  readonly source: string;
  readonly text: string;
  readonly value: string | number | boolean | null;
}

function readSetting(
  { name, field, flag, isNumber, isSwitch }: Variable,
  flags: SiteFlags,
  environment: Environment,
): readonly GivenSetting[] {
  if (field === null) return [];
  const flagged = { '--origin': flags.origin, '--content-url': flags.contentUrl, '--content-rpm': flags.contentRpm };
  const fromFlag = flag && flagged[flag];
  const text = fromFlag ?? environment[name];
  if (text === undefined) return [];
  const source = fromFlag === undefined ? name : (flag ?? name);
  // The schema reports any text but 1 and 0.
  const switched = text === '1' ? true : text === '0' ? false : text;
  const value = isNumber === true ? Number(text) : isSwitch === true ? switched : text;
  return [{ field, source, text: String(text), value }];
}

/** The owner's settings with those of flags and variables, which may be invalid. */
function withGiven(ownerSite: SiteConfig, given: readonly GivenSetting[], flags: SiteFlags): SiteConfig {
  const merged: Record<string, unknown> = { ...ownerSite };
  const sample: readonly Pick<GivenSetting, 'field' | 'value'>[] = [{ field: 'content.url', value: null }];
  for (const { field, value } of [...given, ...(flags.sample === true ? sample : [])]) {
    const [group = '', name] = field.split('.');
    merged[group] = name === undefined ? value : { ...Object(merged[group]), [name]: value };
  }
  return merged as SiteConfig;
}

/** Sample content with a public origin, or real content with the example origin, is probably a mistake. */
function assertBothOrNone(given: readonly GivenSetting[]): void {
  const origin = given.find(({ field }) => field === 'origin');
  const contentUrl = given.find(({ field }) => field === 'content.url');
  if ((origin === undefined) === (contentUrl === undefined)) return;
  const [set, variable, flag] =
    contentUrl === undefined
      ? [origin, 'SITEGEN_CONTENT_URL', '--content-url']
      : [contentUrl, 'SITEGEN_ORIGIN', '--origin'];
  throw usageError(
    'CONFIG_HALF',
    `${set?.source} is set, but ${variable} is not: a real site needs both. Nothing was built. ` +
      `Set ${variable} or ${flag} too, or use --sample to build the embedded sample content.`,
  );
}

function assertOwnOrigin(ownerSite: SiteConfig, given: readonly GivenSetting[]): void {
  if (ownerSite.origin !== DEFAULT_ORIGIN || given.some(({ field }) => field === 'origin')) return;
  throw usageError(
    'ORIGIN_REQUIRED',
    'SITEGEN_ORIGIN is not set. --require-content needs the public origin of the site. Nothing was built. ' +
      'Set SITEGEN_ORIGIN or --origin.',
  );
}

/** A dynamic import, because `site.config.ts` throws if it has errors. */
async function importOwnerSite(): Promise<SiteConfig> {
  let owner: { readonly default?: SiteConfig };
  try {
    owner = await import('../../site.config.ts');
  } catch (cause) {
    if (cause instanceof z.ZodError) throw cause;
    throw asSourceError(cause);
  }
  if (owner.default === undefined)
    throw new Error('site.config.ts has no default export: end it with "export default defineSite({ … });".');
  return owner.default;
}

/** Converts errors of the settings to CONFIG_INVALID. */
async function checkSite(
  create: () => SiteConfig | Promise<SiteConfig>,
  given: readonly GivenSetting[],
): Promise<SiteConfig> {
  try {
    return await create();
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    const issues = cause instanceof z.ZodError ? cause.issues : [];
    const problems = issues.flatMap((issue) => describeSetting(issue, given));
    const message = `${issues.length === 0 ? errorMessage(cause) : 'The settings are not valid.'} Nothing was built.`;
    throw new SiteError({ code: 'CONFIG_INVALID', exitCode: 2, message, problems }, { cause });
  }
}

/** Omits the values, which can be secret. */
function describeSetting(issue: z.core.$ZodIssue, given: readonly GivenSetting[]): readonly Problem[] {
  const field = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [settingProblem(field, `${describeExpected(issue)}.`, given)];
  return issue.keys.map((key) => settingProblem([...issue.path, key].join('.'), 'There is no such setting.', given));
}

/** Names the flag or variable with its value, or the place in `site.config.ts`. */
function settingProblem(field: string, what: string, given: readonly GivenSetting[]): Problem {
  const found = given.find((row) => row.field === field);
  const problem = { code: 'CONFIG_INVALID', severity: 'error' } as const;
  if (found === undefined)
    return { ...problem, where: { file: placeOf(field), field }, what, fix: 'Correct it (docs/settings.md).' };
  const received = mayHaveSecret(found.text) ? '' : ` Received ${JSON.stringify(printableText(found.text, 80))}.`;
  const fix = `Correct ${found.source}; it sets ${field} (docs/settings.md).`;
  return { ...problem, where: { field: found.source }, what: `${what}${received}`, fix };
}

/** The last name of a path such as `locales.4`, in `site.config.ts`; or in the table, whose rows are defaults. */
function placeOf(field: string): string {
  const find = (row: string) => findInSource({ file: 'site.config.ts', row });
  if (field.startsWith('thirdParties.') && !find('thirdParties').includes(':'))
    return findInSource({ file: 'config/third-parties.ts', row: field.split('.')[1] ?? '' });
  return find(field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field);
}

/** A URL can have a user, password or token. */
function mayHaveSecret(text: string): boolean {
  return /[@?#]/.test(text);
}
