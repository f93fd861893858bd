// Compares what is not a page: redirects, robots.txt, sitemap, feeds, lists, files of the host. Redirects come from what visitors get:
// the maps for the browser, redirect pages, and objects that redirect.

import type { ProblemPlace } from '../errors.ts';
import { parseJson } from '../facts/structured-data-facts.ts';
import { toOutPath } from '../files/brands.ts';
import { clientRedirects } from '../outputs/redirect-maps.ts';
import { pathOfOutFile } from '../paths/site-path.ts';
import { plural } from '../text/printable-text.ts';
import { withoutOrigin } from './compare-pages.ts';
import type { SiteSide } from './folder-side.ts';

/** Rules by source path. `to` is '' for 410; the status is null if it is unknown. */
export type SideRedirects = ReadonlyMap<string, { readonly to: string; readonly status: number | null }>;

const REDIRECT_MAP = /^redirects\/[\w-]+\.json$/;

/** `origin` is the address of the site. */
export async function readRedirects({ files, read }: SiteSide, origin: string | null): Promise<SideRedirects> {
  const rules = new Map<string, { readonly to: string; readonly status: number | null }>();
  for (const file of files.keys()) {
    if (!REDIRECT_MAP.test(file)) continue;
    // A live site may respond with a page.
    const { data } = clientRedirects.safeParse(parseJson(String(await read(file))));
    for (const { from, to, status } of data?.rules ?? []) rules.set(from, { to, status });
    for (const { prefix, segment, to, status } of data?.segments ?? [])
      rules.set(`${prefix}/…/${segment}/`, { to, status });
  }
  for (const [file, { target }] of files) {
    const from = pathOfOutFile(toOutPath(file));
    if (target !== undefined && !rules.has(from)) rules.set(from, { to: withoutOrigin(target, origin), status: null });
  }
  return rules;
}

/** A new, deleted or changed rule. */
export interface RedirectChange {
  readonly from: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The entry that it comes from, if known. */
  readonly where: ProblemPlace;
}

/** `ownerOf` finds the changed entry of a source path. */
export function compareRedirects(
  before: SideRedirects,
  after: SideRedirects,
  ownerOf: (from: string) => ProblemPlace,
): readonly RedirectChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((from) => {
    const [old, now] = [before.get(from), after.get(from)];
    // Redirect pages have no status.
    const isSameStatus = old?.status === now?.status || old?.status === null || now?.status === null;
    if (old !== undefined && old.to === now?.to && isSameStatus) return [];
    const [was, is] = [old, now].map((rule) =>
      rule === undefined ? null : `${rule.to || 'gone'}${rule.status === null ? '' : ` (${rule.status})`}`,
    );
    return [{ from, before: was ?? null, after: is ?? null, where: ownerOf(from) }];
  });
}

export interface FileChange {
  readonly path: string;
  readonly status: 'added' | 'removed' | 'changed';
  /** Some lines that differ; '' for files that are not made of lines. */
  readonly what: string;
}

/** Redirect maps are left out: their rules are compared. */
export async function compareFiles(base: SiteSide, head: SiteSide): Promise<readonly FileChange[]> {
  const paths = [...new Set([...base.files.keys(), ...head.files.keys()])].sort();
  const changes: FileChange[] = [];
  for (const path of paths) {
    const [old, now] = [base.files.get(path), head.files.get(path)];
    if (old?.sha256 === now?.sha256 || ![old?.role, now?.role].includes('other') || REDIRECT_MAP.test(path)) continue;
    const status = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    const hasLines = status === 'changed' && /\.txt$|(?:^|\/)_(?:headers|redirects)$/.test(path);
    const [before, after] = hasLines ? [await base.read(path), await head.read(path)] : [null, null];
    changes.push({ path, status, what: compareLines(before, after) });
  }
  return changes;
}

const MAX_LINES = 3;

function compareLines(before: Buffer | null, after: Buffer | null): string {
  const [old, now] = [before, after].map((text) => new Set(String(text ?? '').split(/\s*\n\s*/)));
  if (old === undefined || now === undefined) return '';
  const lines = [
    ...[...old.difference(now)].map((line) => `- ${line}`),
    ...[...now.difference(old)].map((line) => `+ ${line}`),
  ].filter((line) => line.length > 2);
  const rest = lines.length - MAX_LINES;
  return `${lines.slice(0, MAX_LINES).join(', ')}${rest > 0 ? ` and ${plural(rest, 'more line')}` : ''}`;
}
