// One thread's rendering: a batch of page inputs becomes what its templates make of them. It knows nothing of content, plan,
// files or other threads.

import type { CardInput, PageInput, SiteInput, TemplateBundle, WordsInput } from '../../templates/page-input.ts';
import { parseInput } from './page-input/hash-parts.ts';
import type { MadeBatch } from './page-stager.ts';
import { createShownPrinter } from './page-uses.ts';
import { assertKnown, type PageBatch, type PageWork } from './page-work.ts';
import { named } from './template-failed.ts';

/** Makes the pages of batches, one after the other. @throws SiteError TEMPLATE_FAILED (exit 1) that names the page. */
export type RenderBatch = (batch: PageBatch) => MadeBatch;

/** Ids in header, footer and banner start with this, so that they never meet an id of the page. */
const FRAGMENT_PREFIX = 'c';

/** Starts the rendering of one thread. */
export function createPageRenderer(templates: TemplateBundle): RenderBatch {
  const words = new Map<string, WordsInput>();
  const wordsByChrome = new Map<string, WordsInput>();
  const printShown = createShownPrinter();
  const known: KnownValues = { sites: new Map(), related: new Map() };
  return ({ shared, pages }) => {
    for (const { key, value } of shared.words) words.set(key, value);
    for (const { key, cards } of shared.related) known.related.set(key, cards);
    for (const { key, site } of shared.sites) known.sites.set(key, site);
    for (const { key, words: wordsKey } of shared.chromes) wordsByChrome.set(key, assertKnown(words, wordsKey));
    const [first = { path: '/', template: '' }] = pages;
    return {
      // What fails in a header or footer fails on the first page that shows it.
      chromes: named(first, () =>
        shared.chromes.map(
          ({ key, input }) =>
            [key, templates.renderChrome(input, assertKnown(wordsByChrome, key), FRAGMENT_PREFIX)] as const,
        ),
      ),
      pages: pages.map((page) =>
        named(page, () => {
          const { path, template, record } = page;
          const { chrome } = page.shared;
          const input = inputOf(page, known);
          const ownWords = assertKnown(words, page.shared.words);
          const parts = templates.renderPageParts(input, ownWords, assertKnown(wordsByChrome, chrome));
          return { path, template, record, chrome, parts, shown: printShown(input.props) };
        }),
      ),
    };
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
