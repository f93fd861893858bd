// Every number and fixed word of the specification (section 9), once, with the unit in its name.
// It imports nothing, so every folder may import it.

/** Entries on one list page and in one list JSON file. */
export const LIST_PAGE_SIZE = 12;
/** `limit` of a collection that is read whole by name. */
export const FULL_COLLECTION_LIMIT = 1000;
/** `limit` of a collection whose entries carry bodies. */
export const BODY_COLLECTION_LIMIT = 100;
/** Cards that the blog and e-book lists add per step. */
export const CARDS_PER_STEP = 6;
/** Entries requested for a related list, the entry itself among them. */
export const RELATED_ASKED = 4;
/** Related cards shown. */
export const RELATED_SHOWN = 3;

/** Default quality of a resized image, in percent. */
export const IMAGE_QUALITY = 75;
/** Quality of AVIF, in percent, that looks like WebP of IMAGE_QUALITY. */
export const AVIF_QUALITY = 55;
/** Effort of the AVIF encoder, 0 to 9: 2 is seven times as fast as its default and makes 6 % more bytes. */
export const AVIF_EFFORT = 2;
/** Size of the image that social networks show for a page, in pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;
/** Widths in which an image is offered, in pixels, as far as it has them. */
export const IMAGE_WIDTHS = [480, 960, 1440, 1920] as const;
/** Most pixels of an image that is resized: a camera has 50 million. */
export const IMAGE_MAX_PIXELS = 100_000_000;
/** How long an image stays in the cache after the last build that used it. */
export const IMAGES_KEPT_DAYS = 30;

/** Retries of a failed content request, after the first attempt. */
export const HTTP_RETRIES = 10;
/** First wait between retries; each next one doubles. */
export const RETRY_BASE_MS = 500;
/** Longest wait between retries. */
export const RETRY_CAP_MS = 10_000;

/** Status of a content redirect whose `type` is empty. */
export const DEFAULT_REDIRECT_STATUS = 301;
/** Status of the optional root redirect. */
export const ROOT_REDIRECT_STATUS = 302;

/** Share of a collection of one site that may vanish between two builds. */
export const SHRINK_SHARE = 0.2;
/** Entries that may vanish whatever their share. */
export const SHRINK_ENTRIES = 3;

/** Snapshots kept under the cache folder. */
export const SNAPSHOTS_KEPT = 5;
/** Releases for which an unused hashed asset stays in the out folder: visitors may have an older page open. */
export const ASSET_RELEASES_KEPT = 3;
/** Most entries in one range file of a snapshot. */
export const RANGE_SIZE = 100;
/** Pages that are rendered or merged between two reports of progress. */
export const PAGES_PER_REPORT = 1000;
/** Longest percent-encoded slug, in bytes. */
export const SLUG_MAX_BYTES = 200;

/** Limits of one sitemap file (sitemaps.org protocol). */
export const SITEMAP_MAX_URLS = 50_000;
export const SITEMAP_MAX_BYTES = 52_428_800;
/** Newest articles in a feed. */
export const FEED_ENTRIES = 50;

/** Pages that the browser keeps, newest last. */
export const PAGES_CACHED = 10;
/** Scroll past which the top banner hides and the header of the default layout changes. */
export const SCROLL_NEAR_PX = 20;
/** Scroll past which the header of the other layouts changes. */
export const SCROLL_FAR_PX = 100;
/** Ids of headings start with this, so that they never meet an id of the page itself. */
export const HEADING_ID_PREFIX = 'part-';
/** A failed script reloads its page once within this time. */
export const RELOAD_GUARD_MS = 60_000;
/** The loading bar shows after this delay, grows to 100 in this time, and stays this long at its end. */
export const LOADING_BAR_THROTTLE_MS = 200;
export const LOADING_BAR_DURATION_MS = 5000;
export const LOADING_BAR_HIDE_MS = 500;
/** A loading or busy state shows at least this long. */
export const MIN_FETCH_MS = 200;
/** How long a locale's redirect map is good in a browser. */
export const REDIRECT_CACHE_MS = 3_600_000;
/** From a route change to its page-view event. */
export const PAGE_VIEW_DELAY_MS = 250;
/** Longest time that a browser spends on a request and its retries. */
export const BROWSER_RETRY_LIMIT_MS = 15_000;
/** Longest wait of a browser for optional data. */
export const BROWSER_WAIT_MS = 2000;
/** Most articles that a search shows. */
export const SEARCH_HITS = 20;
/** Message of a page that names an unknown step (section 8). */
export const UNKNOWN_MIDDLEWARE = 'Unknown middleware';
