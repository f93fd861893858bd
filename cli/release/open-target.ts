// The target that a command or the settings name.

import { resolve } from 'node:path';
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
      'No target is set. Name one ("sitegen publish s3://bucket"), or set SITEGEN_PUBLISH_TARGET or publish.target in site.config.ts.',
    );
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined) return openFolderTarget(resolve(target), publish.privatePrefix);
  if (scheme === 'file') return openFolderTarget(parseFileUrl(target), publish.privatePrefix);
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

function badTarget(what: string): SiteError {
  return new SiteError({ code: 'PUBLISH_TARGET', exitCode: 2, message: `${what} Nothing was published.` });
}
