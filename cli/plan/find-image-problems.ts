// Finds the entries, globals and promos that name an unusable image or file, by field, so that an editor can fix it. Reads the
// bodies of these entries again: their rows tell which.

import { PROMO_BANNERS } from '../../config/menu.ts';
import { readRangeEntries } from '../content/intake/parse-entry.ts';
import type { CollectionSnapshot } from '../content/snapshot/content-snapshot.ts';
import type { Problem, ProblemPlace } from '../errors.ts';
import { imageKey } from '../images/image-addresses.ts';
import type { ImageFault } from '../images/image-order.ts';
import { findAttributes, SOURCE_ATTRIBUTE } from '../text/find-attributes.ts';
import { printableText } from '../text/printable-text.ts';
import { listHrefs } from './links.ts';
import type { SiteModel } from './site-model.ts';

/**
 * Returns IMAGE_UNUSABLE for each place of each unusable image or file: an error in the sample, else a warning, because one picture
 * must not block a release.
 */
export function findImageProblems(model: SiteModel, faults: readonly ImageFault[]): readonly Problem[] {
  if (faults.length === 0) return [];
  const places = [
    ...findEntryPlaces(model, faults),
    ...findGlobalPlaces(model, faults),
    ...findPromoPlaces(model, faults),
  ];
  return faults.flatMap((fault) => {
    const found = places.filter(({ source }) => source === fault.source).map(({ where }) => where);
    const severity = model.snapshot.service.isSample ? 'error' : 'warning';
    return (found.length === 0 ? [{ file: fault.source }] : found).map((where) => ({
      ...createProblem(fault, where),
      severity,
    }));
  });
}

function createProblem({ source, what, fix }: ImageFault, where: ProblemPlace): Omit<Problem, 'severity'> {
  const at = where.editUrl === undefined ? '' : ` The entry is at ${where.editUrl}.`;
  return {
    code: 'IMAGE_UNUSABLE',
    where,
    what: `${printableText(source, 200)}: ${printableText(what, 400)}`,
    fix: `${fix}${at}`,
  };
}

interface ImagePlace {
  readonly source: string;
  readonly where: ProblemPlace;
}

function findEntryPlaces(model: SiteModel, faults: readonly ImageFault[]): readonly ImagePlace[] {
  const isFaulty = createFaultFinder(model, faults);
  return model.snapshot.collections.flatMap(({ collection, rows }) => {
    const concerned = rows.filter((row) => row.files.some(isFaulty) && model.isVisible(row));
    return [...Map.groupBy(concerned, ({ range }) => range)].flatMap(([range, inRange]) =>
      findInRange(model, faults, { collection, range, rows: inRange }),
    );
  });
}

/** Whether an address is that of a fault: each is looked at once. */
function createFaultFinder(model: SiteModel, faults: readonly ImageFault[]): (address: string) => boolean {
  const sources = new Set(faults.map(({ source }) => source));
  const known = new Map<string, boolean>();
  return (address) => {
    const found = known.get(address) ?? sources.has(keyOf(model, address) ?? '');
    known.set(address, found);
    return found;
  };
}

function findInRange(
  model: SiteModel,
  faults: readonly ImageFault[],
  { collection, range, rows }: Pick<CollectionSnapshot, 'collection' | 'rows'> & { readonly range: string },
): readonly ImagePlace[] {
  const entries = readRangeEntries(model.snapshot, range, collection);
  return rows.flatMap((row) => {
    const editUrl = row.editUrl === null ? {} : { editUrl: printableText(row.editUrl, 500) };
    const where = { collection: row.collection, entry: printableText(row.title, 120), site: row.site, ...editUrl };
    return findFields(model, faults, entries[row.line]).map(({ source, field }) => ({
      source,
      where: { ...where, field },
    }));
  });
}

function findGlobalPlaces(model: SiteModel, faults: readonly ImageFault[]): readonly ImagePlace[] {
  return model.snapshot.globals.flatMap(({ name, site, value }) =>
    findFields(model, faults, value).map(({ source, field }) => ({
      source,
      where: { collection: 'globals', entry: name, site, field },
    })),
  );
}

function findPromoPlaces(model: SiteModel, faults: readonly ImageFault[]): readonly ImagePlace[] {
  return PROMO_BANNERS.flatMap(({ id, imageSource }) =>
    findFields(model, faults, { imageSource: { url: imageSource } }).map(({ source }) => ({
      source,
      where: { file: 'config/menu.ts', field: `${id}.imageSource` },
    })),
  );
}

interface FaultyField {
  readonly source: string;
  readonly field: string;
}

/** Fields with an unusable image or file, at any depth: the `url` of an asset, a link, or `<img>` and links in a text. */
function findFields(
  model: SiteModel,
  faults: readonly ImageFault[],
  value: unknown,
  path = '',
): readonly FaultyField[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]): readonly FaultyField[] => {
    const field = path === '' ? key : `${path}.${key}`;
    if (typeof item !== 'string') return findFields(model, faults, item, field);
    return listAddresses(key, item)
      .map((source) => keyOf(model, source))
      .filter((source) => source !== null && faults.some((fault) => fault.source === source))
      .map((source) => ({ source: source ?? '', field: key === 'url' ? path : field }));
  });
}

function listAddresses(key: string, text: string): readonly string[] {
  if (key === 'url' || key === 'link' || key.endsWith('_link')) return [text];
  return [...findAttributes(text, SOURCE_ATTRIBUTE), ...new Set(listHrefs(text))];
}

function keyOf({ site, snapshot: { service } }: SiteModel, address: string): string | null {
  return imageKey(address, { serviceUrl: service.isSample ? null : service.url, origin: site.origin });
}
