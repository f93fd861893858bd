// Finds attribute values in the HTML of editors, decoded and trimmed like the sanitizer does.

/** `src` of every `<img>`. The groups are the double-quoted, single-quoted and unquoted value. */
export const SOURCE_ATTRIBUTE = /<img\b(?:[^>"']|"[^"]*"|'[^']*')*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Returns each value once. The groups of the pattern are the double-quoted, single-quoted and unquoted value. */
export function findAttributes(html: string, pattern: RegExp): readonly string[] {
  return [
    ...new Set(
      [...html.matchAll(pattern)].map(([, double, single, bare]) =>
        decodeEntities(double ?? single ?? bare ?? '').trim(),
      ),
    ),
  ];
}

const CHARACTER_BY_NAME: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the entities that occur in URLs: numeric ones and the five of XML. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return CHARACTER_BY_NAME[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
