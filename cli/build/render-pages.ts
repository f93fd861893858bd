// Every route into staging, range by range: one range of entries in memory, each page written as soon as it is
// rendered, its record to the range's file. In memory stay counts.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RANGE_SIZE } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { Entry } from '../../content/collections.ts';
import type { ChromeFragment, PageInput, TemplateBundle } from '../../templates/page-input.ts';
import type { ContentSnapshot } from '../content/content-snapshot.ts';
import { readRangeEntries } from '../content/entries.ts';
import { errorMessage, SiteError } from '../errors.ts';
import type { OutputSession } from '../output/output-session.ts';
import type { Report } from '../report-event.ts';
import { sha256 } from './content-hash.ts';
import { type PageFacts, parsePageFacts } from './page-facts.ts';
import type { PageInputs } from './page-input/create-page-input.ts';
import type { LocaleContext } from './page-input/locale-context.ts';
import type { PageRoute } from './route-plan.ts';

/** What is known of a page after rendering, besides its bytes. Links of shared fragments stand in the fragment's record. */
export interface PageRecord {
  readonly path: string;
  readonly outFile: string;
  readonly sha256: string;
  readonly bytes: number;
  /** SHA-256 of the page's input. */
  readonly input: string;
  /** Key of its chrome among the fragment records. */
  readonly chrome: string;
  readonly facts: PageFacts;
}

/** Where the records are, and what was rendered. */
export interface RenderedPages {
  /** NDJSON files of PageRecord, in route order. */
  readonly recordFiles: readonly string[];
  /** Facts of header, footer and banner by chrome key. */
  readonly fragmentFacts: ReadonlyMap<string, PageFacts>;
  readonly pages: number;
  readonly bytes: number;
}

/** What rendering needs. */
export interface RenderInput {
  readonly routes: readonly PageRoute[];
  readonly snapshot: ContentSnapshot;
  readonly contexts: ReadonlyMap<Locale, LocaleContext>;
  readonly inputs: PageInputs;
  readonly templates: TemplateBundle;
  readonly session: OutputSession;
  /** Folder for the record files; emptied first. */
  readonly recordsDir: string;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Ids in header, footer and banner start with this, so that they never meet an id of the page. */
const FRAGMENT_PREFIX = 'c';

/** Renders and stages the routes in their order. @throws SiteError TEMPLATE_FAILED that names the page. */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  rmSync(input.recordsDir, { recursive: true, force: true });
  mkdirSync(input.recordsDir, { recursive: true });
  const fragments = createFragments(input);
  const findEntry = createEntryFinder(input.snapshot);
  const recordFiles: string[] = [];
  let bytes = 0;
  for (let start = 0; start < input.routes.length; start += RANGE_SIZE) {
    const file = join(input.recordsDir, `${String(recordFiles.length).padStart(6, '0')}.ndjson`);
    const lines: string[] = [];
    for (const route of input.routes.slice(start, start + RANGE_SIZE)) {
      const record = renderRoute(input, fragments, { route, entry: await findEntry(route) });
      bytes += record.bytes;
      lines.push(`${JSON.stringify(record)}\n`);
    }
    writeFileSync(file, lines.join(''));
    recordFiles.push(file);
    // Lets a signal in: until here the range was one uninterrupted run.
    await nextTurn();
    input.signal.throwIfAborted();
    const done = Math.min(start + RANGE_SIZE, input.routes.length);
    input.report({ kind: 'progress', stage: 'render', done, total: input.routes.length });
  }
  return { recordFiles, fragmentFacts: fragments.facts, pages: input.routes.length, bytes };
}

interface Fragments {
  readonly find: (page: PageInput) => ChromeFragment;
  readonly facts: ReadonlyMap<string, PageFacts>;
}

/** Renders each distinct chrome once. */
function createFragments({ inputs, templates }: RenderInput): Fragments {
  const rendered = new Map<string, ChromeFragment>();
  const facts = new Map<string, PageFacts>();
  return {
    facts,
    find: ({ shared }) => {
      const known = rendered.get(shared.chrome);
      if (known !== undefined) return known;
      const chrome = inputs.shared.chromes.get(shared.chrome);
      const words = chrome === undefined ? undefined : inputs.shared.words.get(chrome.words);
      if (chrome === undefined || words === undefined) throw new Error(`No chrome ${shared.chrome}.`);
      const fragment = templates.renderChrome(chrome.input, words, FRAGMENT_PREFIX);
      rendered.set(shared.chrome, fragment);
      facts.set(shared.chrome, parsePageFacts(`${fragment.top}${fragment.afterSwitcher}${fragment.bottom}`));
      return fragment;
    },
  };
}

function renderRoute(
  { contexts, inputs, templates, session }: RenderInput,
  fragments: Fragments,
  page: { readonly route: PageRoute; readonly entry: Entry | null },
): PageRecord {
  const { route } = page;
  const context = contexts.get(route.locale);
  if (context === undefined) throw new Error(`No context for ${route.locale}.`);
  try {
    const input = inputs.create(context, page);
    const words = inputs.shared.words.get(input.shared.words);
    if (words === undefined) throw new Error(`No words ${input.shared.words}.`);
    const chrome = fragments.find(input);
    const html = templates.renderPage(input, { chrome, words });
    const written = session.write({
      path: route.outFile,
      content: html,
      kind: 'page',
      locale: route.locale,
      owner: route.path,
    });
    return {
      path: route.path,
      outFile: route.outFile,
      ...written,
      input: sha256(JSON.stringify(input)),
      chrome: input.shared.chrome,
      facts: parsePageFacts(ownPart(html, chrome)),
    };
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    throw new SiteError(
      {
        code: 'TEMPLATE_FAILED',
        exitCode: 1,
        message: `The template "${route.template}" failed on ${route.path}: ${errorMessage(cause)} Nothing was published.`,
      },
      { cause },
    );
  }
}

/** The page's own bytes: without those that it shares. */
function ownPart(html: string, chrome: ChromeFragment): string {
  return [chrome.top, chrome.afterSwitcher, chrome.bottom].reduce(
    (rest, shared) => rest.replace(shared, () => ''),
    html,
  );
}

/** Reads entries by range; keeps the last two ranges, since routes follow the order of the content. */
function createEntryFinder(snapshot: ContentSnapshot): (route: PageRoute) => Promise<Entry | null> {
  const kept = new Map<string, readonly Entry[]>();
  return async ({ source }) => {
    if (!('row' in source)) return null;
    const { range, line, collection } = source.row;
    let entries = kept.get(range);
    if (entries === undefined) {
      entries = await readRangeEntries(snapshot, range, collection);
      for (const oldest of [...kept.keys()].slice(0, kept.size - 1)) kept.delete(oldest);
      kept.set(range, entries);
    }
    const entry = entries[line];
    if (entry === undefined) throw new Error(`Range ${range} has no line ${line}.`);
    return entry;
  };
}
