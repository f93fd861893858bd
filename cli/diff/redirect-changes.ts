// Reads and compares the redirects of sites. They come from what visitors get: the maps for the browser, redirect pages, and
// objects that redirect.

import { withoutBase } from '../../config/site-address.ts';
import { pathOfFile, type SiteSide } from './site-side.ts';

interface SideRedirect {
  /** '' for 410. */
  readonly to: string;
  /** Null if unknown. */
  readonly status: number | null;
}

/** Rules by source path. */
export type SideRedirects = ReadonlyMap<string, SideRedirect>;

interface StoredMap {
  readonly rules?: readonly { readonly from: string; readonly to: string; readonly status: number }[];
  readonly segments?: readonly {
    readonly prefix: string;
    readonly segment: string;
    readonly to: string;
    readonly status: number;
  }[];
}

/** `origin` is the address of the site. */
export async function readRedirects({ files, read }: SiteSide, origin: string | null): Promise<SideRedirects> {
  const rules = new Map<string, SideRedirect>();
  for (const file of files.keys()) {
    if (!/^redirects\/[\w-]+\.json$/.test(file)) continue;
    const map = parseMap(await read(file));
    for (const { from, to, status } of map.rules ?? []) rules.set(from, { to, status });
    for (const { prefix, segment, to, status } of map.segments ?? [])
      rules.set(`${prefix}/…/${segment}/`, { to, status });
  }
  for (const [file, { role, target = '' }] of files) {
    const from = pathOfFile(file);
    if (role === 'redirect' && !rules.has(from)) rules.set(from, { to: withoutOrigin(target, origin), status: null });
  }
  return rules;
}

function parseMap(bytes: Buffer | null): StoredMap {
  try {
    const map: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    return typeof map === 'object' && map !== null ? map : {};
  } catch {
    return {}; // A live site may respond with a page.
  }
}

function withoutOrigin(target: string, origin: string | null): string {
  if (origin === null) return target;
  if (target.startsWith('/')) return withoutBase(target, origin) ?? target;
  return target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
}

/** A new, deleted or changed rule. */
export interface RedirectChange {
  readonly from: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function compareRedirects(before: SideRedirects, after: SideRedirects): readonly RedirectChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((from) => {
    const [old, now] = [before.get(from), after.get(from)];
    const hasStatus = (old?.status ?? null) !== null && (now?.status ?? null) !== null;
    const isSame = old !== undefined && old.to === now?.to && (!hasStatus || old.status === now.status);
    return isSame ? [] : [{ from, before: describe(old), after: describe(now) }];
  });
}

function describe(rule: SideRedirect | undefined): string | null {
  if (rule === undefined) return null;
  const to = rule.to === '' ? 'gone' : rule.to;
  return rule.status === null ? to : `${to} (${rule.status})`;
}

/** If a rule redirects to the source of another rule, that source; else null. */
export function findNextRule(rules: SideRedirects, from: string): string | null {
  const next = rules.get(from)?.to.replace(/[?#].*$/, '') ?? '';
  return next !== from && rules.has(next) && rules.get(next)?.to !== '' ? next : null;
}
