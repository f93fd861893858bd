// Opens the target that the command line or the settings name.

import { resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { type SiteError, usageError } from '../errors.ts';
import { isInside, realPath } from '../files/real-path.ts';
import { openFolderTarget } from './folder-target.ts';
import type { Target } from './object-store.ts';

/** Opens `s3://bucket[/prefix]` or a folder. @throws SiteError PUBLISH_TARGET (exit 2). */
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
  if (scheme === undefined) return openFolderTarget(resolve(target), publish.privatePrefix);
  if (scheme !== 's3') throw badTarget(`Targets like "${scheme}:…" are not supported. Use s3://bucket, or a folder.`);
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,253}[a-z0-9])(?:\/+(.*))?$/i.exec(target) ?? [];
  if (bucket === '' || /[?#@]/.test(target))
    throw badTarget('The target does not have the form s3://bucket or s3://bucket/prefix.');
  if (prefix.split('/').some((name) => /^\.{1,2}$/.test(name)))
    throw badTarget('The target must not contain "." or "..": browsers cannot reach such addresses.');
  const { openS3Target } = await import('./s3-target.ts');
  return openS3Target({ bucket, prefix: prefix.replace(/\/+$/, ''), ...publish }, environment);
}

/**
 * A folder target must not overlap with the build's folders, where builds delete files they did not write.
 * @throws SiteError PUBLISH_TARGET (exit 2).
 */
export function assertApart({ name, isStaged }: Target, folders: readonly string[]): void {
  if (!isStaged) return;
  const place = realPath(name);
  const other = folders.find((each) => isInside(place, realPath(each)) || isInside(realPath(each), place));
  if (other !== undefined)
    throw badTarget(`The target ${name} overlaps with the build’s folder ${other}. Choose another folder.`);
}

function badTarget(what: string): SiteError {
  return usageError('PUBLISH_TARGET', `${what} Nothing was changed.`);
}
