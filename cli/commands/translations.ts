// `sitegen translations [THING]`: the state of every translation; `--accept` notes what stays as it is.

import { join, resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { LOCALES } from '../../config/locales.ts';
import { openDatabaseToRead } from '../database/open-database.ts';
import { type ExitCode, SiteError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import { printReport } from '../report/write-report.ts';
import { escapeUnprintable } from '../text/printable-text.ts';
import type { NewestContent } from '../translations/read-content.ts';
import {
  createTranslationReport,
  selectThings,
  summarizeTranslations,
  type TRANSLATION_FORMATS,
  type TranslationReport,
} from '../translations/report.ts';
import { OPEN_STATES } from '../translations/things.ts';
import { type CommandContext, openBuild } from './build.ts';

/** The flags as commander parsed them. */
export interface TranslationFlags {
  readonly locale: readonly string[];
  readonly collection: readonly string[];
  readonly state: readonly string[];
  readonly fail: readonly string[];
  readonly since?: string;
  readonly accept?: string;
  readonly until?: string;
  readonly fresh?: boolean;
  readonly cacheDir: string;
  readonly contentUrl?: string;
  readonly contentRpm?: number;
  readonly sample?: boolean;
  readonly preview: string;
  readonly format?: (typeof TRANSLATION_FORMATS)[number];
  readonly output?: string;
}

/**
 * Reports the state of the translations of the last reading. Exit 0, or 1 if one has a state of --fail.
 * @throws SiteError TRANSLATIONS_INVALID, TRANSLATIONS_USAGE (exit 2), CONTENT_* (exit 3).
 */
export async function runTranslations(
  thing: string | undefined,
  flags: TranslationFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { reporter } = context;
  assertKnown('--locale', flags.locale, ['all', ...LOCALES.map(({ locale }) => locale)]);
  for (const name of ['state', 'fail'] as const) assertKnown(`--${name}`, flags[name], OPEN_STATES);
  const { acceptFindings, DECISIONS, findIdleDecisions, readDecisions } = await import('../translations/decisions.ts');
  const file = join(PROJECT, DECISIONS);
  const decisions = readDecisions(file);
  const { loadCheckSettings } = await import('../check/severities.ts');
  const { site } = await loadCheckSettings(context.environment);
  return withContent(site, flags, context, async ({ content, ...about }) => {
    const { openTranslations } = await import('../translations/find-translations.ts');
    const all = [...openTranslations(content, site, decisions).things()];
    const locales = flags.locale.includes('all') ? [] : flags.locale;
    const { collection: collections, state: states, since } = flags;
    const things = selectThings(all, { thing, locales, collections, states, since });
    if (thing !== undefined && things.length === 0) throw unknownThing(thing);
    if (flags.accept !== undefined) {
      const until = flags.until === undefined ? {} : { until: flags.until };
      const added = acceptFindings(file, things, { reason: flags.accept, ...until });
      reporter.printResult({ text: `${added} decisions were added to ${DECISIONS}.`, data: { added, file } });
      return 0;
    }
    const shown = site.locales.filter((locale) => locales.length === 0 || locales.includes(locale));
    const idleDecisions = findIdleDecisions(decisions, all);
    const report = createTranslationReport(
      things,
      { ...about, origin: site.origin, locales: shown, idleDecisions },
      flags.fail,
    );
    const { renderMarkdown } = await import('../translations/text-reports.ts');
    const text = await render(report, flags);
    const summary = summarizeTranslations(report);
    return printReport({ data: report, text, summary, markdown: renderMarkdown(report) }, flags, reporter);
  });
}

/** Runs a function with the content of the last reading. Without one, or with --fresh, the service is read. */
async function withContent(
  site: SiteConfig,
  flags: TranslationFlags,
  context: CommandContext,
  run: (newest: NewestContent) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { loadNewest, readWithDrafts } = await import('../translations/read-content.ts');
  const stored = flags.fresh === true ? null : openDatabaseToRead(resolve(flags.cacheDir));
  try {
    const known = stored === null ? null : loadNewest(stored, site);
    if (known !== null) return await run(known);
  } finally {
    stored?.close();
  }
  const { withDatabase } = await import('../pipeline/with-database.ts');
  const reading = { ...flags, locale: [], outDir: 'out', onFetchError: 'fail', onEntryError: 'fail' } as const;
  const { site: readSite, options, use } = await openBuild('translations', reading, context);
  return withDatabase({ ...options, snapshotsKept: site.build.snapshotsKept }, async (database) => {
    await use((service) => readWithDrafts(readSite, { ...options, service, database }));
    const newest = loadNewest(database, readSite);
    if (newest === null) throw new Error('The content that was read is not in the database.');
    return run(newest);
  });
}

async function render(report: TranslationReport, { format = 'text', preview }: TranslationFlags): Promise<string> {
  const { renderCsv, renderMarkdown, renderText } = await import('../translations/text-reports.ts');
  switch (format) {
    case 'github':
    case 'text':
      return `${renderText(report)}\n`;
    case 'json':
      return `${escapeUnprintable(JSON.stringify(report, null, 2))}\n`;
    case 'csv':
      return renderCsv(report);
    case 'markdown':
      return renderMarkdown(report);
    case 'html':
      return (await import('../translations/html-report.ts')).renderHtml(report, preview.replace(/\/$/, ''));
  }
}

function assertKnown(flag: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((value) => !known.includes(value));
  if (unknown.length === 0) return;
  const message = `${flag} has the unknown value "${unknown.join(', ')}". Nothing was checked. Use ${known.join(', ')}.`;
  throw new SiteError({ code: 'TRANSLATIONS_USAGE', exitCode: 2, message });
}

function unknownThing(thing: string): SiteError {
  const message = `There is nothing to translate named "${thing}". Use a name of the report, such as "pages/pricing", or "pages/*".`;
  return new SiteError({ code: 'TRANSLATIONS_USAGE', exitCode: 2, message });
}
