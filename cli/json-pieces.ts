// The JSON of a large object, piece by piece: as one text, a report with a problem of every fifth page was the most that its
// build ever held.

/**
 * What `JSON.stringify(value, null, indent)` prints of plain data, in pieces that are one text when they are joined: lists among
 * the fields of an object item by item.
 */
export function* jsonPieces(value: object, indent = 0): Generator<string, void> {
  if (Array.isArray(value)) {
    yield JSON.stringify(value, null, indent);
    return;
  }
  const breakAt = (depth: number) => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  const print = (part: unknown, depth: number) => JSON.stringify(part, null, indent).replaceAll('\n', breakAt(depth));
  const colon = indent === 0 ? ':' : ': ';
  let before = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${breakAt(1)}${JSON.stringify(key)}${colon}`;
    before = ',';
    if (Array.isArray(field) && field.length > 0) {
      for (const [number, item] of field.entries()) yield `${number === 0 ? '[' : ','}${breakAt(2)}${print(item, 2)}`;
      yield `${breakAt(1)}]`;
    } else yield print(field, 1);
  }
  yield before === '{' ? '{}' : `${breakAt(0)}}`;
}
