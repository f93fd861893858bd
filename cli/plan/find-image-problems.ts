// Finds the entries, globals and promos that use an unusable image, by field, so that an editor can fix it. Reads all bodies
// again, because only a failing build needs this.

import { PROMO_BANNERS } from '../../config/menu.ts';
import { readRangeEntries } from '../content/intake/parse-entry.ts';
import type { CollectionSnapshot } from '../content/snapshot/content-snapshot.ts';
import type { Problem, ProblemPlace } from '../errors.ts';
import { findLocalPath, SOURCE_ATTRIBUTE } from '../images/image-addresses.ts';
import type { ImageFault } from '../images/image-order.ts';
import { findAttributes } from '../text/find-attributes.ts';
import { printableText } from '../text/printable-text.ts';
import type { SiteModel } from './site-model.ts';

/** Returns IMAGE_UNUSABLE for each place of each unusable image. */
export function findImageProblems(model: SiteModel, faults: readonly ImageFault[]): readonly Problem[] {
  if (faults.length === 0) return [];
  const places = [
    ...findEntryPlaces(model, faults),
    ...findGlobalPlaces(model, faults),
    ...findPromoPlaces(model, faults),
  ];
  return faults.flatMap((fault) => {
    const found = places.filter(({ source }) => source === fault.source).map(({ where }) => where);
    return (found.length === 0 ? [{ file: fault.source }] : found).map((where) => createProblem(fault, where));
  });
}

function createProblem({ source, what, fix }: ImageFault, where: ProblemPlace): Problem {
  const at = where.editUrl === undefined ? '' : ` The entry is at ${where.editUrl}.`;
  return {
    code: 'IMAGE_UNUSABLE',
    severity: 'error',
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
  return model.snapshot.collections.flatMap((part) =>
    part.ranges.flatMap((range) => findInRange(model, faults, { part, range })),
  );
}

function findInRange(
  model: SiteModel,
  faults: readonly ImageFault[],
  { part, range }: { readonly part: CollectionSnapshot; readonly range: string },
): readonly ImagePlace[] {
  const entries = readRangeEntries(model.snapshot, range, part.collection);
  return part.rows
    .filter((row) => row.range === range && model.isVisible(row))
    .flatMap((row) => {
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

/** Fields with an unusable image, at any depth: the `url` of an asset, or `<img>` in a text. */
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
    const sources = key === 'url' ? [item] : /<img\b/i.test(item) ? findAttributes(item, SOURCE_ATTRIBUTE) : [];
    return sources
      .map((source) => findLocalPath(source, baseOf(model)))
      .filter((source) => source !== null && faults.some((fault) => fault.source === source))
      .map((source) => ({ source: source ?? '', field: key === 'url' ? path : field }));
  });
}

function baseOf({ site, snapshot }: SiteModel): string {
  return snapshot.service.isSample ? site.origin : snapshot.service.url;
}
