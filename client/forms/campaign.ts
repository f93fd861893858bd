// The campaign that brought a visitor: the query goes with them from page to page, so the form's page still has it.

const PARAMETER = /^utm_[a-z_]{1,40}$/;
const MAX_CHARACTERS = 200;

/** The `utm_…` parameters of a query, the first one of each name. Names in lower case, values of at most 200 characters. */
export function readCampaign(query: string): Readonly<Record<string, string>> {
  const campaign: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.toLowerCase();
    if (PARAMETER.test(name) && value !== '') campaign[name] ??= value.slice(0, MAX_CHARACTERS);
  }
  return campaign;
}
