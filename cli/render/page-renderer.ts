// Renders pages in one thread, stages them, and collects the facts that the checks need. Every returned page is in staging.

import type { ChromeFragment, WordsInput } from '../../templates/page-input.ts';
import { collectPageFacts, type PageFacts, parsePageFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import { openStagingWriter } from '../publish/staging-writer.ts';
import { loadTemplates } from './load-templates.ts';
import { withPageError } from './template-errors.ts';
import type { PageBatch, QueuedPage, RenderedBatch, RenderedPage, RendererOptions } from './worker-messages.ts';

/** @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); TEMPLATE_FAILED (exit 1) with the path of the page. */
type RenderBatch = (batch: PageBatch) => RenderedBatch;

/** Prefix of the ids in header, footer and banner, so that they differ from all ids of the page. */
const FRAGMENT_PREFIX = 'c';

/** Loads the templates into this thread. */
export function createPageRenderer({ templatesFile, staging }: RendererOptions): RenderBatch {
  const templates = loadTemplates(templatesFile);
  const writer = openStagingWriter(staging);
  const chromeByKey = new Map<string, EncodedChrome>();
  const wordsByKey = new Map<string, WordsInput>();
  // Each message has another copy of the words. Templates cache by object, so the first copy is used for all pages.
  const wordsOf = ({ key, value }: QueuedPage['words']) => {
    const words = wordsByKey.get(key) ?? value;
    wordsByKey.set(key, words);
    return words;
  };
  const renderPage = ({ path, input, words, chrome }: QueuedPage, encoded: EncodedChrome): RenderedPage => {
    const parts = templates.renderPageParts(input, wordsOf(words), wordsOf(chrome.value.words));
    const { head, switcher, main, end } = parts;
    const { top, afterSwitcher, bottom } = encoded;
    const staged = writer.write(outFileOf(path), [head, top, switcher, afterSwitcher, main, bottom, end]);
    return { facts: JSON.stringify(collectPageFacts(parts)), ...staged };
  };
  return (batch) => {
    const fragments: (readonly [string, PageFacts])[] = [];
    const chromeOf = ({ key, value }: QueuedPage['chrome']) => {
      const known = chromeByKey.get(key);
      if (known !== undefined) return known;
      const encoded = encodeChrome(templates.renderChrome(value.input, wordsOf(value.words), FRAGMENT_PREFIX));
      chromeByKey.set(key, encoded);
      fragments.push([key, encoded.facts]);
      return encoded;
    };
    const pages = batch.map((page) => withPageError(page, () => renderPage(page, chromeOf(page.chrome))));
    return { pages, fragments };
  };
}

/** A chrome in UTF-8. It is most of every page, so it is encoded once. */
interface EncodedChrome extends Record<keyof ChromeFragment, Buffer> {
  readonly facts: PageFacts;
}

function encodeChrome(chrome: ChromeFragment): EncodedChrome {
  const { top, afterSwitcher, bottom } = chrome;
  return {
    top: Buffer.from(top),
    afterSwitcher: Buffer.from(afterSwitcher),
    bottom: Buffer.from(bottom),
    facts: parsePageFacts(top, afterSwitcher, bottom),
  };
}
