// Every route into staging, range by range: one range of entries in memory, each page written as soon as it is
// rendered, its record to the range's file. In memory stay counts.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { RANGE_SIZE } from '../../config/constants.ts';
import type { Locale } from '../../config/locales.ts';
import type { Entry } from '../../content/collections.ts';
import type { ChromeFragment, PageInput, TemplateBundle } from '../../templates/page-input.ts';
import { COMMON_WORDS, TEMPLATES } from '../../templates/template-ids.ts';
import type { ContentSnapshot } from '../content/content-snapshot.ts';
import { readRangeEntries } from '../content/entries.ts';
import { errorMessage, SiteError } from '../errors.ts';
import type { OutputSession } from '../output/output-session.ts';
import type { Report } from '../report-event.ts';
import { sha256 } from './content-hash.ts';
import { type PageFacts, parsePageFacts } from './page-facts.ts';
import type { PageInputs } from './page-input/create-page-input.ts';
import type { LocaleContext } from './page-input/locale-context.ts';
import {
  createRecordWriter,
  nextRecordsDirOf,
  openPreviousRecords,
  type PageRecord,
  type PreviousRecords,
  type RecordWriter,
  recordsDirOf,
} from './page-records.ts';
import { createUsesReader } from './page-uses.ts';
import type { PageRoute } from './route-plan.ts';
import type { TemplateCodes } from './template-keys.ts';

/** Where the records are, and what was rendered. */
export interface RenderedPages {
  /** NDJSON files of PageRecord, in route order. */
  readonly recordFiles: readonly string[];
  /** Facts of header, footer and banner by chrome key. */
  readonly fragmentFacts: ReadonlyMap<string, PageFacts>;
  readonly pages: number;
  /** Pages taken over from the last build. */
  readonly reused: number;
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
  readonly cacheDir: string;
  /** False with --force: every page is rendered. */
  readonly mayReuse: boolean;
  readonly codes: TemplateCodes;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Ids in header, footer and banner start with this, so that they never meet an id of the page. */
const FRAGMENT_PREFIX = 'c';

/** Renders and stages the routes in their order. @throws SiteError TEMPLATE_FAILED that names the page. */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const fragments = createFragments(input);
  const findEntry = createEntryFinder(input.snapshot);
  const locales = [...new Set(input.routes.map(({ locale }) => locale))];
  const previous = openPreviousRecords(recordsDirOf(input.cacheDir), input.mayReuse ? locales : []);
  const kept = { fragments, previous, readUses: createUsesReader(input.routes) };
  const counts = { pages: 0, reused: 0, bytes: 0 };
  const recordFiles: string[] = [];
  try {
    for (const locale of locales) {
      const writer = createRecordWriter(nextRecordsDirOf(input.cacheDir), locale);
      const routes = input.routes.filter((route) => route.locale === locale);
      for (let start = 0; start < routes.length; start += RANGE_SIZE) {
        for (const route of routes.slice(start, start + RANGE_SIZE)) {
          const page = { route, entry: await findEntry(route) };
          const { line, row } = renderRoute(input, kept, page);
          writer.add(line, row);
          counts.pages += 1;
          counts.reused += row.isReused ? 1 : 0;
          counts.bytes += row.bytes;
        }
        writer.flush();
        input.report({ kind: 'progress', stage: 'render', done: counts.pages, total: input.routes.length });
        // Lets a signal in: until here the range was one uninterrupted run.
        await nextTurn();
        input.signal.throwIfAborted();
      }
      recordFiles.push(...writer.finish());
    }
  } finally {
    previous.close();
  }
  return { recordFiles, fragmentFacts: fragments.facts, ...counts };
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

interface Kept {
  readonly fragments: Fragments;
  readonly previous: PreviousRecords;
  readonly readUses: ReturnType<typeof createUsesReader>;
}

type RecordLine = { readonly line: Buffer; readonly row: Parameters<RecordWriter['add']>[1] };

/** A page whose input and code are those of the last build is taken over; any other is rendered. */
function renderRoute(
  { contexts, inputs, templates, session, codes }: RenderInput,
  { fragments, previous, readUses }: Kept,
  page: { readonly route: PageRoute; readonly entry: Entry | null },
): RecordLine {
  const { route } = page;
  const context = contexts.get(route.locale);
  if (context === undefined) throw new Error(`No context for ${route.locale}.`);
  try {
    const input = inputs.create(context, page);
    const chrome = fragments.find(input);
    const place = { path: route.outFile, kind: 'page', locale: route.locale, owner: route.path } as const;
    const parts = hashParts(input);
    const made = { path: route.path, input: sha256(JSON.stringify(parts)), template: codes[route.template].key };
    const last = previous.find(route.path);
    const isSame = last !== undefined && last.input === made.input && last.template === made.template;
    if (isSame && session.keep({ ...place, sha256: last.sha256, bytes: last.bytes })) {
      const { sha256: hash, bytes } = last;
      return { line: previous.readLine(last), row: { ...made, sha256: hash, bytes, isReused: true } };
    }
    const words = inputs.shared.words.get(input.shared.words);
    if (words === undefined) throw new Error(`No words ${input.shared.words}.`);
    const html = templates.renderPage(input, { chrome, words });
    const written = session.write({ ...place, content: html });
    const record: PageRecord = {
      ...made,
      outFile: route.outFile,
      ...written,
      chrome: input.shared.chrome,
      parts,
      reason: explainRendering(parts, made.template, last === undefined ? null : previous.readLine(last)),
      uses: {
        ...readUses(route, input),
        template: route.template,
        sources: codes[route.template].files.length,
        words: [...COMMON_WORDS, ...TEMPLATES[route.template].words],
      },
      facts: parsePageFacts(ownPart(html, chrome)),
    };
    return { line: Buffer.from(JSON.stringify(record)), row: { ...made, ...written, isReused: false } };
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

/** Hex digits of a part's hash: 64 bits, so that a change is never taken for none. */
const PART_DIGITS = 16;

/** A hash of each part of an input. */
function hashParts(input: PageInput): PageRecord['parts'] {
  const { shared, ...parts } = input;
  const hashes = Object.entries(parts).map(
    ([part, value]) => [part, sha256(JSON.stringify(value)).slice(0, PART_DIGITS)] as const,
  );
  return { ...Object.fromEntries(hashes), ...shared };
}

/** What differs from the last record of the page: parts of its input, the template's code, or only the out folder. */
function explainRendering(parts: PageRecord['parts'], template: string, line: Buffer | null): PageRecord['reason'] {
  if (line === null) return ['new'];
  const last: PageRecord = JSON.parse(line.toString());
  const changed = Object.keys(parts).filter((part) => parts[part] !== last.parts[part]);
  const reason = last.template === template ? changed : [...changed, 'template'];
  return reason.length === 0 ? ['output'] : reason;
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
