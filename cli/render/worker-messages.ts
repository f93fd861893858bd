// What a rendering thread receives and returns. Plain data, because it is copied between threads.

import type { PageRecord, RecordTexts } from '../cache/page-cache.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { StagedBytes, StagingPlace } from '../publish/staging-writer.ts';
import type { PageJob } from './page-input/create-page-input.ts';

/** The options of a rendering thread. */
export interface RendererOptions {
  readonly templatesFile: string;
  readonly staging: StagingPlace;
}

/** A page to render. The entry is for error messages. */
export interface QueuedPage extends PageJob, Pick<PageRecord, 'entry'> {
  readonly path: string;
}

/** The pages of one message. Values that they share are copied once per message. */
export type PageBatch = readonly QueuedPage[];

/** A page that was rendered and staged. */
export interface RenderedPage extends StagedBytes, Pick<RecordTexts, 'facts'> {}

/** The result of a batch. */
export interface RenderedBatch {
  readonly pages: readonly RenderedPage[];
  /** Facts of the chromes that the thread rendered for the first time. */
  readonly fragments: readonly (readonly [chrome: string, facts: PageFacts])[];
}
