// Language tags (BCP 47) whose language and region exist. Apart from the rows of the locales: schemas of entries check
// tags, and what they make of an entry does not change with a row.

declare const languageTag: unique symbol;
/** A BCP 47 language tag, for `lang`, `hreflang` and `Intl`. Made by {@link parseLanguageTag} only. */
export type LanguageTag = string & { readonly [languageTag]: true };

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
// Region codes that ICU accepts as aliases but search engines do not know.
const RESERVED_REGIONS = new Set(['UK', 'EU', 'UN']);

/**
 * Checks that a text is a language tag whose language and region exist (BCP 47, known to ICU), in canonical case.
 * @throws RangeError that names the tag.
 */
export function parseLanguageTag(tag: string): LanguageTag {
  const locale = createLocale(tag);
  const { language, region } = locale;
  const [, ...subtags] = tag.split('-');
  const isKnownLanguage = LANGUAGE_NAMES.of(language) !== undefined;
  const isKnownRegion =
    region === undefined ||
    (!subtags.some((part) => RESERVED_REGIONS.has(part.toUpperCase())) && REGION_NAMES.of(region) !== undefined);
  if (!isKnownLanguage || !isKnownRegion) throw new RangeError(`"${tag}" is not a known language tag.`);
  return locale.toString() as LanguageTag;
}

function createLocale(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag);
  } catch (cause) {
    throw new RangeError(`"${tag}" is not a known language tag.`, { cause });
  }
}
