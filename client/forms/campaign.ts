// Reads the campaign of a visitor from the query, which is kept from page to page.

const PARAMETER = /^utm_[a-z_]{1,40}$/;
const MAX_CHARACTERS = 200;

/** The first `utm_…` parameter of each name. Names are in lower case, values have at most 200 characters. */
export function readCampaign(query: string): Readonly<Record<string, string>> {
  const campaign: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.toLowerCase();
    if (PARAMETER.test(name) && value !== '') campaign[name] ??= value.slice(0, MAX_CHARACTERS);
  }
  return campaign;
}
