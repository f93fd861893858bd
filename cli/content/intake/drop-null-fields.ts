// The privacy policies come with fields whose value is the text NULL; those fields are dropped, at any depth (section 5).

/** Slugs of `pages` whose fields are cleaned. */
const POLICY_SLUGS: readonly unknown[] = ['privacy-policy', 'author-privacy-policy'];

/** The entry as received, or without its 'NULL' fields where it is a privacy policy of `pages`. */
export function dropNullFields(collection: string, raw: unknown): unknown {
  const isPolicy =
    collection === 'pages' &&
    typeof raw === 'object' &&
    raw !== null &&
    'slug' in raw &&
    POLICY_SLUGS.includes(raw.slug);
  return isPolicy ? withoutNullText(raw) : raw;
}

function withoutNullText(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== 'NULL').map(withoutNullText);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== 'NULL');
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutNullText(field)]));
}
