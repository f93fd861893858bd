// An independent reading of vercel.json: path-to-regexp's syntax as far as it is used, redirects in order.

import * as z from 'zod';
import type { HostAnswer } from './interpreters.ts';

const header = z.strictObject({ key: z.string(), value: z.string() });
const schema = z.strictObject({
  $schema: z.url(),
  cleanUrls: z.literal(false),
  redirects: z
    .array(
      z.strictObject({
        source: z.string().startsWith('/').max(4096),
        destination: z.string().max(4096),
        statusCode: z.literal([301, 302, 303, 307, 308]),
      }),
    )
    .max(2048),
  headers: z.array(z.strictObject({ source: z.string(), headers: z.array(header) })),
});

/** What it answers to an address as sent; the query is carried along. */
export function askVercel(content: string, href: string, query = ''): HostAnswer | null {
  for (const { source, destination, statusCode } of schema.parse(JSON.parse(content)).redirects) {
    const groups = pathExpression(source).exec(href);
    if (groups === null) continue;
    const named = destination.replace(/(?<=\/):path(?=\/)/, groups[1] ?? '');
    if (/\$\d/.test(named)) throw new Error('A group would be put in.');
    const { search, hash } = new URL(named, 'https://own.example');
    const base = named.slice(0, named.length - search.length - hash.length);
    const carried = query === '' ? search : `${search === '' ? '?' : `${search}&`}${query}`;
    return { status: statusCode, to: `${base}${carried}${hash}` };
  }
  return null;
}

/** Headers that an address gets; later entries win. */
export function headersOfVercel(content: string, href: string): ReadonlyMap<string, string> {
  const entries = schema.parse(JSON.parse(content)).headers.filter(({ source }) => pathExpression(source).test(href));
  return new Map(entries.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value] as const)));
}

/** Strict and with case: `\x`, `{…}?`, `(expression)`, `:name(expression)`; anything else is literal. */
function pathExpression(source: string): RegExp {
  let expression = '';
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const optional = /^\{([^{}]*)\}\?/.exec(rest);
    const name = /^:[A-Za-z_]\w*/.exec(rest)?.[0] ?? '';
    if (rest.startsWith('\\')) {
      expression += quoteLiteral(rest[1] ?? '');
      at += 2;
    } else if (optional !== null) {
      expression += `(?:${quoteLiteral(optional[1] ?? '')})?`;
      at += optional[0].length;
    } else if (rest.startsWith('(') || name !== '') {
      const group = groupOf(rest.slice(name.length));
      expression += group;
      at += name.length + group.length;
    } else {
      if (/[:)*+?{}]/.test(rest[0] ?? '')) throw new Error(`Unexpected "${rest[0]}" in ${source}`);
      expression += quoteLiteral(rest[0] ?? '');
      at += 1;
    }
  }
  return new RegExp(`^${expression}$`);
}

/** The group that a text starts with; groups within it must not capture. */
function groupOf(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') {
      depth += 1;
      if (depth > 1 && text[at + 1] !== '?') throw new TypeError('Capturing groups are not allowed.');
      if (depth === 1 && text[at + 1] === '?') throw new TypeError('Pattern cannot start with "?".');
    } else if (text[at] === ')') {
      depth -= 1;
      if (depth === 0) return text.slice(0, at + 1);
    }
  }
  throw new TypeError('Unbalanced pattern, or a parameter without one.');
}

function quoteLiteral(text: string): string {
  return text.replace(/[.+*?=^!:${}()[\]|/\\]/g, '\\$&');
}
