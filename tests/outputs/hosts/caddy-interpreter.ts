// An independent reading of a Caddy 2 site block with map, matchers, redir and error.

import type { HostAnswer } from './interpreters.ts';

interface Directive {
  readonly words: readonly string[];
  readonly block: readonly (readonly string[])[];
}

/** What the snippet answers to a decoded path, its address as sent, and a raw query. `folders` have an index.html. */
export function askCaddy(
  content: string,
  { path, href, query = '', folders = [] }: { path: string; href: string; query?: string; folders?: readonly string[] },
): HostAnswer | null {
  const directives = parseCaddy(content);
  const values = new Map([
    ['http.request.uri.path', path],
    ['http.request.uri.query', query],
    ['http.request.uri', query === '' ? href : `${href}?${query}`],
  ]);
  const expand = (text: string) =>
    text.replace(/(?<!\\)\{([\w.]+)\}/g, (_, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`Unknown placeholder ${name}`);
      return value;
    });
  for (const { words, block } of directives.filter(({ words: [name] }) => name === 'map')) {
    const [, source = '', ...destinations] = words;
    const outputs = readMap(expand(source), block);
    if (outputs.length !== destinations.length) throw new Error('As many outputs as destinations.');
    for (const [index, name] of destinations.entries()) values.set(name.slice(1, -1), expand(outputs[index] ?? ''));
  }
  const isMatch = (name: string) => {
    const directive = directives.find(({ words: [first] }) => first === name);
    if (directive === undefined) throw new Error(`No matcher ${name}`);
    const tests = directive.block.length > 0 ? directive.block : [directive.words.slice(1)];
    return tests.every((test) => test.length > 0 && matches(test));
  };
  const matches = ([name, ...words]: readonly string[]): boolean => {
    if (name === 'not') return !matches(words);
    if (name === 'vars') return words.slice(1).includes(expand(words[0] ?? ''));
    if (name === 'file') return folders.some((folder) => `${folder}/index.html` === expand(words[0] ?? ''));
    throw new Error(`Unknown matcher ${name}`);
  };
  for (const { words } of directives.filter(({ words: [name] }) => name === 'redir')) {
    const [, matcher = '', to = '', code = ''] = words;
    if (isMatch(matcher)) return { status: Number(expand(code)), to: expand(to) };
  }
  for (const { words } of directives.filter(({ words: [name] }) => name === 'error')) {
    if (isMatch(words[1] ?? '')) return { status: Number(words[2]), to: '' };
  }
  return null;
}

/** First that matches, in order. Inputs and outputs lose the backslash before a brace before they are read. */
function readMap(input: string, block: Directive['block']): readonly string[] {
  for (const [key = '', ...outputs] of block) {
    if (key === 'default') return outputs;
    const unescaped = key.replace(/\\\{/g, '{');
    if (!key.startsWith('~') && unescaped === input) return outputs;
    if (!key.startsWith('~')) continue;
    if (/\(\?[=!<]/.test(unescaped)) throw new Error('RE2 has no lookaround.');
    const groups = new RegExp(unescaped.slice(1)).exec(input);
    if (groups !== null) {
      return outputs.map((output) =>
        output.replace(/\$\{(\d)\}|\$(\w+)/g, (_, braced, bare) => groups[Number(braced ?? bare)] ?? ''),
      );
    }
  }
  return [];
}

/** Words in backticks are taken as they are, but environment variables and short placeholders are replaced before. */
function parseCaddy(content: string): readonly Directive[] {
  if (/\{\$\w+\}/.test(content)) throw new Error('An environment variable would be put in.');
  if (/\{(path|query|uri|host|file|dir)\}/.test(content)) throw new Error('A short placeholder would be put in.');
  const directives: { words: readonly string[]; block: (readonly string[])[] }[] = [];
  let open: (readonly string[])[] | null = null;
  for (const line of content.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const words = [...line.matchAll(/`([^`]*)`(?=\s|$)|(\S+)/g)].map(([, raw, bare]) => raw ?? bare ?? '');
    if (line === '}') open = null;
    else if (open !== null) open.push(words);
    else if (words.at(-1) === '{') {
      open = [];
      directives.push({ words: words.slice(0, -1), block: open });
    } else directives.push({ words, block: [] });
  }
  return directives;
}
