// Renders pages in one thread, stages them, and collects the facts that the checks need. Every returned page is in staging.

import type { ChromeFragment, PageInput, SiteInput, WordsInput } from '../../templates/page-input.ts';
import { collectPageFacts, type PageFacts, parsePageFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import { StagingWriter } from '../publish/staging-writer.ts';
import { loadTemplates } from './load-templates.ts';
import type { SharedChrome } from './page-input/create-page-input.ts';
import { withPageError } from './template-errors.ts';
import type { PageBatch, PageRequest, RenderedBatch, RenderedPage, RendererOptions } from './worker-messages.ts';

/** @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); TEMPLATE_FAILED (exit 1) with the path of the page. */
type RenderBatch = (batch: PageBatch) => RenderedBatch;

/** Prefix of the ids in header, footer and banner, so that they differ from all ids of the page. */
const FRAGMENT_PREFIX = 'c';

/** Loads the templates into this thread. */
export function createPageRenderer({ templatesFile, staging }: RendererOptions): RenderBatch {
  const templates = loadTemplates(templatesFile);
  const writer = new StagingWriter(staging);
  const shared = new Map<string, unknown>();
  // Keys are hashes of values, and pages name them by kind.
  const sharedOf = <Value>(key: string) => shared.get(key) as Value;
  const chromeByKey = new Map<string, EncodedChrome>();
  const renderPage = (page: PageRequest, { words: chromeWords, ...chrome }: EncodedChrome): RenderedPage => {
    const { path, keys, text } = page;
    const own: Omit<PageInput, 'site'> = JSON.parse(text);
    const input = { ...own, site: sharedOf<SiteInput>(keys.site) } as PageInput;
    const parts = templates.renderPageParts(input, sharedOf(keys.words), chromeWords);
    const { head, switcher, main, end } = parts;
    const { top, afterSwitcher, bottom } = chrome;
    const staged = writer.write(outFileOf(path), [head, top, switcher, afterSwitcher, main, bottom, end]);
    return { facts: JSON.stringify(collectPageFacts(parts)), ...staged };
  };
  return ({ pages, shared: added }) => {
    for (const [key, value] of added) shared.set(key, value);
    const fragments: (readonly [string, PageFacts])[] = [];
    const encode = (key: string) => {
      const { input, words: wordsKey } = sharedOf<SharedChrome>(key);
      const words = sharedOf<WordsInput>(wordsKey);
      const { top, afterSwitcher, bottom } = templates.renderChrome(input, words, FRAGMENT_PREFIX);
      fragments.push([key, parsePageFacts(top, afterSwitcher, bottom)]);
      return { top: Buffer.from(top), afterSwitcher: Buffer.from(afterSwitcher), bottom: Buffer.from(bottom), words };
    };
    const chromeOf = (key: string) => chromeByKey.getOrInsertComputed(key, encode);
    return {
      pages: pages.map((page) => withPageError(page, () => renderPage(page, chromeOf(page.keys.chrome)))),
      fragments,
    };
  };
}

/** A chrome in UTF-8. It is most of every page, so it is encoded once. */
interface EncodedChrome extends Record<keyof ChromeFragment, Buffer> {
  readonly words: WordsInput;
}
