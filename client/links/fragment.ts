// Finds the target of a fragment as the HTML standard does.

/** The id of a fragment ('' or '#…'). An invalid fragment is used unchanged. */
export function idOfFragment(hash: string): string {
  const raw = hash.slice(1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
