import { describe, expect, it } from 'vitest';
import { findTimes } from '../../templates/sections/times.ts';

const rounded = (titles: readonly string[]) =>
  findTimes(titles)?.map(({ from, to }) => [Math.round(from), Math.round(to)]) ?? null;

describe('the times of steps', () => {
  it('last until the next moment; the last one is a moment', () => {
    expect(rounded(['Minute 0', 'Minute 15', 'Minute 30', 'Minute 60'])).toEqual([
      [0, 25],
      [25, 50],
      [50, 100],
      [100, 100],
    ]);
    expect(rounded(['2017', '2019', '2027'])).toEqual([
      [0, 20],
      [20, 100],
      [100, 100],
    ]);
    expect(rounded(['13:00. A post', '13:30. An alert', '15:00. An answer'])).toEqual([
      [0, 25],
      [25, 100],
      [100, 100],
    ]);
  });

  it('last to their end in whole units and as ranges', () => {
    expect(rounded(['Day 1', 'Days 2–3', 'Day 4'])).toEqual([
      [0, 25],
      [25, 75],
      [75, 100],
    ]);
    expect(rounded(['Minuto 0 a 15', 'Minuto 15 a 30', 'Minuto 30 a 60'])).toEqual([
      [0, 25],
      [25, 50],
      [50, 100],
    ]);
  });

  it('run from now to each term if the first title tells no time', () => {
    expect(rounded(['Today', 'Within 3 days', 'Within 30 days'])).toEqual([
      [0, 0],
      [0, 10],
      [0, 100],
    ]);
  });

  it('leave out a last title that tells no time', () => {
    expect(rounded(['Minute 0', 'Minute 15', 'Minute 60', 'Do nothing'])).toEqual([
      [0, 25],
      [25, 100],
      [100, 100],
    ]);
  });

  it('are none where numbers are missing, fall, or stand for something else', () => {
    expect(findTimes(['Collect', 'Tag', 'Act'])).toBeNull();
    expect(findTimes(['A 30-minute call', 'A 2-hour task', 'An afternoon'])).toBeNull();
    expect(findTimes(['Day 3', 'Day 2', 'Day 1'])).toBeNull();
    expect(findTimes(['Write 2 pages', 'Read 30 posts', 'Ask 40 people'])).toBeNull();
    expect(findTimes(['Day 1', 'Day 2'])).toBeNull();
  });
});
