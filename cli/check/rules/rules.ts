// All rules, as `sitegen check --list` prints them. site.config.ts can change severities. Codes are stable.
// To add a rule, add a row here, its check (in page-rules.ts if it is about one page, else in the file of its topic), and a
// fault to tests/acceptance/support/planted-faults.ts.

import { SEO_TITLE_MAX_LENGTH } from '../../../config/constants.ts';
import type { Severity } from '../../errors.ts';

/** A rule. Texts are full sentences. */
export interface Rule {
  readonly topic: string;
  readonly severity: Severity;
  /** What must be true. */
  readonly description: string;
  /** What happens otherwise. */
  readonly why: string;
  readonly fix: string;
}

const FIX_BUG =
  'No entry causes this: it is a fault of the templates or of sitegen. Report it to the developers of the site.';
const FIX_SITEMAP = `Build all locales again. ${FIX_BUG}`;
const ALTERNATE_WHY = 'Search engines ignore hreflang on all pages of the group.';
const FIX_ENTRY = 'Correct the entry, publish, and build again.';

const RULES_BY_TOPIC = {
  content: {
    ENTRY_KEPT: {
      severity: 'warning',
      description: 'The site shows the current version of every entry.',
      why: 'The site shows an older version of the entry until it is fixed (--on-entry-error keep).',
      fix: FIX_ENTRY,
    },
    IMAGE_UNUSABLE: {
      severity: 'warning',
      description: 'Images and linked files of the content can be downloaded, read and published.',
      why: 'Visitors see the text alternative instead of the image, and the text of the link without the link.',
      fix: 'Choose another file in the entry, or upload it again.',
    },
    IMAGE_DAMAGED: {
      severity: 'warning',
      description: 'Images of the content are complete.',
      why: 'Browsers show only a part of the image, or nothing.',
      fix: 'Export the image again, and replace the file.',
    },
    IMAGE_ORIGIN_UNKNOWN: {
      severity: 'warning',
      description: 'Images come from the content service or an origin in content.fileOrigins.',
      why: "Visitors see the text alternative: the site's Content-Security-Policy allows no images of other origins.",
      fix: 'Add the origin to content.fileOrigins in site.config.ts, so that the build downloads the images.',
    },
  },
  links: {
    LINK_DEAD: {
      severity: 'warning',
      description: 'Internal links lead to a page, a file or a redirect of the site.',
      why: 'Visitors land on the 404 page, and crawlers waste requests.',
      fix: 'Correct the link, or publish the page that it leads to.',
    },
    LINK_REDIRECTED: {
      severity: 'notice',
      description: 'Internal links lead straight to their page.',
      why: 'Each click costs one more request.',
      fix: 'Link to the final address.',
    },
    LINK_SLASHLESS: {
      severity: 'notice',
      description: 'Links to pages end with a slash.',
      why: 'Hosts redirect the address without it, and some lose the query on the way.',
      fix: 'Add the trailing slash.',
    },
    LINK_INSECURE: {
      severity: 'warning',
      description: 'Links to the site itself use https.',
      why: 'Browsers show a warning, or are redirected each time.',
      fix: 'Write the link as a path.',
    },
    LINK_SCHEME_UNKNOWN: {
      severity: 'warning',
      description: 'Links use a URL scheme that browsers know.',
      why: 'Nothing happens on a click.',
      fix: 'Start the link with "https://", "mailto:", "tel:" or "/".',
    },
    LINK_INVALID: {
      severity: 'warning',
      description: 'Links are valid URLs.',
      why: 'Nothing happens on a click.',
      fix: 'Correct the link.',
    },
    ANCHOR_DEAD: {
      severity: 'warning',
      description: 'A link to a place on a page names an id of that page.',
      why: 'Visitors land at the top of the page instead.',
      fix: 'Use an id that the page has, or link to the page without one. The Statamic editor removes ids that were written by hand.',
    },
    ASSET_DEAD: {
      severity: 'warning',
      description: 'Every image, style and script that a page loads is a file of the site.',
      why: 'Visitors see a gap instead.',
      fix: 'Upload the file, or remove it from the entry.',
    },
    CSS_URL_DEAD: {
      severity: 'warning',
      description: 'Every font and picture that a stylesheet names is a file of the site.',
      why: 'Visitors see another font, or a gap.',
      fix: 'Correct the url() in the stylesheet, or add the file.',
    },
    OPEN_GRAPH_URL_DEAD: {
      severity: 'warning',
      description: 'The image and the URL for social networks exist.',
      why: 'Shared links show no image, or lead nowhere.',
      fix: 'Upload the image, or choose another one in the entry.',
    },
    JSONLD_URL_DEAD: {
      severity: 'warning',
      description: 'Addresses of this site in structured data exist.',
      why: 'Search engines drop the result that uses them.',
      fix: 'Correct the address in the entry or in the template.',
    },
    PAGE_FILE_MISSING: {
      severity: 'error',
      description: 'Every page of the last build is in the folder.',
      why: 'Visitors get the 404 page.',
      fix: 'Build again, or pass the folder of the last build.',
    },
  },
  files: {
    FILE_MISSING: {
      severity: 'error',
      description: 'Every file of the last build is in the folder.',
      why: 'Pages and hosts that load it fail.',
      fix: 'Build again, or copy the folder again.',
    },
    FILE_CHANGED: {
      severity: 'notice',
      description: 'No file was changed after the build.',
      why: 'The next build overwrites the change.',
      fix: 'Change the content or the template instead, and build again.',
    },
    FILE_STRAY: {
      severity: 'warning',
      description: 'The folder contains only files that the build wrote.',
      why: 'Everything in the folder goes live: search engines find old pages, and anyone can read private files.',
      fix: 'Delete the file, or let the build write it.',
    },
    ROBOTS_TXT_BLOCKS: {
      severity: 'error',
      description: 'robots.txt lets search engines read every page of the sitemap, with its styles and scripts.',
      why: 'Pages that crawlers cannot read are not indexed.',
      fix: 'Delete the Disallow line, or build again.',
    },
    ROBOTS_TXT_SITEMAP: {
      severity: 'warning',
      description: 'robots.txt names the sitemap by its full URL.',
      why: 'Search engines find new pages late.',
      fix: 'Add or correct the Sitemap line, or build again.',
    },
  },
  'live site': {
    TYPE_WRONG: {
      severity: 'warning',
      description: 'A live site serves pages as text/html, stylesheets as text/css and scripts as text/javascript.',
      why: 'Browsers show a page of another type as source, and ignore such styles and scripts.',
      fix: 'Set the Content-Type on the host: .sitegen/manifest.json lists the type of every file.',
    },
    CRAWL_LIMIT: {
      severity: 'warning',
      description: 'A crawl reaches every page within its limit.',
      why: 'The other pages were not checked, or the site generates an endless number of addresses.',
      fix: 'Raise --max-pages, or skip such addresses with --exclude.',
    },
  },
  'external links': {
    EXTERNAL_BROKEN: {
      severity: 'warning',
      description: 'Links to other sites work.',
      why: 'Visitors land on an error page of another site.',
      fix: 'Correct or remove the link.',
    },
    EXTERNAL_MOVED: {
      severity: 'notice',
      description: 'Links to other sites use the current address.',
      why: 'The old address may stop redirecting.',
      fix: 'Link to the new address.',
    },
    EXTERNAL_BLOCKED: {
      severity: 'notice',
      description: 'Other sites answer automated requests.',
      why: 'The link could not be checked.',
      fix: 'Open the link in a browser once, then skip it with --exclude.',
    },
    EXTERNAL_UNKNOWN: {
      severity: 'notice',
      description: 'Other sites answer.',
      why: 'The link could not be checked. It counts as broken after failing for days.',
      fix: 'Nothing to do now: the next run checks it again.',
    },
  },
  alternates: {
    ALTERNATE_CODE_INVALID: {
      severity: 'error',
      description: 'hreflang is a language tag, or x-default.',
      why: 'Search engines ignore the link.',
      fix: 'Correct hreflang in config/locales.ts.',
    },
    ALTERNATE_CODE_TWICE: {
      severity: 'warning',
      description: 'A page names one address for each language.',
      why: 'Search engines use one of the two, or none.',
      fix: 'Correct the language of one of the two entries, publish, and build again.',
    },
    ALTERNATE_RELATIVE: {
      severity: 'error',
      description: 'Alternates are absolute URLs.',
      why: 'Search engines ignore the link.',
      fix: FIX_BUG,
    },
    ALTERNATE_SELF_MISSING: {
      severity: 'error',
      description: 'A page with alternates lists itself.',
      why: ALTERNATE_WHY,
      fix: FIX_BUG,
    },
    ALTERNATE_NOT_RETURNED: {
      severity: 'error',
      description: 'Every alternate points back to the page.',
      why: ALTERNATE_WHY,
      fix: FIX_BUG,
    },
    ALTERNATE_DEFAULT_WRONG: {
      severity: 'error',
      description: 'x-default is the page of the default locale, and is omitted if there is none.',
      why: 'Visitors with other languages are sent to the wrong page.',
      fix: FIX_BUG,
    },
    ALTERNATE_DEAD: {
      severity: 'error',
      description: 'Every alternate is a page of the site.',
      why: ALTERNATE_WHY,
      fix: FIX_BUG,
    },
    ALTERNATE_NOINDEX: {
      severity: 'error',
      description: 'Every alternate is indexable.',
      why: ALTERNATE_WHY,
      fix: 'Let every language version of the page be indexed, or none.',
    },
    ALTERNATE_NOT_CANONICAL: {
      severity: 'error',
      description: 'Every alternate is the canonical URL of its page.',
      why: ALTERNATE_WHY,
      fix: FIX_BUG,
    },
    ALTERNATE_LANGUAGE_WRONG: {
      severity: 'error',
      description: 'The page of an alternate is in its language.',
      why: 'Visitors are sent to a page that they cannot read.',
      fix: 'Correct the language of the entry, or hreflang in config/locales.ts.',
    },
    ALTERNATE_ON_NOINDEX: {
      severity: 'error',
      description: 'A noindex page has no alternates.',
      why: 'The two contradict each other.',
      fix: FIX_BUG,
    },
    ALTERNATE_UNPLANNED: {
      severity: 'error',
      description: 'The alternates in the HTML match the plan, which the sitemap follows too.',
      why: 'HTML and sitemap contradict each other.',
      fix: FIX_BUG,
    },
  },
  sitemap: {
    SITEMAP_PAGE_MISSING: {
      severity: 'error',
      description: 'Every indexable page is in the sitemap, unless its entry is hidden from the index.',
      why: 'Search engines find it late or never.',
      fix: FIX_SITEMAP,
    },
    SITEMAP_NOINDEX: {
      severity: 'error',
      description: 'No noindex page is in the sitemap.',
      why: 'The two contradict each other.',
      fix: FIX_SITEMAP,
    },
    SITEMAP_DEAD: {
      severity: 'error',
      description: 'Every address in the sitemap is a page.',
      why: 'Search engines trust a sitemap with dead addresses less.',
      fix: FIX_SITEMAP,
    },
    SITEMAP_NOT_CANONICAL: {
      severity: 'error',
      description: 'Addresses in the sitemap are exactly the canonical URLs.',
      why: 'The page is indexed under two addresses.',
      fix: FIX_SITEMAP,
    },
    SITEMAP_TWICE: {
      severity: 'warning',
      description: 'A page is in the sitemap once.',
      why: 'Search engines report an error.',
      fix: FIX_SITEMAP,
    },
  },
  metadata: {
    CANONICAL_WRONG: {
      severity: 'error',
      description: 'The canonical URL of a page is its own; error pages have none.',
      why: 'The page is not indexed, or under another address.',
      fix: FIX_BUG,
    },
    ROBOTS_WRONG: {
      severity: 'error',
      description: 'A page is noindex if it is planned as noindex, and only then.',
      why: 'Pages disappear from search results, or appear there by mistake.',
      fix: FIX_BUG,
    },
    LANGUAGE_WRONG: {
      severity: 'error',
      description: '`<html lang>` is the language of the page.',
      why: 'Screen readers use the wrong voice, and browsers offer to translate.',
      fix: FIX_BUG,
    },
    HEADING_COUNT: {
      severity: 'error',
      description: 'A page has one h1 heading.',
      why: 'Search engines and screen readers take it as the topic of the page.',
      fix: FIX_BUG,
    },
    TITLE_MISSING: {
      severity: 'error',
      description: 'A page has a title.',
      why: 'Search results and tabs show the address instead.',
      fix: 'Write an SEO title in the entry, or leave the field empty: then its title is used.',
    },
    TITLE_TWICE: {
      severity: 'warning',
      description: 'No two indexable pages of a locale have the same title.',
      why: 'They look the same in search results.',
      fix: 'Give one of them its own title.',
    },
    TITLE_LONG: {
      severity: 'notice',
      description: `A title has at most ${SEO_TITLE_MAX_LENGTH} characters.`,
      why: 'Search results cut it off.',
      fix: 'Shorten the SEO title of the entry, or its title if it has none.',
    },
    TITLE_SHORT: {
      severity: 'notice',
      description: 'A title has at least 10 characters.',
      why: 'Search results say too little about the page.',
      fix: 'Write a longer SEO title in the entry.',
    },
    DESCRIPTION_MISSING: {
      severity: 'notice',
      description: 'An indexable page has a description.',
      why: 'Search results show an arbitrary part of the text instead.',
      fix: 'Write one in the entry.',
    },
    DESCRIPTION_TWICE: {
      severity: 'notice',
      description: 'No two indexable pages of a locale have the same description.',
      why: 'They look the same in search results.',
      fix: 'Give one of them its own description.',
    },
    DESCRIPTION_LONG: {
      severity: 'notice',
      description: 'A description has at most 200 characters.',
      why: 'Search results cut it off.',
      fix: 'Shorten it in the entry.',
    },
    DESCRIPTION_SHORT: {
      severity: 'notice',
      description: 'A description has at least 25 characters.',
      why: 'Search results say too little about the page.',
      fix: 'Write a longer one in the entry.',
    },
    ID_TWICE: {
      severity: 'warning',
      description: 'An id is used once on a page.',
      why: 'Links and screen readers find the wrong element.',
      fix: 'Rename one of the two headings or elements.',
    },
    PAGE_ORPHAN: {
      severity: 'notice',
      description: 'Another page links to every page of the sitemap. Landing and constructor pages are exempt.',
      why: 'Visitors cannot reach it, and search engines rank it low.',
      fix: 'Link to it from a menu, a list or a text, or hide it from the index.',
    },
    OPEN_GRAPH_MISSING: {
      severity: 'error',
      description: 'An indexable page has og:title, og:type, og:url and og:image.',
      why: 'Shared links show only the address.',
      fix: FIX_BUG,
    },
    OPEN_GRAPH_URL_WRONG: {
      severity: 'error',
      description: 'og:url is the canonical URL.',
      why: 'Social networks count the shares of one page as two.',
      fix: FIX_BUG,
    },
    IMAGE_WITHOUT_SIZE: {
      severity: 'warning',
      description: 'An image has width and height, or an aspect ratio.',
      why: 'The page jumps while it loads.',
      fix: 'Write width and height in the HTML of the image, or let the build download and measure the images of the content service (content.files in site.config.ts).',
    },
    IMAGE_WITHOUT_ALT: {
      severity: 'warning',
      description: 'An image has an alternative text; it is empty for decoration.',
      why: 'Screen reader users do not learn what it shows.',
      fix: 'Fill in the alternative text of the image.',
    },
  },
  'structured data': {
    JSONLD_MISSING: {
      severity: 'error',
      description: 'An indexable page has one block of structured data.',
      why: 'Search engines show no rich result for it.',
      fix: FIX_BUG,
    },
    JSONLD_INVALID: {
      severity: 'error',
      description: 'Structured data is a JSON-LD graph of https://schema.org whose nodes have types.',
      why: 'Search engines ignore all of it.',
      fix: FIX_BUG,
    },
    JSONLD_PROPERTY_MISSING: {
      severity: 'warning',
      description: 'A node has the properties that its type requires.',
      why: 'Search engines ignore the node.',
      fix: 'Fill in the field of the entry.',
    },
    JSONLD_URL_RELATIVE: {
      severity: 'error',
      description: 'URLs in structured data are absolute.',
      why: 'Search engines ignore them.',
      fix: FIX_BUG,
    },
    JSONLD_DATE_INVALID: {
      severity: 'warning',
      description: 'Dates in structured data are ISO 8601: a day, or a moment with its time zone.',
      why: 'Search engines guess the time zone, or ignore the date.',
      fix: 'Correct the date in the entry, publish, and build again.',
    },
    JSONLD_REFERENCE_BROKEN: {
      severity: 'error',
      description: 'References in structured data name nodes of the same page, and every node has its own id.',
      why: 'Search engines cannot connect them.',
      fix: FIX_BUG,
    },
    JSONLD_BREADCRUMBS: {
      severity: 'error',
      description: 'A breadcrumb trail has two or more items, numbered from 1, each with a name and an address.',
      why: 'Search engines report an error and show only the address.',
      fix: FIX_BUG,
    },
    JSONLD_PAGE_WRONG: {
      severity: 'error',
      description: 'The WebPage in the structured data is the page itself.',
      why: 'Search engines apply it to another page.',
      fix: FIX_BUG,
    },
    JSONLD_TYPE_RETIRED: {
      severity: 'notice',
      description: 'Structured data uses only types that search engines still show.',
      why: 'It adds bytes without any effect.',
      fix: 'Remove the type.',
    },
  },
  redirects: {
    REDIRECT_LOOP: {
      severity: 'error',
      description: 'Redirects do not loop.',
      why: 'Browsers show an error.',
      fix: 'Remove one of the redirects or point it to a page, publish, and build again.',
    },
    REDIRECT_TARGET_MISSING: {
      severity: 'error',
      description: 'A redirect leads to a page.',
      why: 'Visitors land on the 404 page.',
      fix: 'Point it to a page that exists or to an address that starts with "https://", publish, and build again.',
    },
    REDIRECT_TARGET_INVALID: {
      severity: 'error',
      description: 'A target is a site path or an http(s) URL.',
      why: 'Hosts cannot follow it.',
      fix: FIX_ENTRY,
    },
    REDIRECT_SOURCE_INVALID: {
      severity: 'error',
      description: 'A source is a complete site path without query or fragment.',
      why: 'It never matches.',
      fix: FIX_ENTRY,
    },
    REDIRECT_STATUS_UNKNOWN: {
      severity: 'error',
      description: 'The type of a redirect is 301, 302, 303, 307, 308 or 410.',
      why: 'Hosts support no other status.',
      fix: FIX_ENTRY,
    },
    REDIRECT_PREFIX_MISSING: {
      severity: 'warning',
      description: 'A source has the prefix of its locale.',
      why: 'Without it the source never matches, so it was read as relative to the locale.',
      fix: FIX_ENTRY,
    },
    REDIRECT_CONFLICT: {
      severity: 'error',
      description: 'A source has one target.',
      why: 'Each host uses another of the targets.',
      fix: 'Keep one of the two.',
    },
    REDIRECT_DUPLICATE: {
      severity: 'notice',
      description: 'A redirect is listed once.',
      why: 'If one of the two is corrected, the other still applies.',
      fix: 'Keep one of the two.',
    },
    REDIRECT_CASE_CONFLICT: {
      severity: 'error',
      description: 'Sources differ in more than upper and lower case.',
      why: 'Some hosts treat them as the same, and one refuses to start.',
      fix: 'Keep one of the two.',
    },
    REDIRECT_REPLACES_PAGE: {
      severity: 'warning',
      description: 'No redirect has the path of a page.',
      why: 'The page is not written.',
      fix: 'Remove the redirect to show the page, or unpublish the page.',
    },
    REDIRECT_CHAIN: {
      severity: 'notice',
      description: 'A redirect leads straight to its final address.',
      why: 'No effect on visitors: the build writes the final address.',
      fix: 'Nothing to do. You can enter the final address in the entry.',
    },
    REDIRECT_CHAIN_EMITTED: {
      severity: 'error',
      description: 'No target in a redirect map is the source of another redirect.',
      why: 'Visitors and crawlers are redirected twice.',
      fix: 'Build again: the map is not what the build writes.',
    },
    REDIRECT_PATTERN_OPEN: {
      severity: 'error',
      description: 'No target starts with a part of the requested address.',
      why: 'Anyone could redirect your visitors to another host.',
      fix: 'Start the target with a fixed path.',
    },
    REDIRECT_WITHOUT_PAGE: {
      severity: 'notice',
      description: 'Object storage can serve the redirect as a page.',
      why: 'The path returns 404 there.',
      fix: 'Nothing to do on a host that uses a redirect map.',
    },
    HOST_REDIRECT_OVERFLOW: {
      severity: 'error',
      description: 'The redirects fit the limits of the host.',
      why: 'The last ones do not work.',
      fix: 'Remove old redirects, or serve the site from another host.',
    },
    HOST_REDIRECT_LOSS: {
      severity: 'notice',
      description: 'The host supports all redirects completely.',
      why: 'Some lose their query, status or pattern on it.',
      fix: 'See REPORT.md of the host in .sitegen/hosts/.',
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Omit<Rule, 'topic'>>>>>;

type RulesByTopic = typeof RULES_BY_TOPIC;

/** Code of a rule. */
export type RuleCode = { [Topic in keyof RulesByTopic]: keyof RulesByTopic[Topic] }[keyof RulesByTopic];

/** All rules by code. */
export const RULES = Object.fromEntries(
  Object.entries(RULES_BY_TOPIC).flatMap(([topic, rules]) =>
    Object.entries<Omit<Rule, 'topic'>>(rules).map(([code, rule]) => [code, { topic, ...rule }]),
  ),
) as Readonly<Record<RuleCode, Rule>>;

/** Severities that site.config.ts changes; `off` disables a rule. */
export type RuleSeverities = Readonly<Partial<Record<RuleCode, Severity | 'off'>>>;

export function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(RULES, code);
}
