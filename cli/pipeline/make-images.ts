// The image stage: makes the images that pages use and the cache does not have, a few at a time. An interrupted build keeps
// what it made, so nothing is made twice.

import type { Problem } from '../errors.ts';
import type { ImageCache, MadeImage } from '../images/image-cache.ts';
import type { ImageFault, ImageOrder, MadeOrder, ReadyImage } from '../images/image-order.ts';
import { createImageProcess, type ImageProcess } from '../images/image-process.ts';
import { findImageProblems } from '../plan/find-image-problems.ts';
import type { SiteModel } from '../plan/site-model.ts';
import type { Report } from '../report/report-event.ts';

/** The files, and how many of them were made now. */
export interface MadeImages {
  /** In the order of the orders; those that cannot be made are missing. */
  readonly files: readonly ReadyImage[];
  /** Made by this build. */
  readonly made: number;
  /** Found in the cache. */
  readonly reused: number;
  readonly problems: readonly Problem[];
}

/** What the stage takes. */
export interface MakeImagesInput {
  readonly orders: readonly ImageOrder[];
  /** What is known to be faulty before anything is made. */
  readonly faults: readonly ImageFault[];
  readonly model: SiteModel;
  readonly cache: ImageCache;
  /** False in a build of some locales: pages of the others use other images. */
  readonly mayForget: boolean;
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** Between two events of progress. */
const PROGRESS_EVERY_MS = 250;

/** @throws the reason of the signal, and system errors when a file cannot be written. */
export async function makeImages(input: MakeImagesInput): Promise<MadeImages> {
  const { cache, signal, report } = input;
  const images = createImageProcess();
  const faultBySource = new Map(input.faults.map((fault) => [fault.source, fault]));
  const counts = { made: 0, reused: 0 };
  const make = async (order: MadeOrder): Promise<MadeImage | null> => {
    signal.throwIfAborted();
    const content = await makeImage(order, images);
    // Nothing is written after an interrupt.
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

/** Counts work that is started and done, and reports progress now and then. */
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

/** A share image that cannot be made is a bug; a source that cannot be read is a fault that its editor can fix. */
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

/** The name in the cache. The key depends on everything that decides the bytes. */
function cacheName({ key, format }: MadeOrder): string {
  return `${key}.${format}`;
}
