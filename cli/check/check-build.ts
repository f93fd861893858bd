// The last build past all rules: its pages by their records, its folder, and what other stages found in the content.

import type { SiteConfig } from '../../config/define-site.ts';
import type { Problem } from '../errors.ts';
import { outFileOf } from '../paths/site-path.ts';
import { type CheckResult, checkSite } from './check-site.ts';
import { createFindingList, type Finding, findingOfProblem, type Sighting } from './findings.ts';
import type { CheckedFolder, LoadedBuild } from './load-build.ts';
import { findHostLosses } from './rules/redirect-findings.ts';
import { findRobotsFaults } from './rules/robots-rules.ts';
import { isRuleCode, RULES, type RuleCode, type RuleSeverities } from './rules/rules.ts';
import type { RulesContext } from './rules/site-rules.ts';

/** What is to be checked of a build. */
export interface BuildCheck extends Pick<RulesContext, 'scope' | 'onExternal'> {
  readonly site: SiteConfig;
}

/** Everything that is wrong with a build that lies on disk. */
export async function checkBuild(build: LoadedBuild, { site, ...context }: BuildCheck): Promise<CheckResult> {
  const { input, problems, content } = build;
  const result = await checkSite(input, { ...context, content });
  const isAsked = ({ code }: Problem) => context.scope === 'all' || code === 'PAGE_FILE_MISSING';
  const planned = problems.filter(isAsked).filter((problem) => !isOfChecks(problem, result.findings));
  const hosted = context.scope === 'all' ? findHostLosses(input.redirects, site) : [];
  const kept = planned.filter(({ code }) => hosted.length === 0 || !code.startsWith('HOST_'));
  const others = [...kept, ...hosted].flatMap((problem) => createFinding(problem, input.severities));
  const files = context.scope === 'all' ? checkFiles(build) : [];
  return { ...result, findings: [...result.findings, ...others, ...files] };
}

/** What is wrong with the folder beside its pages. */
function checkFiles({ input, folder, robots }: LoadedBuild): readonly Finding[] {
  const { origin, routes, severities } = input;
  const pathByFile = new Map(routes.map(({ path }) => [outFileOf(path), path]));
  const findings = createFindingList(severities);
  for (const fault of findFolderFaults(folder, (file) => pathByFile.get(file) ?? null)) findings.add(fault);
  if (robots !== null)
    for (const fault of findRobotsFaults({ robots, origin, routes, files: folder.files })) findings.add(fault);
  return findings.list();
}

/** Rules whose breaches only the content and the planning of a build can show; the others were looked at anew. */
const PLAN_ONLY: readonly RuleCode[] = [
  'ENTRY_KEPT',
  'PAGE_FILE_MISSING',
  'REDIRECT_CHAIN',
  'REDIRECT_DUPLICATE',
  'REDIRECT_PREFIX_MISSING',
  'REDIRECT_REPLACES_PAGE',
  'REDIRECT_WITHOUT_PAGE',
  'HOST_REDIRECT_LOSS',
  'HOST_REDIRECT_OVERFLOW',
];

/** A page that a redirect replaces is no page of the plan any more, and is found twice only where it still is. */
function isOfChecks({ code, where }: Problem, findings: readonly Finding[]): boolean {
  if (!PLAN_ONLY.some((known) => known === code)) return true;
  return findings.some((finding) => finding.code === code && finding.where.path === where.path);
}

function createFinding(problem: Problem, severities: RuleSeverities): readonly Finding[] {
  const { code } = problem;
  if (!isRuleCode(code)) return [];
  const finding = findingOfProblem({ ...problem, code, severity: RULES[code].severity }, severities);
  return finding === null ? [] : [finding];
}

/** Faults of a folder. `pathOf` tells the page of a file. */
function findFolderFaults(
  { missing, changed, stray }: CheckedFolder,
  pathOf: (file: string) => string | null,
): readonly Sighting[] {
  return [
    ...missing.map(
      (file): Sighting => ({
        code: 'FILE_MISSING',
        where: { file },
        what: `The file ${file} is not in the folder.`,
        path: null,
      }),
    ),
    ...changed.map((file): Sighting => describeChanged(file, pathOf(file))),
    ...stray.map(
      (file): Sighting => ({
        code: 'FILE_STRAY',
        where: { file },
        what: `The build did not write ${file}.`,
        path: null,
      }),
    ),
  ];
}

/** Pages make one finding: a tool that runs after the build changes all of them. */
function describeChanged(file: string, path: string | null): Sighting {
  if (path === null)
    return { code: 'FILE_CHANGED', where: { file }, what: `The file ${file} is not as the build wrote it.`, path };
  const what = 'The HTML of pages is not as the build wrote it. They were checked as they are now.';
  return { code: 'FILE_CHANGED', where: { file: '**/*.html' }, what, path };
}
