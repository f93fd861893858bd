// An independent reading of Apache's mod_rewrite in a virtual host, as its documentation and server behave.

import type { HostAnswer } from './interpreters.ts';

interface Rule {
  readonly conditions: readonly { readonly test: string; readonly pattern: string }[];
  readonly pattern: string;
  readonly substitution: string;
  readonly flags: ReadonlyMap<string, string>;
}

/** What the included `redirects.conf` and its text maps answer to a decoded path with a raw query. */
export function askApache(files: ReadonlyMap<string, string>, path: string, query = ''): HostAnswer | null {
  const { rules, mapFiles } = parseApache(files.get('redirects.conf') ?? '');
  for (const rule of rules) {
    const groups = new RegExp(rule.pattern, 's').exec(path);
    if (groups === null) continue;
    let last: readonly string[] = [];
    const expand = (text: string) =>
      expandApache(text, {
        groups,
        last,
        query,
        lookUp: (map, key) => lookUp(files.get(mapFiles.get(map) ?? '') ?? '', key),
      });
    const isMet = rule.conditions.every(({ test, pattern }) => {
      const isNegated = pattern.startsWith('!');
      const match = new RegExp(isNegated ? pattern.slice(1) : pattern, 's').exec(expand(test));
      if (match !== null && !isNegated) last = match;
      return (match === null) === isNegated;
    });
    if (!isMet) continue;
    if (rule.flags.has('G')) return { status: 410, to: '' };
    return answer(rule, expand(rule.substitution), query);
  }
  return null;
}

/** The query is split off at the first "?"; without one, the request's is put at the very end, fragment or not. */
function answer({ flags }: Rule, target: string, query: string): HostAnswer {
  if (!flags.has('NE')) throw new Error('Without NE, "#" and "%" are escaped again.');
  const status = Number(flags.get('R'));
  const mark = target.indexOf('?');
  if (mark === -1) return { status, to: query === '' ? target : `${target}?${query}` };
  if (!flags.has('UnsafeAllow3F')) throw new Error('AH10508: a question mark that might be the request’s.');
  const own = target.slice(mark + 1);
  const added = flags.has('QSA') && query !== '' ? `${own}&${query}` : own;
  return { status, to: `${target.slice(0, mark)}?${added}` };
}

/** Two words a line; no key or value has a space; lines are cut at 1,023 bytes. */
function lookUp(map: string, key: string): string {
  const line = map.split('\n').find((candidate) => candidate.split(/\s/)[0] === key && /^\//.test(candidate));
  if (line !== undefined && Buffer.byteLength(line) > 1023) throw new Error('The line would be cut.');
  return line?.split(/\s+/)[1] ?? '';
}

interface Expansion {
  readonly groups: readonly string[];
  readonly last: readonly string[];
  readonly query: string;
  readonly lookUp: (map: string, key: string) => string;
}

/** `\x` is x; `$1` and `%1` are groups; one pass. */
function expandApache(text: string, expansion: Expansion): string {
  const { groups, last, query } = expansion;
  return text.replace(
    /\\(.)|\$\{(\w+):(\$\d)\}|\$(\d)|%(\d)|%\{(\w+)\}/gs,
    (whole, literal, map, key, group, condition, variable) => {
      if (literal !== undefined) return literal;
      if (map !== undefined) return expansion.lookUp(map, expandApache(key, expansion));
      if (group !== undefined) return groups[Number(group)] ?? '';
      if (condition !== undefined) return last[Number(condition)] ?? '';
      if (variable === 'QUERY_STRING') return query;
      throw new Error(`Unknown variable in ${whole}`);
    },
  );
}

/** Directives one a line. Defined variables are set before anything else reads the line, an unknown one is a mistake. */
function parseApache(content: string): { readonly rules: readonly Rule[]; readonly mapFiles: Map<string, string> } {
  const rules: Rule[] = [];
  const mapFiles = new Map<string, string>();
  let conditions: { test: string; pattern: string }[] = [];
  for (const line of content.split('\n').map((text) => text.trim())) {
    const [directive = '', ...words] = argumentsOf(line.replaceAll(/\$\{SITE_REDIRECTS\}\//g, ''));
    const [first = '', second = '', third = ''] = words;
    if (/\$\{\w+\}/.test(line.replaceAll(/\$\{SITE_REDIRECTS\}/g, ''))) throw new Error(`Undefined variable: ${line}`);
    if (directive === 'RewriteMap') mapFiles.set(first, second.replace(/^txt:/, ''));
    else if (directive === 'RewriteCond') conditions.push({ test: first, pattern: second });
    else if (directive === 'RewriteRule') {
      rules.push({ conditions, pattern: first, substitution: second, flags: flagsOf(third) });
      conditions = [];
    } else if (!/^(|#.*|<\/?IfDefine>?|Define|RewriteEngine)$/.test(directive)) throw new Error(`Unexpected: ${line}`);
  }
  return { rules, mapFiles };
}

/** mod_rewrite's own reading: quotes group, nothing in them is unescaped. */
function argumentsOf(line: string): readonly string[] {
  if (line.startsWith('#')) return [];
  const words = [...line.matchAll(/"([^"]*)"(?=\s|$)|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  if (words.length > 4) throw new Error(`bad flag delimiters: ${line}`);
  return words;
}

function flagsOf(text: string): ReadonlyMap<string, string> {
  const flags = /^\[(.*)\]$/.exec(text)?.[1];
  if (flags === undefined) throw new Error(`bad flag delimiters: ${text}`);
  return new Map(flags.split(',').map((flag) => [flag.split('=')[0] ?? '', flag.split('=')[1] ?? '']));
}
