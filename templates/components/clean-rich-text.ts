// The quick way for rich text that needs no sanitiser: well-nested paragraphs, headings, lists and links of a small
// grammar, as most editors' HTML is. Relied on afterwards: what comes back is what the sanitiser would have printed.

/** Attributes of a link as the sanitiser prints them, its address first; null leaves the text to the sanitiser. */
export type PrintLink = (href: string, target: string | undefined) => string | null;

/** What follows the name of a tag, up to its end. */
const ATTRIBUTES = /^(?: (id|href)="([^"<>&\s]+)")?(?: target="(_blank)")?( ?\/)?$/;
const BARE = ['', undefined, '', undefined, undefined] as const;
/** Entities are decoded and printed anew by the sanitiser: of these three the printed form is the same. */
const OTHER_ENTITY = /&(?!(?:amp|lt|gt);)/;
const SLASH = 0x2f;
/** `</` and `>`. */
const CLOSING_LENGTH = 3;
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

/** What a text says of itself. */
interface SaidText {
  /** Where its links lead, in their order. */
  readonly links: readonly string[];
  /** Ids of headings, and where these begin in what is printed. */
  readonly ids: readonly PlacedId[];
}

/** An id and where its element begins. */
export interface PlacedId {
  readonly at: number;
  readonly id: string;
}

/** A text that may be printed. */
export interface CleanText {
  readonly safeHtml: string;
  /** Characters outside tags, as the text was written. */
  readonly characters: number;
  /** Where its second-level headings begin in what is printed. */
  readonly headings: readonly number[];
  /** What it says; null where that is not known, and where it may load something. */
  readonly said: SaidText | null;
}

/** The text as the sanitiser would print it; null where it is beyond the grammar. */
export function cleanRichText(
  html: string,
  { isSafeId, printLink }: { readonly isSafeId: (id: string) => boolean; readonly printLink: PrintLink },
): CleanText | null {
  if ((html.includes('&') && OTHER_ENTITY.test(html)) || html.includes('\0')) return null;
  const open: string[] = [];
  const headings: number[] = [];
  const links: string[] = [];
  const ids: PlacedId[] = [];
  let parent = ROOT;
  let characters = html.length;
  let printed = '';
  let copied = 0;
  let end = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', end)) {
    const close = html.indexOf('>', end);
    if (close < start) return null;
    end = close + 1;
    characters -= end - start;
    if (html.charCodeAt(start + 1) === SLASH) {
      if (parent === ROOT || end - start !== parent.length + CLOSING_LENGTH || !html.startsWith(parent, start + 2))
        return null;
      open.pop();
      parent = open.at(-1) ?? ROOT;
      continue;
    }
    const nameStart = start + 1;
    const nameEnd = findNameEnd(html, nameStart);
    if (nameEnd === nameStart) return null;
    const name = html.slice(nameStart, nameEnd);
    const match = nameEnd === close ? BARE : ATTRIBUTES.exec(html.slice(nameEnd, close));
    if (match === null) return null;
    const [, attribute, value = '', target, selfClosing] = match;
    if (name === 'br') {
      if (attribute !== undefined || target !== undefined) return null;
      printed += `${html.slice(copied, start)}<br />`;
      copied = end;
      continue;
    }
    if (selfClosing !== undefined) return null;
    if (name === 'a') {
      if (attribute !== 'href' || open.includes('a')) return null;
      const attributes = printLink(value, target);
      if (attributes === null) return null;
      links.push(hrefOf(attributes));
      printed += `${html.slice(copied, start)}<a${attributes}>`;
      copied = end;
    } else {
      const isBare = attribute === undefined && target === undefined;
      const hasId = attribute === 'id' && target === undefined && HEADINGS.has(name) && isSafeId(value);
      if (!isBare && !hasId) return null;
      if (!mayStand(name, parent)) return null;
      const at = printed.length + start - copied;
      if (name === 'h2') headings.push(at);
      if (hasId) ids.push({ at, id: value });
    }
    open.push(name);
    parent = name;
  }
  if (open.length > 0 || html.includes('>', end)) return null;
  return { safeHtml: printed + html.slice(copied), characters, headings, said: { links, ids } };
}

const HREF = ' href="';

/** The address begins what is printed of a link, with nothing escaped. */
function hrefOf(attributes: string): string {
  return attributes.slice(HREF.length, attributes.indexOf('"', HREF.length));
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
