// Describes a page for the toolbar: its entry and template, its other locales, and what an editor may want to fix.

import { localeRow } from '../../../config/locales.ts';
import { checkSite } from '../../check/check-site.ts';
import { parseSeverities } from '../../check/severities.ts';
import type { IndexRow } from '../../content/snapshot/content-snapshot.ts';
import type { Problem, ProblemPlace } from '../../errors.ts';
import { parsePageFacts } from '../../facts/page-facts.ts';
import type { ShownEntry } from '../../facts/page-store.ts';
import { readPublicFile } from '../../outputs/public-files.ts';
import { type PageRoute, placeOfRoute } from '../../plan/route-plan.ts';
import { cleanPlace } from '../../report/clean-problem.ts';
import { editUrlOfGlobal } from './marks.ts';
import { listLanguages, type PageLanguage } from './page-languages.ts';
import type { SiteView, ViewPages } from './site-view.ts';

export interface PageInspection {
  readonly status: number;
  readonly route: PageRoute;
  /** With its status in the content service. */
  readonly entry: IndexRow | null;
  readonly warnings: readonly Problem[];
  /** The page itself, too. */
  readonly languages: readonly PageLanguage[];
}

interface AnsweredPage {
  readonly status: number;
  readonly html: string;
  readonly route: PageRoute;
  readonly view: SiteView;
  readonly pages: ViewPages;
  /** The entries and globals that it shows. */
  readonly shows: readonly ShownEntry[];
  /** Folder of the owner's own files. */
  readonly publicDir: string;
}

export async function inspectPage(page: AnsweredPage): Promise<PageInspection> {
  const { route, status } = page;
  const entry = page.view.findEntry(route);
  return {
    status,
    route,
    entry: route.entry && { ...route.entry, status: entry?.status ?? (entry?.published === false ? 'draft' : null) },
    warnings: [...findKnownProblems(page), ...(await findFaults(page)), ...(await page.view.translations()).problems],
    languages: await listLanguages(page.view, page.pages, route),
  };
}

/** Problems of this page, and of the entries and globals that it shows, that were found before. */
function findKnownProblems({ view: { plan }, pages, route, shows }: AnsweredPage): readonly Problem[] {
  const { snapshot } = plan.model;
  const { site } = localeRow(route.locale);
  const idsByCollection = Map.groupBy(shows, ({ collection }) => collection);
  const rows = snapshot.collections.flatMap((list) => {
    const ids = new Set(list.site === site ? idsByCollection.get(list.collection)?.map(({ id }) => id) : []);
    return list.rows.filter(({ id }) => ids.has(id));
  });
  const globals = (idsByCollection.get('globals') ?? []).map(({ id }) => ({ collection: 'globals', entry: id, site }));
  const places = [...rows.map(({ collection, title }) => ({ collection, entry: title, site })), ...globals];
  const shown = new Set(places.map(keyOfPlace));
  const own = keyOfPlace(placeOfRoute(route));
  const isShown = ({ where }: Problem) => {
    const key = keyOfPlace(where);
    if (where.path === route.path || (where.entry !== undefined && key === own)) return true;
    return where.path === undefined && shown.has(key);
  };
  return [...snapshot.problems, ...plan.problems, ...pages.kit.inputs.problems()].filter(isShown).map((problem) => {
    const { collection, entry: name } = problem.where;
    const editUrl = collection === 'globals' && name !== undefined ? editUrlOfGlobal(snapshot, { name, site }) : null;
    return editUrl === null ? problem : { ...problem, where: { ...problem.where, editUrl } };
  });
}

/** Some problems have a shortened title. */
function keyOfPlace(where: ProblemPlace): string {
  const { collection, entry, site } = cleanPlace(where);
  return JSON.stringify([collection, entry, site]);
}

/** The faults of this page that `sitegen check` would find. */
async function findFaults({ view: { plan }, pages, route, html, publicDir }: AnsweredPage) {
  const { site } = plan.model;
  const files = await pages.listFiles();
  const [start, end] = [html.indexOf('<main'), html.indexOf('</main>')];
  const body = html.indexOf('<body');
  const page = {
    path: route.path,
    chrome: '',
    facts: parsePageFacts(html.slice(0, body), html.slice(start, end)),
  };
  const { findings } = checkSite(
    {
      origin: site.origin,
      routes: plan.routes,
      readPages: (paths) => (paths?.has(route.path) === false ? [] : [page]),
      fragmentFacts: new Map([['', parsePageFacts(html.slice(body, start), html.slice(end))]]),
      editedFiles: new Set(),
      hasFile: (path) =>
        files.has(path.slice(1)) || path.startsWith(PICTURES) || readPublicFile(publicDir, path) !== null,
      stylesheets: [],
      sitemap: null,
      redirects: plan.redirects,
      severities: parseSeverities(site.checks),
    },
    { content: null, scope: 'page' },
  );
  return findings;
}

/** Has the pictures, which are made when a page shows them. */
const PICTURES = '/assets/';
