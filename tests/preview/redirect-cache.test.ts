// The redirect cache over a clock that the test moves: the hour of the specification is real elsewhere.

import { expect, it } from 'vitest';
import { SiteError } from '../../cli/errors.ts';
import { RedirectCache } from '../../cli/preview/site/redirect-cache.ts';
import { REDIRECT_CACHE_MS } from '../../config/constants.ts';

it('keeps redirect rules for an hour, reads them again, and goes without while they cannot be read', async () => {
  let now = 0;
  let failure: SiteError | null = null;
  let reads = 0;
  const lines: string[] = [];
  const cache = new RedirectCache({
    now: () => now,
    read: async () => {
      reads += 1;
      return failure;
    },
    report: (event) => event.kind === 'log' && lines.push(`${event.level} ${event.text}`),
  });
  cache.renew();
  now = REDIRECT_CACHE_MS;
  expect([await cache.hasRules(), reads]).toEqual([true, 0]);
  now += 1;
  expect([await cache.hasRules(), reads]).toEqual([true, 1]);
  now += REDIRECT_CACHE_MS + 1;
  failure = new SiteError({ code: 'CONTENT_UNAVAILABLE', exitCode: 3, message: 'Nobody answers.' });
  expect([await cache.hasRules(), await cache.hasRules(), reads]).toEqual([false, false, 3]);
  expect(lines).toEqual([
    'warning Error in redirects middleware: Nobody answers. Pages are shown without redirects.',
    'verbose Error in redirects middleware: Nobody answers. Pages are shown without redirects.',
  ]);
  failure = null;
  expect([await cache.hasRules(), await cache.hasRules(), reads]).toEqual([true, true, 4]);
});
