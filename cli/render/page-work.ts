// What a rendering thread is given and gives back: plain data, so that it may cross to another thread.

import type {
  CardInput,
  ChromeInput,
  PageInput,
  SharedKeys,
  SiteInput,
  WordsInput,
} from '../../templates/page-input.ts';
import type { TemplateId } from '../../templates/template-ids.ts';
import type { RecordTexts } from '../cache/page-cache.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import type { StagedBytes, StagingPlace } from '../publish/staging-writer.ts';
import type { InputTexts } from './page-input/hash-parts.ts';

/** Where a thread leaves what it makes. */
export interface StagerPlace {
  readonly staging: StagingPlace;
  /** Of the site: its own addresses begin with it. */
  readonly origin: string;
}

/** The same, and where it finds its templates. */
export interface RendererPlace extends StagerPlace {
  readonly templatesFile: string;
}

/** One page to render. */
export interface PageWork {
  readonly path: string;
  readonly template: TemplateId;
  /** For another thread as texts; for the thread that made it as it is. */
  readonly input: PageInput | ToldInput;
  readonly shared: SharedKeys;
  /** A PlannedRecord as JSON. */
  readonly record: string;
}

/** An input for another thread. */
export interface ToldInput {
  readonly texts: InputTexts;
  /** The cards beside its entry, where they are no shared value. */
  readonly related: readonly CardInput[] | null;
}

/** Values that pages name by hash; a thread is told each once, before the first page that needs it. */
interface SharedValues {
  readonly chromes: readonly { readonly key: string; readonly input: ChromeInput; readonly words: string }[];
  readonly words: readonly { readonly key: string; readonly value: WordsInput }[];
  readonly sites: readonly { readonly key: string; readonly site: SiteInput }[];
  readonly related: readonly { readonly key: string; readonly cards: readonly CardInput[] }[];
}

/** Pages that a thread renders in one go. */
export interface PageBatch {
  readonly shared: SharedValues;
  readonly pages: readonly PageWork[];
}

/** A page that is staged, with its record. */
export interface RenderedPage extends StagedBytes, RecordTexts {}

/** What a thread made of a batch. */
export interface RenderedBatch {
  readonly pages: readonly RenderedPage[];
  /** Facts of the chromes that it was told of with this batch. */
  readonly fragments: readonly (readonly [chrome: string, facts: FragmentFacts])[];
}

/** A value that this thread was told of before. */
export function assertKnown<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`This thread was not told of ${key}.`);
  return value;
}
