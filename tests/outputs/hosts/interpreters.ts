// Small independent readings of each host's files: what the host would answer. They know the hosts' documented rules
// and nothing of how the build writes the files.

/** What a host answers: status and Location; null where it goes on to the files. */
export interface HostAnswer {
  readonly status: number;
  readonly to: string;
}

interface Line {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

function parseLines(content: string, defaultStatus: number): readonly Line[] {
  return content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [from = '', to = '', status = String(defaultStatus), ...rest] = line.split(/\s+/);
      if (rest.length > 0 || to === '') throw new Error(`Not two or three words: ${line}`);
      return { from, to, status: Number(status.replace(/!$/, '')) };
    });
}

/** First line that matches; slash forms are one; `:name` is a segment, a last `*` is anything. */
export function askNetlify(content: string, href: string): HostAnswer | null {
  const asked = segmentsOf(href);
  const line = parseLines(content, 301).find(({ from }) => {
    const wanted = segmentsOf(from);
    const isOpen = wanted.at(-1) === '*';
    const fixed = isOpen ? wanted.slice(0, -1) : wanted;
    if (isOpen ? asked.length < fixed.length : asked.length !== fixed.length) return false;
    return fixed.every((part, index) => part.startsWith(':') || part === asked[index]);
  });
  if (line === undefined || line.status === 404 || line.status === 200) return null;
  return { status: line.status, to: line.status === 410 ? '' : line.to };
}

function segmentsOf(href: string): readonly string[] {
  return decodeURIComponent(href).split('/').filter(Boolean);
}

/** Literal lines by raw path, then patterns in order; the request's query only where the target has none. */
export function askCloudflare(content: string, href: string, query = ''): HostAnswer | null {
  const lines = parseLines(content, 302);
  const isPattern = ({ from }: Line) => from.includes('*') || /:[A-Za-z]\w*/.test(from);
  const firstPattern = lines.findIndex(isPattern);
  const literal = firstPattern === -1 ? lines : lines.slice(0, firstPattern);
  const patterns = firstPattern === -1 ? [] : lines.slice(firstPattern);
  if (literal.length > 2000 || patterns.length > 100) throw new Error('Too many lines.');
  const line =
    literal.find(({ from }) => from === href) ?? patterns.find(({ from }) => cloudflareExpression(from).test(href));
  if (line === undefined || line.status === 200) return null;
  if (![301, 302, 303, 307, 308].includes(line.status)) throw new Error(`Status ${line.status} is not permitted.`);
  if (!/^(\/|https:\/\/)/.test(line.to)) throw new Error(`Target ${line.to} is refused.`);
  const { search, hash } = new URL(line.to, 'https://own.example');
  const base = line.to.slice(0, line.to.length - search.length - hash.length);
  return { status: line.status, to: `${base}${search || query}${hash}` };
}

function cloudflareExpression(from: string): RegExp {
  const escaped = from.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace('*', '.*').replace(/:[A-Za-z]\w*/g, '[^/]+')}$`);
}

type Block = readonly { readonly words: readonly string[]; readonly block: Block | null }[];

/** Maps of `redirects.conf` and the returns of `returns.conf`, for a decoded path and a raw query. */
export function askNginx(files: ReadonlyMap<string, string>, path: string, args = ''): HostAnswer | null {
  const maps = new Map<string, { readonly source: string; readonly entries: Block }>();
  for (const { words, block } of parseNginx(files.get('redirects.conf') ?? '')) {
    const [directive, source = '', variable = ''] = words;
    if (directive === 'map' && block !== null) maps.set(variable.slice(1), { source, entries: block });
  }
  const read = (name: string): string => {
    const map = maps.get(name);
    if (map !== undefined) return expand(lookUp(expand(map.source), map.entries));
    if (name === 'uri') return path;
    if (name === 'args') return args;
    if (name === 'is_args') return args === '' ? '' : '?';
    throw new Error(`unknown "${name}" variable`);
  };
  const expand = (text: string): string => text.replace(/\$(\w+)/g, (_, name: string) => read(name));
  for (const { words, block } of parseNginx(files.get('returns.conf') ?? '')) {
    const [directive, condition = ''] = words;
    const [, status = '', to = ''] = block?.[0]?.words ?? [];
    if (directive !== 'if') throw new Error(`unexpected "${directive}"`);
    const value = expand(condition.replace(/^\((.*)\)$/, '$1'));
    if (value !== '' && value !== '0') return { status: Number(status), to: expand(to) };
  }
  return null;
}

/** Plain keys without case, then expressions in order with case, then the default. */
export function lookUp(value: string, entries: Block): string {
  const rows = entries
    .filter(({ words }) => words.length === 2)
    .map(({ words: [key = '', result = ''] }) => ({ key, result }));
  const plain = rows.filter(({ key }) => !key.startsWith('~') && key !== 'default');
  const keys = plain.map(({ key }) => foldCase(key));
  const twin = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twin !== undefined) throw new Error(`conflicting parameter "${twin}"`);
  const hit =
    plain.find(({ key }) => foldCase(key) === foldCase(value)) ??
    rows.find(({ key }) => key.startsWith('~') && new RegExp(key.slice(1)).test(value)) ??
    rows.find(({ key }) => key === 'default');
  return hit?.result ?? '';
}

/** nginx folds ASCII alone. */
function foldCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Words, quotes, escapes, comments and blocks of nginx's configuration language. */
export function parseNginx(text: string): Block {
  const tokens = [...text.matchAll(/#[^\n]*|"((?:[^"\\]|\\.)*)"|([{};])|([^\s{};"]+)/gs)]
    .filter(([token]) => !token.startsWith('#'))
    .map(([, quoted, mark, word]) => ({
      mark,
      word: quoted === undefined ? word : quoted.replace(/\\(["'\\])/g, '$1'),
    }));
  let at = 0;
  const parseBlock = (): Block => {
    const statements: { words: readonly string[]; block: Block | null }[] = [];
    let words: string[] = [];
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      at += 1;
      if (token.mark === undefined) words.push(token.word ?? '');
      else if (token.mark === '}') return statements;
      else {
        statements.push({ words, block: token.mark === '{' ? parseBlock() : null });
        words = [];
      }
    }
    return statements;
  };
  return parseBlock();
}
