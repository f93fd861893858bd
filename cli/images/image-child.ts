// The process that measures and makes images, started by `image-process.ts`. Answers may come in any order.

import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { createBufferCollector } from '../engine.ts';
import { errorMessage } from '../errors.ts';
import type { MadeOrder } from './image-order.ts';
import type { ImageAnswer, ImageRequest } from './image-process.ts';
import { measureImage, measureUnmade } from './measure-image.ts';
import { resizeImage } from './sharp-images.ts';

async function answer({ id, order }: ImageRequest): Promise<ImageAnswer> {
  if (order.kind === 'measure') return { id, facts: await measureImage(order) };
  try {
    return { id, bytes: await make(order) };
  } catch (cause) {
    const failure = errorMessage(cause);
    return order.kind === 'share' ? { id, failure } : { id, facts: await measureUnmade(order.file, failure) };
  }
}

async function make(order: MadeOrder): Promise<Uint8Array> {
  if (order.kind === 'resize') return await resizeImage(order);
  const { renderShareImage } = await import('./draw-share-image.ts');
  return await renderShareImage(order.card);
}

const collectBuffers = createBufferCollector('major', 4_000_000);

// The build kills this process, which would keep no compiled code then.
flushCompileCache();
// The process ends when the build disconnects or exits.
process.on('message', async (request: ImageRequest) => {
  const answered = await answer(request);
  if (process.connected) process.send?.(answered);
  if ('bytes' in answered) collectBuffers(answered.bytes.byteLength);
});
// Ctrl-C reaches all processes of a terminal. The build decides when this one ends.
process.on('SIGINT', () => {});
