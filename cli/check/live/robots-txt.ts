// Reads a robots.txt (RFC 9309, with Crawl-delay), and finds what it hides although the sitemap lists it.

import robotsParser from 'robots-parser';
import type { Fault } from '../findings.ts';
import type { RuleCode } from '../rules/rules.ts';

/** Its types take it for an ES module. */
const parse = robotsParser as unknown as typeof robotsParser.default;

export type RobotsTxt = ReturnType<typeof parse>;

/** As much as crawlers must read. */
const MAX_LENGTH = 512_000;
/** Any host: rules of a file do not name one. */
const HOST = 'https://site';

export function parseRobotsTxt(text: string): RobotsTxt {
  return parse(`${HOST}/robots.txt`, text.slice(0, MAX_LENGTH));
}

/** Whether a crawler may not read a percent-encoded path with its query. */
export function isBlocked(robots: RobotsTxt, path: string, agent: string): boolean {
  return robots.isAllowed(`${HOST}${path}`, agent) === false;
}

/** All crawlers, and those of search engines. */
const AGENTS = ['*', 'Googlebot', 'Bingbot', 'Yandex', 'DuckDuckBot', 'Baiduspider', 'Applebot'];

/** What is listed: keys are percent-encoded paths on the host, with the query. */
interface Listed {
  readonly pages: readonly { readonly key: string; readonly path: string }[];
  readonly assets: readonly string[];
}

export function robotsFault(code: RuleCode, what: string, target: string, path: string | null = null): Fault {
  return { code, where: { file: 'robots.txt' }, what: `robots.txt ${what}.`, path, target };
}

export function* findBlocks(robots: RobotsTxt, { pages, assets }: Listed): Iterable<Fault> {
  const lineOf = (key: string, agent: string) => robots.getMatchingLineNumber(`${HOST}${key}`, agent);
  for (const agent of AGENTS) {
    const crawler = agent === '*' ? 'crawlers' : agent;
    const isOwnBlock = (key: string) =>
      isBlocked(robots, key, agent) && (agent === '*' || lineOf(key, agent) !== lineOf(key, '*'));
    for (const { key, path } of pages)
      if (isOwnBlock(key))
        yield robotsFault('ROBOTS_TXT_BLOCKS', `keeps ${crawler} from pages of the sitemap`, agent, path);
    const blocked = assets.filter(isOwnBlock);
    const what = `keeps ${crawler} from ${blocked.length} styles and scripts, such as ${blocked[0]}`;
    if (blocked.length > 0) yield robotsFault('ROBOTS_TXT_BLOCKS', what, `${agent} assets`);
  }
}
