// Finds changes in files other than pages and assets: robots.txt, sitemap, feeds, lists, files of the host.

import type { SiteSide } from './site-side.ts';

export interface FileChange {
  readonly path: string;
  readonly status: 'added' | 'removed' | 'changed';
  /** A short description; may be ''. */
  readonly what: string;
}

export async function compareFiles(base: SiteSide, head: SiteSide): Promise<readonly FileChange[]> {
  const paths = [...new Set([...base.files.keys(), ...head.files.keys()])].sort();
  const changes: FileChange[] = [];
  for (const path of paths) {
    const [old, now] = [base.files.get(path), head.files.get(path)];
    if (old?.sha256 === now?.sha256 || ![old?.role, now?.role].includes('other')) continue;
    const status = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    const what = status === 'changed' ? await describeChange(path, base, head) : '';
    changes.push({ path, status, what });
  }
  return changes;
}

async function describeChange(path: string, base: SiteSide, head: SiteSide): Promise<string> {
  const isList = /(?:^|\/)sitemap[^/]*\.xml$/.test(path);
  if (!isList && !/\.(?:txt|xml)$|(?:^|\/)_(?:headers|redirects)$/.test(path)) return '';
  const [before, after] = await Promise.all(
    [base, head].map(async ({ read }) => (await read(path))?.toString('utf8') ?? ''),
  );
  return isList ? describeSitemap(before ?? '', after ?? '') : describeLines(before ?? '', after ?? '');
}

function describeSitemap(before: string, after: string): string {
  const [old, now] = [before, after].map(
    (text) => new Set([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)),
  );
  const added = now?.difference(old ?? new Set()).size ?? 0;
  const removed = old?.difference(now ?? new Set()).size ?? 0;
  return added + removed === 0 ? 'dates or language links' : `addresses: ${added} added, ${removed} removed`;
}

const MAX_LINES = 3;

function describeLines(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => new Set(text.split('\n').map((line) => line.trim())));
  const lines = [
    ...[...(old?.difference(now ?? new Set()) ?? [])].map((line) => `- ${line}`),
    ...[...(now?.difference(old ?? new Set()) ?? [])].map((line) => `+ ${line}`),
  ].filter((line) => line.length > 2 && line.length < 120);
  const shown = lines.slice(0, MAX_LINES).join(', ');
  return lines.length > MAX_LINES ? `${shown} and ${lines.length - MAX_LINES} more lines` : shown;
}
