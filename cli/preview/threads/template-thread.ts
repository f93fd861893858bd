// A thread with the templates in it: page inputs in, HTML out, and where a template failed.

import process from 'node:process';
import type {
  ChromeFragment,
  ChromeInput,
  PageInput,
  TemplateBundle,
  WordsInput,
} from '../../../templates/page-input.ts';
import { serveBundle } from './serve-bundle.ts';

/** All that a page is rendered from. Equal keys mean equal values. */
export interface RenderJob {
  readonly input: PageInput;
  readonly chrome: { readonly key: string; readonly input: ChromeInput; readonly words: WordsInput };
  readonly words: { readonly key: string; readonly value: WordsInput };
}

/** The calls of a template thread. */
export type TemplateCalls = {
  readonly render: (job: RenderJob) => string;
  /** The components around the one that fails, innermost first; null where none fails. */
  readonly trace: (job: RenderJob) => Promise<string | null>;
};

interface TemplateModule {
  readonly createTemplates: () => TemplateBundle;
}

/** As the build prefixes the ids of shared fragments. */
const FRAGMENT_PREFIX = 'c';
/** Values of this many locales and layouts are kept. */
const MAX_KEPT = 64;

process.setSourceMapsEnabled(true);

serveBundle((bundle) => {
  // The bundle of `templates/bundle.ts`.
  const templates = (bundle as TemplateModule).createTemplates();
  const fragments = new Map<string, ChromeFragment>();
  const wordsByKey = new Map<string, WordsInput>();
  // Formatters are kept by the identity of the words, which no message keeps.
  const wordsOf = (key: string, value: WordsInput) => keep(wordsByKey, key, () => value);
  const sharedOf = ({ chrome, words }: RenderJob) => ({
    chrome: keep(fragments, chrome.key, () =>
      templates.renderChrome(chrome.input, wordsOf(`chrome ${chrome.key}`, chrome.words), FRAGMENT_PREFIX),
    ),
    words: wordsOf(words.key, words.value),
  });
  const calls: TemplateCalls = {
    render: (job) => templates.renderPage(job.input, sharedOf(job)),
    trace: (job) => templates.traceFailure(job.input, wordsOf(job.words.key, job.words.value)),
  };
  return calls;
});

function keep<V>(map: Map<string, V>, key: string, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  if (map.size >= MAX_KEPT) map.clear();
  map.set(key, value);
  return value;
}
