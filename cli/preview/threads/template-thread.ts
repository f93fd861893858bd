// A thread with the templates in it: page inputs in, HTML out, and where a template failed.

import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { ChromeFragment, TemplateBundle, WordsInput } from '../../../templates/page-input.ts';
import type { PageJob } from '../../render/page-input/create-page-input.ts';
import { serveBundle } from './serve-bundle.ts';

/** The calls of a template thread. */
export type TemplateCalls = {
  readonly render: (job: PageJob) => string;
  /** The components around the one that fails, innermost first; null where none fails. */
  readonly trace: (job: PageJob) => Promise<string | null>;
};

/** What the thread is made with. */
export interface TemplateThreadData {
  /** File URLs of packages that its bundle will load. */
  readonly packages: readonly string[];
}

/** A bundle and a page of the thread that runs. */
export interface TemplateRehearsal {
  readonly bundle: string;
  readonly job: PageJob;
}

/** The bundle of `templates/bundle.ts`. */
interface TemplateModule {
  readonly createTemplates: () => TemplateBundle;
}

/** As the build prefixes the ids of shared fragments. */
const FRAGMENT_PREFIX = 'c';
/** Values of this many locales and layouts are kept. */
const MOST_CACHED = 64;

process.setSourceMapsEnabled(true);

const { packages }: TemplateThreadData = workerData;
const isWarm = loadAhead(packages);

const startTemplates = async (bundle: string): Promise<TemplateCalls> => {
  await isWarm;
  const { createTemplates }: TemplateModule = await import(bundle);
  const templates = createTemplates();
  const fragments = new LRUCache<string, ChromeFragment>({ max: MOST_CACHED });
  const wordsByKey = new LRUCache<string, WordsInput>({ max: MOST_CACHED });
  // Formatters are kept by the identity of the words, which no message keeps.
  const wordsOf = ({ key, value }: PageJob['words']) => getOrCreate(wordsByKey, key, () => value);
  const sharedOf = ({ chrome, words }: PageJob) => ({
    chrome: getOrCreate(fragments, chrome.key, () =>
      templates.renderChrome(chrome.value.input, wordsOf(chrome.value.words), FRAGMENT_PREFIX),
    ),
    words: wordsOf(words),
  });
  return {
    render: (job) => templates.renderPage(job.input, sharedOf(job)),
    trace: (job) => templates.traceFailure(job.input, wordsOf(job.words)),
  };
};

serveBundle(
  ({ bundle }) => startTemplates(bundle),
  async ({ bundle, job }: TemplateRehearsal) => {
    // The next templates are other code, but what renders them is the same.
    (await startTemplates(bundle)).render(job);
  },
);

/** One after the other: a package that two others require at once is refused by Node while it is half loaded. */
async function loadAhead(files: readonly string[]): Promise<void> {
  // What cannot be loaded ahead is loaded, and reported, by the bundle that needs it.
  for (const url of files) await import(url).catch(() => undefined);
}

function getOrCreate<V extends object>(cache: LRUCache<string, V>, key: string, create: () => V): V {
  const value = cache.get(key) ?? create();
  cache.set(key, value);
  return value;
}
