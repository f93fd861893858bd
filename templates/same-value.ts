// Whether two values are the same JSON: quicker than printing them, and than telling apart what is printed.

/** Equality of plain data: texts, numbers, booleans, null, and lists and records of them. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSameValue(item, other[index]));
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) && isSameValue(one[name as keyof typeof one], other[name as keyof typeof other]),
  );
}
