// All numbers and fixed texts that the rules of the site name (docs/decisions.md), with the unit in the name. Imports nothing, so that
// every folder can import it.

/** Entries per list page and list file. */
export const LIST_PAGE_SIZE = 12;
/** `limit` for small collections, which are read with one request. */
export const FULL_COLLECTION_LIMIT = 1000;
/** `limit` for collections with bodies. */
export const BODY_COLLECTION_LIMIT = 100;
/** Cards that "Show more" adds to the lists of articles and e-books. */
export const CARDS_PER_STEP = 6;
/** Candidates for related entries, which may include the entry itself. */
export const RELATED_CANDIDATES = 4;
/** Number of related cards. */
export const RELATED_SHOWN = 3;

/** Characters of a title that search results show. */
export const SEO_TITLE_MAX_LENGTH = 70;

/** Default quality of a resized image, in percent. */
export const IMAGE_QUALITY = 75;
/** Quality of AVIF in percent, similar to WebP with IMAGE_QUALITY. */
export const AVIF_QUALITY = 55;
/** Effort of the AVIF encoder, 0 to 9. 2 is seven times as fast as the default, and files are 6 % larger. */
export const AVIF_EFFORT = 2;
/** Size of share images in pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;
/** Widths of resized images in pixels, up to that of the original. */
export const IMAGE_WIDTHS = [480, 960, 1440, 1920] as const;
/** File types, besides images, that the site publishes if content links to them. */
export const LINKED_FILE_TYPES =
  'pdf doc docx odt rtf xls xlsx ods csv ppt pptx odp epub zip ics vcf mp3 m4a ogg wav mp4 webm'.split(' ');
/** How long an image stays in the cache after the last build that used it. */
export const IMAGES_KEPT_DAYS = 30;

/** Retries of a failed content request, after the first attempt. */
export const HTTP_RETRIES = 10;
/** First wait between retries, which doubles each time. */
export const RETRY_BASE_MS = 500;
/** Longest wait between retries. */
export const RETRY_CAP_MS = 10_000;

/** Status of a redirect entry with an empty `type`. */
export const DEFAULT_REDIRECT_STATUS = 301;
/** Status of the optional root redirect. */
export const ROOT_REDIRECT_STATUS = 302;

/** Share of the entries of a collection and site that may disappear between two builds. */
export const SHRINK_SHARE = 0.2;
/** Number of entries that may always disappear. */
export const SHRINK_ENTRIES = 3;

/** Builds whose content stays in the database, however old. */
export const SNAPSHOTS_KEPT = 5;
/** Releases for which an unused asset stays in the out folder, because visitors may have an older page open. */
export const ASSET_RELEASES_KEPT = 3;
/** Number of earlier releases that `sitegen rollback` can restore. */
export const RELEASES_KEPT = 10;
/** Number of rendered or merged pages between two progress events. */
export const PAGES_PER_REPORT = 1000;
/** Maximum length of a percent-encoded slug in bytes. */
export const SLUG_MAX_BYTES = 200;

/** Limits of a sitemap file (sitemaps.org protocol). */
export const SITEMAP_MAX_URLS = 50_000;
export const SITEMAP_MAX_BYTES = 52_428_800;
/** Newest articles in a feed. */
export const FEED_ENTRIES = 50;

/** Number of pages that the browser caches. */
export const PAGES_CACHED = 10;
/** Scroll position at which the top banner is hidden and the header of the default layout changes. */
export const SCROLL_NEAR_PX = 20;
/** Scroll position at which the header of the other layouts changes. */
export const SCROLL_FAR_PX = 100;
/** Prefix of the ids of headings, so that they differ from other ids of the page. */
export const HEADING_ID_PREFIX = 'part-';
/** A script that fails to load reloads the page at most once in this time. */
export const RELOAD_GUARD_MS = 60_000;
/** Delay, duration and end of the loading bar. */
export const LOADING_BAR_THROTTLE_MS = 200;
export const LOADING_BAR_DURATION_MS = 5000;
export const LOADING_BAR_HIDE_MS = 500;
/** Minimum time of a loading or busy state. */
export const MIN_FETCH_MS = 200;
/** How long a browser caches the redirect map of a locale. */
export const REDIRECT_CACHE_MS = 3_600_000;
/** Time between a page change and its page-view event. */
export const PAGE_VIEW_DELAY_MS = 250;
/** Maximum time of a request in the browser, with retries. */
export const BROWSER_RETRY_LIMIT_MS = 15_000;
/** Maximum wait of the browser for optional data. */
export const BROWSER_WAIT_MS = 2000;
/** Maximum number of search results. */
export const SEARCH_HITS = 20;
/** Error message for unknown middleware (decisions, "Which pages exist"). */
export const UNKNOWN_MIDDLEWARE = 'Unknown middleware';

/** `--ground` of `templates/styles/tokens.css`, for what browsers draw around pages. */
export const GROUND_COLOURS = { light: '#ffffff', dark: '#090e20' } as const;
