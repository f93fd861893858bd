// Makes the pages of one thread: renders each, writes it to staging, and reads from it what checks need. It knows nothing of
// content, plan or other threads. Relied on afterwards: every page that came back is in staging.

import type { ChromeFragment, WordsInput } from '../../templates/page-input.ts';
import { createBriefMaker } from '../check/page-brief.ts';
import { collectPageFacts, type FragmentFacts, parsePageFacts } from '../facts/page-facts.ts';
import { outFileOf } from '../paths/site-path.ts';
import { openStagingWriter } from '../publish/staging-writer.ts';
import { loadTemplates } from './load-templates.ts';
import type { PageBatch, PageWork, RenderedBatch, RenderedPage, RendererPlace } from './page-work.ts';
import { named } from './template-failed.ts';

/**
 * Makes the pages of a batch, one after the other, so that the markup of one is garbage before that of the next is made.
 * @throws SiteError OUT_DISK_FULL, OUT_UNWRITABLE (exit 2); TEMPLATE_FAILED (exit 1) that names the page.
 */
type MakePages = (batch: PageBatch) => RenderedBatch;

/** Ids in header, footer and banner start with this, so that they never meet an id of the page. */
const FRAGMENT_PREFIX = 'c';

/** Loads the templates and opens the staging folder in this thread. */
export function openPageMaker({ templatesFile, staging, origin }: RendererPlace): MakePages {
  const templates = loadTemplates(templatesFile);
  const writer = openStagingWriter(staging);
  const createBrief = createBriefMaker();
  const chromeByKey = new Map<string, EncodedChrome>();
  // Each message of another thread brings its own copy of the words: templates keep formatters by the object.
  const wordsByKey = new Map<string, WordsInput>();
  const wordsOf = ({ key, value }: PageWork['words']) => {
    const words = wordsByKey.get(key) ?? value;
    wordsByKey.set(key, words);
    return words;
  };
  const makePage = ({ path, input, words, chrome }: PageWork, encoded: EncodedChrome): RenderedPage => {
    const parts = templates.renderPageParts(input, wordsOf(words), wordsOf(chrome.value.words));
    const { head, switcher, main, end } = parts;
    const { top, afterSwitcher, bottom, facts: fragment } = encoded;
    const staged = writer.write(outFileOf(path), [head, top, switcher, afterSwitcher, main, bottom, end]);
    const brief = createBrief({ path, origin, facts: collectPageFacts(parts), fragment });
    return { brief: JSON.stringify(brief), ...staged };
  };
  return (batch) => {
    const fragments: (readonly [string, FragmentFacts])[] = [];
    const chromeOf = ({ key, value }: PageWork['chrome']) => {
      const known = chromeByKey.get(key);
      if (known !== undefined) return known;
      const encoded = encodeChrome(templates.renderChrome(value.input, wordsOf(value.words), FRAGMENT_PREFIX));
      chromeByKey.set(key, encoded);
      fragments.push([key, encoded.facts]);
      return encoded;
    };
    // What fails in a header or footer fails on the first page that shows it.
    return { pages: batch.map((work) => named(work, () => makePage(work, chromeOf(work.chrome)))), fragments };
  };
}

/** A chrome as bytes: it is most of every page, and is encoded once. */
interface EncodedChrome extends Record<keyof ChromeFragment, Buffer> {
  readonly facts: FragmentFacts;
}

/** Facts of a chrome, for all pages that share it. */
export function factsOfChrome({ top, afterSwitcher, bottom }: ChromeFragment): FragmentFacts {
  return { ...parsePageFacts(top, afterSwitcher, bottom), lengths: [top.length, afterSwitcher.length, bottom.length] };
}

function encodeChrome(chrome: ChromeFragment): EncodedChrome {
  const { top, afterSwitcher, bottom } = chrome;
  return {
    top: Buffer.from(top),
    afterSwitcher: Buffer.from(afterSwitcher),
    bottom: Buffer.from(bottom),
    facts: factsOfChrome(chrome),
  };
}
