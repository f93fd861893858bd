import { describe, expect, it } from 'vitest';
import { locateRecords, promoteRecords, startRecords } from '../../cli/cache/page-records.ts';
import { makeFolder } from '../site/run-sitegen.ts';

describe('promoteRecords', () => {
  it('leaves the records of the build that wrote last where two of one cache folder end together', () => {
    const cacheDir = makeFolder();
    const [, last = ''] = [1, 2].map(() => startRecords(cacheDir).startIndex('en').finish(new Map()));
    promoteRecords(cacheDir, ['en']);
    promoteRecords(cacheDir, ['en']);
    expect(locateRecords(cacheDir, ['en'])?.recordFiles).toEqual([last]);
  });
});
