// If the entry of a registered page is missing in its list, it was either unpublished or the list is incomplete. To tell them apart,
// requests the entry by id, and also an entry that must exist, in case the service answers 404 to everything.

import { SHRINK_ENTRIES } from '../../config/constants.ts';
import { findLocaleRow } from '../../config/locales.ts';
import { PAGES } from '../../config/pages.ts';
import type { ContentClient } from '../content/client/content-client.ts';
import { dataOf, entryPath, isObject } from '../content/client/entry-facts.ts';
import { asNothing } from '../content/client/request-failure.ts';
import { withClient } from '../content/receive-content.ts';
import type { ContentSnapshot } from '../content/snapshot/content-snapshot.ts';
import { findIdsBySlug } from '../content/snapshot/load-version.ts';
import { findBuilt } from '../content/snapshot/versions.ts';
import type { Problem } from '../errors.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { RunningBuild } from './build-options.ts';

/** A page of the last build. */
interface VanishedPage {
  readonly name: string;
  readonly site: string;
  /** Slug of its entry in `pages`. */
  readonly slug: string;
}

interface VanishedInput {
  readonly content: ContentSnapshot;
  readonly plan: RoutePlan;
  readonly options: RunningBuild;
}

/**
 * Returns a warning for each vanished page that the service confirms, by name. If more than a few pages of a site vanished, none of
 * them is confirmed.
 */
export async function confirmVanished(
  names: readonly string[],
  input: VanishedInput,
): Promise<ReadonlyMap<string, Problem>> {
  const pages = names.map(parsePage).filter((page) => page !== null);
  const perSite = [...Map.groupBy(pages, ({ site }) => site).values()];
  const few = perSite.filter(({ length }) => length <= SHRINK_ENTRIES);
  // Builds of a snapshot do not use the network.
  if (few.length === 0 || input.options.snapshotFile !== null) return new Map();
  const confirmed = await withClient(input.plan.model.site, input.options, (client) =>
    Promise.all(few.map((ofSite) => confirmInSite(ofSite, client, input))),
  );
  return new Map(confirmed.flat());
}

function parsePage(name: string): VanishedPage | null {
  const [page, locale] = name.split('___');
  const row = PAGES.find((known) => known.page === page);
  const site = findLocaleRow(locale ?? '')?.site;
  return row?.source.kind === 'entry' && site !== undefined ? { name, site, slug: row.source.slug } : null;
}

async function confirmInSite(
  pages: readonly VanishedPage[],
  client: ContentClient,
  { content, options }: VanishedInput,
): Promise<readonly (readonly [string, Problem])[]> {
  const [{ site } = { site: '' }] = pages;
  const [last] = findBuilt(options.database, options.service);
  if (last === undefined) return [];
  const lastIds = findIdsBySlug(options.database, last.id, { collection: 'pages', site });
  const present = content.collections.find((part) => part.collection === 'pages' && part.site === site)?.rows;
  const witness = present?.find((row) => row.status === 'published' && !row.isPrivate)?.id;
  if (witness === undefined || (await readState(client, witness)) !== 'shown') return [];
  const found = await Promise.all(
    pages.map(async (page) => {
      const id = lastIds.get(page.slug);
      return [page, id === undefined ? 'unknown' : await readState(client, id, page.slug)] as const;
    }),
  );
  return found.flatMap(([page, state]) =>
    state === 'gone' || state === 'unpublished' ? [[page.name, describeVanished(page, state)] as const] : [],
  );
}

/** The state of an entry, requested by its id. `slug` is the slug that it must still have. */
async function readState(client: ContentClient, id: string, slug?: string) {
  const answer = await client.getJson(entryPath(client, 'pages', id)).catch(asNothing);
  if (answer?.kind === 'refused' && answer.status === 404) return 'gone';
  const fields = answer && dataOf(answer);
  if (!isObject(fields)) return 'unknown';
  if (slug !== undefined && typeof fields.slug === 'string' && fields.slug !== slug) return 'gone';
  const isShown =
    fields.published !== false && (fields.status ?? 'published') === 'published' && fields.private !== true;
  return isShown ? 'shown' : 'unpublished';
}

function describeVanished({ name, site, slug }: VanishedPage, state: 'gone' | 'unpublished'): Problem {
  const now =
    state === 'gone' ? 'there is no longer a published entry with this slug' : 'its entry is no longer published';
  return {
    code: 'PAGE_VANISHED',
    severity: 'warning',
    where: { collection: 'pages', entry: slug, site },
    what: `The page "${name}" of the last build was removed. The content service confirms it: ${now}.`,
    fix: 'If this is intended, there is nothing to do. If not, publish the entry and build again.',
  };
}
