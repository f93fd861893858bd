// Rules for robots.txt: it lets search engines read all pages of the sitemap with their styles and scripts.

import type { Fault } from '../findings.ts';
import type { RobotsTxt } from '../live/robots-txt.ts';
import type { RuleCode } from './rules.ts';

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

export function* findBlocks({ groups }: RobotsTxt, { pages, assets }: Listed): Iterable<Fault> {
  for (const agent of AGENTS) {
    const group = groups.get(agent.toLowerCase());
    if (group === undefined) continue;
    const crawler = agent === '*' ? 'crawlers' : agent;
    for (const { key, path } of pages)
      if (!group.isAllowed(key))
        yield robotsFault('ROBOTS_TXT_BLOCKS', `keeps ${crawler} from pages of the sitemap`, agent, path);
    const blocked = assets.filter((key) => !group.isAllowed(key));
    const what = `keeps ${crawler} from ${blocked.length} styles and scripts, such as ${blocked[0]}`;
    if (blocked.length > 0) yield robotsFault('ROBOTS_TXT_BLOCKS', what, `${agent} assets`);
  }
}
