// Adds the variables of `.env.local` and `.env` to the environment, and checks the `SITEGEN_` variables.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { errorMessage, joinNames, type Problem, SiteError, usageError } from '../errors.ts';

/** In order of precedence, after the environment itself. */
const FILES = ['.env.local', '.env'];

/**
 * Loads `.env.local` and `.env` of a folder with Node's loader.
 * @throws SiteError exit 2: ENV_FILE_UNREADABLE, VARIABLE_EMPTY, VARIABLE_UNKNOWN.
 */
export async function loadEnvironment(folder: string): Promise<void> {
  for (const name of FILES) loadFile(join(folder, name), name);
  const set = Object.entries(process.env).filter(([name]) => name.startsWith('SITEGEN_'));
  assertFilled(set.filter(([, value]) => value?.trim() === '').map(([name]) => name));
  await assertKnown(set.map(([name]) => name).filter((name) => !VARIABLES.some((known) => known.name === name)));
}

function loadFile(file: string, name: string): void {
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (cause) {
    throw usageError(
      'ENV_FILE_UNREADABLE',
      `The file ${name} cannot be read: ${errorMessage(cause).replace(/\.$/, '')}. Nothing was built.`,
      cause,
    );
  }
}

/** CI systems pass missing variables as empty ones. Ignoring them could build the wrong site. */
function assertFilled(names: readonly string[]): void {
  if (names.length === 0) return;
  throw usageError(
    'VARIABLE_EMPTY',
    `${joinNames(names)} ${names.length === 1 ? 'is' : 'are'} set but empty. Nothing was built. In CI this usually means that the variable or secret behind it does not exist. Give it a value, or do not set it.`,
  );
}

async function assertKnown(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { closestMatch } = await import('leven');
  const code = 'VARIABLE_UNKNOWN';
  const known = VARIABLES.map(({ name }) => name);
  const problems = names.map((name): Problem => {
    const fix = `Did you mean ${closestMatch(name, known) ?? ''}? See docs/settings.md.`;
    return { code, severity: 'error', where: { field: name }, what: 'There is no such variable.', fix };
  });
  const message = `Unknown ${names.length === 1 ? 'variable' : 'variables'} ${joinNames(names)}. Nothing was built.`;
  throw new SiteError({ code, exitCode: 2, message, problems });
}

export interface Variable {
  readonly name: string;
  /** Path of the setting in `site.config.ts`; null if it has none. */
  readonly field: string | null;
  /** The flag for the same setting. */
  readonly flag?: '--origin' | '--content-url' | '--content-rpm';
  readonly isNumber?: true;
  /** `1` or `0`. */
  readonly isSwitch?: true;
}

export const VARIABLES: readonly Variable[] = [
  { name: 'SITEGEN_ORIGIN', field: 'origin', flag: '--origin' },
  { name: 'SITEGEN_CONTENT_URL', field: 'content.url', flag: '--content-url' },
  { name: 'SITEGEN_CONTENT_TOKEN', field: null },
  { name: 'SITEGEN_CONTENT_CLIENT_ID', field: 'content.clientId' },
  { name: 'SITEGEN_CONTENT_FILES', field: 'content.files' },
  { name: 'SITEGEN_CONTENT_RPM', field: 'content.requestsPerMinute', flag: '--content-rpm', isNumber: true },
  { name: 'SITEGEN_CONTENT_RETRY_BASE_MS', field: 'content.retryBaseMs', isNumber: true },
  { name: 'SITEGEN_CONTENT_TIMEOUT_MS', field: 'content.timeoutMs', isNumber: true },
  { name: 'SITEGEN_IMAGE_CDN', field: 'integrations.imageCdn' },
  { name: 'SITEGEN_IMAGE_CACHE', field: 'build.imageCacheDir' },
  { name: 'SITEGEN_PUBLIC_DIR', field: 'build.publicDir' },
  { name: 'SITEGEN_SHARE_IMAGES', field: 'build.shareImages' },
  { name: 'SITEGEN_NOINDEX', field: 'build.noindex', isSwitch: true },
  { name: 'SITEGEN_SIGN_IN_URL', field: 'integrations.signInUrl' },
  { name: 'SITEGEN_HELP_CENTRE_URL', field: 'integrations.helpCentreUrl' },
  { name: 'SITEGEN_DEMO_ENDPOINT', field: 'integrations.demoEndpoint' },
  { name: 'SITEGEN_GTM_ID', field: 'integrations.gtmId' },
  { name: 'SITEGEN_CHAT_APP_ID', field: 'integrations.chatAppId' },
  { name: 'SITEGEN_FORMS_PORTAL', field: 'integrations.formsPortal' },
  { name: 'SITEGEN_CONSENT', field: 'integrations.consent' },
  { name: 'SITEGEN_GEO_URL', field: 'integrations.geoUrl' },
  { name: 'SITEGEN_CONTROL_PANEL_ORIGIN', field: 'preview.controlPanelOrigin' },
  { name: 'SITEGEN_PREVIEW_TOKEN', field: null },
  { name: 'SITEGEN_COPYRIGHT_BADGE_ID', field: 'integrations.copyrightBadgeId' },
  { name: 'SITEGEN_PUBLISH_TARGET', field: 'publish.target' },
];
