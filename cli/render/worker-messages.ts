// What a rendering thread receives and returns. Plain data, because it is copied between threads.

import type { TemplateId } from '../../templates/template-ids.ts';
import type { IndexRow } from '../content/snapshot/content-snapshot.ts';
import type { SiteError } from '../errors.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { SitePath } from '../files/brands.ts';
import type { StagedBytes, StagingPlace } from '../publish/staging-writer.ts';
import type { SharedValue } from './page-input/create-page-input.ts';
import type { PageText } from './page-text.ts';

/** The options of a rendering thread. */
export interface RendererOptions {
  readonly templatesFile: string;
  readonly staging: StagingPlace;
}

/** The entry of a page, for error messages. */
export type PageEntry = Pick<IndexRow, 'collection' | 'site' | 'id' | 'title'>;

/** A page to render. */
export interface PageRequest extends Pick<PageText, 'keys' | 'text'> {
  readonly path: SitePath;
  readonly template: TemplateId;
  readonly entry: PageEntry | null;
}

/** A page to render, with the values that it shares with others. */
export interface QueuedPage {
  readonly page: PageRequest;
  readonly shared: readonly SharedValue<unknown>[];
}

/** The pages of one message. */
export interface PageBatch {
  readonly pages: readonly PageRequest[];
  /** The shared values that the thread does not have yet, by key. */
  readonly shared: readonly (readonly [key: string, value: unknown])[];
}

/** A page that was rendered and staged. */
export interface RenderedPage extends StagedBytes {
  /** JSON. */
  readonly facts: string;
}

/** The result of a batch. */
export interface RenderedBatch {
  readonly pages: readonly RenderedPage[];
  /** Facts of the chromes that the thread rendered for the first time. */
  readonly fragments: readonly (readonly [chrome: string, facts: PageFacts])[];
}

/** What a thread answers. A SiteError is sent as its fields, because messages between threads turn it into a plain Error. */
export type ThreadAnswer =
  | { readonly result: RenderedBatch }
  | { readonly error: ConstructorParameters<typeof SiteError>[0]; readonly cause: unknown };
