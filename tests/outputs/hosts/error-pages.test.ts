// Which error page each server's files name for a path: small independent readings of their configuration.

import { describe, expect, it } from 'vitest';
import { renderApache } from '../../../cli/outputs/hosts/apache.ts';
import { renderCaddy } from '../../../cli/outputs/hosts/caddy.ts';
import type { HostMap } from '../../../cli/outputs/hosts/host-map.ts';
import { renderNetlify } from '../../../cli/outputs/hosts/netlify.ts';
import { renderNginx } from '../../../cli/outputs/hosts/nginx.ts';
import { renderHosts } from '../../../cli/outputs/hosts/render-hosts.ts';
import { planWith, siteWith } from '../../pipeline/redirect-makers.ts';
import { contentOf, inputWith } from './host-makers.ts';
import { lookUp, parseNginx } from './interpreters.ts';

/** The page of a status, for a decoded path; null where the server has its own. */
type Ask = (map: HostMap, path: string, status: 404 | 410) => string | null;

const askNginx: Ask = (map, path, status) => {
  const [errorPage] = parseNginx(contentOf(map, 'errors.conf'));
  const [directive, ...words] = errorPage?.words ?? [];
  if (directive !== 'error_page' || !words.includes(String(status))) return null;
  const variable = words.at(-1) ?? '';
  const found = parseNginx(contentOf(map, 'redirects.conf')).find(({ words: [, , name] }) => name === variable);
  if (found?.words[1] !== '$uri' || found.block === null) throw new Error(`unknown "${variable}" variable`);
  return lookUp(path, found.block);
};

/** The last section that fits wins, and one fits whole segments. */
const askApache: Ask = (map, path, status) => {
  let section: string | null = null;
  let page: string | null = null;
  for (const line of contentOf(map, 'errors.conf').split('\n')) {
    const open = /^<Location "(.*)">$/.exec(line)?.[1];
    const [, wanted, named = null] = /^\s*ErrorDocument (\d+) (\S+)$/.exec(line) ?? [];
    if (open !== undefined) section = open;
    else if (line === '</Location>') section = null;
    else if (wanted === String(status) && (section === null || path === section || path.startsWith(`${section}/`)))
      page = named;
    else if (!/^(#.*|\s*ErrorDocument .*|)$/.test(line)) throw new Error(`Unexpected: ${line}`);
  }
  return page;
};

/** Rewrites run one after the other, each over what the last one left; any error is handled. */
const askCaddy: Ask = (map, path) => {
  const lines = contentOf(map, 'errors.caddy').split('\n');
  if (!lines.includes('handle_errors {') || !lines.includes('\tfile_server')) return null;
  const isMatch = (name: string, asked: string) => {
    const words =
      lines
        .find((line) => line.startsWith(`\t${name} `))
        ?.trim()
        .split(' ')
        .slice(1) ?? [];
    const isNot = words[0] === 'not';
    const patterns = words.slice(isNot ? 2 : 1);
    const isHit = patterns.some((one) => (one.endsWith('*') ? asked.startsWith(one.slice(0, -1)) : asked === one));
    return isHit !== isNot;
  };
  return lines
    .flatMap((line) => [...line.matchAll(/^\trewrite (@\w+) (\S+)$/g)])
    .reduce((asked, [, name = '', to = '']) => (isMatch(name, asked) ? to : asked), path);
};

const { rules } = planWith([{ from: '/gone/', type: 410 }], { ambassadors: ['en', 'es'] });
const input = inputWith(rules);

describe('error pages of servers', () => {
  it.each([
    ['nginx', renderNginx(input), askNginx],
    ['Apache', renderApache(input), askApache],
    ['Caddy', renderCaddy(input), askCaddy],
  ] as const)('are those of the path’s locale on %s, for 404 and 410', (_, map, ask) => {
    for (const status of [404, 410] as const) {
      for (const path of ['/es', '/es/', '/es/nowhere/deep/']) expect(ask(map, path, status)).toBe('/es/404.html');
      expect(ask(map, '/kz/x/', status)).toBe('/kz/404.html');
      // No page of the site has the prefix /pt, and a name that starts like a prefix is none.
      for (const path of ['/', '/nowhere/', '/pt/x/', '/esx/', '/about/es/'])
        expect([path, ask(map, path, status)]).toEqual([path, '/404.html']);
    }
  });

  it('are asked for the error page anew on nginx, which would be gone as well', () => {
    const maps = parseNginx(contentOf(renderNginx(input), 'redirects.conf'));
    const gone = maps.filter(({ words: [, , name = ''] }) => name.endsWith('_410'));
    expect(gone).toHaveLength(3);
    for (const { block } of gone) expect(block?.[0]?.words).toEqual(['volatile']);
  });

  it('are the last lines of Netlify’s map, which serves the root page by itself', () => {
    const lines = contentOf(renderNetlify(input), '_redirects').trimEnd().split('\n');
    expect(lines.slice(-2)).toEqual(['/es/* /es/404.html 404', '/kz/* /kz/404.html 404']);
  });

  it('are the root’s alone on hosts with one error document, whose report says so', () => {
    const { reportByHost } = renderHosts(input);
    for (const host of ['s3', 'cloudfront', 'vercel'] as const)
      expect(reportByHost.get(host)).toMatch(
        / has a single error document.*\n→ Nothing to do: .*\n- \/es\/404\.html\n- \/kz\/404\.html\n/,
      );
    const english = renderHosts(inputWith(rules, siteWith({ locales: ['en'] })));
    expect(english.reportByHost.get('cloudfront')).not.toContain('error document');
  });
});
