// Every rule that the checks follow: its code, how bad a breach is, what it asks, why, and how to mend it. What
// `sitegen check --list` prints; site.config.ts may change the severities. Codes are stable.

import type { Severity } from '../errors.ts';

/** What a rule is about. */
type RuleTopic = 'links' | 'external links' | 'alternates' | 'sitemap' | 'metadata' | 'structured data' | 'redirects';

/** One rule. Texts are full sentences. */
export interface Rule {
  readonly topic: RuleTopic;
  readonly severity: Severity;
  /** What must hold. */
  readonly asks: string;
  /** What a breach costs. */
  readonly why: string;
  readonly fix: string;
}

const MEND_HEAD = 'Mend templates/head/: this follows from no entry.';
const MEND_ALTERNATES = 'Mend cli/build/plan-alternates.ts: alternates follow from no entry.';
const ALTERNATE_WHY = 'Search engines ignore the whole group of languages.';
const MEND_ENTRY = 'Correct the entry, publish, and build again.';

/** The table of rules by code. */
export const RULES = {
  LINK_DEAD: {
    topic: 'links',
    severity: 'warning',
    asks: 'A link inside the site leads to a page, a file or a redirect of it.',
    why: 'Visitors land on the 404 page, and crawlers waste their visits.',
    fix: 'Correct the link, or publish the page that it means.',
  },
  LINK_REDIRECTED: {
    topic: 'links',
    severity: 'notice',
    asks: 'A link inside the site leads straight to its page.',
    why: 'Every click costs one more request.',
    fix: 'Write the final address into the link.',
  },
  LINK_SLASHLESS: {
    topic: 'links',
    severity: 'notice',
    asks: 'A link to a page ends with a slash.',
    why: 'Hosts answer the address without it with a redirect, some lose the query on the way.',
    fix: 'Add the slash to the link.',
  },
  LINK_INSECURE: {
    topic: 'links',
    severity: 'warning',
    asks: 'A link to the site itself does not fall back to http.',
    why: 'Browsers warn, or take a redirect each time.',
    fix: 'Write the link as a path.',
  },
  LINK_SCHEME_UNKNOWN: {
    topic: 'links',
    severity: 'warning',
    asks: 'A link begins with a scheme that browsers know.',
    why: 'Nothing happens when it is clicked.',
    fix: 'Correct how the link begins: "https://", "mailto:", "tel:", or "/".',
  },
  ANCHOR_DEAD: {
    topic: 'links',
    severity: 'warning',
    asks: 'A link to a place on a page leads to an element with that id.',
    why: 'Visitors land at the top of the page and look for what was promised.',
    fix: 'Correct the link, or give the heading that id.',
  },
  ASSET_DEAD: {
    topic: 'links',
    severity: 'warning',
    asks: 'Every image, style and script that a page loads is a file of the site.',
    why: 'Visitors see a gap.',
    fix: 'Upload the file, or take it out of the entry.',
  },
  CSS_URL_DEAD: {
    topic: 'links',
    severity: 'warning',
    asks: 'Every font and picture that a stylesheet names is a file of the site.',
    why: 'Visitors see another font, or a gap.',
    fix: 'Correct the url() in the stylesheet, or add the file.',
  },
  OPEN_GRAPH_URL_DEAD: {
    topic: 'links',
    severity: 'warning',
    asks: 'The picture and address of a shared link exist.',
    why: 'Shared links show no picture, or lead nowhere.',
    fix: 'Upload the picture, or choose another one in the entry.',
  },
  JSONLD_URL_DEAD: {
    topic: 'links',
    severity: 'warning',
    asks: 'Addresses of this site in structured data exist.',
    why: 'Search engines drop the result that is built on them.',
    fix: 'Correct the address in the entry, or the template that makes it.',
  },
  PAGE_FILE_MISSING: {
    topic: 'links',
    severity: 'error',
    asks: 'Every page of the last build is in the folder.',
    why: 'Its visitors get the 404 page.',
    fix: 'Build again, or name the folder of the last build.',
  },
  EXTERNAL_BROKEN: {
    topic: 'external links',
    severity: 'warning',
    asks: 'A link to another site leads to a page.',
    why: 'Visitors land on an error page of somebody else.',
    fix: 'Correct the link or take it out.',
  },
  EXTERNAL_MOVED: {
    topic: 'external links',
    severity: 'notice',
    asks: 'A link to another site names the address at which the page now is.',
    why: 'The old address may stop leading there.',
    fix: 'Write the new address into the link.',
  },
  EXTERNAL_BLOCKED: {
    topic: 'external links',
    severity: 'notice',
    asks: 'Another site lets its pages be looked at.',
    why: 'Nothing is known of the link: the site refuses robots.',
    fix: 'Open it by hand once; --exclude leaves it out from then on.',
  },
  EXTERNAL_UNKNOWN: {
    topic: 'external links',
    severity: 'notice',
    asks: 'Another site answers.',
    why: 'Nothing certain is known of the link yet: only repeated failures over days make it broken.',
    fix: 'Nothing to do now: the next runs look again.',
  },
  ALTERNATE_CODE_INVALID: {
    topic: 'alternates',
    severity: 'error',
    asks: 'hreflang is a language tag, or x-default.',
    why: 'Search engines ignore the link.',
    fix: 'Correct hreflang in config/locales.ts.',
  },
  ALTERNATE_CODE_TWICE: {
    topic: 'alternates',
    severity: 'error',
    asks: 'A page names one address a language.',
    why: 'Search engines choose one of the two, or none.',
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_RELATIVE: {
    topic: 'alternates',
    severity: 'error',
    asks: 'Alternates are absolute addresses.',
    why: 'Search engines ignore the link.',
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_SELF_MISSING: {
    topic: 'alternates',
    severity: 'error',
    asks: 'A page with alternates is one of them.',
    why: ALTERNATE_WHY,
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_NOT_RETURNED: {
    topic: 'alternates',
    severity: 'error',
    asks: 'A page that is named as an alternate points back.',
    why: ALTERNATE_WHY,
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_DEFAULT_WRONG: {
    topic: 'alternates',
    severity: 'error',
    asks: 'x-default is the page of the default locale where there is one, and is left out where there is none.',
    why: 'Visitors of other languages are led to the wrong page.',
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_DEAD: {
    topic: 'alternates',
    severity: 'error',
    asks: 'An alternate is a page.',
    why: ALTERNATE_WHY,
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_NOINDEX: {
    topic: 'alternates',
    severity: 'error',
    asks: 'An alternate may be indexed.',
    why: ALTERNATE_WHY,
    fix: 'Let all languages of the page be indexed, or none.',
  },
  ALTERNATE_NOT_CANONICAL: {
    topic: 'alternates',
    severity: 'error',
    asks: 'An alternate is its own canonical page.',
    why: ALTERNATE_WHY,
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_LANGUAGE_WRONG: {
    topic: 'alternates',
    severity: 'error',
    asks: 'The page behind an alternate is in its language.',
    why: 'Visitors are led to a page that they cannot read.',
    fix: 'Correct the language of the entry, or hreflang in config/locales.ts.',
  },
  ALTERNATE_ON_NOINDEX: {
    topic: 'alternates',
    severity: 'error',
    asks: 'A page that is not to be indexed names no alternates.',
    why: 'The two tell search engines the opposite.',
    fix: MEND_ALTERNATES,
  },
  ALTERNATE_UNPLANNED: {
    topic: 'alternates',
    severity: 'error',
    asks: 'The alternates in the HTML are those of the plan, which the sitemap follows too.',
    why: 'Two sources tell search engines different things.',
    fix: MEND_HEAD,
  },
  SITEMAP_PAGE_MISSING: {
    topic: 'sitemap',
    severity: 'error',
    asks: 'Every canonical page that may be indexed is in the sitemap, unless it is hidden from the index.',
    why: 'It is found late or never.',
    fix: 'Mend cli/build/outputs/sitemap.ts, or build all locales.',
  },
  SITEMAP_NOINDEX: {
    topic: 'sitemap',
    severity: 'error',
    asks: 'No page that is not to be indexed is in the sitemap.',
    why: 'The two tell search engines the opposite.',
    fix: 'Mend cli/build/outputs/sitemap.ts.',
  },
  SITEMAP_DEAD: {
    topic: 'sitemap',
    severity: 'error',
    asks: 'Every address of the sitemap is a page.',
    why: 'Search engines trust the sitemap less with every dead address.',
    fix: 'Mend cli/build/outputs/sitemap.ts, or build all locales.',
  },
  SITEMAP_NOT_CANONICAL: {
    topic: 'sitemap',
    severity: 'error',
    asks: 'Addresses in the sitemap are canonical to the letter.',
    why: 'The page is indexed under two addresses.',
    fix: 'Mend cli/build/outputs/sitemap.ts.',
  },
  SITEMAP_TWICE: {
    topic: 'sitemap',
    severity: 'warning',
    asks: 'A page stands once in the sitemap.',
    why: 'Search engines report it as a fault.',
    fix: 'Mend cli/build/outputs/sitemap.ts.',
  },
  CANONICAL_WRONG: {
    topic: 'metadata',
    severity: 'error',
    asks: 'The canonical address of a page is the one at which it is served; error pages have none.',
    why: 'The page is not indexed, or under another address.',
    fix: MEND_HEAD,
  },
  ROBOTS_WRONG: {
    topic: 'metadata',
    severity: 'error',
    asks: 'A page says noindex where it is planned so, and nowhere else.',
    why: 'Pages vanish from search, or appear that should not.',
    fix: MEND_HEAD,
  },
  LANGUAGE_WRONG: {
    topic: 'metadata',
    severity: 'error',
    asks: '`<html lang>` is the language of the page.',
    why: 'Screen readers speak it with the wrong voice, browsers offer to translate it.',
    fix: 'Mend templates/print-document.ts.',
  },
  HEADING_COUNT: {
    topic: 'metadata',
    severity: 'error',
    asks: 'A page has one first-level heading.',
    why: 'Nobody can tell what the page is about.',
    fix: 'Mend the template.',
  },
  TITLE_MISSING: {
    topic: 'metadata',
    severity: 'error',
    asks: 'A page has a title.',
    why: 'Results and tabs show its address.',
    fix: 'Give its entry a title.',
  },
  TITLE_TWICE: {
    topic: 'metadata',
    severity: 'warning',
    asks: 'No two pages of a locale that may be indexed have the same title.',
    why: 'Nobody can tell them apart in results.',
    fix: 'Give one of them a title of its own.',
  },
  TITLE_LONG: {
    topic: 'metadata',
    severity: 'notice',
    asks: 'A title has at most 70 characters.',
    why: 'Results cut it.',
    fix: 'Write a shorter one into the entry, as its SEO title.',
  },
  TITLE_SHORT: {
    topic: 'metadata',
    severity: 'notice',
    asks: 'A title has at least 10 characters.',
    why: 'It says too little to be chosen.',
    fix: 'Write a longer one into the entry, as its SEO title.',
  },
  DESCRIPTION_MISSING: {
    topic: 'metadata',
    severity: 'notice',
    asks: 'A page that may be indexed has a description.',
    why: 'Results show a piece of its text that nobody chose.',
    fix: 'Write one into the entry.',
  },
  DESCRIPTION_TWICE: {
    topic: 'metadata',
    severity: 'notice',
    asks: 'No two pages of a locale that may be indexed have the same description.',
    why: 'Nobody can tell them apart in results.',
    fix: 'Give one of them a description of its own.',
  },
  DESCRIPTION_LONG: {
    topic: 'metadata',
    severity: 'notice',
    asks: 'A description has at most 200 characters.',
    why: 'Results cut it.',
    fix: 'Write a shorter one into the entry.',
  },
  DESCRIPTION_SHORT: {
    topic: 'metadata',
    severity: 'notice',
    asks: 'A description has at least 25 characters.',
    why: 'It says too little to be shown.',
    fix: 'Write a longer one into the entry.',
  },
  ID_TWICE: {
    topic: 'metadata',
    severity: 'error',
    asks: 'An id stands once on a page.',
    why: 'Links and screen readers find the wrong element.',
    fix: 'Rename one of the two headings or elements.',
  },
  PAGE_ORPHAN: {
    topic: 'metadata',
    severity: 'notice',
    asks: 'Another page links to every page of the sitemap; landing and constructor pages live on campaigns.',
    why: 'Nobody finds it by reading, and search engines take it for unimportant.',
    fix: 'Link to it from a menu, a list or a text, or hide it from the index.',
  },
  OPEN_GRAPH_MISSING: {
    topic: 'metadata',
    severity: 'error',
    asks: 'A page that may be indexed has og:title, og:type, og:url and og:image.',
    why: 'Shared links show a bare address.',
    fix: MEND_HEAD,
  },
  OPEN_GRAPH_URL_WRONG: {
    topic: 'metadata',
    severity: 'error',
    asks: 'og:url is the canonical address.',
    why: 'Shares of one page are counted as those of two.',
    fix: MEND_HEAD,
  },
  IMAGE_WITHOUT_SIZE: {
    topic: 'metadata',
    severity: 'warning',
    asks: 'An image has its width and height, or a ratio.',
    why: 'The page jumps while it loads.',
    fix: 'Put the image in again from the asset browser, so that its size is known.',
  },
  IMAGE_WITHOUT_ALT: {
    topic: 'metadata',
    severity: 'warning',
    asks: 'An image has a text alternative, which may be empty where it is decoration.',
    why: 'Who does not see it does not learn that it matters.',
    fix: 'Fill in the alternative text of the image.',
  },
  JSONLD_MISSING: {
    topic: 'structured data',
    severity: 'error',
    asks: 'A page that may be indexed has one block of structured data.',
    why: 'Search engines have only its words to go by.',
    fix: MEND_HEAD,
  },
  JSONLD_INVALID: {
    topic: 'structured data',
    severity: 'error',
    asks: 'Structured data is a JSON-LD graph of https://schema.org whose nodes have types.',
    why: 'Search engines ignore all of it.',
    fix: 'Mend templates/head/structured-data.ts.',
  },
  JSONLD_PROPERTY_MISSING: {
    topic: 'structured data',
    severity: 'warning',
    asks: 'A node has what its type cannot do without.',
    why: 'Search engines ignore the node.',
    fix: 'Fill in the field of the entry.',
  },
  JSONLD_URL_RELATIVE: {
    topic: 'structured data',
    severity: 'error',
    asks: 'Addresses in structured data are absolute.',
    why: 'Search engines ignore them.',
    fix: 'Mend templates/head/structured-data.ts.',
  },
  JSONLD_DATE_INVALID: {
    topic: 'structured data',
    severity: 'error',
    asks: 'Dates in structured data are ISO 8601 with their offset.',
    why: 'Search engines guess the time zone, or ignore the date.',
    fix: 'Mend templates/head/, or correct the date in the entry.',
  },
  JSONLD_REFERENCE_BROKEN: {
    topic: 'structured data',
    severity: 'error',
    asks: 'Nodes refer to nodes of the same page, each with an id of its own.',
    why: 'Search engines cannot join them.',
    fix: 'Mend templates/head/structured-data.ts.',
  },
  JSONLD_BREADCRUMBS: {
    topic: 'structured data',
    severity: 'error',
    asks: 'A trail has two items or more, numbered from 1, each with a name and an address.',
    why: 'Search engines report it as a fault and show the bare address.',
    fix: 'Mend templates/head/structured-data.ts.',
  },
  JSONLD_PAGE_WRONG: {
    topic: 'structured data',
    severity: 'error',
    asks: 'The WebPage of the structured data is the page itself.',
    why: 'What it says is taken for another page.',
    fix: 'Mend templates/head/structured-data.ts.',
  },
  JSONLD_TYPE_RETIRED: {
    topic: 'structured data',
    severity: 'notice',
    asks: 'Types are those for which search engines still show something.',
    why: 'It is weight without use.',
    fix: 'Leave the type out.',
  },
  REDIRECT_LOOP: {
    topic: 'redirects',
    severity: 'error',
    asks: 'Redirects end somewhere.',
    why: 'Browsers give up.',
    fix: 'Remove one of them or lead it to a page, publish, and build again.',
  },
  REDIRECT_TARGET_MISSING: {
    topic: 'redirects',
    severity: 'error',
    asks: 'A redirect leads to a page.',
    why: 'Visitors land on the 404 page after all.',
    fix: 'Lead it to a page that exists or to an address that starts with "https://", publish, and build again.',
  },
  REDIRECT_TARGET_INVALID: {
    topic: 'redirects',
    severity: 'error',
    asks: 'A target is a site path or an http(s) address.',
    why: 'No host can follow it.',
    fix: MEND_ENTRY,
  },
  REDIRECT_SOURCE_INVALID: {
    topic: 'redirects',
    severity: 'error',
    asks: 'A source is a whole site path without query or fragment.',
    why: 'It could never match.',
    fix: MEND_ENTRY,
  },
  REDIRECT_STATUS_UNKNOWN: {
    topic: 'redirects',
    severity: 'error',
    asks: 'The type of a redirect is 301, 302, 303, 307, 308 or 410.',
    why: 'No host knows another one.',
    fix: MEND_ENTRY,
  },
  REDIRECT_PREFIX_MISSING: {
    topic: 'redirects',
    severity: 'warning',
    asks: "A source of a prefixed locale has the locale's prefix.",
    why: 'It could never match; it was read as relative to the locale.',
    fix: MEND_ENTRY,
  },
  REDIRECT_CONFLICT: {
    topic: 'redirects',
    severity: 'error',
    asks: 'A source leads to one target.',
    why: 'Hosts would choose differently.',
    fix: 'Keep one of the two.',
  },
  REDIRECT_DUPLICATE: {
    topic: 'redirects',
    severity: 'notice',
    asks: 'A redirect is given once.',
    why: 'Whoever corrects one of the two leaves the other.',
    fix: 'Keep one of the two.',
  },
  REDIRECT_CASE_CONFLICT: {
    topic: 'redirects',
    severity: 'error',
    asks: 'Sources differ in more than case.',
    why: 'Some hosts do not tell them apart, and one refuses to start.',
    fix: 'Keep one of the two.',
  },
  REDIRECT_REPLACES_PAGE: {
    topic: 'redirects',
    severity: 'warning',
    asks: 'No redirect has the path of a page.',
    why: 'The page is not written.',
    fix: 'Remove the redirect if the page should be seen, or unpublish the page.',
  },
  REDIRECT_CHAIN: {
    topic: 'redirects',
    severity: 'notice',
    asks: 'A redirect of the content leads straight to its end.',
    why: 'Nothing for visitors: the build flattens it. Whoever reads the content is led on.',
    fix: 'Nothing to do; the final address may be written into the entry.',
  },
  REDIRECT_CHAIN_EMITTED: {
    topic: 'redirects',
    severity: 'error',
    asks: 'No target of an emitted map is the source of another line.',
    why: 'Visitors and crawlers take two hops.',
    fix: 'Mend cli/build/flatten-redirects.ts, or build again: the map is not what the build makes.',
  },
  REDIRECT_PATTERN_OPEN: {
    topic: 'redirects',
    severity: 'error',
    asks: 'No target begins with what the visitor asked for.',
    why: 'Anybody could lead your visitors to another host.',
    fix: 'Begin the target with a fixed path.',
  },
  REDIRECT_WITHOUT_PAGE: {
    topic: 'redirects',
    severity: 'notice',
    asks: 'Object storage can answer a redirect with a page.',
    why: 'The path answers 404 there.',
    fix: 'Nothing to do where a host with a redirect map serves the site.',
  },
  HOST_REDIRECT_OVERFLOW: {
    topic: 'redirects',
    severity: 'error',
    asks: "The redirects fit the host's limits.",
    why: 'The last ones do not work.',
    fix: 'Remove old redirects, or serve the site from another host.',
  },
  HOST_REDIRECT_LOSS: {
    topic: 'redirects',
    severity: 'notice',
    asks: 'The host can do all that the redirects ask.',
    why: 'Some of them lose their query, status or pattern there.',
    fix: 'Read REPORT.md of the host.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Code of a rule. */
export type RuleCode = keyof typeof RULES;

/** Severities that the owner of the site changed; `off` silences a rule. */
export type RuleSeverities = Readonly<Partial<Record<RuleCode, Severity | 'off'>>>;

/** Whether a text is the code of a rule. */
export function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(RULES, code);
}
