import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../../cli/files/brands.ts';
import { pathOfHref } from '../../../cli/paths/site-path.ts';
import { findRedirect, matchesSegment, sourceKey } from '../../../cli/plan/redirects/find-redirect.ts';
import {
  planWith,
  randomEntries,
  redirectEntry,
  siteWith,
  type WrittenRedirect,
} from '../../pipeline/redirect-makers.ts';

const exactOf = (written: readonly WrittenRedirect[]) =>
  planWith(written).rules.exact.map(({ from, to, status }) => ({ from, to, status }));
const codesOf = (written: readonly WrittenRedirect[]) =>
  planWith(written).problems.map(({ code, severity }) => `${severity} ${code}`);

describe('planRedirects', () => {
  it('brings a source into normal form: decoded, NFC, with its slash', () => {
    const decomposed = encodeURI('/стари\u0438\u0306');
    expect(exactOf([{ from: decomposed, to: '/about' }])).toEqual([{ from: '/старий/', to: '/about/', status: 301 }]);
  });

  it('takes the status from the type, 301 where it is empty', () => {
    const types = [null, 301, '302', 303, 307, 308, '302 Temporary', '307.0'];
    expect(
      exactOf(types.map((type, index) => ({ from: `/old-${index}/`, to: '/about/', type }))).map(
        ({ status }) => status,
      ),
    ).toEqual([301, 301, 302, 303, 307, 308, 302, 307]);
  });

  it('keeps a path with status 410 and no target', () => {
    expect(exactOf([{ from: '/old/', type: 410 }])).toEqual([{ from: '/old/', to: '', status: 410 }]);
  });

  it('rejects another status with entry, field and edit link', () => {
    expect(planWith([{ from: '/old/', to: '/about/', type: 'permanent', title: 'Old page' }]).problems).toEqual([
      {
        code: 'REDIRECT_STATUS_UNKNOWN',
        severity: 'error',
        where: {
          collection: 'redirects',
          entry: 'Old page',
          site: 'en',
          field: 'type',
          editUrl: 'https://cms.example.com/r0',
        },
        what: 'The type "permanent" is not a redirect status.',
        fix: 'Choose one of 301, 302, 303, 307, 308, 410, or leave the field empty for 301.',
        entries: [{ collection: 'redirects', site: 'en', id: 'r0' }],
      },
    ]);
  });

  it.each([
    '/old/?a=1',
    '/old/#part',
    'old',
    'https://www.example.com/old/',
    '//old/',
    '/assets/x.html',
    '/ASSETS/x/',
    '/.well-known/acme-challenge/x/',
    '/es/.git/config',
    '/__sitegen/',
    '/cgi-bin/form.html',
    '/a//b/',
    '/a/../b/',
    '/a%2Fb/',
    '/%zz/',
    '/a\\b/',
    '/a%0d%0ab/',
    '/con/',
    '/es/aux.html',
    '/COM1/x/',
    '/a./',
    '/404.html',
    '/es/500.html/',
    '/sitemap.xml',
    '/redirects/en.json',
  ])('refuses the source %s', (from) => {
    expect(codesOf([{ from, to: '/about/' }])).toEqual(['error REDIRECT_SOURCE_INVALID']);
  });

  it.each(['/old/*', '/old/:slug/', '/old/{slug}', '/old/(.+)/', '/old/$'])(
    'says that the source %s is no pattern',
    (from) => {
      expect(codesOf([{ from, to: '/about/' }])).toEqual(['warning REDIRECT_PATTERN_UNREAD']);
    },
  );

  it.each([
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'about',
    '',
    'https://user:secret@other.example/',
    '/\t/evil.example/',
    '/ab\nout/',
    '/%09/evil.example/',
    'https://other.example/\u0085x',
    'https://xn--/',
    'https://www.xn--/x',
  ])('refuses the target "%s"', (to) => {
    expect(codesOf([{ from: '/old/', to }])).toEqual(['error REDIRECT_TARGET_INVALID']);
  });

  it('reports all problems of an entry together', () => {
    expect(codesOf([{ from: 'old', to: 'new', type: 999 }])).toEqual([
      'error REDIRECT_SOURCE_INVALID',
      'error REDIRECT_STATUS_UNKNOWN',
      'error REDIRECT_TARGET_INVALID',
    ]);
  });

  it('reads a source without the locale prefix, with its target, as relative to the locale and warns', () => {
    const { rules, problems } = planWith([{ from: '/old', to: '/about?x=1', locale: 'es' }]);
    expect(rules.exact).toMatchObject([{ from: '/es/old/', to: '/es/about/?x=1', locale: 'es' }]);
    expect(problems).toMatchObject([
      { code: 'REDIRECT_PREFIX_MISSING', severity: 'warning', where: { site: 'es', field: 'from' } },
    ]);
  });

  it('does not prefix a target that has a prefix or leads to another site', () => {
    expect(exactOf([{ from: '/old', to: '/es/about/', locale: 'es' }])).toMatchObject([{ to: '/es/about/' }]);
    expect(exactOf([{ from: '/old', to: 'https://www.example.com/about', locale: 'es' }])).toMatchObject([
      { to: '/about/' },
    ]);
  });

  it('gives a rule to the locale whose prefix its source has', () => {
    expect(planWith([{ from: '/kz/old/', to: '/about/' }]).rules.exact).toMatchObject([
      { locale: 'kz', source: { site: 'en' } },
    ]);
  });

  it('turns a URL of this site into a path and keeps others absolute', () => {
    expect(exactOf([{ from: '/a/', to: 'http://www.example.com/about?x=1#y' }])).toMatchObject([
      { to: '/about/?x=1#y' },
    ]);
    expect(exactOf([{ from: '/a/', to: 'HTTPS://Other.example/Ü?q=ü' }])).toMatchObject([
      { to: 'https://other.example/%C3%9C?q=%C3%BC' },
    ]);
  });

  it('finds a route whose last segment has a dot with and without slash', () => {
    expect(exactOf([{ from: '/old/', to: '/blog/v1.0' }])).toMatchObject([{ to: '/blog/v1.0/' }]);
    const replaced = planWith([{ from: '/blog/v1.0', to: '/about/' }]);
    expect(replaced.rules.exact).toMatchObject([{ from: '/blog/v1.0/' }]);
  });

  it('refuses a target that is no page', () => {
    expect(planWith([{ from: '/old/', to: '/nowhere/?x=1' }]).problems).toMatchObject([
      {
        code: 'REDIRECT_TARGET_MISSING',
        severity: 'error',
        where: { field: 'to' },
        what: 'The target "/nowhere/?x=1" is not a page of this site.',
      },
    ]);
  });

  it('flattens a chain, keeps its queries and the last fragment, and is permanent only if every hop is', () => {
    const chain = [
      { from: '/a/', to: '/b?one=1#first', type: 308 },
      { from: '/b/', to: '/c/?two=2', type: 301 },
      { from: '/c/', to: '/about/?three=3', type: 302 },
    ];
    expect(exactOf(chain)).toEqual([
      { from: '/a/', to: '/about/?three=3&two=2&one=1#first', status: 307 },
      { from: '/b/', to: '/about/?three=3&two=2', status: 302 },
      { from: '/c/', to: '/about/?three=3', status: 302 },
    ]);
  });

  it('reports the missing end of a chain once', () => {
    expect(
      codesOf([
        { from: '/a/', to: '/b/' },
        { from: '/b/', to: '/nowhere/' },
      ]),
    ).toEqual(['error REDIRECT_TARGET_MISSING']);
  });

  it('reports each redirect of a loop once, and has no rule for it', () => {
    const { rules, problems } = planWith([
      { from: '/in/', to: '/b/' },
      { from: '/c/', to: '/a/' },
      { from: '/b/', to: '/c/' },
      { from: '/a/', to: '/b/' },
    ]);
    expect(problems).toMatchObject([
      { code: 'REDIRECT_LOOP', what: 'These redirects lead back to their start: /a/ → /b/ → /c/ → /a/.' },
    ]);
    expect(rules.exact).toEqual([]);
  });

  it('finds a redirect to itself', () => {
    expect(codesOf([{ from: '/old', to: '/old/' }])).toEqual(['error REDIRECT_LOOP']);
  });

  it('refuses a source with two targets and notes one that is given twice', () => {
    expect(
      codesOf([
        { from: '/a', to: '/about/' },
        { from: '/a/', to: '/blog/' },
      ]),
    ).toEqual(['error REDIRECT_CONFLICT']);
    expect(
      codesOf([
        { from: '/a', to: '/about/' },
        { from: '/a/', to: '/about' },
      ]),
    ).toEqual(['notice REDIRECT_DUPLICATE']);
  });

  it('refuses sources that differ only in case', () => {
    expect(
      codesOf([
        { from: '/Old/', to: '/about/' },
        { from: '/old', to: '/about/' },
      ]),
    ).toEqual(['error REDIRECT_CASE_CONFLICT']);
  });

  it('replaces a page of the same path, with a warning', () => {
    const { rules, problems } = planWith([{ from: '/blog/', to: '/about/' }]);
    expect(rules.exact).toHaveLength(1);
    expect(problems).toMatchObject([
      { code: 'REDIRECT_REPLACES_PAGE', severity: 'warning', where: { path: '/blog/' } },
    ]);
  });

  it('leads ambassadors to the page of each locale that has it, prefixed locales first', () => {
    const { segments } = planWith([], { ambassadors: ['en', 'kz'] }).rules;
    expect(segments.map(({ prefix, to }) => [prefix, to])).toEqual([
      ['/kz', '/kz/ambassadors-program/'],
      ['', '/ambassadors-program/'],
    ]);
  });

  it('flattens a segment rule whose page is a source, and a target that a segment rule takes', () => {
    const { rules } = planWith(
      [
        { from: '/ambassadors-program/', to: '/about/', type: 302 },
        { from: '/old/', to: '/x/ambassadors-program/y/' },
      ],
      {
        ambassadors: ['en'],
      },
    );
    expect(rules.segments).toMatchObject([{ to: '/about/', status: 302 }]);
    expect(rules.exact.find(({ from }) => from === '/old/')).toMatchObject({ to: '/about/', status: 302 });
  });

  it('leads the root elsewhere with 302 when it is set, and chains go through it', () => {
    const site = siteWith({ build: { rootRedirect: '/es' } });
    const { rules } = planWith([{ from: '/home/', to: '/' }], { site });
    expect(rules.exact).toMatchObject([
      { from: '/', to: '/es/', status: 302, locale: 'en', source: { kind: 'root' } },
      { from: '/home/', to: '/es/', status: 302 },
    ]);
    expect(planWith([]).rules.exact).toEqual([]);
  });

  it('reports the setting of a root redirect without a page', () => {
    expect(planWith([], { site: siteWith({ build: { rootRedirect: '/nowhere/' } }) }).problems).toMatchObject([
      { code: 'REDIRECT_TARGET_MISSING', where: { file: 'site.config.ts', field: 'build.rootRedirect' } },
    ]);
  });

  it('sorts rules by source', () => {
    const entries = ['/ß/', '/b/', '/Z/', '/a/'].map((from) => ({ from, to: '/about/' }));
    expect(exactOf(entries)).toEqual(exactOf(entries.toReversed()));
  });

  it('follows a chain of ten thousand', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => ({
      from: `/n${index}/`,
      to: index === 9_999 ? '/about/' : `/n${index + 1}/`,
    }));
    expect(exactOf(chain).every(({ to }) => to === '/about/')).toBe(true);
  });

  it('never has a rule whose target is a source (property)', () => {
    fc.assert(
      fc.property(randomEntries, (entries) => {
        const { rules } = planWith(entries, { ambassadors: ['en', 'es'] });
        for (const { to } of [...rules.exact, ...rules.segments]) {
          const path = to.startsWith('/') ? pathOfHref(to.replace(/[?#].*$/s, '')) : null;
          expect(path === null ? null : findRedirect(rules, path)).toBeNull();
        }
      }),
    );
  });

  it('finds every loop, and a rule is permanent exactly if all of its hops are (property)', () => {
    fc.assert(
      fc.property(randomEntries, (entries) => {
        const { rules, problems } = planWith(entries);
        const hops = new Map(
          entries
            .toReversed()
            .map(({ from, to, type }) => [sourceKey(pathOfHref(from) ?? ''), { to: to ?? '', status: type ?? 301 }]),
        );
        const looping = problems
          .filter(({ code }) => code === 'REDIRECT_LOOP')
          .map(({ what }) => what)
          .join(' ');
        for (const from of hops.keys()) {
          const walked = walk(from, hops);
          const rule = rules.exact.find((candidate) => sourceKey(candidate.from) === from);
          if (walked === 'loop') expect([rule, looping]).toEqual([undefined, expect.stringContaining('→')]);
          else if (rule !== undefined && rule.status !== 410)
            expect([301, 308].includes(rule.status)).toBe(walked === 'permanent');
        }
      }),
    );
  });
});

/** Follows raw hops one by one, as a browser would. */
function walk(from: string, hops: ReadonlyMap<string, { readonly to: string; readonly status: number | string }>) {
  let key: string | null = from;
  let isPermanent = true;
  for (let steps = 0; steps <= hops.size; steps += 1) {
    const hop: { readonly to: string; readonly status: number | string } | undefined =
      key === null ? undefined : hops.get(key);
    if (hop === undefined || hop.status === 410) return isPermanent ? 'permanent' : 'temporary';
    isPermanent &&= hop.status === 301 || hop.status === 308;
    key = hop.to.startsWith('/') ? sourceKey(pathOfHref(hop.to.replace(/[?#].*$/s, '')) ?? '') : null;
  }
  return 'loop';
}

describe('matchesSegment', () => {
  const { rules } = planWith([], { ambassadors: ['en', 'es'] });
  const leadsTo = (path: string) => rules.segments.find((rule) => matchesSegment(rule, toSitePath(path)))?.to ?? null;

  it('takes the segment beneath another one at any depth, with anything after it', () => {
    for (const path of ['/x/ambassadors-program/', '/x/ambassadors-program', '/x/y/z/a/b/ambassadors-program/c/']) {
      expect(leadsTo(path)).toBe('/ambassadors-program/');
      expect(leadsTo(`/es${path}`)).toBe('/es/ambassadors-program/');
    }
  });

  it('does not count a locale prefix as a segment, and skips locales without the page', () => {
    for (const path of [
      '/ambassadors-program/',
      '/es/ambassadors-program/',
      '/kz/ambassadors-program/x/',
      '/kz/x/ambassadors-program/',
    ]) {
      expect(leadsTo(path)).toBeNull();
    }
  });

  it('takes whole segments in their own case only', () => {
    expect(leadsTo('/x/ambassadors-programs/')).toBeNull();
    expect(leadsTo('/x/Ambassadors-Program/')).toBeNull();
  });
});

describe('redirectEntry', () => {
  it('is a valid entry of the collection', () => {
    expect(redirectEntry({ from: '/a', to: '/b', type: 301 }).entry).toMatchObject({
      from: '/a',
      to: '/b',
      type: '301',
    });
  });
});
