// The quick way for rich text that needs no sanitiser: well-nested paragraphs, headings, lists and links of a small
// grammar, as most editors' HTML is. Relied on afterwards: what comes back is what the sanitiser would have printed.

/** Attributes of a link as the sanitiser prints them; null leaves the text to the sanitiser. */
export type PrintLink = (href: string, target: string | undefined) => string | null;

/** Text, then one tag or the end. */
const TOKEN = /[^<>\0]*(?:<(\/?)([a-z][a-z0-9]*)(?: (id|href)="([^"<>&\s]+)")?(?: target="(_blank)")?( ?\/)?>|$)/y;
/** Entities are decoded and printed anew by the sanitiser: of these three the printed form is the same. */
const OTHER_ENTITY = /&(?!(?:amp|lt|gt);)/;
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
  if (OTHER_ENTITY.test(html)) return null;
  const open: string[] = [];
  let printed = '';
  let copied = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < html.length) {
    const match = TOKEN.exec(html);
    if (match === null) return null;
    const [token, slash, name, attribute, value = '', target, selfClosing] = match;
    if (name === undefined) break;
    const parent = open.at(-1) ?? ROOT;
    const isBare = attribute === undefined && target === undefined && selfClosing === undefined;
    if (slash === '/') {
      if (name !== parent || !isBare) return null;
      open.pop();
    } else if (name === 'br') {
      if (attribute !== undefined || target !== undefined) return null;
      const end = TOKEN.lastIndex;
      printed += `${html.slice(copied, end - token.length + token.lastIndexOf('<'))}<br />`;
      copied = end;
    } else if (selfClosing !== undefined) {
      return null;
    } else if (name === 'a') {
      if (attribute !== 'href' || open.includes('a')) return null;
      const attributes = printLink(value, target);
      if (attributes === null) return null;
      const end = TOKEN.lastIndex;
      printed += `${html.slice(copied, end - token.length + token.lastIndexOf('<'))}<a${attributes}>`;
      copied = end;
      open.push(name);
    } else {
      const hasId = attribute === 'id' && target === undefined && HEADINGS.has(name) && isSafeId(value);
      if (!isBare && !hasId) return null;
      if (!mayStand(name, parent)) return null;
      open.push(name);
    }
  }
  return open.length === 0 ? printed + html.slice(copied) : null;
}

/** Whether an element stands where every parser leaves it. */
function mayStand(name: string, parent: string): boolean {
  if (BLOCKS.has(name)) return BLOCK_PARENTS.has(parent);
  return name === 'li' ? LIST_PARENTS.has(parent) : INLINE.has(name);
}
