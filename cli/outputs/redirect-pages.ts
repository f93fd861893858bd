// Redirects for object storage, which can only serve files: one small HTML page per exact rule. Browsers run the script,
// which keeps query and fragment, or follow the refresh; search engines follow refresh and canonical.

import type { SiteConfig } from '../../config/define-site.ts';
import { localeRow } from '../../config/locales.ts';
import { basePathOf } from '../../config/site-address.ts';
import { escapeHtml } from '../../templates/escape-html.ts';
import { type Problem, placeOfEntry } from '../errors.ts';
import type { SitePath } from '../files/brands.ts';
import type { OutputFile } from '../files/output-file.ts';
import { caselessPath, foldersAbove } from '../paths/out-path.ts';
import { outFileOf } from '../paths/site-path.ts';
import type { ExactRedirect, RedirectRules } from '../plan/redirects/redirect-rules.ts';
export interface RedirectPagesInput {
  readonly rules: RedirectRules;
  readonly site: SiteConfig;
  /** Href of the built `client/redirect.ts`, which reads `data-target`. */
  readonly scriptHref: string;
  /** Policy for `<meta>`, from `createContentSecurityPolicy`. */
  readonly contentSecurityPolicy: string;
  /** Paths of pages. A redirect page must not replace their files on a file system that ignores case. */
  readonly paths: readonly SitePath[];
  /** Paths of other files. */
  readonly files: Iterable<SitePath>;
}

/** Limit of common file systems. */
const MAX_NAME_BYTES = 255;

/** Renders the pages, and a notice for each rule that cannot have one. */
export function renderRedirectPages(input: RedirectPagesInput): {
  readonly files: readonly OutputFile[];
  readonly problems: readonly Problem[];
} {
  const all = input.rules.exact;
  const takenPaths = findTaken(all, input.paths);
  const wanted = all.map((rule) => ({ rule, obstacle: findObstacle(rule, takenPaths) }));
  const sources = wanted.flatMap(({ rule, obstacle }) => (obstacle === null ? [rule.from] : []));
  const keyOf = (path: SitePath) => caselessPath(outFileOf(path));
  const folders = new Set(sources.flatMap((from) => [...foldersAbove(keyOf(from))]));
  const written = Iterator.from([input.paths, input.files, sources]).flatMap((paths) =>
    Iterator.from(paths).map(keyOf),
  );
  const files = new Set(written.filter((key) => folders.has(key)));
  const rules = wanted.map(({ rule, obstacle }) => {
    const isBelowFile = foldersAbove(keyOf(rule.from)).some((folder) => files.has(folder));
    return { rule, obstacle: obstacle ?? (isBelowFile ? 'a folder of the path is a file' : null) };
  });
  return {
    files: rules.flatMap(({ rule, obstacle }) => (obstacle === null ? [createPage(rule, input)] : [])),
    problems: rules.flatMap(({ rule, obstacle }) => (obstacle === null ? [] : [createNotice(rule, obstacle)])),
  };
}

/** Source paths that a page has too, ignoring case. Collects only those, because there are many pages and few rules. */
function findTaken(rules: readonly ExactRedirect[], paths: Iterable<string>): ReadonlySet<string> {
  const wanted = new Set(rules.map(({ from }) => caselessPath(from)));
  return new Set(
    Iterator.from(paths)
      .map(caselessPath)
      .filter((key) => wanted.has(key)),
  );
}

/** Why a rule cannot have a redirect page; null if it can. */
function findObstacle({ from, status }: ExactRedirect, takenPaths: ReadonlySet<string>): string | null {
  if (status === 410) return 'object storage cannot answer 410; the path answers 404';
  if (!/(\/|\.html?)$/i.test(from)) return 'the path names a file that is not HTML';
  if (/\/index\.html$/i.test(from)) return 'the path is the file of another page';
  if (from.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES))
    return 'a part of the path is too long for a file name';
  return takenPaths.has(caselessPath(from)) ? 'a page has the same file name in another case' : null;
}

function createNotice(rule: ExactRedirect, reason: string): Problem {
  const { from: title, source } = rule;
  const place = source.kind === 'content' ? placeOfEntry({ collection: 'redirects', title, ...source }) : {};
  return {
    code: 'REDIRECT_WITHOUT_PAGE',
    severity: 'notice',
    where: { path: rule.from, ...place },
    what: `No redirect page was written for ${rule.from}: ${reason}.`,
    fix: 'Nothing to do if the host reads a redirect map: the map has the rule if the host supports it.',
  };
}

function createPage(rule: ExactRedirect, input: RedirectPagesInput): OutputFile {
  return {
    path: outFileOf(rule.from),
    content: renderPage(rule, input),
    kind: 'page',
    locale: rule.locale,
    owner: null,
  };
}

/** The script comes first because the refresh would lose the query. */
function renderPage(
  { to: target, locale }: ExactRedirect,
  { site, scriptHref, contentSecurityPolicy }: RedirectPagesInput,
): string {
  const isOwn = target.startsWith('/');
  const to = isOwn ? `${basePathOf(site.origin)}${target}` : target;
  const url = isOwn ? `${site.origin}${target}` : target;
  return `<!doctype html>
<html lang="${localeRow(locale).languageTag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentSecurityPolicy)}">
<meta name="referrer" content="${isOwn ? 'strict-origin-when-cross-origin' : 'no-referrer'}">
<script src="${escapeHtml(scriptHref)}" data-target="${escapeHtml(to)}"></script>
<meta http-equiv="refresh" content="0; url=${escapeHtml(to)}">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(url)}</title>
<link rel="canonical" href="${escapeHtml(url.replace(/[?#].*$/s, ''))}">
</head>
<body>
<p><a href="${escapeHtml(to)}"${isOwn ? '' : ' target="_blank" rel="noreferrer noopener"'}>${escapeHtml(url)}</a></p>
</body>
</html>
`;
}
