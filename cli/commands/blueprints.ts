// `sitegen blueprints`: writes the kit for Statamic: blueprints, fieldsets, collections, API settings, webhooks.

import { relative, resolve } from 'node:path';
import { writeKit } from '../content/blueprints/write-kit.ts';
import { type ExitCode, SiteError } from '../errors.ts';
import type { Reporter } from '../report/report.ts';

/** The flags as commander parsed them. */
export interface BlueprintsFlags {
  readonly to: string;
  readonly preview: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** Writes the kit. Exit 0, or 1 where files of others are in the way. */
export function runBlueprints(flags: BlueprintsFlags, { printResult }: Reporter): ExitCode {
  const isDryRun = flags.dryRun === true;
  const preview = parsePreview(flags.preview);
  const kit = writeKit(resolve(flags.to), { preview, isForced: flags.force === true, isDryRun });
  const { written, unchanged, kept } = kit;
  const folder = relative(process.cwd(), resolve(flags.to)) || '.';
  const counts = `${written.length} ${isDryRun ? 'would be written' : 'written'}, ${unchanged.length} unchanged`;
  const text = [
    `The kit for Statamic in ${folder}: ${counts}. Its README.md says how to use it.`,
    ...(written.length > 0 && unchanged.length + kept.length > 0 ? list(isDryRun ? 'New:' : 'Written:', written) : []),
    ...(kept.length === 0
      ? []
      : list(
          "Left as they are, because they are not the kit's own or were changed since (merge what they lack, or use --force):",
          kept,
        )),
  ].join('\n');
  printResult({ text, data: { folder, ...kit } });
  return kept.length === 0 ? 0 : 1;
}

function list(heading: string, paths: readonly string[]): readonly string[] {
  return [heading, ...paths.map((path) => `  ${path}`)];
}

/** The address without a slash at its end. @throws SiteError PREVIEW_URL_INVALID (exit 2). */
function parsePreview(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return url.href.replace(/\/$/, '');
  throw new SiteError({
    code: 'PREVIEW_URL_INVALID',
    exitCode: 2,
    message: `The preview "${text}" is no http or https address. Nothing was written. Say --preview https://preview.example.com.`,
  });
}
