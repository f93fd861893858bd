// Decides whether the reads of a page are unchanged. A recorder lists the reads while the input of the page is created
// (../page-input/read-recorder.ts), and the cache stores them with digests. The next build digests the same reads again.

import type { SiteConfig } from '../../../config/define-site.ts';
import type { Locale } from '../../../config/locales.ts';
import type { ListName } from '../../../config/pages.ts';
import type { GlobalName } from '../../../content/collections.ts';
import { loadWords, wordsOfGroups } from '../../../locales/words.ts';
import type { TemplateId } from '../../../templates/template-ids.ts';
import type { PageReadings } from '../../cache/page-cache.ts';
import type { ContentSnapshot, IndexRow } from '../../content/snapshot/content-snapshot.ts';
import { shortHash } from '../../files/content-hash.ts';
import type { ImageBox } from '../../images/image-resolver.ts';
import type { PageRoute } from '../../plan/route-plan.ts';
import type { SiteContext } from '../page-input/locale-context.ts';
import { parseRead, type ReadKind, splitFirst } from '../page-input/read-recorder.ts';
import { parseImageRead } from '../page-input/recorded-resolvers.ts';
import { createSwitcherInput } from '../page-input/switcher-input.ts';
import type { PageKit } from '../page-kit.ts';

interface ReadingPage {
  readonly context: SiteContext;
  readonly route: PageRoute;
}

/** Digests the reads of pages. */
export interface PageReads {
  readonly digest: (page: ReadingPage, names: Iterable<string>) => PageReadings;
  /** Whether all digests are unchanged. */
  readonly areSame: (page: ReadingPage, reads: PageReadings) => boolean;
  /** Orders the images and files that a reused page needs. */
  readonly orderImages: (page: ReadingPage, reads: PageReadings) => void;
}

/** Returns equal texts for equal values. */
type Digest = (page: ReadingPage, key: string) => string;

/** Settings that all pages depend on. */
export interface Settings {
  readonly site: SiteConfig;
  readonly service: ContentSnapshot['service'];
}

/** Reads that depend on the page, and links and share images, whose number has no limit. Other digests are cached by locale. */
const NOT_CACHED: ReadonlySet<string> = new Set<ReadKind>([
  'route',
  'entry',
  'switcher',
  'related',
  'neighbours',
  'share-image',
  'link',
  'site',
  'chrome',
  'template-words',
]);

export function createPageReads(kit: Pick<PageKit, 'inputs' | 'images' | 'links'>, settings: Settings): PageReads {
  const digests = createDigests(kit, settings);
  const cachedByLocale = new Map<Locale, Map<string, string>>();
  const digestOf = (page: ReadingPage, name: string): string => {
    const { locale } = page.route;
    const cached = cachedByLocale.get(locale) ?? new Map<string, string>();
    cachedByLocale.set(locale, cached);
    const known = cached.get(name);
    if (known !== undefined) return known;
    const [kind, key] = parseRead(name);
    const digest = digests[kind](page, key);
    if (!NOT_CACHED.has(kind)) cached.set(name, digest);
    return digest;
  };
  return {
    digest: (page, reads) => {
      const names = [...reads];
      return { names, digests: names.map((name) => digestOf(page, name)) };
    },
    areSame: (page, { names, digests: previous }) => {
      try {
        return (
          names.length === previous.length && names.every((name, index) => digestOf(page, name) === previous[index])
        );
      } catch {
        return false; // A damaged record can have invalid names. Other errors are thrown again when the page is rendered.
      }
    },
    orderImages: ({ context }, { names }) => {
      for (const name of names) {
        const [kind, key] = parseRead(name);
        if (kind === 'image') kit.images.resolve({ ...parseImageRead(key), alt: null }, '');
        if (kind === 'link') kit.links.takeFile(key);
        if (kind === 'share-image') kit.images.findShareImage(JSON.parse(key));
        if (kind === 'card') {
          const image = findCardRow(context, key)?.card.image ?? null;
          if (image !== null) kit.images.resolve(image, '');
        }
      }
    },
  };
}

/** How to digest each kind of read. */
function createDigests(
  { inputs, images, links }: Pick<PageKit, 'inputs' | 'images' | 'links'>,
  settings: Settings,
): Readonly<Record<ReadKind, Digest>> {
  const ofSettings = shortHash(JSON.stringify([process.version, settings]));
  const digestImage = (image: ImageBox) => shortHash(JSON.stringify(images.plan(image)));
  return {
    settings: () => ofSettings,
    clock: ({ context }) => context.model.clock,
    route: ({ route }) => describeRoute(route),
    entry: ({ route: { source } }, key) =>
      'row' in source && `${source.row.collection} ${source.row.id}` === key ? shortDigest(source.row) : '',
    'page-entry': ({ context }, slug) => shortDigest(context.locale.pageBySlug.get(slug)),
    card: ({ context }, key) => {
      const row = findCardRow(context, key);
      if (row === null) return '';
      const [page] = splitFirst(key);
      const route = context.routes.findDetail(page, context.row.locale, row.slug);
      const { image } = row.card;
      return shortHash(
        `${row.digest} ${route?.path} ${route?.languageTag} ${image === null ? '' : digestImage(image)}`,
      );
    },
    collection: ({ context }, name) => digestValue(context.collections[name as keyof SiteContext['collections']]),
    global: ({ context }, name) => digestValue(context.readGlobal(name as GlobalName)),
    shared: ({ context }, name) => digestValue(context.shared[name as keyof SiteContext['shared']]),
    list: ({ context }, key) => digestList(context, key),
    related: digestRelated,
    neighbours: digestNeighbours,
    page: ({ context }, key) => {
      const [locale = '', page = ''] = key.split(' ');
      return pathOf(context.routes.findPage(page, locale));
    },
    'list-page': ({ context }, key) => {
      const [locale = '', page = '', number] = key.split(' ');
      return pathOf(context.routes.findListPage(page, locale, Number(number)));
    },
    detail: ({ context }, key) => {
      const [locale, rest] = splitFirst(key);
      const [page, slug] = splitFirst(rest);
      return pathOf(context.routes.findDetail(page, locale, slug));
    },
    localisations: ({ context }, key) => {
      const [page, originId] = splitFirst(key);
      return context.routes.findLocalisations(page, originId).map(pathOf).join(' ');
    },
    switcher: ({ context, route }) => digestValue(createSwitcherInput(route, context.routes, context.site.locales)),
    link: (_, href) => links.finalHrefOf(href),
    image: (_, key) => digestImage(parseImageRead(key)),
    'share-image': (_, key) => digestValue(images.planShareImage(JSON.parse(key))),
    words: ({ context }, group) => digestValue(wordsOfGroups(loadWords(context.row.locale), [group])),
    'template-words': ({ context, route }, template) =>
      inputs.digestTemplateWords(context, template as TemplateId, route.languageTag),
    site: ({ context, route }) => inputs.digestSite(context, route),
    chrome: ({ context, route }, formId) =>
      inputs.digestChrome(context, { route, lastFormId: formId === '' ? null : formId }),
  };
}

/** Half of the digest is enough to compare rows, and keeps records small. */
const shortDigest = (row: IndexRow | undefined): string => row?.digest.slice(0, 18) ?? '';

const digestValue = (value: unknown): string => shortHash(JSON.stringify(value ?? null));

const pathOf = (route: PageRoute | null): string => (route === null ? '' : `${route.path} ${route.languageTag}`);

const idsOf = (rows: readonly IndexRow[]): string => rows.map(({ id }) => id).join(' ');

function digestRelated({ context, route: { source } }: ReadingPage, key: string): string {
  const [list, id] = splitFirst(key);
  if (!('row' in source) || source.row.id !== id) return '';
  return idsOf(context.readRelated(list as 'blog' | 'e-books', source.row));
}

function digestNeighbours({ context, route: { source } }: ReadingPage, id: string): string {
  if (!('row' in source) || source.row.id !== id) return '';
  const { newer, older } = context.readNeighbours(source.row);
  return `${newer?.id ?? ''} ${older?.id ?? ''}`;
}

function digestList(context: SiteContext, key: string): string {
  switch (key) {
    case 'hero':
      return context.readHero()?.id ?? '';
    case 'current-webinars':
      return idsOf(context.readCurrentWebinars());
    default: {
      const [list = '', number, category = ''] = key.split(' ');
      if (list === 'articles') return idsOf(context.readArticles(category === '' ? null : category, Number(number)));
      if (!Object.hasOwn(context.locale.paged, list)) return '';
      const { rows, lastPage } = context.readListPart(list as ListName, Number(number));
      return shortHash(`${lastPage} ${idsOf(rows)}`);
    }
  }
}

/** Entries that have cards, by id. */
const cardRows = new WeakMap<SiteContext, ReadonlyMap<string, IndexRow>>();

function findCardRow(context: SiteContext, key: string): IndexRow | null {
  const rows =
    cardRows.get(context) ??
    new Map(
      Object.values(context.locale.details)
        .flat()
        .map((row) => [row.id, row]),
    );
  cardRows.set(context, rows);
  return rows.get(splitFirst(key)[1]) ?? null;
}

/** Digests a route without the place of its entry in the snapshot. */
function describeRoute(route: PageRoute): string {
  const { name, page, kind, template, layout, languageTag, isIndexable, isInSitemap, lastModified, source } = route;
  const place = [name, page, kind, template, layout, languageTag, isIndexable, isInSitemap, lastModified];
  const part =
    'row' in source ? [source.kind, 'pageNumber' in source ? source.pageNumber : ''] : [JSON.stringify(source)];
  return shortHash(
    [...place, ...part, ...route.alternates.flatMap(({ hreflang, href }) => [hreflang, href])].join('\n'),
  );
}
