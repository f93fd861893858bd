// What a rendering thread is given and gives back: plain data, so that it may cross to another thread.

import type { PageRecord, RecordTexts } from '../cache/page-cache.ts';
import type { FragmentFacts } from '../facts/page-facts.ts';
import type { StagedBytes, StagingPlace } from '../publish/staging-writer.ts';
import type { PageJob } from './page-input/create-page-input.ts';

/** Where a thread finds its templates and leaves what it makes. */
export interface RendererPlace {
  readonly templatesFile: string;
  readonly staging: StagingPlace;
  /** Of the site: its own addresses begin with it. */
  readonly origin: string;
}

/** One page to render. */
export interface PageWork extends PageJob, Pick<PageRecord, 'entry'> {
  readonly path: string;
}

/** Pages that a thread renders in one go. What they share crosses to it once: a message keeps the identity of objects. */
export type PageBatch = readonly PageWork[];

/** A page that is staged, with its brief. */
export interface RenderedPage extends StagedBytes, Pick<RecordTexts, 'brief'> {}

/** What a thread made of a batch. */
export interface RenderedBatch {
  readonly pages: readonly RenderedPage[];
  /** Facts of the chromes that the thread rendered for this batch. */
  readonly fragments: readonly (readonly [chrome: string, facts: FragmentFacts])[];
}
