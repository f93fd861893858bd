// What the site keeps in a visitor's browser, all of it under one prefix. There are no cookies. A browser that refuses to
// store changes nothing else.

const PREFIX = 'sitegen:';

type Kind = 'localStorage' | 'sessionStorage';

/** A stored value; null where there is none, where it is not JSON, and where the browser refuses. */
export function readStored(kind: Kind, name: string): unknown {
  try {
    return JSON.parse(window[kind].getItem(`${PREFIX}${name}`) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a JSON value; null removes it. Returns whether it was kept. */
export function writeStored(kind: Kind, name: string, value: unknown): boolean {
  try {
    if (value === null) window[kind].removeItem(`${PREFIX}${name}`);
    else window[kind].setItem(`${PREFIX}${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Names of what is kept. */
export function listStored(kind: Kind): readonly string[] {
  try {
    return Object.keys(window[kind]).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}
