// What each finding of a verification says.

const INSTALL_REDIRECTS = 'Install the redirects of the last build from .sitegen/hosts/ on the host';
const INSTALL_HEADERS = 'Install the headers of the last build from .sitegen/hosts/ on the host';

/** What is wrong and how to fix it: `{page is|pages are}` is counted, `{all}` is every different answer. */
export const TEXTS = {
  VERIFY_NO_ANSWER: [
    '{address|addresses} did not respond: {got}.',
    'Check the host and any CDN or proxy in front of it, then verify again.',
  ],
  VERIFY_MOVED: [
    'The host redirects everything to {cause}.',
    'Verify the address where visitors end up: sitegen verify {cause}',
  ],
  VERIFY_OTHER_SITE: [
    'This address does not show {site}: not one of {address|addresses} responds as published.',
    'Correct the address, make the host serve the target (the bucket, or "current" in the folder), or allow visitors to read it.',
  ],
  VERIFY_STATUS: [
    '{address|addresses} answered {got} instead of 200.',
    'Publish again with --audit, which restores objects missing from the target. If none are, check the rules of the host, and that visitors may read the objects.',
  ],
  VERIFY_INDEX: [
    'The host does not serve index.html for addresses that end in "/": {address|addresses} failed, but work with "index.html" appended.',
    'Set index.html as the index document: the website endpoint of S3 (not the REST endpoint), the function of hosts/cloudfront, "index index.html" in nginx, DirectoryIndex in Apache.',
  ],
  VERIFY_CUT_OFF: [
    '{file is|files are} incomplete.',
    'Check proxies and compression in front of the site. If the target itself is damaged, publish again with --audit.',
  ],
  VERIFY_STALE: [
    '{address still shows|addresses still show} {cause} instead of {site}.',
    'Wait longer (--wait), purge the cache (--changed-paths, publish.cloudfront), or make caches respect Cache-Control.',
  ],
  VERIFY_BYTES: [
    '{address|addresses} answered with other bytes than were published: {got}.',
    'Turn off anything that rewrites pages on the way (minifying, e-mail protection, injected scripts), or publish again with --audit.',
  ],
  VERIFY_ENCODING: [
    '{page is|pages are} wrong for clients that send no Accept-Encoding: {got}.',
    'Compress only for clients that ask for it, send "Vary: Accept-Encoding", and purge caches.',
  ],
  VERIFY_COMPRESSION: [
    'The host does not compress text ({file|files} of three types).',
    `${INSTALL_HEADERS}: they compress on nginx, Apache and Caddy. For CloudFront, set Compress.`,
  ],
  VERIFY_TYPE: [
    '{file has|files have} the content type {got} instead of {expected}.',
    'Set content types and charset on the host (nginx: mime.types and headers.conf from .sitegen/hosts/); for a bucket, publish again with --audit.',
  ],
  VERIFY_CACHE: [
    '{file has|files have} the cache header {got} instead of {expected}.',
    `Set build.host. ${INSTALL_HEADERS}. Make a CDN pass on the header of the origin.`,
  ],
  VERIFY_POLICY: [
    '{page has|pages have} other security headers than the build: {all}.',
    `${INSTALL_HEADERS}, also for error pages.`,
  ],
  VERIFY_NOINDEX: [
    '{page is|pages are} hidden from search engines by the host ({got}).',
    'Remove the header from the host or CDN. It is for previews.',
  ],
  VERIFY_SLASH: [
    '{page|pages} without the slash at the end answered {got} instead of a redirect to it.',
    `${INSTALL_REDIRECTS}, or let it redirect to the address with the slash.`,
  ],
  VERIFY_REDIRECT: [
    '{redirect does not lead where it should|redirects do not lead where they should}.',
    `${INSTALL_REDIRECTS}. On S3 they work only at the website endpoint, with website.json installed (docs/hosts.md).`,
  ],
  VERIFY_QUERY: [
    '{redirect loses|redirects lose} the query of the request, including campaign parameters.',
    `${INSTALL_REDIRECTS}. They keep the query.`,
  ],
  VERIFY_NOT_FOUND_STATUS: [
    'Paths that do not exist answer {got} instead of 404.',
    'Set 404.html as the error document with status 404, and remove any catch-all page. If S3 answers 403, grant readers s3:ListBucket.',
  ],
  VERIFY_NOT_FOUND_PAGE: [
    'Missing paths do not show the 404 page of their language: {got}.',
    'Set 404.html as the error document, and the one of each language below its prefix (errors.conf in .sitegen/hosts/).',
  ],
  VERIFY_GONE: [
    '{deleted page is|deleted pages are} still there.',
    'Purge the cache (--changed-paths, publish.cloudfront), or delete the pages from the target if they are still there.',
  ],
} as const satisfies Readonly<Record<string, readonly [what: string, fix: string]>>;

export type FindingCode = keyof typeof TEXTS;
