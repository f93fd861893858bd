// The rules of the redirect cache over a clock that the test moves: the hour of the specification is real elsewhere.

import { describe, expect, it } from 'vitest';
import type { RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import { createRedirectCache } from '../../cli/preview/site/redirect-cache.ts';
import { REDIRECT_CACHE_MS } from '../../config/constants.ts';

const rulesOf = (segment: string): RedirectRules => ({
  root: null,
  exact: [],
  segments: [
    { kind: 'segment', prefix: '', segment, to: '/', status: 301, locale: 'en', source: { kind: 'segment', segment } },
  ],
});

function start() {
  const clock = { now: 0 };
  const asked: string[] = [];
  const lines: string[] = [];
  const answers = { isDown: false };
  const cache = createRedirectCache({
    now: () => clock.now,
    report: (event) => {
      if (event.kind === 'log') lines.push(`${event.level} ${event.text}`);
    },
    load: async (locale) => {
      asked.push(locale);
      if (answers.isDown) throw new Error('nobody answers');
      return rulesOf(`${locale} at ${clock.now}`);
    },
  });
  return { cache, clock, asked, lines, answers };
}

describe('createRedirectCache', () => {
  it('keeps the rules of each locale for an hour and asks again after that', async () => {
    const { cache, clock, asked } = start();
    expect(await cache.find('en')).toEqual(rulesOf('en at 0'));
    await cache.find('es');
    clock.now = REDIRECT_CACHE_MS;
    expect(await cache.find('en')).toEqual(rulesOf('en at 0'));
    expect(asked).toEqual(['en', 'es']);
    clock.now += 1;
    expect(await cache.find('en')).toEqual(rulesOf(`en at ${REDIRECT_CACHE_MS + 1}`));
    expect(asked).toEqual(['en', 'es', 'en']);
  });

  it('takes rules that were just received for new', async () => {
    const { cache, clock, asked } = start();
    cache.put('en', rulesOf('given'));
    clock.now = REDIRECT_CACHE_MS;
    expect(await cache.find('en')).toEqual(rulesOf('given'));
    expect(asked).toEqual([]);
  });

  it('drops the locale whose rules cannot be had, says so, and asks again the next time', async () => {
    const { cache, clock, asked, lines, answers } = start();
    await cache.find('en');
    answers.isDown = true;
    clock.now = REDIRECT_CACHE_MS + 1;
    expect(await cache.find('en')).toBeNull();
    expect(await cache.find('en')).toBeNull();
    expect(lines).toEqual([
      'warning Error in redirects middleware (en): nobody answers. Pages are shown without redirects.',
      'verbose Error in redirects middleware (en): nobody answers. Pages are shown without redirects.',
    ]);
    answers.isDown = false;
    expect(await cache.find('en')).toEqual(rulesOf(`en at ${clock.now}`));
    expect(asked).toEqual(['en', 'en', 'en', 'en']);
  });
});
