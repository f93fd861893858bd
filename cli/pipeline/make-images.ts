// Makes the images that pages use and that are not cached. Images of an interrupted build stay in the cache.

import { type Problem, SiteError } from '../errors.ts';
import type { ImageCache, MadeImage } from '../images/image-cache.ts';
import type { ImageFault, ImageOrder, MadeOrder, ReadyFile } from '../images/image-order.ts';
import { ImageProcess } from '../images/image-process.ts';
import { findImageProblems } from '../plan/find-image-problems.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { Report } from '../report/report-event.ts';

/** Result of the stage. */
export interface MadeImages {
  readonly files: readonly ReadyFile[];
  /** Number of images that were not cached. */
  readonly made: number;
  readonly reused: number;
  readonly problems: readonly Problem[];
  /** Sources of images that could not be made. The cache knows that now. */
  readonly unmade: readonly string[];
}

/** Input of the stage. */
export interface MakeImagesInput {
  readonly orders: readonly ImageOrder[];
  /** Unusable images that were found while pages were rendered. */
  readonly faults: readonly ImageFault[];
  readonly model: SiteModel;
  readonly cache: ImageCache;
  /** Whether unused images may be deleted: not in a build of some locales, because other locales use other images. */
  readonly mayForget: boolean;
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** Minimum time between two progress events. */
const PROGRESS_EVERY_MS = 250;

/**
 * Makes images.
 * @throws the reason of the signal, or a system error if a file cannot be written.
 */
export async function makeImages(input: MakeImagesInput): Promise<MadeImages> {
  const { cache, signal, report } = input;
  const images = new ImageProcess();
  const unmade = new Set<string>();
  const counts = { made: 0, reused: 0 };
  const make = async (order: MadeOrder): Promise<MadeImage | null> => {
    signal.throwIfAborted();
    const answer = await images.make(order);
    // Do not write after an interrupt.
    signal.throwIfAborted();
    if ('bytes' in answer) {
      counts.made += 1;
      return cache.keepMade(cacheName(order), answer.bytes);
    }
    // A failed share image is a bug.
    if ('failure' in answer || order.kind === 'share')
      throw new Error(
        `The image ${order.path} could not be made: ${'failure' in answer ? answer.failure : 'no reason'}`,
      );
    cache.keepFacts(order.factsKey, answer.facts);
    unmade.add(order.source);
    return null;
  };
  const findAll = async (stage: string, orders: readonly ImageOrder[]) => {
    const countDone = createCounter(stage, report);
    const find = (order: ImageOrder): ReadyFile | null | Promise<ReadyFile | null> => {
      if (order.kind === 'copy') return order;
      const known = cache.findMade(cacheName(order));
      if (known !== null) {
        counts.reused += 1;
        return { ...known, path: order.path };
      }
      return countDone(make(order).then((image) => (image === null ? null : { ...image, path: order.path })));
    };
    return await Promise.all(orders.map(find));
  };
  try {
    const cards = input.orders.filter(({ kind }) => kind === 'share');
    const others = input.orders.filter(({ kind }) => kind !== 'share');
    // One after the other, so that the progress says which of them takes the time.
    const files = [...(await findAll('images', others)), ...(await findAll('share images', cards))];
    const problems = findImageProblems(input.model, input.faults);
    return { files: files.filter((file) => file !== null), ...counts, problems, unmade: [...unmade] };
  } finally {
    images.close();
    cache.save({ mayForget: input.mayForget });
  }
}

/** Counts started and finished work, and reports progress. */
function createCounter(stage: string, report: Report): <T>(work: Promise<T>) => Promise<T> {
  let [total, done, reportedAt] = [0, 0, Number.NEGATIVE_INFINITY];
  return async (work) => {
    total += 1;
    const result = await work;
    done += 1;
    const now = performance.now();
    if (done < total && now - reportedAt < PROGRESS_EVERY_MS) return result;
    reportedAt = now;
    report({ kind: 'progress', stage, done, total });
    return result;
  };
}

/** The error if pages name images that cannot be made: IMAGES_UNMADE (exit 1). */
export function unmadeImages(sources: readonly string[]): SiteError {
  const message = `Some images could not be made: ${sources.slice(0, 3).join(', ')}. Nothing was written to the out folder. Build again, also all shards, with the same image cache: the next build shows the files themselves, or leaves them out.`;
  return new SiteError({ code: 'IMAGES_UNMADE', exitCode: 1, message });
}

/** The file name in the cache. The key depends on everything that affects the bytes. */
function cacheName({ key, format }: MadeOrder): string {
  return `${key}.${format}`;
}
