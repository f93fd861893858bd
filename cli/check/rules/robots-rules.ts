// Rules for robots.txt (RFC 9309): search engines may read all pages of the sitemap with their styles and scripts, and find
// the sitemap.

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

const WHERE = { file: 'robots.txt' };
const SITEMAP = 'sitemap.xml';
/** All crawlers, and those that often have their own rules. */
const AGENTS = ['*', 'Googlebot', 'Bingbot', 'Yandex', 'DuckDuckBot', 'Baiduspider', 'Applebot'];

export function findRobotsFaults({ robots, origin, routes, files }: RobotsInput): readonly Fault[] {
  const { groups, sitemaps } = parseRobots(robots);
  const pages = routes.filter(({ isInSitemap }) => isInSitemap).map(({ path }) => path);
  const assets = [...files].filter((file) => /\.(?:css|m?js)$/.test(file)).map((file) => `/${file}`);
  const named = new Set(groups.flatMap(({ agents }) => agents));
  const agents = AGENTS.filter((agent) => agent === '*' || named.has(agent.toLowerCase()));
  return [
    ...agents.flatMap((agent) =>
      findBlocked(agent, rulesOf(agent, groups), { pages, assets, base: basePathOf(origin) }),
    ),
    ...(files.has(SITEMAP) ? findSitemapFaults(sitemaps, origin, files) : []),
  ];
}

interface Rule {
  readonly isAllowed: boolean;
  readonly length: number;
  readonly pattern: RegExp;
}

function findBlocked(
  agent: string,
  rules: readonly Rule[],
  {
    pages,
    assets,
    base,
  }: { readonly pages: readonly string[]; readonly assets: readonly string[]; readonly base: string },
): readonly Fault[] {
  const name = agent === '*' ? 'crawlers' : agent;
  const isBlocked = (path: string) => !isAllowed(rules, `${base}${path}`);
  const fault = (blocked: string, path: string | null, target: string): Fault => {
    return { code: 'ROBOTS_TXT_BLOCKS', where: WHERE, what: `robots.txt keeps ${name} from ${blocked}.`, path, target };
  };
  const blocked = assets.filter(isBlocked);
  return [
    ...pages.filter(isBlocked).map((path) => fault('pages of the sitemap', path, agent)),
    ...(blocked.length === 0
      ? []
      : [fault(`${blocked.length} styles and scripts, such as ${blocked[0]}`, null, `${agent} assets`)]),
  ];
}

function findSitemapFaults(sitemaps: readonly string[], origin: string, files: ReadonlySet<string>): readonly Fault[] {
  const fault = (what: string, target: string): Fault => ({
    code: 'ROBOTS_TXT_SITEMAP',
    where: WHERE,
    what,
    path: null,
    target,
  });
  const expected = `${origin}/${SITEMAP}`;
  const wrong = sitemaps.filter((url) => !(url.startsWith(`${origin}/`) && files.has(url.slice(origin.length + 1))));
  return [
    ...wrong.map((url) => fault(`robots.txt names the sitemap ${url}, which is not a file of this site.`, url)),
    ...(sitemaps.includes(expected) ? [] : [fault(`robots.txt does not name ${expected}.`, expected)]),
  ];
}

interface Group {
  /** Lower case. */
  readonly agents: string[];
  readonly rules: Rule[];
}

/** Other lines are ignored, as crawlers do. */
function parseRobots(text: string): { readonly groups: readonly Group[]; readonly sitemaps: readonly string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === 'sitemap') sitemaps.push(value);
    if (key === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
      isNaming = true;
    }
    if (key !== 'allow' && key !== 'disallow') continue;
    isNaming = false;
    // An empty Disallow allows everything.
    if (value !== '') groups.at(-1)?.rules.push(parseRule(value, key === 'allow'));
  }
  return { groups, sitemaps };
}

function parseRule(value: string, isAllowed: boolean): Rule {
  const source = normalize(value)
    .split('*')
    .map((part) => RegExp.escape(part))
    .join('.*')
    .replace(/\\\$$/, '$');
  return { isAllowed, length: value.length, pattern: new RegExp(`^${source}`, 's') };
}

function rulesOf(agent: string, groups: readonly Group[]): readonly Rule[] {
  return groups.filter(({ agents }) => agents.includes(agent.toLowerCase())).flatMap(({ rules }) => rules);
}

/** The longest matching rule decides; Allow wins over a Disallow of the same length. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const encoded = normalize(path);
  const matching = rules.filter(({ pattern }) => pattern.test(encoded));
  const longest = Math.max(...matching.map(({ length }) => length));
  const deciding = matching.filter(({ length }) => length === longest);
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed);
}

function normalize(path: string): string {
  try {
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
}
