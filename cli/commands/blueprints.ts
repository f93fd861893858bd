// `sitegen blueprints`: writes the kit for Statamic with its blueprints, collections, API settings and webhooks.

import { relative, resolve } from 'node:path';
import { findFlatEntries, writeKit } from '../content/blueprints/write-kit.ts';
import { type ExitCode, usageError } from '../errors.ts';
import { parsePlainUrl } from '../text/read-address.ts';
import type { CommandContext } from './build.ts';

export interface BlueprintsFlags {
  readonly to: string;
  readonly preview: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** Writes the kit. Exit 0, or 1 if existing files were kept or entries are in no folder of a site. */
export function runBlueprints(flags: BlueprintsFlags, { reporter }: CommandContext): ExitCode {
  const isDryRun = flags.dryRun === true;
  const preview = parsePreview(flags.preview);
  const kit = writeKit(resolve(flags.to), { preview, isForced: flags.force === true, isDryRun });
  const { written, unchanged, kept, leftOut } = kit;
  const flat = findFlatEntries(resolve(flags.to));
  const folder = relative(process.cwd(), resolve(flags.to)) || '.';
  const counts = `${written.length} ${isDryRun ? 'would be written' : 'written'}, ${unchanged.length} unchanged`;
  const hasOthers = unchanged.length + kept.length + leftOut.length > 0;
  const text = [
    `The kit for Statamic in ${folder}: ${counts}. See its README.md for how to use it.`,
    ...list(isDryRun ? 'New:' : 'Written:', hasOthers ? written : []),
    ...list(
      'Kept, because they were changed or are not part of the kit (merge what is missing by hand, or replace them with --force):',
      kept,
    ),
    ...list('Left out, because the project has its own (a kit in an empty folder has them, to copy from):', leftOut),
    ...list(
      'In no folder of a site (with several sites, Statamic answers every request with 500: move them into the folder of a site, or delete them):',
      flat,
    ),
  ].join('\n');
  reporter.printResult({ text, data: { folder, ...kit, flat } });
  return kept.length + flat.length === 0 ? 0 : 1;
}

function list(heading: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [heading, ...paths.map((path) => `  ${path}`)];
}

/** Removes a trailing slash. @throws SiteError PREVIEW_URL_INVALID (exit 2). */
function parsePreview(text: string): string {
  const url = parsePlainUrl(text);
  if (url?.hash === '') return url.href.replace(/\/$/, '');
  throw usageError(
    'PREVIEW_URL_INVALID',
    `"${text}" is not an http or https URL without user, query and fragment. Nothing was written. Use a URL such as --preview https://preview.example.com.`,
  );
}
