// Checks the last build: its pages, the files in its out folder, and the problems from other stages of the build. Start here.

import type { SiteConfig } from '../../config/define-site.ts';
import type { Problem } from '../errors.ts';
import { outFileOf } from '../paths/site-path.ts';
import { type CheckOptions, type CheckResult, checkSite } from './check-site.ts';
import { createFindingList, type Fault, type Finding, findingOfProblem } from './findings.ts';
import type { CheckedFolder, LoadedBuild } from './load-build.ts';
import { findHostLosses } from './rules/redirect-rules.ts';
import { findRobotsFaults } from './rules/robots-rules.ts';
import { isRuleCode, RULES, type RuleCode, type RuleSeverities } from './rules/rules.ts';

export interface BuildCheck extends Pick<CheckOptions, 'scope' | 'onExternal'> {
  readonly site: SiteConfig;
}

export function checkBuild(build: LoadedBuild, { site, ...options }: BuildCheck): CheckResult {
  const { input, problems, content } = build;
  const isAll = options.scope === 'all';
  const result = checkSite(input, { ...options, content });
  const hostLosses = isAll ? findHostLosses(input.redirects, site) : [];
  const reported = problems.filter(
    (problem) =>
      (isAll || problem.code === 'PAGE_FILE_MISSING') &&
      !isRechecked(problem, result.findings) &&
      !(hostLosses.length > 0 && problem.code.startsWith('HOST_')),
  );
  const others = [...reported, ...hostLosses].flatMap((problem) => createFinding(problem, input.severities));
  const files = isAll ? checkFiles(build) : [];
  return { ...result, findings: [...result.findings, ...others, ...files] };
}

/** Checks robots.txt, and that the folder has exactly the files of the build. */
function checkFiles({ input, folder, robots }: LoadedBuild): readonly Finding[] {
  const { origin, routes, severities } = input;
  const pathByFile = new Map(routes.map(({ path }) => [outFileOf(path), path]));
  const findings = createFindingList(severities);
  for (const fault of findFolderFaults(folder, pathByFile)) findings.add(fault);
  if (robots !== null)
    for (const fault of findRobotsFaults({ robots, origin, routes, files: folder.files })) findings.add(fault);
  return findings.list();
}

/** Rules that only a build can check. All others are checked again here. */
const BUILD_ONLY: readonly RuleCode[] = [
  'ALTERNATE_CODE_TWICE',
  'ENTRY_KEPT',
  'IMAGE_DAMAGED',
  'IMAGE_ORIGIN_UNKNOWN',
  'IMAGE_UNUSABLE',
  'PAGE_FILE_MISSING',
  'REDIRECT_CHAIN',
  'REDIRECT_DUPLICATE',
  'REDIRECT_PREFIX_MISSING',
  'REDIRECT_REPLACES_PAGE',
  'REDIRECT_WITHOUT_PAGE',
  'HOST_REDIRECT_LOSS',
  'HOST_REDIRECT_OVERFLOW',
];

function isRechecked({ code, where }: Problem, findings: readonly Finding[]): boolean {
  if (!BUILD_ONLY.some((known) => known === code)) return true;
  // checkSite finds REDIRECT_REPLACES_PAGE too if the page is planned.
  return findings.some((finding) => finding.code === code && finding.where.path === where.path);
}

function createFinding(problem: Problem, severities: RuleSeverities): readonly Finding[] {
  const { code } = problem;
  if (!isRuleCode(code)) return [];
  const finding = findingOfProblem({ ...problem, code, severity: RULES[code].severity }, severities);
  return finding === null ? [] : [finding];
}

function findFolderFaults(
  { missing, changed, stray }: CheckedFolder,
  pathByFile: ReadonlyMap<string, string>,
): readonly Fault[] {
  const fault = (code: RuleCode, file: string, what: string): Fault => ({ code, where: { file }, what, path: null });
  const describeChanged = (file: string): Fault => {
    const path = pathByFile.get(file);
    if (path === undefined) return fault('FILE_CHANGED', file, `The file ${file} was changed after the build.`);
    // One finding for all pages: a tool that runs after the build changes every page.
    const what = 'Pages were changed after the build. They were checked as they are now.';
    return { ...fault('FILE_CHANGED', '**/*.html', what), path };
  };
  return [
    ...missing.map((file) => fault('FILE_MISSING', file, `The file ${file} is missing from the folder.`)),
    ...changed.map(describeChanged),
    ...stray.map((file) => fault('FILE_STRAY', file, `The build did not write ${file}.`)),
  ];
}
