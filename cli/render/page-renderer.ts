// One thread's rendering: a batch of page inputs becomes what its templates make of them. It knows nothing of content, plan,
// files or other threads.

import type { ChromeFragment, PageParts, TemplateBundle, WordsInput } from '../../templates/page-input.ts';
import type { PageBatch, PageWork } from './page-work.ts';
import { named } from './template-failed.ts';

/** A page that its template has rendered. */
export interface MadePage {
  readonly work: PageWork;
  readonly parts: PageParts;
  readonly chrome: ChromeFragment;
}

/** Renders the pages of batches in turn. @throws SiteError TEMPLATE_FAILED (exit 1) that names the page. */
type RenderBatch = (batch: PageBatch) => readonly MadePage[];

/** Ids in header, footer and banner start with this, so that they never meet an id of the page. */
const FRAGMENT_PREFIX = 'c';

/** Starts the rendering of one thread. */
export function createPageRenderer(templates: TemplateBundle): RenderBatch {
  // Each message of another thread brings its own copy of the words: templates keep formatters by the object.
  const wordsByKey = new Map<string, WordsInput>();
  const wordsOf = ({ key, value }: PageWork['words']) => {
    const words = wordsByKey.get(key) ?? value;
    wordsByKey.set(key, words);
    return words;
  };
  const chromeByKey = new Map<string, ChromeFragment>();
  const chromeOf = ({ key, value: { input, words } }: PageWork['chrome']) => {
    const chrome = chromeByKey.get(key) ?? templates.renderChrome(input, wordsOf(words), FRAGMENT_PREFIX);
    chromeByKey.set(key, chrome);
    return chrome;
  };
  return (batch) =>
    batch.map((work) =>
      named(work, () => ({
        work,
        // What fails in a header or footer fails on the first page that shows it.
        chrome: chromeOf(work.chrome),
        parts: templates.renderPageParts(work.input, wordsOf(work.words), wordsOf(work.chrome.value.words)),
      })),
    );
}
