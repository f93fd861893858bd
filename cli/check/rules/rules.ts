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
  /** Also true for a site that sitegen did not build, if the rule is checked there. */
  readonly fix: string;
}

const FIX_BUG = 'Correct the template of the page. No entry causes this: report it to the developers of the site.';
const FIX_SITEMAP = 'Correct the sitemap. A build of all locales writes it again.';
const ALTERNATE_WHY = 'Search engines ignore hreflang on all pages of the group.';
const FIX_ENTRY = 'Correct the entry, publish, and build again.';

const ruleOf =
  (severity: Severity) =>
  (description: string, why: string, fix: string): Omit<Rule, 'topic'> => ({ severity, description, why, fix });
const [error, warning, notice] = [ruleOf('error'), ruleOf('warning'), ruleOf('notice')];
/** A rule that no entry can break. */
const bug = (description: string, why: string): Omit<Rule, 'topic'> => error(description, why, FIX_BUG);

/** By topic: what must be true, what happens otherwise, and how to fix it. */
const RULES_BY_TOPIC = {
  content: {
    ENTRY_KEPT: warning(
      'The site shows the current version of every entry.',
      'The site shows an older version of the entry until it is fixed (--on-entry-error keep).',
      FIX_ENTRY,
    ),
    FIGURE_WITHOUT_SOURCE: notice(
      'Every figure has a source.',
      'The page says that the source is not known yet, and readers trust the figure less.',
      'Write where the figure comes from in the source of its section or block: source, sample and date.',
    ),
    IMAGE_UNUSABLE: warning(
      'Images and linked files of the content can be downloaded, read and published.',
      'Visitors see the text alternative instead of the image, and the text of the link without the link.',
      'Choose another file in the entry, or upload it again.',
    ),
    IMAGE_DAMAGED: warning(
      'Images of the content are complete.',
      'Browsers show only a part of the image, or nothing.',
      'Export the image again, and replace the file.',
    ),
    IMAGE_ORIGIN_UNKNOWN: warning(
      'Images come from the content service or an origin in content.fileOrigins.',
      "Visitors see the text alternative: the site's Content-Security-Policy allows no images of other origins.",
      'Add the origin to content.fileOrigins in site.config.ts, so that the build downloads the images.',
    ),
  },
  links: {
    LINK_DEAD: warning(
      'Internal links lead to a page, a file or a redirect of the site.',
      'Visitors land on the 404 page, and crawlers waste requests.',
      'Correct the link, or publish the page that it leads to.',
    ),
    LINK_REDIRECTED: notice(
      'Links lead straight to their page.',
      'Each click costs one more request.',
      'Link to the final address.',
    ),
    LINK_SLASHLESS: notice(
      'Links to pages end with a slash.',
      'Hosts redirect the address without it, and some lose the query on the way.',
      'Add the trailing slash.',
    ),
    LINK_INSECURE: warning(
      'Links to the site itself use https.',
      'Browsers show a warning, or are redirected each time.',
      'Write the link as a path.',
    ),
    LINK_PRIVATE: warning(
      'Links to other sites lead to hosts on the Internet.',
      'The link works for its author only.',
      'Link to the public address.',
    ),
    LINK_SCHEME_UNKNOWN: warning(
      'Links use a URL scheme that browsers know.',
      'Nothing happens on a click.',
      'Start the link with "https://", "mailto:", "tel:" or "/".',
    ),
    LINK_INVALID: warning('Links are valid URLs.', 'Nothing happens on a click.', 'Correct the link.'),
    ANCHOR_DEAD: warning(
      'A link to a place on a page names an id of that page.',
      'Visitors land at the top of the page instead.',
      'Use an id that the page has, or link to the page without one. The Statamic editor removes ids that were written by hand.',
    ),
    ASSET_DEAD: warning(
      'Every image, style and script that a page loads is a file of the site.',
      'Visitors see a gap instead.',
      'Upload the file, or remove it from the page.',
    ),
    CSS_URL_DEAD: warning(
      'Every font and picture that a stylesheet names is a file of the site.',
      'Visitors see another font, or a gap.',
      'Correct the url() in the stylesheet, or add the file.',
    ),
    OPEN_GRAPH_URL_DEAD: warning(
      'The image and the URL for social networks exist.',
      'Shared links show no image, or lead nowhere.',
      'Upload the image, or choose another one.',
    ),
    JSONLD_URL_DEAD: warning(
      'Addresses of this site in structured data exist.',
      'Search engines drop the result that uses them.',
      'Correct the address in the entry or in the template.',
    ),
  },
  files: {
    FILE_MISSING: error(
      'Every file of the last build is in the folder.',
      'Visitors get the 404 page, and pages that load it fail.',
      'Build again, or pass the folder of the last build.',
    ),
    FILE_CHANGED: notice(
      'No file was changed after the build.',
      'The next build overwrites the change.',
      'Change the content or the template instead, and build again.',
    ),
    FILE_STRAY: warning(
      'The folder contains only files that the build wrote.',
      'Everything in the folder goes live: search engines find old pages, and anyone can read private files.',
      'Delete the file, or let the build write it.',
    ),
    ROBOTS_TXT_BLOCKS: error(
      'robots.txt lets search engines read every page of the sitemap, with its styles and scripts.',
      'Pages that crawlers cannot read are not indexed.',
      'Delete the Disallow line, or remove the pages from the sitemap.',
    ),
    ROBOTS_TXT_SITEMAP: warning(
      'robots.txt names the sitemap by its full URL.',
      'Search engines find new pages late.',
      'Add or correct the Sitemap line.',
    ),
  },
  'live site': {
    CANONICAL_MISSING: notice(
      'An indexable page has a canonical URL.',
      'Search engines choose one of its addresses, such as one with a campaign parameter.',
      'Name the address of the page as its canonical URL.',
    ),
    CANONICAL_TARGET: error(
      'A canonical URL is an indexable page that is not redirected and names itself.',
      'Search engines ignore it, or list neither of the two pages.',
      'Name the final address of an indexable page.',
    ),
    SOFT_404: error(
      'A page that does not exist has status 404 or 410.',
      'Search engines list error pages, and crawl addresses that do not exist.',
      'Make the host answer with status 404.',
    ),
    PAGE_TWICE: warning(
      'No two indexable pages have the same text.',
      'They compete in search results.',
      'Name one of them as the canonical URL of all, or redirect to it.',
    ),
    PAGE_HEAVY: notice(
      'The HTML of a page has at most 500 kB, and all its files 5 MB.',
      'Visitors with a slow connection wait, and search engines read only the start.',
      'Use smaller pictures, and load less.',
    ),
    LIVE_DIFFERS: warning(
      'Visitors get what the last build has.',
      'The site is not as it was built.',
      'Publish again, and verify it with "sitegen verify".',
    ),
    TYPE_WRONG: warning(
      'A live site serves pages as text/html, stylesheets as text/css and scripts as text/javascript.',
      'Browsers show a page of another type as source, and ignore such styles and scripts.',
      'Set the Content-Type on the host. .sitegen/manifest.json lists the type of every file of a build.',
    ),
    CRAWL_LIMIT: warning(
      'A crawl reaches every page within its limit.',
      'The other pages were not checked, or the site generates an endless number of addresses.',
      'Raise --pages, or skip such addresses with --exclude.',
    ),
  },
  'external links': {
    EXTERNAL_BROKEN: warning(
      'Links to other sites work.',
      'Visitors land on an error page of another site.',
      'Correct or remove the link.',
    ),
    EXTERNAL_MOVED: notice(
      'Links to other sites use the current address.',
      'The old address may stop redirecting.',
      'Link to the new address.',
    ),
    EXTERNAL_BLOCKED: notice(
      'Other sites answer automated requests.',
      'The link could not be checked.',
      'Open the link in a browser once, then skip it with --exclude.',
    ),
    EXTERNAL_UNKNOWN: notice(
      'Other sites answer.',
      'The link could not be checked. It counts as broken after failing for days.',
      'Nothing to do now: the next run checks it again.',
    ),
  },
  alternates: {
    ALTERNATE_CODE_INVALID: error(
      'hreflang is a language tag, or x-default.',
      'Search engines ignore the link.',
      'Use codes such as "en", "en-GB" or "uk": language first, then the region.',
    ),
    ALTERNATE_CODE_TWICE: warning(
      'A page names one address for each language.',
      'Search engines use one of the two, or none.',
      'Correct the language of one of the two entries, or remove one of the two links.',
    ),
    ALTERNATE_RELATIVE: bug('Alternates are absolute URLs.', 'Search engines ignore the link.'),
    ALTERNATE_SELF_MISSING: bug('A page with alternates lists itself.', ALTERNATE_WHY),
    ALTERNATE_NOT_RETURNED: bug('Every alternate points back to the page.', ALTERNATE_WHY),
    ALTERNATE_DEFAULT_WRONG: bug(
      'x-default is the page of the default locale, and is omitted if there is none.',
      'Visitors with other languages are sent to the wrong page.',
    ),
    ALTERNATE_DEAD: bug('Every alternate is a page of the site.', ALTERNATE_WHY),
    ALTERNATE_NOINDEX: error(
      'Every alternate is indexable.',
      ALTERNATE_WHY,
      'Let every language version of the page be indexed, or none.',
    ),
    ALTERNATE_NOT_CANONICAL: bug('Every alternate is the canonical URL of its page.', ALTERNATE_WHY),
    ALTERNATE_LANGUAGE_WRONG: error(
      'The page of an alternate is in its language.',
      'Visitors are sent to a page that they cannot read.',
      'Correct the language of the entry: hreflang, or the lang attribute of the page.',
    ),
    ALTERNATE_ON_NOINDEX: bug('A noindex page has no alternates.', 'The two contradict each other.'),
    ALTERNATE_UNPLANNED: bug(
      'The alternates in the HTML match the plan, which the sitemap follows too.',
      'HTML and sitemap contradict each other.',
    ),
  },
  sitemap: {
    SITEMAP_PAGE_MISSING: error(
      'Every indexable page is in the sitemap, unless its entry is hidden from the index.',
      'Search engines find it late or never.',
      FIX_SITEMAP,
    ),
    SITEMAP_NOINDEX: error('No noindex page is in the sitemap.', 'The two contradict each other.', FIX_SITEMAP),
    SITEMAP_DEAD: error(
      'Every address in the sitemap is a page.',
      'Search engines trust a sitemap with dead addresses less.',
      FIX_SITEMAP,
    ),
    SITEMAP_NOT_CANONICAL: error(
      'Addresses in the sitemap are exactly the canonical URLs.',
      'The page is indexed under two addresses.',
      FIX_SITEMAP,
    ),
    SITEMAP_TWICE: warning('A page is in the sitemap once.', 'Search engines report an error.', FIX_SITEMAP),
  },
  metadata: {
    CANONICAL_WRONG: bug(
      'The canonical URL of a page is its own; error pages have none.',
      'The page is not indexed, or under another address.',
    ),
    CANONICAL_TWICE: bug(
      'A page names one canonical URL, in its HTML and headers.',
      'Search engines ignore all of them.',
    ),
    ROBOTS_CONFLICT: bug(
      'The instructions for search engines do not contradict each other.',
      'The page is hidden, whatever the others say.',
    ),
    MIXED_CONTENT: warning(
      'A page with https loads all its files over https.',
      'Browsers block the file, or show that the page is not secure.',
      'Write the address with https.',
    ),
    ROBOTS_WRONG: bug(
      'A page is noindex if it is planned as noindex, and only then.',
      'Pages disappear from search results, or appear there by mistake.',
    ),
    LANGUAGE_WRONG: bug(
      '`<html lang>` is the language of the page.',
      'Screen readers use the wrong voice, and browsers offer to translate.',
    ),
    HEADING_COUNT: bug(
      'A page has one h1 heading.',
      'Search engines and screen readers take it as the topic of the page.',
    ),
    TITLE_MISSING: error(
      'A page has a title.',
      'Search results and tabs show the address instead.',
      'Write a title. An entry without an SEO title uses its title.',
    ),
    TITLE_TWICE: warning(
      'No two indexable pages of a locale have the same title.',
      'They look the same in search results.',
      'Give one of them its own title.',
    ),
    TITLE_LONG: notice(
      `A title has at most ${SEO_TITLE_MAX_LENGTH} characters.`,
      'Search results cut it off.',
      'Shorten the SEO title, or the title if there is none.',
    ),
    TITLE_SHORT: notice(
      'A title has at least 10 characters.',
      'Search results say too little about the page.',
      'Write a longer SEO title.',
    ),
    DESCRIPTION_MISSING: notice(
      'An indexable page has a description.',
      'Search results show an arbitrary part of the text instead.',
      'Write one.',
    ),
    DESCRIPTION_TWICE: notice(
      'No two indexable pages of a locale have the same description.',
      'They look the same in search results.',
      'Give one of them its own description.',
    ),
    DESCRIPTION_LONG: notice('A description has at most 200 characters.', 'Search results cut it off.', 'Shorten it.'),
    DESCRIPTION_SHORT: notice(
      'A description has at least 25 characters.',
      'Search results say too little about the page.',
      'Write a longer one.',
    ),
    ID_TWICE: warning(
      'An id is used once on a page.',
      'Links and screen readers find the wrong element.',
      'Rename one of the two headings or elements.',
    ),
    PAGE_ORPHAN: notice(
      'Another page links to every page of the sitemap. Landing and constructor pages are exempt.',
      'Visitors cannot reach it, and search engines rank it low.',
      'Link to it from a menu, a list or a text, or hide it from the index.',
    ),
    OPEN_GRAPH_MISSING: bug(
      'An indexable page has og:title, og:type, og:url and og:image.',
      'Shared links show only the address.',
    ),
    OPEN_GRAPH_URL_WRONG: bug('og:url is the canonical URL.', 'Social networks count the shares of one page as two.'),
    IMAGE_WITHOUT_SIZE: warning(
      'An image has width and height, or an aspect ratio.',
      'The page jumps while it loads.',
      'Write width and height in the HTML of the image. A build with content.files in site.config.ts measures the images of its content service.',
    ),
    IMAGE_WITHOUT_ALT: warning(
      'An image has an alternative text; it is empty for decoration.',
      'Screen reader users do not learn what it shows.',
      'Fill in the alternative text of the image.',
    ),
  },
  'structured data': {
    JSONLD_MISSING: bug(
      'An indexable page has one block of structured data.',
      'Search engines show no rich result for it.',
    ),
    JSONLD_INVALID: bug(
      'Structured data is a JSON-LD graph of https://schema.org whose nodes have types.',
      'Search engines ignore all of it.',
    ),
    JSONLD_PROPERTY_MISSING: warning(
      'A node has the properties that its type requires.',
      'Search engines ignore the node.',
      'Fill in the missing properties.',
    ),
    JSONLD_URL_RELATIVE: bug('URLs in structured data are absolute.', 'Search engines ignore them.'),
    JSONLD_DATE_INVALID: warning(
      'Dates in structured data are ISO 8601: a day, or a moment with its time zone.',
      'Search engines guess the time zone, or ignore the date.',
      'Correct the date.',
    ),
    JSONLD_REFERENCE_BROKEN: bug(
      'References in structured data name nodes of the same page, and every node has its own id.',
      'Search engines cannot connect them.',
    ),
    JSONLD_BREADCRUMBS: bug(
      'A breadcrumb trail has two or more items, numbered from 1, each with a name and an address.',
      'Search engines report an error and show only the address.',
    ),
    JSONLD_PAGE_WRONG: bug(
      'The WebPage in the structured data is the page itself.',
      'Search engines apply it to another page.',
    ),
    JSONLD_TYPE_RETIRED: notice(
      'Structured data uses only types that search engines still show.',
      'It adds bytes without any effect.',
      'Remove the type.',
    ),
  },
  redirects: {
    REDIRECT_LOOP: error(
      'Redirects do not loop.',
      'Browsers show an error.',
      'Remove one of the redirects, or point it to a page.',
    ),
    REDIRECT_TARGET_MISSING: error(
      'A redirect leads to a page.',
      'Visitors land on the 404 page.',
      'Point it to a page that exists, or to an address that starts with "https://".',
    ),
    REDIRECT_TARGET_INVALID: error('A target is a site path or an http(s) URL.', 'Hosts cannot follow it.', FIX_ENTRY),
    REDIRECT_SOURCE_INVALID: error(
      'A source is a complete site path without query or fragment.',
      'It never matches.',
      FIX_ENTRY,
    ),
    REDIRECT_STATUS_UNKNOWN: error(
      'The type of a redirect is 301, 302, 303, 307, 308 or 410.',
      'Hosts support no other status.',
      FIX_ENTRY,
    ),
    REDIRECT_PREFIX_MISSING: warning(
      'A source has the prefix of its locale.',
      'Without it the source never matches, so it was read as relative to the locale.',
      FIX_ENTRY,
    ),
    REDIRECT_PATTERN_UNREAD: warning(
      'A source is one path, not a pattern.',
      'The addresses that it was meant for are not redirected.',
      FIX_ENTRY,
    ),
    REDIRECT_CONFLICT: error(
      'A source has one target.',
      'Each host uses another of the targets.',
      'Keep one of the two.',
    ),
    REDIRECT_DUPLICATE: notice(
      'A redirect is listed once.',
      'If one of the two is corrected, the other still applies.',
      'Keep one of the two.',
    ),
    REDIRECT_CASE_CONFLICT: error(
      'Sources differ in more than upper and lower case.',
      'Some hosts treat them as the same, and one refuses to start.',
      'Keep one of the two.',
    ),
    REDIRECT_REPLACES_PAGE: warning(
      'No redirect has the path of a page.',
      'The page is not written.',
      'Remove the redirect to show the page, or unpublish the page.',
    ),
    REDIRECT_CHAIN: notice(
      'A redirect leads straight to its final address.',
      'No effect on visitors: the build writes the final address.',
      'Nothing to do. You can enter the final address in the entry.',
    ),
    REDIRECT_CHAIN_EMITTED: error(
      'No target in a redirect map is the source of another redirect.',
      'Visitors and crawlers are redirected twice.',
      'Point the first redirect to the final address. A build writes such maps.',
    ),
    REDIRECT_PATTERN_OPEN: error(
      'No target starts with a part of the requested address.',
      'Anyone could redirect your visitors to another host.',
      'Start the target with a fixed path.',
    ),
    REDIRECT_WITHOUT_PAGE: notice(
      'Object storage can serve the redirect as a page.',
      'The path returns 404 there.',
      'Nothing to do on a host that uses a redirect map.',
    ),
    HOST_REDIRECT_OVERFLOW: error(
      'The redirects fit the limits of the host.',
      'The last ones do not work.',
      'Remove old redirects, or serve the site from another host.',
    ),
    HOST_REDIRECT_LOSS: notice(
      'The host supports all redirects completely.',
      'Some lose their query, status or pattern on it.',
      'See REPORT.md of the host in .sitegen/hosts/.',
    ),
  },
};

type RulesByTopic = typeof RULES_BY_TOPIC;

export type RuleCode = { [Topic in keyof RulesByTopic]: keyof RulesByTopic[Topic] }[keyof RulesByTopic];

export const RULES = Object.fromEntries(
  Object.entries(RULES_BY_TOPIC).flatMap(([topic, rules]) =>
    Object.entries<Omit<Rule, 'topic'>>(rules).map(([code, rule]) => [code, { topic, ...rule }]),
  ),
) as Readonly<Record<RuleCode, Rule>>;

const toOthers = (codes: string, severity: Severity | 'off') => codes.split(' ').map((code) => [code, severity]);

/** Severities on a live site, where `off` is for rules that only make sense for our own builds. */
export const LIVE_SEVERITIES: RuleSeverities = Object.fromEntries([
  ...toOthers(
    'ENTRY_KEPT FIGURE_WITHOUT_SOURCE IMAGE_DAMAGED IMAGE_ORIGIN_UNKNOWN IMAGE_UNUSABLE FILE_MISSING ' +
      'FILE_CHANGED FILE_STRAY ALTERNATE_DEFAULT_WRONG CANONICAL_WRONG ROBOTS_WRONG REDIRECT_TARGET_INVALID ' +
      'REDIRECT_SOURCE_INVALID REDIRECT_STATUS_UNKNOWN REDIRECT_PREFIX_MISSING REDIRECT_PATTERN_UNREAD ' +
      'REDIRECT_CONFLICT REDIRECT_DUPLICATE ' +
      'REDIRECT_CASE_CONFLICT REDIRECT_REPLACES_PAGE REDIRECT_CHAIN REDIRECT_PATTERN_OPEN REDIRECT_WITHOUT_PAGE ' +
      'HOST_REDIRECT_LOSS HOST_REDIRECT_OVERFLOW',
    'off',
  ),
  ...toOthers('HEADING_COUNT LANGUAGE_WRONG REDIRECT_CHAIN_EMITTED', 'warning'),
  ...toOthers(
    'ID_TWICE IMAGE_WITHOUT_SIZE OPEN_GRAPH_MISSING OPEN_GRAPH_URL_WRONG SITEMAP_PAGE_MISSING ALTERNATE_UNPLANNED ' +
      'JSONLD_MISSING JSONLD_PROPERTY_MISSING JSONLD_REFERENCE_BROKEN JSONLD_BREADCRUMBS JSONLD_PAGE_WRONG',
    'notice',
  ),
]);

/** Severities that site.config.ts changes; `off` disables a rule. */
export type RuleSeverities = Readonly<Partial<Record<RuleCode, Severity | 'off'>>>;

export function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(RULES, code);
}
