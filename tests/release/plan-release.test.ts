// What a release writes and deletes, from what is live and what is wanted.

import { describe, expect, it } from 'vitest';
import { toDigest, toOutPath } from '../../cli/files/brands.ts';
import { planSteps } from '../../cli/release/plan-release.ts';
import type { ReleaseObject } from '../../cli/release/release-record.ts';

function row(key: string, fields: Partial<ReleaseObject> = {}): ReleaseObject {
  const stage = key.startsWith('assets/') ? 'asset' : 'page';
  const headers = { contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache', redirect: null };
  return {
    key: toOutPath(key),
    sha256: toDigest(`hash of ${key}`),
    bytes: 10,
    ...headers,
    stage,
    kept: null,
    ...fields,
  };
}

function plan(input: Partial<Parameters<typeof planSteps>[0]>) {
  const { puts, deletions, unused } = planSteps({
    id: '000009',
    wanted: [],
    live: [],
    unfinished: [],
    oldestKept: '000005',
    late: [],
    isAudited: false,
    ...input,
  });
  return {
    puts: puts.map(({ object }) => object.key),
    checked: puts.flatMap((step) => (step.mustCheck ? [step.object.key] : [])),
    deletions: deletions.map(({ object }) => object.key),
    unused: unused.map(({ key }) => key),
  };
}

describe('a release', () => {
  it.each([
    ['bytes', { sha256: toDigest('other') }],
    ['type', { contentType: 'text/plain' }],
    ['cache header', { cacheControl: 'max-age=60' }],
    ['redirect', { redirect: '/elsewhere/' }],
  ] as const)('writes an object whose %s changed', (_, change) => {
    const live = [row('a.html'), row('b.html')];
    expect(plan({ live, wanted: [row('a.html', change), row('b.html')] }).puts).toEqual(['a.html']);
  });

  it('keeps an unused asset while a release that can come back uses it, and no longer', () => {
    const asset = (key: string, unusedSince: string) => row(`assets/${key}.js`, { unusedSince });
    const live = [asset('old', '000004'), asset('edge', '000005'), asset('kept', '000006')];
    const { deletions, unused } = plan({ live, wanted: [row('a.html')] });
    expect(deletions.toSorted()).toEqual(['assets/edge.js', 'assets/old.js']);
    expect(unused).toEqual(['assets/kept.js']);
  });

  it('looks up only what an unfinished release can have written', () => {
    const live = [row('a.html'), row('d.html')];
    const unfinished = [[row('a.html', { sha256: toDigest('new') }), row('b.html'), row('d.html')]];
    const wanted = [row('a.html', { sha256: toDigest('new') }), row('b.html'), row('c.html'), row('d.html')];
    const expected = { puts: ['a.html', 'b.html', 'c.html'], checked: ['a.html', 'b.html'] };
    expect(plan({ live, unfinished, wanted })).toMatchObject(expected);
    expect(plan({ live, late: unfinished, wanted })).toMatchObject(expected);
  });
});
