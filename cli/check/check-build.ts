// Checks the last build: its pages, the files in its out folder, and the problems from other stages of the build. Start here.

import type { SiteConfig } from '../../config/define-site.ts';
import { basePathOf } from '../../config/site-address.ts';
import { type OutPath, toOutPath } from '../files/brands.ts';
import { encodePath, outFileOf } from '../paths/site-path.ts';
import { type CheckOptions, type CheckResult, checkSite } from './check-site.ts';
import { type Fault, findingsOfProblems, groupFaults } from './findings.ts';
import { findBlocks, parseRobotsTxt, robotsFault } from './live/robots-txt.ts';
import type { LoadedBuild } from './load-build.ts';
import { findHostLosses } from './rules/redirect-rules.ts';
import type { RuleCode } from './rules/rules.ts';

export interface BuildCheck extends Pick<CheckOptions, 'scope' | 'withExternals'> {
  readonly site: SiteConfig;
}

export function checkBuild(build: LoadedBuild, { site, ...options }: BuildCheck): CheckResult {
  const { input, problems, content } = build;
  const isAll = options.scope === 'all';
  const result = checkSite(input, { ...options, content });
  const hostLosses = isAll ? findHostLosses(input.redirects, site) : [];
  const reported = problems.filter(
    ({ code }) => isAll && !isRechecked(code) && !(hostLosses.length > 0 && code.startsWith('HOST_')),
  );
  const others = findingsOfProblems([...reported, ...hostLosses], input.severities);
  const faults = isAll ? findRobotsFaults(build) : [];
  const files = groupFaults([...findFolderFaults(build, isAll), ...faults], input.severities);
  return { ...result, findings: [...result.findings, ...others, ...files] };
}

/** Rules that only a build can check. All others are checked again here. */
const BUILD_ONLY: readonly RuleCode[] = [
  'ALTERNATE_CODE_TWICE',
  'ENTRY_KEPT',
  'IMAGE_DAMAGED',
  'IMAGE_ORIGIN_UNKNOWN',
  'IMAGE_UNUSABLE',
];
/** Of the redirects of the content, and of the host. */
const REDIRECTS = /^(?:HOST_)?REDIRECT_(?!PATTERN_OPEN$)/;

const isRechecked = (code: string): boolean => !REDIRECTS.test(code) && !BUILD_ONLY.some((known) => known === code);

/** The folder has exactly the files of the build. The links of a missing page are not checked, so it is always reported. */
function findFolderFaults({ input: { routes }, folder }: LoadedBuild, isAll: boolean): readonly Fault[] {
  const { missing, changed, stray } = folder;
  const pathByFile = new Map(routes.map(({ path }) => [outFileOf(path), path]));
  const fault = (code: RuleCode, file: string, what: string): Fault => ({ code, where: { file }, what, path: null });
  const describeChanged = (file: OutPath): Fault => {
    const path = pathByFile.get(file);
    if (path === undefined) return fault('FILE_CHANGED', file, `The file ${file} was changed after the build.`);
    // One finding for all pages: a tool that runs after the build changes every page.
    const what = 'Pages were changed after the build. They were checked as they are now.';
    return { ...fault('FILE_CHANGED', '**/*.html', what), path };
  };
  const lost = missing
    .filter((file) => isAll || pathByFile.has(file))
    .map((file): Fault => {
      const what = `The file ${file} is missing from the folder.`;
      return { ...fault('FILE_MISSING', file, what), path: pathByFile.get(file) ?? null };
    });
  if (!isAll) return lost;
  return [
    ...lost,
    ...changed.map(describeChanged),
    ...stray.map((file) => fault('FILE_STRAY', file, `The build did not write ${file}.`)),
  ];
}

const SITEMAP = toOutPath('sitemap.xml');

/** robots.txt as a build writes it lets search engines read all pages of the sitemap with their styles and scripts, and find the sitemap. */
function* findRobotsFaults({ input: { origin, routes }, folder: { files }, robots: text }: LoadedBuild) {
  if (text === null) return;
  const robots = parseRobotsTxt(text);
  const pages = routes.filter(({ isInSitemap }) => isInSitemap);
  const assets = [...files].filter((file) => /\.(?:css|m?js)$/.test(file));
  yield* findBlocks(robots, {
    pages: pages.map(({ path }) => ({ path, key: encodePath(`${basePathOf(origin)}${path}`) })),
    assets: assets.map((file) => `${basePathOf(origin)}/${file}`),
  });
  if (!files.has(SITEMAP)) return;
  const fault = (what: string, target: string) => robotsFault('ROBOTS_TXT_SITEMAP', what, target);
  const named = robots.getSitemaps();
  for (const url of named)
    if (!url.startsWith(`${origin}/`) || !files.has(toOutPath(url.slice(origin.length + 1))))
      yield fault(`names the sitemap ${url}, which is not a file of this site`, url);
  const expected = `${origin}/${SITEMAP}`;
  if (!named.includes(expected)) yield fault(`does not name ${expected}`, expected);
}
