// A built site as Netlify or Cloudflare Pages serves it with the `_redirects` and `_headers` that the build wrote for it.
// A site for such a host has no redirect pages, so those of `out/` are left aside.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Headers, type Host, type HostAnswer, type SiteServer, startServer } from '../../service/site-server.ts';
import { readPublishedFiles } from './published-files.ts';
import type { BuiltFolder } from './sample.ts';

/** A host with `_redirects` and `_headers`. */
export type FileHost = 'netlify' | 'cloudflare';

interface Rule {
  readonly pattern: RegExp;
  readonly to: string;
  readonly status: number;
  /** Wins over a file of the same path. */
  readonly isForced: boolean;
}

/** Serves a built site. `change` is done to the HTML of every page. */
export function serveAs(name: FileHost, site: BuiltFolder, change?: (html: string) => string): Promise<SiteServer> {
  const files = readPublishedFiles(site, change);
  const read = (file: string) => readFileSync(join(site.folder, '.sitegen/hosts', name, file), 'utf8');
  const rules = parseRedirects(read('_redirects'), name);
  const headerRules = parseHeaders(read('_headers'));
  const fileOf = (path: string) => {
    const file = decodeURIComponent(path).slice(1);
    return file === '' || file.endsWith('/') ? `${file}index.html` : file;
  };
  const isPage = (file: string) => files.has(file) && !isRedirectPage(files.send(file));
  const answerFile = (path: string, search: string): HostAnswer => {
    if (isPage(fileOf(path))) return files.send(fileOf(path));
    if (isPage(`${fileOf(path)}/index.html`))
      return { status: 308, headers: { location: `${path}/${search}` }, body: '' };
    return files.send(name === 'cloudflare' ? nearestErrorPage(path) : '404.html', 404);
  };
  /** Cloudflare looks for a 404.html in the folder of the path, then in those above it. */
  const nearestErrorPage = (path: string): string => {
    const parts = decodeURIComponent(path).split('/').slice(1, -1);
    for (let depth = parts.length; depth > 0; depth -= 1) {
      const file = `${parts.slice(0, depth).join('/')}/404.html`;
      if (files.has(file)) return file;
    }
    return '404.html';
  };
  const follow = ({ pattern, to, status }: Rule, path: string, search: string): HostAnswer => {
    const target = to.replace(':splat', pattern.exec(path)?.groups?.splat ?? '');
    if (status === 200) return answerFile(target, search);
    return status < 400 ? redirectTo(target, status, search) : files.send(fileOf(target), status);
  };
  const host: Host = (path, search) => {
    const hasFile = isPage(fileOf(path));
    const rule = rules.find(({ pattern, isForced }) => (isForced || !hasFile) && pattern.test(path));
    const answer = rule === undefined ? answerFile(path, search) : follow(rule, path, search);
    return { ...answer, headers: { ...answer.headers, ...headersOf(path) } };
  };
  const headersOf = (path: string): Headers =>
    Object.assign({}, ...headerRules.filter(({ pattern }) => pattern.test(path)).map(({ headers }) => headers));
  return startServer(host);
}

/** Both hosts put the query of the request behind that of the rule. */
function redirectTo(to: string, status: number, search: string): HostAnswer {
  const [path = '', hash] = to.split('#');
  const query = search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search.slice(1)}`;
  return { status, headers: { location: `${path}${query}${hash === undefined ? '' : `#${hash}`}` }, body: '' };
}

function isRedirectPage({ headers, body }: HostAnswer): boolean {
  return headers['content-type']?.startsWith('text/html') === true && body.includes('http-equiv="refresh"');
}

function parseRedirects(text: string, name: FileHost): readonly Rule[] {
  return linesOf(text).map((line) => {
    const [from = '', to = '', status = ''] = line.trim().split(/\s+/);
    return {
      pattern: patternOf(from, name),
      to,
      status: Number.parseInt(status, 10),
      // Cloudflare follows its rules before it looks for a file.
      isForced: status.endsWith('!') || name === 'cloudflare',
    };
  });
}

function parseHeaders(text: string): readonly { readonly pattern: RegExp; readonly headers: Headers }[] {
  const rules: { pattern: RegExp; headers: Record<string, string> }[] = [];
  for (const line of linesOf(text)) {
    if (!/^\s/.test(line)) rules.push({ pattern: patternOf(line.trim(), 'cloudflare'), headers: {} });
    else {
      const [, name = '', value = ''] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
      Object.assign(rules.at(-1)?.headers ?? {}, { [name.toLowerCase()]: value });
    }
  }
  return rules;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** `*` is any rest, `:name` one segment. To Netlify a trailing slash makes no difference. */
function patternOf(path: string, name: FileHost): RegExp {
  const source = path
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:[a-z]+/g, '[^/]+')
    .replace(/\*$/, '(?<splat>.*)');
  if (name === 'cloudflare') return new RegExp(`^${source}$`);
  return new RegExp(`^${source.replace('/(?<splat>.*)', '(?:/(?<splat>.*))?').replace(/\/$/, '')}/?$`);
}
