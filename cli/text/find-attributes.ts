// Attribute values in an editor's HTML as the sanitiser reads them: entities decoded, surrounding space removed.

/** The values that a pattern finds, each once; its groups are the double-quoted, the single-quoted and the bare form. */
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

/** The entities that editors and serialisers write into addresses: numeric ones and the five of XML. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return CHARACTER_BY_NAME[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
