// One thread's rendering: a batch of page inputs becomes staged files and records. It knows nothing of content, plan or
// other threads. Relied on afterwards: every page of a batch that came back is in staging, its record in the segment.

import { printMarkup } from '../../templates/markup.ts';
import type {
  CardInput,
  ChromeFragment,
  PageInput,
  SiteInput,
  TemplateBundle,
  WordsInput,
} from '../../templates/page-input.ts';
import { createBriefMaker } from '../check/page-brief.ts';
import { errorMessage, SiteError } from '../errors.ts';
import { openStagingWriter, type StagedBytes } from '../output/staging-writer.ts';
import { collectPageFacts, type FragmentFacts, parsePageFacts } from './page-facts.ts';
import { parseInput } from './page-input/hash-parts.ts';
import { printRecord } from './page-records.ts';
import { findShown } from './page-uses.ts';
import type { PageBatch, PageWork, RenderedBatch, RendererPlace } from './page-work.ts';
import { openSegment, type RecordLines } from './record-segments.ts';

/** Renders batches, one after the other. */
export interface PageRenderer {
  /** @throws SiteError TEMPLATE_FAILED (exit 1) that names the page; OUT_DISK_FULL, OUT_UNWRITABLE (exit 2). */
  readonly render: (batch: PageBatch) => RenderedBatch;
  readonly close: () => void;
}

/** Ids in header, footer and banner start with this, so that they never meet an id of the page. */
const FRAGMENT_PREFIX = 'c';

/** Starts the rendering of one thread. */
export function createPageRenderer(
  templates: TemplateBundle,
  place: Omit<RendererPlace, 'templatesFile'>,
): PageRenderer {
  const writer = openStagingWriter(place.staging);
  const segment = openSegment(place.segment);
  const words = new Map<string, WordsInput>();
  const fragments = new Map<string, KnownChrome>();
  const known: KnownValues = { sites: new Map(), related: new Map() };
  const createBrief = createBriefMaker();
  const renderPage = (page: PageWork): RecordLines & StagedBytes => {
    const input = inputOf(page, known);
    const parts = templates.renderPageParts(input, assertKnown(words, page.shared.words));
    const { head, switcher, main, end } = parts;
    const { top, afterSwitcher, bottom, facts: fragment } = assertKnown(fragments, page.shared.chrome);
    const staged = writer.write(page.outFile, [
      printMarkup(head),
      top,
      printMarkup(switcher),
      afterSwitcher,
      printMarkup(main),
      bottom,
      end,
    ]);
    const facts = collectPageFacts(parts);
    const record = printRecord(page.record, { ...staged, shown: findShown(input.props) });
    const brief = createBrief({ path: page.path, origin: place.origin, facts, fragment });
    return { record, brief: JSON.stringify(brief), ...staged };
  };
  return {
    render: ({ shared, pages }) => {
      for (const { key, value } of shared.words) words.set(key, value);
      for (const { key, cards } of shared.related) known.related.set(key, cards);
      for (const { key, site } of shared.sites) known.sites.set(key, site);
      const facts = shared.chromes.map(({ key, input, words: wordsKey }) => {
        const fragment = templates.renderChrome(input, assertKnown(words, wordsKey), FRAGMENT_PREFIX);
        const chrome = { ...encodeChrome(fragment), facts: factsOfChrome(fragment) };
        fragments.set(key, chrome);
        return [key, chrome.facts] as const;
      });
      const rendered = pages.map((page) => named(page, () => renderPage(page)));
      const places = segment.append(rendered);
      return {
        pages: rendered.flatMap(({ sha256, bytes }, index) => {
          const at = places[index];
          return at === undefined ? [] : [{ sha256, bytes, at }];
        }),
        fragments: facts,
      };
    },
    close: segment.close,
  };
}

/** What inputs of other threads leave out. */
interface KnownValues {
  readonly sites: Map<string, SiteInput>;
  readonly related: Map<string, readonly CardInput[]>;
}

function inputOf({ input, shared: keys }: PageWork, { sites, related }: KnownValues): PageInput {
  if (!('texts' in input)) return input;
  return parseInput(input.texts, {
    keys,
    site: assertKnown(sites, keys.site),
    related: input.related ?? (keys.related === null ? null : assertKnown(related, keys.related)),
  });
}

/** A chrome as bytes: it is most of every page, and is encoded once. */
type EncodedChrome = { readonly [Part in keyof ChromeFragment]: Buffer };

interface KnownChrome extends EncodedChrome {
  readonly facts: FragmentFacts;
}

/** Facts of a chrome, for all pages that share it. */
export function factsOfChrome({ top, afterSwitcher, bottom }: ChromeFragment): FragmentFacts {
  return { ...parsePageFacts(top, afterSwitcher, bottom), lengths: [top.length, afterSwitcher.length, bottom.length] };
}

function encodeChrome({ top, afterSwitcher, bottom }: ChromeFragment): EncodedChrome {
  return { top: Buffer.from(top), afterSwitcher: Buffer.from(afterSwitcher), bottom: Buffer.from(bottom) };
}

function assertKnown<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`This thread was not told of ${key}.`);
  return value;
}

/** Runs one page; what goes wrong in its template is told with its path. */
function named<Result>({ path, template }: PageWork, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    throw templateFailed({ path, template }, cause);
  }
}

/** The error of a page that could not be made. */
export function templateFailed({ path, template }: { path: string; template: string }, cause: unknown): SiteError {
  return new SiteError(
    {
      code: 'TEMPLATE_FAILED',
      exitCode: 1,
      message: `The template "${template}" failed on ${path}: ${errorMessage(cause)} Nothing was published.`,
    },
    { cause },
  );
}
