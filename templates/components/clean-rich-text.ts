// The quick way for rich text that needs no sanitiser: well-nested paragraphs, headings, lists and links of a small
// grammar, as most editors' HTML is. Relied on afterwards: what comes back is what the sanitiser would have printed.

/** Attributes of a link as the sanitiser prints them; null leaves the text to the sanitiser. */
export type PrintLink = (href: string, target: string | undefined) => string | null;

/** What follows the name of a tag, up to its end. */
const ATTRIBUTES = /^(?: (id|href)="([^"<>&\s]+)")?(?: target="(_blank)")?( ?\/)?$/;
const BARE = ['', undefined, '', undefined, undefined] as const;
/** Entities are decoded and printed anew by the sanitiser: of these three the printed form is the same. */
const OTHER_ENTITY = /&(?!(?:amp|lt|gt);)/;
const SLASH = 0x2f;
const ROOT = '';
const BLOCK_PARENTS: ReadonlySet<string> = new Set([ROOT, 'blockquote', 'li']);
const LIST_PARENTS: ReadonlySet<string> = new Set(['ul', 'ol']);
const HEADINGS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const BLOCKS: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'blockquote', ...HEADINGS]);
const INLINE: ReadonlySet<string> = new Set([
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'small',
  'mark',
  'code',
]);

/** The text as the sanitiser would print it; null where it is beyond the grammar. */
export function cleanRichText(
  html: string,
  { isSafeId, printLink }: { readonly isSafeId: (id: string) => boolean; readonly printLink: PrintLink },
): string | null {
  if (OTHER_ENTITY.test(html) || html.includes('\0')) return null;
  const open: string[] = [];
  let printed = '';
  let copied = 0;
  let end = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    const close = html.indexOf('>', end);
    if (close < start) return null;
    end = close + 1;
    const slash = html.charCodeAt(start + 1) === SLASH ? '/' : '';
    const nameStart = start + 1 + slash.length;
    const nameEnd = findNameEnd(html, nameStart);
    if (nameEnd === nameStart) return null;
    const name = html.slice(nameStart, nameEnd);
    const match = nameEnd === close ? BARE : ATTRIBUTES.exec(html.slice(nameEnd, close));
    if (match === null) return null;
    const [, attribute, value = '', target, selfClosing] = match;
    const parent = open.at(-1) ?? ROOT;
    const isBare = attribute === undefined && target === undefined && selfClosing === undefined;
    if (slash === '/') {
      if (name !== parent || !isBare) return null;
      open.pop();
    } else if (name === 'br') {
      if (attribute !== undefined || target !== undefined) return null;
      printed += `${html.slice(copied, start)}<br />`;
      copied = end;
    } else if (selfClosing !== undefined) {
      return null;
    } else if (name === 'a') {
      if (attribute !== 'href' || open.includes('a')) return null;
      const attributes = printLink(value, target);
      if (attributes === null) return null;
      printed += `${html.slice(copied, start)}<a${attributes}>`;
      copied = end;
      open.push(name);
    } else {
      const hasId = attribute === 'id' && target === undefined && HEADINGS.has(name) && isSafeId(value);
      if (!isBare && !hasId) return null;
      if (!mayStand(name, parent)) return null;
      open.push(name);
    }
  }
  return open.length === 0 && !html.includes('>', end) ? printed + html.slice(copied) : null;
}

/** The end of a name of small letters and digits, a letter first; its start where none stands there. */
function findNameEnd(html: string, start: number): number {
  if (!isSmallLetter(html.charCodeAt(start))) return start;
  let end = start + 1;
  for (let code = html.charCodeAt(end); isSmallLetter(code) || isDigit(code); code = html.charCodeAt(end)) end += 1;
  return end;
}

const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Whether an element stands where every parser leaves it. */
function mayStand(name: string, parent: string): boolean {
  if (BLOCKS.has(name)) return BLOCK_PARENTS.has(parent);
  return name === 'li' ? LIST_PARENTS.has(parent) : INLINE.has(name);
}
