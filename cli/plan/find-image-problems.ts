// Finds the fields of entries and globals, and the promos, that have an unusable image or file, so that an editor can fix them. Reads
// only entries whose rows have such a file.

import { PROMO_BANNERS } from '../../config/menu.ts';
import { MEDIA_SOURCES } from '../../templates/components/rich-text-options.ts';
import { type Problem, type ProblemPlace, placeOfEntry } from '../errors.ts';
import { imageKey } from '../images/image-addresses.ts';
import type { ImageFault } from '../images/image-order.ts';
import { findTagAttributes, IMAGE_SOURCES, listHrefs } from '../text/find-attributes.ts';
import { printableText } from '../text/printable-text.ts';
import type { SiteModel } from './site-model.ts';

/**
 * Returns a problem for each place of each unusable or damaged image or file, and one for each origin that is not allowed. They are
 * errors in the sample, else warnings, because one picture must not block a release.
 */
export function findImageProblems(model: SiteModel, faults: readonly ImageFault[]): readonly Problem[] {
  if (faults.length === 0) return [];
  const findSource = createSourceFinder(model, faults);
  const places = [
    ...findEntryPlaces(model, findSource),
    ...findGlobalPlaces(model, findSource),
    ...findPromoPlaces(findSource),
  ];
  const placesBySource = Map.groupBy(places, ({ source }) => source);
  const placesOf = ({ source, kind }: ImageFault): readonly ProblemPlace[] =>
    placesBySource
      .get(source)
      ?.filter(({ isLink }) => kind !== 'no-picture' || !isLink)
      .map(({ where }) => where) ?? [{ file: source }];
  const severity = model.snapshot.service.isSample ? 'error' : 'warning';
  const foreign = faults.filter(({ kind }) => kind === 'foreign');
  return [
    ...faults
      .filter(({ kind }) => kind !== 'foreign')
      .flatMap((fault) => placesOf(fault).map((where) => ({ ...createProblem(fault, where), severity }) as const)),
    ...[...Map.groupBy(foreign, ({ what }) => what)].map(
      ([origin, ofOrigin]) => ({ ...createOriginProblem(origin, ofOrigin, placesOf), severity }) as const,
    ),
  ];
}

/** One problem for all images of an origin, which names the first one. */
function createOriginProblem(
  origin: string,
  faults: readonly ImageFault[],
  placesOf: (fault: ImageFault) => readonly ProblemPlace[],
): Omit<Problem, 'severity'> {
  const [first] = faults;
  const where = first === undefined ? {} : (placesOf(first)[0] ?? {});
  const count = faults.length === 1 ? 'An image' : `${faults.length} images`;
  return {
    code: 'IMAGE_ORIGIN_UNKNOWN',
    where,
    what: `${count} of ${printableText(origin, 200)} ${faults.length === 1 ? 'is' : 'are'} left out, because the build downloads no files from there: ${printableText(first?.source ?? '', 200)}.`,
    fix: first?.fix ?? '',
  };
}

function createProblem({ kind, source, what, fix }: ImageFault, where: ProblemPlace): Omit<Problem, 'severity'> {
  const at = where.editUrl === undefined ? '' : ` The entry is at ${where.editUrl}.`;
  return {
    code: kind === 'damaged' ? 'IMAGE_DAMAGED' : 'IMAGE_UNUSABLE',
    where,
    what: `${printableText(source, 200)}: ${printableText(what, 400)}`,
    fix: `${fix}${at}`,
  };
}

/** Returns the unusable source of an address; null if the address is fine. */
type FindSource = (address: string) => string | null;

function createSourceFinder({ site, snapshot: { service } }: SiteModel, faults: readonly ImageFault[]): FindSource {
  const sources = new Set(faults.map(({ source }) => source));
  const place = { serviceUrl: service.isSample ? null : service.url, origin: site.origin };
  const sourceByAddress = new Map<string, string | null>();
  const find: FindSource = (address) => {
    const key = imageKey(address, place);
    return key !== null && sources.has(key) ? key : null;
  };
  return (address) => sourceByAddress.getOrInsertComputed(address, find);
}

interface ImagePlace {
  readonly source: string;
  readonly where: ProblemPlace;
  /** A link to the file, not a picture. */
  readonly isLink: boolean;
}

function findEntryPlaces({ snapshot, isVisible }: SiteModel, findSource: FindSource): readonly ImagePlace[] {
  return snapshot.collections.flatMap(({ collection, rows }) => {
    const faulty = rows.filter((row) => row.files.some((file) => findSource(file) !== null) && isVisible(row));
    return faulty.flatMap((row) =>
      findFields(snapshot.records.readEntry(row), findSource).map(({ field, ...found }) => ({
        ...found,
        where: placeOfEntry({ ...row, collection }, field),
      })),
    );
  });
}

function findGlobalPlaces({ snapshot }: SiteModel, findSource: FindSource): readonly ImagePlace[] {
  return snapshot.globals.flatMap(({ name, site, value }) =>
    findFields(value, findSource).map(({ field, ...found }) => ({
      ...found,
      where: { collection: 'globals', entry: name, site, field },
    })),
  );
}

function findPromoPlaces(findSource: FindSource): readonly ImagePlace[] {
  return PROMO_BANNERS.flatMap(({ id, imageSource }) => {
    const source = findSource(imageSource);
    const where = { file: 'config/menu.ts', field: `${id}.imageSource` };
    return source === null ? [] : [{ source, where, isLink: false }];
  });
}

interface FaultyField extends Omit<ImagePlace, 'where'> {
  readonly field: string;
}

/** Fields with an unusable image or file, at any depth: the `url` of an asset, a link, or `<img>` and links in a text. */
function findFields(value: unknown, findSource: FindSource, path = ''): readonly FaultyField[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]): readonly FaultyField[] => {
    const field = path === '' ? key : `${path}.${key}`;
    if (typeof item !== 'string') return findFields(item, findSource, field);
    const [pictures, links] = listAddresses(key, item);
    const findAll = (addresses: readonly string[], isLink: boolean) =>
      addresses
        .map(findSource)
        .filter((source) => source !== null)
        .map((source) => ({ source, field: key === 'url' ? path : field, isLink }));
    return [...findAll(pictures, false), ...findAll(links, true)];
  });
}

function listAddresses(key: string, text: string): readonly [pictures: readonly string[], links: readonly string[]] {
  if (key === 'url') return [[text], []];
  if (key === 'link' || key.endsWith('_link')) return [[], [text]];
  return [findTagAttributes(text, IMAGE_SOURCES), [...findTagAttributes(text, MEDIA_SOURCES), ...listHrefs(text)]];
}
