import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgressDisplay } from '../../cli/report/progress-display.ts';

/** Shows 1 to 400 of 400, one every 30 ms. */
function showImages(isTerminal: boolean): string {
  const stream = new PassThrough({ encoding: 'utf8' });
  let time = 0;
  const display = createProgressDisplay(stream, { isTerminal, isShown: true, now: () => time });
  for (let done = 1; done <= 400; done += 1) {
    display.show({ stage: 'images', done, total: 400 });
    time += 30;
  }
  return String(stream.read() ?? '');
}

describe('createProgressDisplay', () => {
  it('writes a line every five seconds into a log, and none for a stage that is done sooner', () => {
    expect(showImages(false)).toBe('  images: 168 of 400, 34/s, 7 s left\n  images: 335 of 400, 33/s, 2 s left\n');
  });

  it('writes large numbers with commas', () => {
    const stream = new PassThrough({ encoding: 'utf8' });
    let time = 0;
    const display = createProgressDisplay(stream, { isTerminal: false, isShown: true, now: () => time });
    display.show({ stage: 'share images', done: 1, total: 10_000 });
    time = 6000;
    display.show({ stage: 'share images', done: 1200, total: 10_000 });
    expect(stream.read()).toBe('  share images: 1,200 of 10,000, 200/s, 44 s left\n');
  });

  it('draws count and rate over themselves on a terminal', () => {
    const frames = showImages(true).split('\r');
    expect(frames[1]).toContain(' 1/400\u001b');
    expect(frames.at(200)).toContain(' 200/400, 34/s');
    expect(frames.at(-1)).toBe('\u001b[K');
  });
});
