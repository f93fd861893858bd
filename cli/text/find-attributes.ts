// Finds attribute values in the HTML of editors, decoded and trimmed like the sanitizer does.

import { trimmed } from '../../content/trimmed.ts';

/** The attribute of each element that has an address of a picture. */
export const IMAGE_SOURCES = { img: 'src' } as const;

/** The end of a tag; or the name of an attribute, and its double-quoted, single-quoted or unquoted value. */
const TAG_PART = /[\s/]*(?:(>)|([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|.)/gsy;

/**
 * Returns each value of one attribute per element once, such as `src` of `img`. Takes linear time, unlike one pattern for whole tags.
 */
export function findTagAttributes(html: string, attributeByTag: Readonly<Record<string, string>>): readonly string[] {
  const values = new Set<string>();
  const tagStart = new RegExp(`<(${Object.keys(attributeByTag).join('|')})(?=[\\s/>])`, 'gi');
  for (let tag = tagStart.exec(html); tag !== null; tag = tagStart.exec(html)) {
    const { end, value } = readTag(html, tagStart.lastIndex, attributeByTag[tag[1]?.toLowerCase() ?? '']);
    // The rest of the text is an unfinished tag.
    if (end === -1) break;
    if (value !== null) values.add(trimmed(decodeEntities(value)));
    tagStart.lastIndex = end;
  }
  return [...values];
}

/** The end of a tag, -1 if it has none, and the first value of an attribute. */
function readTag(html: string, start: number, attribute: string | undefined) {
  const part = new RegExp(TAG_PART);
  part.lastIndex = start;
  let value: string | null = null;
  for (let found = part.exec(html); found !== null; found = part.exec(html)) {
    const [, close, name, double, single, bare] = found;
    if (close !== undefined) return { end: part.lastIndex, value };
    if (value === null && name?.toLowerCase() === attribute) value = double ?? single ?? bare ?? null;
  }
  return { end: -1, value };
}

/** Whether HTML has an image. The first check takes a tenth of the time of the second, and most texts have none. */
export function hasImage(html: string): boolean {
  return (html.includes('<i') || html.includes('<I')) && /<img\b/i.test(html);
}

/** Returns each href once. Found by pattern: text that looks like an href is included. */
export function listHrefs(html: string): readonly string[] {
  return findAttributes(html, 'href');
}

/** Returns each value of some attributes once, such as `href|src`. Found by pattern, too. */
export function findAttributes(html: string, names: string): readonly string[] {
  const attribute = new RegExp(`(?:${names})\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'gi');
  const values = new Set<string>();
  for (const [, double, single, bare] of html.matchAll(attribute))
    values.add(trimmed(decodeEntities(double ?? single ?? bare ?? '')));
  return [...values];
}

const CHARACTER_BY_NAME: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  nbsp: '\u00a0',
};

/** Decodes the entities that occur in URLs: numeric ones, the five of XML and the space of editors. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return CHARACTER_BY_NAME[String(name).toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The text of HTML, where nothing of its markup can be shown. */
export function plainTextOf(html: string): string {
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<(?:\/(?:p|li|h\d|div)|br)\b[^<>]*>\s*/gi, ' ')
    .replace(/<[a-z!/][^<>]*>/gi, '');
  return trimmed(decodeEntities(text));
}
