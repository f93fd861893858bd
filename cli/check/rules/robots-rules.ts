// Rules for robots.txt as a build writes it (outputs/robots.ts): search engines may read all pages of the sitemap with their styles and
// scripts, and find the sitemap.

import { basePathOf } from '../../../config/site-address.ts';
import type { CheckRoute } from '../check-input.ts';
import type { Fault } from '../findings.ts';

interface RobotsInput {
  readonly robots: string;
  readonly origin: string;
  readonly routes: readonly CheckRoute[];
  /** Every file of the out folder, by its relative path. */
  readonly files: ReadonlySet<string>;
}

const SITEMAP = 'sitemap.xml';
/** All crawlers, and those of search engines. */
const AGENTS = ['*', 'Googlebot', 'Bingbot', 'Yandex', 'DuckDuckBot', 'Baiduspider', 'Applebot'];

export function findRobotsFaults({ robots, origin, routes, files }: RobotsInput): readonly Fault[] {
  const lines = [...robots.matchAll(/^([\w-]+): *(\S+)/gm)].map(([, name = '', value = '']) => ({
    name: name.toLowerCase(),
    value,
  }));
  const valuesOf = (wanted: string) => lines.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  const base = basePathOf(origin);
  const pages = routes.filter(({ isInSitemap }) => isInSitemap).map(({ path }) => path);
  const assets = [...files].filter((file) => /\.(?:css|m?js)$/.test(file)).map((file) => `/${file}`);
  // A build writes no Allow, which would need the precedence of RFC 9309.
  const agents = valuesOf('allow').length > 0 ? [] : AGENTS;
  const blocks = agents.flatMap((agent) => {
    const patterns = lines.flatMap(({ name, value }, line) =>
      name === 'disallow' && agentOf(lines.slice(0, line)) === agent.toLowerCase() ? [patternOf(value)] : [],
    );
    const isBlocked = (path: string) => patterns.some((pattern) => pattern.test(encodeURI(`${base}${path}`)));
    const crawler = agent === '*' ? 'crawlers' : agent;
    const blocked = assets.filter(isBlocked);
    return [
      ...pages.filter(isBlocked).map((path) => blockOf(`${crawler} from pages of the sitemap`, path, agent)),
      ...blocked
        .slice(0, 1)
        .map((first) =>
          blockOf(`${crawler} from ${blocked.length} styles and scripts, such as ${first}`, null, `${agent} assets`),
        ),
    ];
  });
  return files.has(SITEMAP) ? [...blocks, ...findSitemapFaults(valuesOf('sitemap'), origin, files)] : blocks;
}

function agentOf(before: readonly { readonly name: string; readonly value: string }[]): string | undefined {
  return before.findLast(({ name }) => name === 'user-agent')?.value.toLowerCase();
}

/** A path with the wildcards `*`, and `$` at its end. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${RegExp.escape(path).replaceAll('\\*', '.*').replace(/\\\$$/, '$')}`, 's');
}

function blockOf(what: string, path: string | null, target: string): Fault {
  return { code: 'ROBOTS_TXT_BLOCKS', where: { file: 'robots.txt' }, what: `robots.txt keeps ${what}.`, path, target };
}

function findSitemapFaults(named: readonly string[], origin: string, files: ReadonlySet<string>): readonly Fault[] {
  const fault = (what: string, target: string): Fault => ({
    code: 'ROBOTS_TXT_SITEMAP',
    where: { file: 'robots.txt' },
    what,
    path: null,
    target,
  });
  const expected = `${origin}/${SITEMAP}`;
  const wrong = named.filter((url) => !(url.startsWith(`${origin}/`) && files.has(url.slice(origin.length + 1))));
  return [
    ...wrong.map((url) => fault(`robots.txt names the sitemap ${url}, which is not a file of this site.`, url)),
    ...(named.includes(expected) ? [] : [fault(`robots.txt does not name ${expected}.`, expected)]),
  ];
}
