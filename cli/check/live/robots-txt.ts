// Reads a robots.txt (RFC 9309, with Crawl-delay), and finds what it hides although the sitemap lists it.

import type { Fault } from '../findings.ts';
import type { RuleCode } from '../rules/rules.ts';

/** The rules for one crawler, the first one that matches applies. */
interface RobotsGroup {
  /** Seconds between two requests. */
  crawlDelay: number;
  readonly rules: Rule[];
}

export interface RobotsTxt {
  /** By the name of the crawler in lower case; `*` is for all others. */
  readonly groups: ReadonlyMap<string, RobotsGroup>;
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly isAllow: boolean;
  readonly path: string;
}

/** As much as crawlers must read. */
const MAX_LENGTH = 512_000;

/** A line without its comment. */
const LINE = /^[^\S\r\n]*([\w-]+)[^\S\r\n]*:([^#\r\n]*)/gm;

export function parseRobotsTxt(text: string): RobotsTxt {
  const groups = new Map<string, RobotsGroup>();
  const sitemaps: string[] = [];
  let open: readonly RobotsGroup[] = [];
  let isNaming = false;
  for (const [, key = '', written = ''] of text.slice(0, MAX_LENGTH).matchAll(LINE)) {
    const [name, value] = [key.toLowerCase(), written.trim()];
    if (name === 'sitemap') sitemaps.push(value);
    if (name === 'user-agent') {
      const group = groups.getOrInsert(value.toLowerCase(), { rules: [], crawlDelay: 0 });
      open = isNaming ? [...open, group] : [group];
    }
    if (name !== 'sitemap') isNaming = name === 'user-agent';
    for (const group of open) {
      if (name === 'crawl-delay') group.crawlDelay = Math.max(0, Number.parseFloat(value) || 0);
      const isRule = name === 'allow' || name === 'disallow';
      if (isRule && value !== '') group.rules.push({ isAllow: name === 'allow', path: encode(value) });
    }
  }
  // The longest rule wins, and Allow among equal ones.
  for (const { rules } of groups.values())
    rules.sort((a, b) => b.path.length - a.path.length || Number(b.isAllow) - Number(a.isAllow));
  return { groups, sitemaps };
}

/** Whether a crawler may read a percent-encoded path with its query. */
export function isAllowed(group: RobotsGroup | undefined, path: string): boolean {
  const encoded = encode(path);
  return group?.rules.find((rule) => isMatch(rule.path, encoded))?.isAllow ?? true;
}

function encode(path: string): string {
  try {
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
}

/** A rule has the wildcards `*`, and `$` at its end. Takes linear time, because anyone can write a robots.txt. */
function isMatch(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$');
  const [first = '', ...parts] = (isWhole ? rule.slice(0, -1) : rule).split('*');
  if (!path.startsWith(first)) return false;
  let end = first.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const at = isWhole && isLast ? path.length - part.length : path.indexOf(part, end);
    if (at < end || !path.startsWith(part, at)) return false;
    end = at + part.length;
  }
  return !isWhole || end === path.length;
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

export function* findBlocks({ groups }: RobotsTxt, { pages, assets }: Listed): Iterable<Fault> {
  for (const agent of AGENTS) {
    const group = groups.get(agent.toLowerCase());
    if (group === undefined) continue;
    const crawler = agent === '*' ? 'crawlers' : agent;
    for (const { key, path } of pages)
      if (!isAllowed(group, key))
        yield robotsFault('ROBOTS_TXT_BLOCKS', `keeps ${crawler} from pages of the sitemap`, agent, path);
    const blocked = assets.filter((key) => !isAllowed(group, key));
    const what = `keeps ${crawler} from ${blocked.length} styles and scripts, such as ${blocked[0]}`;
    if (blocked.length > 0) yield robotsFault('ROBOTS_TXT_BLOCKS', what, `${agent} assets`);
  }
}
