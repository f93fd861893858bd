// Makes the images that pages use and that are not cached. Images of an interrupted build stay in the cache.

import type { Problem } from '../errors.ts';
import type { ImageCache, MadeImage } from '../images/image-cache.ts';
import type { ImageFault, ImageOrder, MadeOrder, ReadyImage } from '../images/image-order.ts';
import { createImageProcess, type ImageProcess } from '../images/image-process.ts';
import { findImageProblems } from '../plan/find-image-problems.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { Report } from '../report/report-event.ts';

/** Result of the stage. */
export interface MadeImages {
  /** In the sequence of the orders, without images that cannot be made. */
  readonly files: readonly ReadyImage[];
  /** Number of images that were not cached. */
  readonly made: number;
  readonly reused: number;
  readonly problems: readonly Problem[];
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

/** @throws the reason of the signal, or a system error if a file cannot be written. */
export async function makeImages(input: MakeImagesInput): Promise<MadeImages> {
  const { cache, signal, report } = input;
  const images = createImageProcess();
  const faultBySource = new Map(input.faults.map((fault) => [fault.source, fault]));
  const counts = { made: 0, reused: 0 };
  const make = async (order: MadeOrder): Promise<MadeImage | null> => {
    signal.throwIfAborted();
    const content = await makeImage(order, images);
    // Do not write after an interrupt.
    signal.throwIfAborted();
    if ('what' in content) {
      faultBySource.set(content.source, content);
      return null;
    }
    counts.made += 1;
    return cache.keepMade(cacheName(order), content.bytes);
  };
  const countDone = createCounter(report);
  const find = (order: ImageOrder): ReadyImage | null | Promise<ReadyImage | null> => {
    if (order.kind === 'copy') return order;
    const known = cache.findMade(cacheName(order));
    if (known !== null) {
      counts.reused += 1;
      return { ...known, path: order.path };
    }
    return countDone(make(order).then((image) => (image === null ? null : { ...image, path: order.path })));
  };
  try {
    const files = await Promise.all(input.orders.map(find));
    const problems = findImageProblems(input.model, [...faultBySource.values()]);
    return { files: files.filter((file) => file !== null), ...counts, problems };
  } finally {
    images.close();
    cache.save({ mayForget: input.mayForget });
  }
}

/** Counts started and finished work, and reports progress. */
function createCounter(report: Report): <T>(work: Promise<T>) => Promise<T> {
  let [total, done, reportedAt] = [0, 0, Number.NEGATIVE_INFINITY];
  return async (work) => {
    total += 1;
    const result = await work;
    done += 1;
    const now = performance.now();
    if (done < total && now - reportedAt < PROGRESS_EVERY_MS) return result;
    reportedAt = now;
    report({ kind: 'progress', stage: 'images', done, total });
    return result;
  };
}

/** A failed share image is a bug. An unreadable image is reported to editors. */
async function makeImage(
  order: MadeOrder,
  { make }: ImageProcess,
): Promise<{ readonly bytes: Uint8Array } | ImageFault> {
  const answer = await make(order);
  if ('bytes' in answer) return answer;
  if (order.kind === 'share') throw new Error(`The share image ${order.path} could not be made: ${answer.failure}`);
  const { brokenImage } = await import('../images/measure-image.ts');
  const { what, fix } = brokenImage(answer.failure);
  return { source: order.source, what, fix };
}

/** The file name in the cache. The key depends on everything that affects the bytes. */
function cacheName({ key, format }: MadeOrder): string {
  return `${key}.${format}`;
}
