// What is wrong with the rendered site, found in its records: dead links, anchors and assets, alternates that do not
// point back, headings and titles. Reads the record files as streams; in memory stay paths and what is looked for.

import type { PageFacts } from '../build/page-facts.ts';
import type { PageRecord } from '../build/page-records.ts';
import type { RenderedPages } from '../build/render-pages.ts';
import type { PageRoute, RoutePlan } from '../build/route-plan.ts';
import { pathOfHref, urlOf } from '../build/site-path.ts';
import type { Problem, ProblemPlace, Severity } from '../errors.ts';
import { IMAGE_ROUTE_PATH } from '../images/image-route.ts';
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
  const wantedAnchors: WantedAnchors = new Map();
  // Pages of locales that this build does not render are known by their plan.
  const alternatesByUrl = new Map<string, PageRecord['facts']['alternates']>(
    input.plan.routes.flatMap(({ canonical, alternates }) =>
      canonical === null || alternates.length === 0 ? [] : [[canonical, alternates]],
    ),
  );
  for await (const record of readRecords(input.rendered.recordFiles)) {
    const route = routeByPath.get(record.path);
    if (route === undefined) throw new Error(`A record of ${record.path}, which has no route.`);
    const fragment = input.rendered.fragmentFacts.get(record.chrome) ?? null;
    problems.push(
      ...checkPage(route, record, fragment),
      ...findDeadLinks({ input, routeByPath, route, record, fragment, wantedAnchors }),
    );
    if (route.canonical !== null && (record.facts.alternates.length > 0 || route.alternates.length > 0))
      alternatesByUrl.set(route.canonical, record.facts.alternates);
  }
  return [
    ...problems,
    ...(await findDeadAnchors(input, wantedAnchors, routeByPath)),
    ...findBrokenAlternates(alternatesByUrl, routeByPath),
  ];
}

function checkPage(route: PageRoute, { facts }: PageRecord, fragment: PageFacts | null): readonly Problem[] {
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
  for (const id of [...(fragment?.ids ?? []), ...facts.ids]) {
    if (seen.has(id))
      add('ID_TWICE', `The id "${id}" stands twice on the page.`, 'Rename one of the two headings or elements.');
    seen.add(id);
  }
  return problems;
}

/** Paths of the pages that ask for an anchor, by anchor, by the path of the page that should have it. */
type WantedAnchors = Map<string, Map<string, Set<string>>>;

interface PageLinks {
  readonly input: CheckInput;
  readonly routeByPath: ReadonlyMap<string, PageRoute>;
  readonly route: PageRoute;
  readonly record: PageRecord;
  /** Facts of its header and footer. */
  readonly fragment: PageFacts | null;
  /** Filled here. */
  readonly wantedAnchors: WantedAnchors;
}

function findDeadLinks({ input, routeByPath, route, record, fragment, wantedAnchors }: PageLinks): readonly Problem[] {
  const problems: Problem[] = [];
  // The header's links within the page, such as that of the demo button, mean another place on every page.
  const ownAnchors = (fragment?.links ?? []).filter((href) => href.startsWith('#'));
  for (const href of [...record.facts.links, ...ownAnchors]) {
    const target = parseInternal(href, input.origin, record.path);
    if (target === null) continue;
    if (!isServed(target.path, input, routeByPath)) problems.push(problemOf(route, deadLink('warning', href)));
    else if (target.anchor !== '') {
      const anchors = wantedAnchors.get(target.path) ?? new Map<string, Set<string>>();
      const sources = anchors.get(target.anchor) ?? new Set<string>();
      wantedAnchors.set(target.path, anchors.set(target.anchor, sources.add(record.path)));
    }
  }
  for (const source of record.facts.assets) {
    const target = parseInternal(source, input.origin, record.path);
    if (target !== null && !hasFile(target.path, input))
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
  const fragments = [...input.rendered.fragmentFacts.values()];
  const links = new Set(fragments.flatMap((facts) => facts.links).filter((href) => !href.startsWith('#')));
  const assets = new Set(fragments.flatMap((facts) => facts.assets));
  return [
    ...[...links].flatMap((href) => {
      const target = parseInternal(href, input.origin, '/');
      return target === null || isServed(target.path, input, routeByPath)
        ? []
        : [{ where: {}, ...deadLink('warning', `${href} of header or footer`) }];
    }),
    ...[...assets].flatMap((source) => {
      const target = parseInternal(source, input.origin, '/');
      return target === null || hasFile(target.path, input)
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
  ];
}

function deadLink(severity: Severity, link: string) {
  return {
    code: 'LINK_DEAD',
    severity,
    what: `The link ${link} leads to no page.`,
    fix: 'Correct the link, or publish the page that it means.',
  };
}

async function findDeadAnchors(
  { rendered }: CheckInput,
  wantedAnchors: WantedAnchors,
  routeByPath: ReadonlyMap<string, PageRoute>,
): Promise<readonly Problem[]> {
  if (wantedAnchors.size === 0) return [];
  const problems: Problem[] = [];
  for await (const { path, chrome, facts } of readRecords(rendered.recordFiles)) {
    const ids = new Set([...facts.ids, ...(rendered.fragmentFacts.get(chrome)?.ids ?? [])]);
    for (const [anchor, sourcePaths] of wantedAnchors.get(path) ?? []) {
      if (ids.has(anchor)) continue;
      const sources = [...sourcePaths].flatMap((sourcePath) => routeByPath.get(sourcePath) ?? []);
      problems.push(...sources.map((source) => problemOf(source, deadAnchor(path, anchor))));
    }
  }
  return problems;
}

function deadAnchor(path: string, anchor: string) {
  return {
    code: 'ANCHOR_DEAD',
    severity: 'warning' as const,
    what: `The link ${path}#${anchor} leads to no place on that page.`,
    fix: 'Correct the link, or give the heading that id.',
  };
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
  const url = URL.parse(href, urlOf(origin, base));
  if (url === null || url.origin !== origin) return null;
  const path = pathOfHref(url.pathname);
  return path === null ? null : { path, anchor: decodeAnchor(url.hash) };
}

/** The id that a hash means; '' for the page itself: `#top` and text directives always lead somewhere (HTML, "Scrolling to a fragment"). */
function decodeAnchor(hash: string): string {
  const [anchor = ''] = hash.slice(1).split(':~:');
  if (anchor.toLowerCase() === 'top') return '';
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

/** The image CDN may answer on the site's own origin. */
function hasFile(path: string, { filePaths }: CheckInput): boolean {
  return filePaths.has(path) || path.startsWith(IMAGE_ROUTE_PATH);
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
