// The target that a command or the settings name.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SiteConfig } from '../../config/define-site.ts';
import { SiteError } from '../errors.ts';
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
      'No target is set: name one (s3://bucket or a folder), or set SITEGEN_PUBLISH_TARGET or publish.target in site.config.ts.',
    );
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'file') {
    const folder = scheme === undefined ? resolve(target) : parseFileUrl(target);
    assertFolder(folder);
    return openFolderTarget(folder, publish.privatePrefix);
  }
  if (scheme !== 's3') throw badTarget(`The target "${scheme}:…" is of no known kind. Use s3://bucket, or a folder.`);
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,253}[a-z0-9])(?:\/+(.*))?$/i.exec(target) ?? [];
  if (bucket === '' || /[?#@]/.test(target))
    throw badTarget('The target is not of the form s3://bucket or s3://bucket/prefix.');
  const { openS3Target } = await import('./s3-target.ts');
  return openS3Target({ bucket, prefix: prefix.replace(/\/+$/, ''), ...publish }, environment);
}

function parseFileUrl(target: string): string {
  try {
    return fileURLToPath(target);
  } catch {
    throw badTarget('The target is no file: URL of this machine, such as file:///srv/www.');
  }
}

/** A folder that does not exist can be made if what exists above it is one. */
function assertFolder(folder: string): void {
  const found = findExisting(folder);
  if (statSync(found).isDirectory()) return;
  const what = found === folder ? 'is a file' : `lies below ${found}, which is a file`;
  throw badTarget(`The target ${folder} ${what}. Name a folder.`);
}

function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path));
}

/**
 * Releases may not lie in the build's own folders: builds delete what they did not write there.
 * @throws SiteError PUBLISH_TARGET (exit 2) where a folder as target holds one of them, or lies in one.
 */
export function assertApart({ name, isStaged }: Target, folders: readonly string[]): void {
  if (!isStaged) return;
  const target = realPath(name);
  const other = folders.find((folder) => isInside(target, realPath(folder)) || isInside(realPath(folder), target));
  if (other === undefined) return;
  const where = isInside(target, realPath(other)) ? 'is or lies in' : 'holds';
  throw badTarget(`The target ${name} ${where} the folder ${other} of the build. Name another folder.`);
}

const isInside = (path: string, folder: string) => `${path}${sep}`.startsWith(folder === sep ? sep : `${folder}${sep}`);

/** The path without symbolic links as far as it exists. */
function realPath(path: string): string {
  const found = findExisting(path);
  return existsSync(found) ? resolve(realpathSync(found), relative(found, path)) : path;
}

function badTarget(what: string): SiteError {
  return new SiteError({ code: 'PUBLISH_TARGET', exitCode: 2, message: `${what} Nothing was changed.` });
}
