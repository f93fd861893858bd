// `sitegen doctor`: checks this machine and the publish target.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { DEFAULT_ORIGIN, type SiteConfig } from '../../config/define-site.ts';
import type { Check, Finding } from '../content/doctor/judge-content.ts';
import { DATABASE_FILE } from '../database/open-database.ts';
import { errorMessage } from '../errors.ts';
import { formatBytes } from '../report/report.ts';
import { plural } from '../text/printable-text.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks Node, settings, folders and target. */
export async function checkMachine(site: SiteConfig, environment: Environment): Promise<readonly Check[]> {
  const { version, platform, arch } = process;
  return [
    { name: 'node', summary: `${version} on ${platform}-${arch}`, findings: [] },
    checkSettings(site, environment),
    checkDatabase(),
    await checkTarget(site, environment),
  ];
}

function checkSettings({ origin, content }: SiteConfig, { SITEGEN_ORIGIN }: Environment): Check {
  const isDefault = SITEGEN_ORIGIN === undefined && origin === DEFAULT_ORIGIN && content.url !== null;
  const unwritable = ['out', '.sitegen'].filter((folder) => !isWritable(resolve(folder)));
  return {
    name: 'settings',
    summary: `origin ${origin}; out/ and .sitegen/ are writable`,
    findings: [
      ...(isDefault ? [ORIGIN_UNSET] : []),
      ...unwritable.map((folder) => ({
        what: `The folder ${folder} is not writable.`,
        fix: 'Change its permissions, or build elsewhere with --out-dir and --cache-dir.',
        isHint: false,
      })),
    ],
  };
}

const ORIGIN_UNSET: Finding = {
  what: 'SITEGEN_ORIGIN is not set.',
  fix: 'Set it to the public origin of the site. Builds from a content service need it.',
  isHint: true,
};

/** How large the database is. */
function checkDatabase(): Check {
  const file = resolve('.sitegen', DATABASE_FILE);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const summary = size === undefined ? 'there is none yet; the first build makes it' : `${file}, ${formatBytes(size)}`;
  return { name: 'database', summary, findings: [] };
}

/** Reads the releases of the target, and tests whether it is writable. */
async function checkTarget(site: SiteConfig, environment: Environment): Promise<Check> {
  const named = site.publish.target;
  const name = 'publish';
  if (named === null)
    return { name, summary: 'no target is set (SITEGEN_PUBLISH_TARGET); only publishing needs one', findings: [] };
  try {
    const { openTarget } = await import('../release/open-target.ts');
    const { loadHead } = await import('../release/release-store.ts');
    using target = await openTarget(undefined, site, environment);
    const { head } = await loadHead(target.records);
    if (named.startsWith('s3:')) await probeWriting(target.records);
    else if (!isWritable(target.name)) throw new Error(`The folder ${target.name} is not writable.`);
    const count = head?.releases.length ?? 0;
    const releases = count === 0 ? 'no release yet' : plural(count, 'release');
    return { name, summary: `${target.name} is readable and writable, ${releases}`, findings: [] };
  } catch (cause) {
    const what = errorMessage(cause).replace(/ Nothing was (?:changed|written)\.$/, '');
    const fix = 'Correct the target or its permissions (docs/publishing.md, "Rights").';
    return { name, summary: '', findings: [{ what, fix, isHint: false }] };
  }
}

type Records = Awaited<ReturnType<typeof import('../release/open-target.ts')['openTarget']>>['records'];

async function probeWriting(records: Records): Promise<void> {
  const key = `doctor-${process.pid}`;
  await records.put(key, Buffer.from('Written by "sitegen doctor". Safe to delete.\n'), {
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'no-store',
    redirect: null,
  });
  await records.delete([key]);
}

/** Whether a folder is writable, or its nearest existing parent if it does not exist. */
function isWritable(folder: string): boolean {
  const above = dirname(folder);
  if (!existsSync(folder) && above !== folder) return isWritable(above);
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
