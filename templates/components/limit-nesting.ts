// Limits how deep HTML of editors is nested, before it is parsed: the parser takes quadratic time for deep nesting.

/** Far deeper than any text that people write. */
export const MAX_DEPTH = 100;

/** Elements without an end tag. */
const VOID: ReadonlySet<string> = new Set(
  'area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '),
);
/** Elements whose content is text. */
const RAW: ReadonlySet<string> = new Set(
  'iframe noembed noframes plaintext script style textarea title xmp'.split(' '),
);
/** The open elements that a start tag ends. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['a', 'li', 'option', 'p', 'th'].map((name) => [name, [name]])),
  ...Object.fromEntries(['dd', 'dt'].map((name) => [name, ['dd', 'dt']])),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'div', 'table'].map((name) => [name, ['p']])),
  td: ['td', 'th'],
  tr: ['tr', 'td', 'th'],
};
const NAME = /[a-z][^\s/>]*/iy;
const COMMENT = '<!--';

/** Replaces start tags below {@link MAX_DEPTH} open elements, and end tags of no open element, with a space. */
export function limitNesting(html: string): string {
  // Each level takes at least three characters.
  if (html.length <= MAX_DEPTH * 3) return html;
  const open: string[] = [];
  let limited = '';
  let copied = 0;
  for (let start = html.indexOf('<'); start !== -1; ) {
    if (html.startsWith(COMMENT, start)) {
      start = next(html, html.indexOf('-->', start));
      continue;
    }
    const isEnd = html[start + 1] === '/';
    NAME.lastIndex = start + (isEnd ? 2 : 1);
    const name = NAME.exec(html)?.[0].toLowerCase();
    const end = name === undefined ? start : html.indexOf('>', start);
    if (end === -1) break;
    if (name !== undefined && !VOID.has(name) && !(isEnd ? close(open, name) : enter(open, name))) {
      limited += `${html.slice(copied, start)} `;
      copied = end + 1;
    } else if (name !== undefined && !isEnd && RAW.has(name)) {
      // Its end tag closes it: what looks like a tag before that is text.
      start = indexOfEnd(html, name, end);
      continue;
    }
    start = next(html, end);
  }
  return limited + html.slice(copied);
}

const next = (html: string, after: number): number => (after === -1 ? -1 : html.indexOf('<', after + 1));

function indexOfEnd(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? -1;
}

/** Whether the element is open; it is not any more. */
function close(open: string[], name: string): boolean {
  const index = open.lastIndexOf(name);
  if (index !== -1) open.length = index;
  // These end tags are elements of their own.
  return index !== -1 || name === 'p';
}

/** Whether another element may be opened, which it is then. */
function enter(open: string[], name: string): boolean {
  const ends = ENDS[name] ?? [];
  while (ends.includes(open.at(-1) ?? '')) open.pop();
  if (open.length >= MAX_DEPTH) return false;
  open.push(name);
  return true;
}
