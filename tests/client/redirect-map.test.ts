import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { renderClientRedirects } from '../../cli/outputs/redirect-maps.ts';
import { hrefOf } from '../../cli/paths/site-path.ts';
import { findRedirect } from '../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import { decodePath, findRedirectTarget, prefixOfPath, type RedirectMap } from '../../client/redirects/redirect-map.ts';
import type { Locale } from '../../config/locales.ts';
import { planWith, randomRules, siteWith } from '../pipeline/redirect-makers.ts';

/** The maps as the browser gets them, by locale. */
function mapsOf(rules: RedirectRules, locales: readonly Locale[]): ReadonlyMap<string, RedirectMap> {
  const files = renderClientRedirects(rules, locales);
  return new Map(
    files.map(({ path, content }) => [
      path.replace(/^redirects\/|\.json$/g, ''),
      JSON.parse(String(content)) as RedirectMap,
    ]),
  );
}

/** As a 404 page asks, of a site that has English and these. */
function ask(maps: ReadonlyMap<string, RedirectMap>, path: string): string | null {
  const homes = [...maps.keys()].map((locale) => (locale === 'en' ? '' : `/${locale}`));
  const map = maps.get(prefixOfPath(path, homes).slice(1) || 'en');
  if (map === undefined) throw new Error(`No map for ${path}.`);
  return findRedirectTarget(map, path);
}

describe('findRedirectTarget', () => {
  it('agrees with findRedirect on every rule set and path (property)', () => {
    fc.assert(
      fc.property(randomRules, ({ rules, paths }) => {
        const maps = mapsOf(rules, ['en', 'es', 'kz']);
        for (const path of paths) {
          const found = findRedirect(rules, toSitePath(path));
          expect([path, ask(maps, path)]).toEqual([path, found === null || found.status === 410 ? null : found.to]);
        }
      }),
    );
  });

  it('follows a segment at any depth, and ignores the paths of locales that the site does not have', () => {
    const { rules } = planWith([], { ambassadors: ['en'], site: siteWith({ locales: ['en'] }) });
    const maps = mapsOf(rules, ['en']);
    expect(ask(maps, '/a/b/c/d/e/f/ambassadors-program/join')).toBe('/ambassadors-program/');
    expect(ask(maps, '/es/a/ambassadors-program/')).toBeNull();
    expect(ask(maps, '/ambassadors-program/')).toBeNull();
  });
});

describe('decodePath', () => {
  it('gives the decoded path of an address, and null where no rule can match', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('/огляд/', '/a b/', '/100%/', "/it's/", '/x.html'),
        (path) => decodePath(hrefOf(toSitePath(path))) === path,
      ),
    );
    for (const address of ['/a%2Fb/', '/100%/', '/%ff/']) expect(decodePath(address)).toBeNull();
  });
});
