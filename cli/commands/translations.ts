// `sitegen translations [THING]`: the state of every translation; `--accept` notes what stays as it is.

import { join, resolve } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { LOCALES } from '../../config/locales.ts';
import { COLLECTION_HANDLES } from '../../content/handles.ts';
import { openDatabaseToRead } from '../database/open-database.ts';
import { type ExitCode, type SiteError, usageError } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import { printReport } from '../report/write-report.ts';
import { plural } from '../text/printable-text.ts';
import type { NewestContent } from '../translations/read-content.ts';
import {
  createTranslationReport,
  selectThings,
  summarizeTranslations,
  type TRANSLATION_FORMATS,
} from '../translations/report.ts';
import { isNamed, OPEN_STATES } from '../translations/things.ts';
import { type BuildFlags, type CommandContext, openBuild } from './build.ts';

export interface TranslationFlags
  extends Pick<BuildFlags, 'locale' | 'cacheDir' | 'contentUrl' | 'contentRpm' | 'sample'> {
  readonly collection: readonly string[];
  readonly state: readonly string[];
  readonly fail: readonly string[];
  readonly since?: string;
  readonly accept?: string;
  readonly until?: string;
  readonly fresh?: boolean;
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
  assertFlags(flags);
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
    if (thing !== undefined && !all.some(({ key }) => isNamed(thing, key)))
      throw refuse(`There is no "${thing}". Use a name of the report, such as "pages/pricing", or "pages/*".`);
    if (flags.accept !== undefined) {
      const added = acceptFindings(file, things, { reason: flags.accept, until: flags.until });
      reporter.printResult({ text: `${plural(added, 'decision')} added to ${DECISIONS}.`, data: { added, file } });
      return 0;
    }
    const shown = site.locales.filter((locale) => locales.length === 0 || locales.includes(locale));
    const idleDecisions = findIdleDecisions(decisions, { things: all, hasDrafts: about.hasDrafts });
    const report = createTranslationReport(
      things,
      { ...about, origin: site.origin, locales: shown, idleDecisions },
      flags.fail,
    );
    const { renderCsv, renderMarkdown, renderText } = await import('../translations/text-reports.ts');
    const { renderHtml } = await import('../translations/html-report.ts');
    const html = () => renderHtml(report, flags.preview.replace(/\/$/, ''));
    const renderers = { text: renderText, csv: renderCsv, markdown: renderMarkdown, html };
    return printReport(report, { renderers, summary: summarizeTranslations(report) }, flags, reporter);
  });
}

function assertFlags(flags: TranslationFlags): void {
  const known = {
    locale: ['all', ...LOCALES.map(({ locale }) => locale)],
    collection: [...COLLECTION_HANDLES, 'globals', 'messages', 'menu'],
    state: OPEN_STATES,
    fail: OPEN_STATES,
  };
  for (const name of ['locale', 'collection', 'state', 'fail'] as const) {
    const unknown = flags[name].find((value) => !known[name].some((each) => each === value));
    if (unknown !== undefined)
      throw refuse(`--${name} has the unknown value "${unknown}". Use ${known[name].join(', ')}.`);
  }
  if (flags.accept?.trim() === '') throw refuse('--accept needs a reason.');
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const isDay = flags.until === undefined || (flags.until.length === today.length && flags.until >= today);
  if (!isDay || (flags.until !== undefined && flags.accept === undefined))
    throw refuse(`--until needs --accept, and a day from ${today} on, without a time.`);
}

/** Runs a function with the content of the last reading. Without one of the wanted service, or with --fresh, the service is read. */
async function withContent(
  site: SiteConfig,
  flags: TranslationFlags,
  context: CommandContext,
  run: (newest: NewestContent) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { loadNewest, readWithDrafts } = await import('../translations/read-content.ts');
  const hasService = (flags.contentUrl ?? context.environment.SITEGEN_CONTENT_URL) !== undefined;
  {
    using stored = flags.fresh === true ? null : openDatabaseToRead(resolve(flags.cacheDir));
    const known = stored === null ? null : loadNewest(stored, site);
    const needsOther = flags.sample === true ? known?.isSample === false : hasService && known?.isSample === true;
    if (known !== null && !needsOther) return await run(known);
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

const refuse = (message: string): SiteError => usageError('TRANSLATIONS_USAGE', `${message} Nothing was checked.`);
