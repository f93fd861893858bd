// Stores values in the browser of a visitor, with a common prefix and without cookies. Everything works without storage, too.

const PREFIX = 'sitegen:';

type Kind = 'localStorage' | 'sessionStorage';

/** A stored value; null if it is missing, not JSON, or cannot be read. */
export function readStored(kind: Kind, name: string): unknown {
  try {
    return JSON.parse(window[kind].getItem(`${PREFIX}${name}`) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a JSON value; null removes it. Returns whether it was stored. */
export function writeStored(kind: Kind, name: string, value: unknown): boolean {
  try {
    if (value === null) window[kind].removeItem(`${PREFIX}${name}`);
    else window[kind].setItem(`${PREFIX}${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Names of stored values. */
export function listStored(kind: Kind): readonly string[] {
  try {
    return Object.keys(window[kind]).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}
