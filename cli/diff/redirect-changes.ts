// The redirects of a site, and what changed in them. They are read from what visitors get: the maps that the browser asks for,
// redirect pages and objects that redirect.

import { withoutBase } from '../../config/site-address.ts';
import { pathOfFile, type SiteSide } from './site-side.ts';

/** A rule. */
interface SideRedirect {
  /** As written; '' is gone. */
  readonly to: string;
  /** Null where only the target is known. */
  readonly status: number | null;
}

/** Rules by the path that they are for. */
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

/** Reads the rules of a site. `origin` is that of its pages. */
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
    return {}; // A live site may answer with a page.
  }
}

function withoutOrigin(target: string, origin: string | null): string {
  if (origin === null) return target;
  if (target.startsWith('/')) return withoutBase(target, origin) ?? target;
  return target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
}

/** A rule that is new, gone or other. */
export interface RedirectChange {
  readonly from: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Compares the rules of two sites. */
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

/** Rules that lead to another rule: the path that both share, or null. */
export function findNextRule(rules: SideRedirects, from: string): string | null {
  const next = rules.get(from)?.to.replace(/[?#].*$/, '') ?? '';
  return next !== from && rules.has(next) && rules.get(next)?.to !== '' ? next : null;
}
