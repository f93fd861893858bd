// What is wrong with the rendered site, found in its records: dead links, anchors and assets, alternates that do not
// point back, headings and titles. Reads the record files as streams; in memory stay paths and what is looked for.

import type { PageRecord, RenderedPages } from '../build/render-pages.ts';
import type { PageRoute, RoutePlan } from '../build/route-plan.ts';
import { pathOfHref } from '../build/site-path.ts';
import type { Problem, ProblemPlace, Severity } from '../errors.ts';
import { readRecords } from './read-records.ts';

/** What is checked. */
export interface CheckInput {
  readonly plan: RoutePlan;
  readonly rendered: RenderedPages;
  readonly origin: string;
  /** Site paths of all files that are no pages: assets, feeds, maps. */
  readonly filePaths: ReadonlySet<string>;
}

/** Everything that is wrong, in route order; errors stop the build. */
export async function checkSite(input: CheckInput): Promise<readonly Problem[]> {
  const routeByPath = new Map(input.plan.routes.map((route) => [route.path, route]));
  const problems: Problem[] = [...findDeadFragmentLinks(input, routeByPath)];
  const wantedAnchors = new Map<string, Map<string, string>>();
  // Pages of locales that this build does not render are known by their plan.
  const alternatesByUrl = new Map<string, PageRecord['facts']['alternates']>(
    input.plan.routes.flatMap(({ canonical, alternates }) =>
      canonical === null || alternates.length === 0 ? [] : [[canonical, alternates]],
    ),
  );
  for await (const record of readRecords(input.rendered.recordFiles)) {
    const route = routeByPath.get(record.path);
    if (route === undefined) throw new Error(`A record of ${record.path}, which has no route.`);
    problems.push(...checkPage(route, record), ...findDeadLinks({ input, routeByPath, route, record, wantedAnchors }));
    if (route.canonical !== null && (record.facts.alternates.length > 0 || route.alternates.length > 0))
      alternatesByUrl.set(route.canonical, record.facts.alternates);
  }
  return [
    ...problems,
    ...(await findDeadAnchors(input, wantedAnchors, routeByPath)),
    ...findBrokenAlternates(alternatesByUrl, routeByPath),
  ];
}

function checkPage(route: PageRoute, { facts }: PageRecord): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (code: string, what: string, fix: string) =>
    problems.push(problemOf(route, { code, severity: 'error', what, fix }));
  if (facts.headingCount !== 1)
    add(
      'HEADING_COUNT',
      `The page has ${facts.headingCount} first-level headings, not one.`,
      `Mend the template "${route.template}".`,
    );
  if (facts.title === null || facts.title.trim() === '')
    add('TITLE_MISSING', 'The page has no title.', 'Give its entry a title.');
  if (facts.canonical !== route.canonical)
    add(
      'CANONICAL_WRONG',
      `The canonical URL is ${facts.canonical}, the page is served at ${route.canonical}.`,
      'Mend templates/head/.',
    );
  if (facts.hasNoindex === route.isIndexable)
    add(
      'ROBOTS_WRONG',
      `The page is planned as ${route.isIndexable ? 'indexable' : 'noindex'} and says otherwise.`,
      'Mend templates/head/.',
    );
  const seen = new Set<string>();
  for (const id of facts.ids) {
    if (seen.has(id))
      add('ID_TWICE', `The id "${id}" stands twice on the page.`, 'Rename one of the two headings or elements.');
    seen.add(id);
  }
  return problems;
}

interface PageLinks {
  readonly input: CheckInput;
  readonly routeByPath: ReadonlyMap<string, PageRoute>;
  readonly route: PageRoute;
  readonly record: PageRecord;
  /** Source path by anchor by target path; filled here. */
  readonly wantedAnchors: Map<string, Map<string, string>>;
}

function findDeadLinks({ input, routeByPath, route, record, wantedAnchors }: PageLinks): readonly Problem[] {
  const problems: Problem[] = [];
  for (const href of record.facts.links) {
    const target = parseInternal(href, input.origin, record.path);
    if (target === null) continue;
    if (!isServed(target.path, input, routeByPath)) problems.push(problemOf(route, deadLink('warning', href)));
    else if (target.anchor !== '') {
      const anchors = wantedAnchors.get(target.path) ?? new Map<string, string>();
      wantedAnchors.set(target.path, anchors.set(target.anchor, record.path));
    }
  }
  for (const source of record.facts.assets) {
    const target = parseInternal(source, input.origin, record.path);
    if (target !== null && !input.filePaths.has(target.path))
      problems.push(
        problemOf(route, {
          code: 'ASSET_DEAD',
          severity: 'warning',
          what: `The file ${source} does not exist.`,
          fix: 'Upload the file, or take it out of the entry.',
        }),
      );
  }
  return problems;
}

function findDeadFragmentLinks(input: CheckInput, routeByPath: ReadonlyMap<string, PageRoute>): readonly Problem[] {
  return [...input.rendered.fragmentFacts.values()].flatMap(({ links, assets }) => [
    ...links.flatMap((href) => {
      const target = parseInternal(href, input.origin, '/');
      const isAnchor = href.startsWith('#');
      return target === null || isAnchor || isServed(target.path, input, routeByPath)
        ? []
        : [{ where: {}, ...deadLink('error', href) }];
    }),
    ...assets.flatMap((source) => {
      const target = parseInternal(source, input.origin, '/');
      return target === null || input.filePaths.has(target.path)
        ? []
        : [
            {
              code: 'ASSET_DEAD',
              severity: 'warning' as const,
              where: {},
              what: `The file ${source} of header or footer does not exist.`,
              fix: 'Upload the file, or change the banner.',
            },
          ];
    }),
  ]);
}

function deadLink(severity: Severity, href: string) {
  return {
    code: 'LINK_DEAD',
    severity,
    what: `The link ${href} leads to no page.`,
    fix: 'Correct the link, or publish the page that it means.',
  };
}

async function findDeadAnchors(
  { rendered }: CheckInput,
  wantedAnchors: PageLinks['wantedAnchors'],
  routeByPath: ReadonlyMap<string, PageRoute>,
): Promise<readonly Problem[]> {
  if (wantedAnchors.size === 0) return [];
  const problems: Problem[] = [];
  for await (const { path, chrome, facts } of readRecords(rendered.recordFiles)) {
    const ids = new Set([...facts.ids, ...(rendered.fragmentFacts.get(chrome)?.ids ?? [])]);
    for (const [anchor, sourcePath] of wantedAnchors.get(path) ?? []) {
      const source = routeByPath.get(sourcePath);
      if (ids.has(anchor) || source === undefined) continue;
      problems.push(
        problemOf(source, {
          code: 'ANCHOR_DEAD',
          severity: 'warning',
          what: `The link ${path}#${anchor} leads to no place on that page.`,
          fix: 'Correct the link, or give the heading that id.',
        }),
      );
    }
  }
  return problems;
}

function findBrokenAlternates(
  alternatesByUrl: ReadonlyMap<string, PageRecord['facts']['alternates']>,
  routeByPath: ReadonlyMap<string, PageRoute>,
): readonly Problem[] {
  return [...alternatesByUrl].flatMap(([url, alternates]) => {
    const route = routeByPath.get(pathOfHref(new URL(url).pathname) ?? '');
    if (route === undefined) return [];
    const add = (what: string) => [
      problemOf(route, {
        code: 'ALTERNATE_BROKEN',
        severity: 'error' as const,
        what,
        fix: 'Mend cli/build/plan-alternates.ts.',
      }),
    ];
    const isSelfListed = alternates.some(({ href }) => href === url);
    return [
      ...(isSelfListed ? [] : add('The page is not among its own alternates.')),
      ...alternates.flatMap(({ hreflang, href }) =>
        alternatesByUrl.get(href)?.some((back) => back.href === url) === true
          ? []
          : add(`The alternate ${hreflang} (${href}) does not point back.`),
      ),
    ];
  });
}

/** Path and anchor of an internal href; null for other hosts and schemes. */
function parseInternal(href: string, origin: string, base: string): { path: string; anchor: string } | null {
  if (!URL.canParse(href, `${origin}${encodeURI(base)}`)) return null;
  const url = new URL(href, `${origin}${encodeURI(base)}`);
  if (url.origin !== origin) return null;
  const path = pathOfHref(url.pathname);
  return path === null ? null : { path, anchor: decodeAnchor(url.hash.slice(1)) };
}

function decodeAnchor(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

function isServed(path: string, { filePaths }: CheckInput, routeByPath: ReadonlyMap<string, PageRoute>): boolean {
  return routeByPath.has(path) || filePaths.has(path);
}

function problemOf(route: PageRoute, problem: Omit<Problem, 'where'>): Problem {
  const { source } = route;
  const entry: ProblemPlace =
    'row' in source
      ? {
          collection: source.row.collection,
          entry: source.row.title,
          site: source.row.site,
          ...(source.row.editUrl === null ? {} : { editUrl: source.row.editUrl }),
        }
      : {};
  return { ...problem, where: { ...entry, path: route.path } };
}
