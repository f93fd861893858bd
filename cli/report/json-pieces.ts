// The JSON of a large object, piece by piece: as one text, a report with a problem of every fifth page was the most that its
// build ever held.

/** Items of a list that are printed together: each by itself takes longer. */
const ITEMS_A_PIECE = 32;

/**
 * What `JSON.stringify(value, null, indent)` prints of plain data, in pieces that are one text when they are joined: lists among
 * the fields of an object a few items at a time.
 */
export function* jsonPieces(value: object, indent = 0): Generator<string, void> {
  if (Array.isArray(value)) {
    yield JSON.stringify(value, null, indent);
    return;
  }
  const breakAt = (depth: number) => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  const print = (part: unknown, depth: number) => JSON.stringify(part, null, indent).replaceAll('\n', breakAt(depth));
  const colon = indent === 0 ? ':' : ': ';
  const end = `${breakAt(1)}]`;
  let before = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${breakAt(1)}${JSON.stringify(key)}${colon}`;
    before = ',';
    if (Array.isArray(field) && field.length > 0) {
      for (let start = 0; start < field.length; start += ITEMS_A_PIECE) {
        const printed = print(field.slice(start, start + ITEMS_A_PIECE), 1);
        yield `${start === 0 ? '[' : ','}${printed.slice(1, -end.length)}`;
      }
      yield end;
    } else yield print(field, 1);
  }
  yield before === '{' ? '{}' : `${breakAt(0)}}`;
}
