// Opens the target that the command line or the settings name.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SiteConfig } from '../../config/define-site.ts';
import { type SiteError, usageError } from '../errors.ts';
import { openFolderTarget } from './folder-target.ts';
import type { Target } from './object-store.ts';

/** Opens `s3://bucket[/prefix]`, a `file:` URL or a folder. @throws SiteError PUBLISH_TARGET (exit 2). */
export async function openTarget(
  named: string | undefined,
  { publish }: Pick<SiteConfig, 'publish'>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Target> {
  const target = named ?? publish.target;
  if (target === null)
    throw badTarget(
      'No target is set. Pass one (s3://bucket or a folder), or set SITEGEN_PUBLISH_TARGET or publish.target in site.config.ts.',
    );
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'file') {
    const folder = scheme === undefined ? resolve(target) : parseFileUrl(target);
    assertFolder(folder);
    return openFolderTarget(folder, publish.privatePrefix);
  }
  if (scheme !== 's3') throw badTarget(`Targets like "${scheme}:…" are not supported. Use s3://bucket, or a folder.`);
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,253}[a-z0-9])(?:\/+(.*))?$/i.exec(target) ?? [];
  if (bucket === '' || /[?#@]/.test(target))
    throw badTarget('The target does not have the form s3://bucket or s3://bucket/prefix.');
  if (prefix.split('/').some((name) => /^\.{1,2}$/.test(name)))
    throw badTarget('The target must not contain "." or "..": browsers cannot reach such addresses.');
  const { openS3Target } = await import('./s3-target.ts');
  return openS3Target({ bucket, prefix: prefix.replace(/\/+$/, ''), ...publish }, environment);
}

function parseFileUrl(target: string): string {
  try {
    return fileURLToPath(target);
  } catch {
    throw badTarget('The target is not a local file: URL, such as file:///srv/www.');
  }
}

/** A missing folder can be created if its nearest existing ancestor is a folder. */
function assertFolder(folder: string): void {
  const found = findExisting(folder);
  if (statSync(found).isDirectory()) return;
  const what = found === folder ? 'is a file' : `is below ${found}, which is a file`;
  throw badTarget(`The target ${folder} ${what}. Choose a folder.`);
}

function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path));
}

/**
 * A folder target must not overlap with the build's folders, where builds delete files they did not write.
 * @throws SiteError PUBLISH_TARGET (exit 2).
 */
export function assertApart({ name, isStaged }: Target, folders: readonly string[]): void {
  if (!isStaged) return;
  const target = realPath(name);
  const other = folders.find((folder) => isInside(target, realPath(folder)) || isInside(realPath(folder), target));
  if (other === undefined) return;
  const where = isInside(target, realPath(other)) ? 'is in' : 'contains';
  throw badTarget(`The target ${name} ${where} the build’s folder ${other}. Choose another folder.`);
}

const isInside = (path: string, folder: string) => `${path}${sep}`.startsWith(folder === sep ? sep : `${folder}${sep}`);

/** Resolves symbolic links of the part of the path that exists. */
function realPath(path: string): string {
  const found = findExisting(path);
  return existsSync(found) ? resolve(realpathSync(found), relative(found, path)) : path;
}

function badTarget(what: string): SiteError {
  return usageError('PUBLISH_TARGET', `${what} Nothing was changed.`);
}
