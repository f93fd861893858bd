// Whether two values are the same JSON: quicker than printing them, and than telling apart what is printed.

/** Equality of plain data: texts, numbers, booleans, null, and lists and records of them. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && isSameList(one, other);
  let names = 0;
  for (const name in one) {
    const value: unknown = one[name as keyof typeof one];
    // What is inherited is nothing that data could be, but for this one.
    if ((value === undefined || name === '__proto__') && !Object.hasOwn(other, name)) return false;
    if (!isSameValue(value, other[name as keyof typeof other])) return false;
    names += 1;
  }
  for (const _ in other) names -= 1;
  return names === 0;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (!isSameValue(one[index], other[index])) return false;
  return true;
}
