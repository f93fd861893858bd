import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../../cli/files/brands.ts';
import { renderCloudflare } from '../../../cli/outputs/hosts/cloudflare.ts';
import { renderNetlify } from '../../../cli/outputs/hosts/netlify.ts';
import { renderNginx } from '../../../cli/outputs/hosts/nginx.ts';
import { renderHosts } from '../../../cli/outputs/hosts/render-hosts.ts';
import { hrefOf } from '../../../cli/paths/site-path.ts';
import { appendQuery } from '../../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../../cli/plan/redirects/redirect-rules.ts';
import { HOSTS } from '../../../config/define-site.ts';
import { planWith, randomRules, siteWith } from '../../pipeline/redirect-makers.ts';
import { contentOf, expectedOf, filesOf as filesOfMap, inputWith, POLICY, textsOf } from './host-makers.ts';
import { askCloudflare, askNetlify, askNginx, parseNginx } from './interpreters.ts';

describe('a target that is too long', () => {
  const longTarget = `https://other.example/?q=${'ї'.repeat(700)}`;
  const endless = `https://other.example/?q=${'a'.repeat(9000)}`;
  const { rules } = planWith([
    { from: '/long/', to: longTarget },
    { from: '/endless/', to: endless },
    { from: '/old/', to: '/about/' },
  ]);

  it.each(HOSTS)('is left out of the map of %s, and its REPORT says so', (host) => {
    const { filesByHost, reportByHost } = renderHosts(inputWith(rules));
    const map = (filesByHost.get(host) ?? []).map(({ content }) => content).join('');
    expect(map).not.toContain('a'.repeat(8001));
    expect(reportByHost.get(host)).toMatch(/^- \/endless\/$/m);
    expect(map).toContain('/about/');
  });

  it('does not make nginx refuse its whole configuration', () => {
    const { files, losses } = renderNginx(inputWith(rules));
    const words = files.flatMap(({ content }) => content.match(/"(?:[^"\\]|\\.)*"/g) ?? []);
    expect(Math.max(...words.map((word) => Buffer.byteLength(word)))).toBeLessThan(4096);
    expect(losses.flatMap(({ affected }) => affected).sort()).toEqual(['/endless/', '/long/']);
  });
});

describe('renderNetlify', () => {
  it('answers as findRedirect does (property)', () => {
    fc.assert(
      fc.property(randomRules, ({ rules, paths }) => {
        const map = contentOf(renderNetlify(inputWith(rules)), '_redirects');
        for (const path of paths)
          expect([path, askNetlify(map, hrefOf(toSitePath(path)))]).toEqual([path, expectedOf(rules, path)]);
      }),
    );
  });

  it('forces exact rules over files and keeps patterns behind them', () => {
    const { rules } = planWith(
      [
        { from: '/blog/', to: '/about/' },
        { from: '/gone/', type: 410 },
      ],
      { ambassadors: ['en', 'es'] },
    );
    const lines = contentOf(renderNetlify(inputWith(rules)), '_redirects').split('\n');
    expect(lines.slice(0, 2)).toEqual(['/blog/ /about/ 301!', '/gone/ /404.html 410!']);
    expect(lines[2]).toBe('/es/:a/ambassadors-program/* /es/ambassadors-program/ 301');
    expect(lines).toContain('/es/ambassadors-program/* /es/404.html 404');
    expect(lines).toContain('/pt/:a/ambassadors-program/* /404.html 404');
    expect(lines.filter((line) => line.endsWith('!'))).toHaveLength(2);
  });

  it('leaves out sources that Netlify would read as patterns and says so', () => {
    const { rules } = planWith([
      { from: '/a/:b/', to: '/about/' },
      { from: '/c*/', to: '/about/' },
    ]);
    const map = renderNetlify(inputWith(rules));
    expect(contentOf(map, '_redirects')).toBe('/es/* /es/404.html 404\n/kz/* /kz/404.html 404\n');
    expect(textsOf(map)).toEqual([
      'notice: Netlify reads "*" and segments that start with ":" as patterns, so these sources are left out of its map. Affected: 2 (/a/:b/, /c*/).',
    ]);
  });
});

describe('renderCloudflare', () => {
  it('answers as findRedirect does where it can (property)', () => {
    fc.assert(
      fc.property(randomRules, ({ rules, paths }) => {
        const map = contentOf(renderCloudflare(inputWith(rules)), '_redirects');
        for (const path of paths) {
          const found = expectedOf(rules, path);
          const to = found === null || found.to.startsWith('/') ? found?.to : found.to.replace(/#.*/, '');
          const expected = found === null || found.status === 410 ? null : { status: found.status, to };
          expect([path, askCloudflare(map, hrefOf(toSitePath(path)))]).toEqual([path, expected]);
          if (to !== undefined && expected !== null && !to.includes('?')) {
            expect(askCloudflare(map, hrefOf(toSitePath(path)), '?q=1')?.to).toBe(appendQuery(to, '?q=1'));
          }
        }
      }),
    );
  });

  it('writes every literal line before the first pattern', () => {
    const { rules } = planWith([{ from: '/old/', to: '/about/' }], { ambassadors: ['en', 'es', 'kz'] });
    const lines = contentOf(renderCloudflare(inputWith(rules)), '_redirects')
      .trim()
      .split('\n');
    const firstPattern = lines.findIndex((line) => /[*:]/.test(line.split(' ')[0] ?? ''));
    expect(lines.slice(0, 2)).toEqual(['/old/ /about/ 301', '/old /about/ 301']);
    expect(lines.slice(firstPattern).every((line) => /[*:]/.test(line.split(' ')[0] ?? ''))).toBe(true);
    expect(lines.length - firstPattern).toBeLessThanOrEqual(100);
  });

  it('says what it loses: 410, patterns, http targets, long lines, queries, fragments', () => {
    const { rules } = planWith([
      { from: '/gone/', type: 410 },
      { from: '/a:b/', to: '/about/' },
      { from: '/plain/', to: 'http://other.example/' },
      { from: `/${'x'.repeat(990)}/`, to: '/about/' },
      { from: '/query/', to: '/about/?x=1' },
      { from: '/part/', to: 'https://other.example/#part' },
    ]);
    const map = renderCloudflare(inputWith(rules));
    expect(contentOf(map, '_redirects').split('\n')).toEqual([
      '/part/ https://other.example/ 301',
      '/part https://other.example/ 301',
      '/query/ /about/?x=1 301',
      '/query /about/?x=1 301',
      '',
    ]);
    expect(textsOf(map)).toHaveLength(6);
    expect(map.losses.every(({ kind }) => kind === 'unsupported')).toBe(true);
  });

  it('cuts its map at 2,000 literal lines: an error where the site is hosted there, else a line of its report', () => {
    const { rules } = planWith(
      Array.from({ length: 1_001 }, (_, index) => ({ from: `/old-${index}/`, to: '/about/' })),
    );
    const map = renderCloudflare(inputWith(rules));
    expect(contentOf(map, '_redirects').trim().split('\n')).toHaveLength(2_000);
    expect(textsOf(map)).toEqual([
      'error: Cloudflare allows 2000 literal lines, but the rules need 2002, two per source; the last 2 are not in its map. Affected: 2 (/old-999/, /old-999).',
    ]);
    const site = siteWith({ build: { host: 'cloudflare' } });
    const { problems } = renderHosts(inputWith(rules, site));
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'HOST_REDIRECT_OVERFLOW', where: { file: 'hosts/cloudflare/REPORT.md' } },
    ]);
    const elsewhere = renderHosts(inputWith(rules));
    expect(elsewhere.problems).toEqual([]);
    expect(elsewhere.reportByHost.get('cloudflare')).toContain('- /old-999/\n- /old-999\n');
  });
});

describe('renderNginx', () => {
  const filesOf = (rules: RedirectRules) => filesOfMap(renderNginx(inputWith(rules)));

  it('answers as findRedirect does, with the query appended (property)', () => {
    fc.assert(
      fc.property(randomRules, fc.constantFrom('', 'q=1&r=%20'), ({ rules, paths }, args) => {
        const files = filesOf(rules);
        for (const path of paths) {
          const found = expectedOf(rules, path);
          const to = found === null ? '' : appendQuery(found.to.replaceAll('$', '%24'), args);
          const expected = found === null ? null : { status: found.status, to: found.status === 410 ? '' : to };
          expect([path, askNginx(files, path, args)]).toEqual([path, expected]);
        }
      }),
    );
  });

  it('does not take a page for a source that differs in case', () => {
    const files = filesOf(planWith([{ from: '/Blog/', to: '/blog/' }]).rules);
    expect(askNginx(files, '/Blog')).toEqual({ status: 301, to: '/blog/' });
    expect(askNginx(files, '/blog/')).toBeNull();
    expect(askNginx(files, '/BLOG/')).toBeNull();
  });

  it('makes the hash buckets large enough for the longest source', () => {
    const bucketOf = (from: string) =>
      Number(parseNginx(filesOf(planWith([{ from, to: '/about/' }]).rules).get('redirects.conf') ?? '')[0]?.words[1]);
    expect(bucketOf('/old/')).toBe(512);
    expect(bucketOf(`/${'я'.repeat(600)}/`)).toBe(2048);
  });

  it('sends hashed files as immutable, redirects for an hour and pages to be asked for', () => {
    const content = filesOf(planWith([]).rules).get('redirects.conf') ?? '';
    const cache = parseNginx(content).filter(({ words }) => words[2]?.includes('cache') === true);
    expect(cache.map(({ block }) => block?.map(({ words }) => words))).toEqual([
      [
        ['~^/assets/', 'public, max-age=31536000, immutable'],
        ['default', 'public, max-age=0, must-revalidate'],
      ],
      [
        ['~^30[12378]$', 'public, max-age=3600'],
        ['default', '$site_file_cache'],
      ],
    ]);
  });
});

describe('renderHosts', () => {
  it('sends HSTS where the site sets it', () => {
    const site = siteWith({ build: { hstsSeconds: 600 } });
    const { filesByHost } = renderHosts(inputWith(planWith([]).rules, site));
    for (const [host, files] of filesByHost) {
      const content = files.map((file) => file.content).join('\n');
      if (host === 'cloudfront') expect(content).toContain('"AccessControlMaxAgeSec": 600');
      else if (host !== 's3') expect(content).toMatch(/Strict-Transport-Security.*max-age=600/s);
    }
  });

  it('renders every host with the same security headers, without HSTS by default', () => {
    const { filesByHost } = renderHosts(inputWith(planWith([]).rules));
    expect([...filesByHost.keys()]).toEqual([...HOSTS]);
    for (const [host, files] of filesByHost) {
      const content = files.map((file) => file.content).join('\n');
      expect(content).not.toContain('Strict-Transport-Security');
      expect(content).toContain('public, max-age=31536000, immutable');
      if (host === 's3') continue;
      const isolation = 'Cross-Origin-Opener-Policy';
      const policies = [POLICY, 'strict-origin-when-cross-origin', 'Permissions-Policy'];
      for (const part of [...policies, 'camera=()', 'payment=()', isolation]) expect(content).toContain(part);
    }
  });

  it('leaves the opener to the preview mode of a tag manager', () => {
    const site = siteWith({ integrations: { gtmId: 'GTM-ABC123' } });
    const { filesByHost } = renderHosts(inputWith(planWith([]).rules, site));
    for (const files of filesByHost.values())
      expect(files.map((file) => file.content).join('\n')).not.toContain('Cross-Origin-Opener-Policy');
  });

  it('reports per host every rule that it loses, or nothing', () => {
    const gone = Array.from({ length: 5 }, (_, index) => ({ from: `/gone-${index}/`, type: 410 }));
    const site = siteWith({ locales: ['en'], build: { host: 'vercel' } });
    const { reportByHost, problems } = renderHosts(inputWith(planWith(gone).rules, site));
    expect([...reportByHost.keys()]).toEqual([...HOSTS]);
    for (const host of ['nginx', 'apache', 'caddy', 'cloudfront'] as const) {
      expect(reportByHost.get(host)).toBe(
        `What ${host} does not support of the redirect rules and headers\n\nnothing\n`,
      );
    }
    expect(reportByHost.get('vercel')).toContain(
      'these paths answer 404.\n→ Nothing to do unless 410 matters: a function can send it.\n- /gone-0/\n- /gone-1/\n- /gone-2/\n- /gone-3/\n- /gone-4/\n',
    );
    expect(reportByHost.get('cloudflare')).toContain('- /gone-4/\n');
    // Only the site's own host is the build's concern.
    expect(problems.map(({ where, what }) => [where.file, what])).toEqual([
      [
        'hosts/vercel/REPORT.md',
        'Vercel’s redirects cannot answer 410, so these paths answer 404. Affected: 5 (/gone-0/, /gone-1/, /gone-2/, …).',
      ],
    ]);
  });

  it('sets each header once for every path in _headers, which hosts would join', () => {
    const { filesByHost } = renderHosts(inputWith(planWith([]).rules));
    const content = filesByHost.get('cloudflare')?.find(({ name }) => name === '_headers')?.content ?? '';
    const names = content.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.split(':')[0]] : []));
    expect(new Set(names).size).toBe(names.length);
    expect(content).toContain('/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n');
  });
});
