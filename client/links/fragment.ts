// The part of a page that a fragment names, as the HTML standard finds it.

/** The id that a fragment ('' or '#…') names; a fragment that is not valid names itself. */
export function idOfFragment(hash: string): string {
  const raw = hash.slice(1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
