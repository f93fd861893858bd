// Content edits of every kind, planted in the sample as a real Statamic sends it: the comparison names the entry and field of each on a
// page that shows it, and nothing else on any page. Many edits share a build; only the database of the second build is asked.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareSites } from '../../cli/diff/compare-sites.ts';
import type { Cause, DiffReport } from '../../cli/diff/diff-report.ts';
import { openFolderSide } from '../../cli/diff/folder-side.ts';
import { openSides } from '../../cli/diff/open-sides.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import { loadBuiltSite } from '../../cli/release/built-site.ts';
import { openTarget } from '../../cli/release/open-target.ts';
import { publishSite } from '../../cli/release/publish-site.ts';
import { readHistory } from '../../cli/release/release-history.ts';
import { IS_LONG, sampleOf } from '../long-run.ts';
import { siteOptions } from '../makers.ts';
import { memoryFolder } from '../memory-folder.ts';
import { type ContentService, startService, unusedPort } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import { readRecording } from '../service/stored-content.ts';
import { lendBundles } from '../site/run-sitegen.ts';

/** An edit of an entry of the site `en`, and where the comparison must show it. */
interface Edit {
  readonly name: string;
  /** `collection slug`; `globals name`. */
  readonly entry: string;
  /** New values by path; null deletes the entry, 'new' adds a copy. */
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly page: string;
  /** Null: the cause names no field. */
  readonly field: string | null;
  readonly kind?: Cause['kind'];
}

const image = (path: string) => ({ id: `assets::${path}`, url: `/assets/${path}`, alt: 'Another picture' });
const term = (slug: string, title: string) => ({ id: `category::${slug}`, title, slug });

const FIELDS: readonly Edit[] = [
  {
    name: 'title',
    entry: 'blog_articles dataset-notes-2025',
    set: { title: 'Notes on the data of 2025' },
    page: '/blog/dataset-notes-2025/',
    field: 'title',
  },
  {
    name: 'title of a page',
    entry: 'pages research',
    set: { title: 'What we found out' },
    page: '/research/',
    field: 'title',
  },
  {
    name: 'title in search',
    entry: 'pages about',
    set: { seo_title: 'Who we are' },
    page: '/about/',
    field: 'seo_title',
  },
  {
    name: 'description in search',
    entry: 'pages market-research',
    set: { seo_description: 'Another description of this page for search results.' },
    page: '/market-research/',
    field: 'seo_description',
  },
  {
    name: 'short description',
    entry: 'blog_articles small-samples',
    set: { short_description: 'Ten.' },
    page: '/blog/small-samples/',
    field: 'short_description',
  },
  {
    name: 'price',
    entry: 'pages pricing',
    set: { 'sections.0.items.0.value': '€495' },
    page: '/pricing/',
    field: 'sections.0.items.0.value',
  },
  {
    name: 'target of a link',
    entry: 'pages product',
    set: { 'cta_link.url': '/contacts/' },
    page: '/product/',
    field: 'cta_link.url',
  },
  {
    name: 'picture',
    entry: 'blog_articles alert-fatigue',
    set: { image: image('blog/map.svg') },
    page: '/blog/alert-fatigue/',
    field: 'image',
  },
  {
    name: 'alternative text',
    entry: 'blog_articles query-cheatsheet',
    set: { 'image.alt': 'Other words' },
    page: '/blog/query-cheatsheet/',
    field: 'image.alt',
  },
  {
    name: 'answer of a question',
    entry: 'faq copilot-wrong',
    set: { answer: '<p>Never.</p>' },
    page: '/insights-copilot/',
    field: 'answer',
  },
  {
    name: 'question',
    entry: 'faq slack-mute',
    set: { title: 'Why do we not mute it?' },
    page: '/slack-integration/',
    field: 'title',
  },
  {
    name: 'level of a heading',
    entry: 'blog_articles field-notes-from-a-recall',
    set: { 'content.0.text': '<h3>Pictures came first</h3><p>Short.</p>' },
    page: '/blog/field-notes-from-a-recall/',
    field: 'content.0.text',
  },
  {
    name: 'text',
    entry: 'e-books crisis-playbook',
    set: { 'content.0.text': '<p>Five.</p>' },
    page: '/e-books/crisis-playbook/',
    field: 'content.0.text',
  },
  {
    name: 'noindex',
    entry: 'pages ambassadors-program',
    set: { seo_noindex: true },
    page: '/ambassadors-program/',
    field: 'seo_noindex',
  },
  {
    name: 'author',
    entry: 'blog_articles logo-without-a-name',
    set: { author: { id: 'other', title: 'Somebody Else' } },
    page: '/blog/logo-without-a-name/',
    field: 'author',
  },
  {
    name: 'office',
    entry: 'offices kyiv',
    set: { phone: '+380 44 555 0100' },
    page: '/contacts/',
    field: 'phone',
  },
  { name: 'quote of a client', entry: 'clients brisk', set: { quote: 'Four.' }, page: '/clients/', field: 'quote' },
  {
    name: 'logo of a client',
    entry: 'clients tamarind',
    set: { logo: image('clients/brisk.svg') },
    page: '/clients/',
    field: 'logo',
  },
  {
    name: 'person',
    entry: 'team mira-lindqvist',
    set: { position: 'Head of numbers' },
    page: '/about/',
    field: 'position',
  },
  {
    name: 'start of a webinar',
    entry: 'webinars alerts-that-stay-rare',
    set: { webinar_date: '2027-03-01T14:00:00.000000Z' },
    page: '/webinars/alerts-that-stay-rare/',
    field: 'webinar_date',
  },
  {
    name: 'speaker',
    entry: 'speakers priya-raman',
    set: { position: 'Customer care' },
    page: '/webinars/release-notes-live-autumn/',
    field: 'position',
  },
  {
    name: 'number of a landing page',
    entry: 'landings visual-listening-trial',
    set: { 'blocks.0.items.0.value': '82%' },
    page: '/lp/visual-listening-trial/',
    field: 'blocks.0.items.0.value',
  },
  {
    name: 'button of a form',
    entry: 'landings launch-day-kit',
    set: { 'blocks.1.button': 'Send me the kit' },
    page: '/lp/launch-day-kit/',
    field: 'blocks.1.button',
  },
  {
    name: 'shared block',
    entry: 'pages_block thursday-strip',
    set: { 'blocks.1.label': 'Read the latest letter' },
    page: '/page-constructor/annual-reading-2026/',
    field: 'blocks.1.label',
  },
  {
    name: 'banner of a page',
    entry: 'globals price_page_banner',
    set: { enabled: false },
    page: '/pricing/',
    field: 'enabled',
  },
  {
    name: 'style of the banner of all pages',
    entry: 'globals top_banner',
    set: { height: 61 },
    page: '/careers/',
    field: 'height',
  },
];

const LISTS: readonly Edit[] = [
  {
    name: 'hidden from lists',
    entry: 'blog_articles sentiment-sarcasm',
    set: { hide_from_index: true },
    page: '/blog/page/2/',
    field: 'hide_from_index',
    kind: 'list',
  },
  {
    name: 'slug',
    entry: 'blog_articles unboxing-the-wrong-way-up',
    set: { slug: 'unboxing', url: '/blog/unboxing', uri: '/blog/unboxing' },
    page: '/blog/unboxing/',
    field: 'slug',
  },
  {
    name: 'category',
    entry: 'e-books query-workbook',
    set: { category: [term('crisis', 'Crisis management')] },
    page: '/e-books/query-workbook/',
    field: 'category.0',
  },
  {
    name: 'date',
    entry: 'webinars reading-pictures',
    set: { date: '2026-11-02T00:00:00.000000Z' },
    page: '/webinars/',
    field: 'date',
  },
  {
    name: 'deleted',
    entry: 'blog_articles when-the-outage-is-not-yours',
    set: null,
    page: '/blog/when-the-outage-is-not-yours/',
    field: null,
  },
  {
    name: 'not published any more',
    entry: 'blog_articles the-map-was-population',
    set: { published: false, status: 'draft' },
    page: '/blog/the-map-was-population/',
    field: null,
  },
  {
    name: 'order of a list',
    entry: 'team daniel-okafor',
    set: { order: 12 },
    page: '/about/',
    field: null,
    kind: 'list',
  },
  {
    name: 'new question',
    entry: 'faq demo-who',
    set: { 'shown_on.id': 'none' },
    page: '/demo/',
    field: 'shown_on',
    kind: 'list',
  },
  {
    name: 'office in the footer',
    entry: 'offices dublin',
    set: { address: '1 Other Street' },
    page: '/careers/',
    field: 'address',
  },
  {
    name: 'profile in the footer',
    entry: 'social_links x',
    set: { 'link.url': 'https://www.example.net/x/other' },
    page: '/careers/',
    field: 'link.url',
  },
  {
    name: 'banner of all pages',
    entry: 'globals top_banner',
    set: { enabled: false },
    page: '/careers/',
    field: 'enabled',
  },
];

const site = siteOptions({
  locales: ['en', 'ua'],
  build: { imageCacheDir: resolve('node_modules/.cache/sitegen-images'), shareImages: 'one' },
});
const BASE_URL = 'http://service.invalid';
let folder = '';
/** Each build asks the same address. */
let port = 0;

type Content = Record<string, Record<string, Fields[]>>;

function setPath(value: unknown, path: readonly string[], to: unknown): unknown {
  const [name = '', ...rest] = path;
  const inner: unknown = rest.length === 0 ? to : setPath(Object(value)[name], rest, to);
  if (Array.isArray(value)) return value.with(Number(name), inner);
  return { ...Object(value), [name]: inner };
}

interface BuildOptions {
  readonly prepare?: (service: ContentService) => void;
  /** Builds the content as sample content, with these pictures. */
  readonly sampleAssetsDir?: string;
}

/** The content with edits. */
function contentWith(edits: readonly Edit[]) {
  const { content, globals } = structuredClone(readRecording('v6', BASE_URL));
  const lists = content as Content;
  for (const { entry, set } of edits) {
    const [collection = '', slug = ''] = entry.split(' ');
    const change = (value: Fields) =>
      Object.entries({ ...set, last_modified: '2026-11-24T09:00:00.000000Z' }).reduce<Fields>(
        (edited, [path, to]) => setPath(edited, path.split('.'), to) as Fields,
        value,
      );
    if (collection === 'globals') {
      const values = globals[slug] ?? {};
      if (values.en !== undefined) values.en = change(values.en);
      continue;
    }
    const list = lists[collection]?.en ?? [];
    expect([entry, list.some((each) => each.slug === slug)]).toEqual([entry, true]);
    lists[collection] = {
      ...lists[collection],
      en: list.flatMap((each) => (each.slug !== slug ? [each] : set === null ? [] : [change(each)])),
    };
  }
  return { content, globals };
}

async function build(dir: string, edits: readonly Edit[], { prepare = () => {}, sampleAssetsDir }: BuildOptions = {}) {
  const service = await startService({ ...contentWith(edits), port });
  prepare(service);
  lendBundles(join(dir, '.sitegen'));
  try {
    await buildSite(site, {
      service: { url: service.url, isSample: sampleAssetsDir !== undefined, token: null },
      sampleAssetsDir: sampleAssetsDir ?? resolve('content/sample/assets'),
      locales: 'all',
      outDir: join(dir, 'out'),
      cacheDir: join(dir, '.sitegen'),
      snapshotFile: null,
      clock: '2026-11-25T12:00:00.000Z',
      onFetchError: 'fail',
      allowShrink: true,
      baseline: null,
      isForced: false,
      workers: null,
      isStrict: false,
      isDryRun: false,
      isSynced: false,
      report: () => {},
      signal: new AbortController().signal,
    });
  } finally {
    await service.stop();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'sitegen-causes-'));
  port = await unusedPort();
  await build(join(folder, 'base'), []);
  await publishBase();
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = { report: () => {}, signal: new AbortController().signal };

/** The live release and a build on another machine, which has never seen the content of the release. */
async function diffElsewhere(edits: readonly Edit[]): Promise<DiffReport> {
  const dir = mkdtempSync(join(folder, 'elsewhere-'));
  await build(dir, edits);
  const [outDir, cacheDir] = [join(dir, 'out'), join(dir, '.sitegen')];
  const target = join(folder, 'www');
  await using opened = new AsyncDisposableStack();
  const options = { ...quiet, site, outDir, cacheDir, target, environment: {}, opened, buildSnapshot: async () => {} };
  const sides = await openSides('release', 'build', options);
  return await compareSites({ ...sides, settings: site.diff, ...quiet });
}

async function publishBase(): Promise<void> {
  const target = await openTarget(join(folder, 'www'), site, {});
  const places = { outDir: join(folder, 'base/out'), cacheDir: join(folder, 'base/.sitegen') };
  const built = loadBuiltSite({ ...places, site, hasRedirects: false, allowShrink: true });
  const flags = { releasesKept: 10, maxDeletes: null, isDryRun: false, isAudited: false, isAdopted: false };
  await publishSite(target, built, { ...flags, ...quiet, environment: {} });
}

async function diffWith(edits: readonly Edit[], options: BuildOptions = {}): Promise<DiffReport> {
  const dir = mkdtempSync(join(folder, 'edited-'));
  cpSync(join(folder, 'base'), dir, { recursive: true });
  await build(dir, edits, options);
  const [outDir, cacheDir] = [join(dir, 'out'), join(dir, '.sitegen')];
  const before = openFolderSide({
    name: 'base',
    dir: join(folder, 'base/out'),
    cacheDir: join(folder, 'base/.sitegen'),
  });
  return compareSites({
    base: { ...before, cacheDir },
    head: openFolderSide({ name: 'head', dir: outDir, cacheDir }),
    settings: site.diff,
    ...quiet,
  });
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><rect width="8" height="5"/></svg>';
const describeCause = ({ kind, where }: Cause) => [kind, where.collection, where.entry, where.field].join(' › ');

/** The content without an edit, which takes long to read. */
let recorded: ReturnType<typeof contentWith>['content'] | undefined;

/** The causes that the edits may have. */
function plantedCauses(edits: readonly Edit[]): ReadonlySet<string> {
  recorded ??= contentWith([]).content;
  const content = recorded;
  return new Set(
    edits.flatMap(({ entry, set, field }) => {
      const [collection = '', slug = ''] = entry.split(' ');
      if (set?.order !== undefined) return [`list › ${collection} ›  › `];
      const title = content[collection]?.en?.find((each) => each.slug === slug)?.title ?? slug;
      return ['content', 'list'].map((kind) => [kind, collection, set?.title ?? title, field ?? undefined].join(' › '));
    }),
  );
}

describe.each(
  sampleOf(
    [
      // Each edit, and each way to compare.
      ['fields on another machine', FIELDS, diffElsewhere],
      ['lists and frames', LISTS, diffWith],
      ['fields', FIELDS, diffWith],
      ['lists and frames on another machine', LISTS, diffElsewhere],
    ] as const,
    2,
  ),
)('edits of %s', (_, edits, diff) => {
  let report: DiffReport;
  beforeAll(async () => {
    report = await diff(edits);
  }, 120_000);

  it.each(edits.map((edit) => [edit.name, edit] as const))('name entry and field: %s', (_name, edit) => {
    const page = report.pages.find(({ path }) => path === edit.page);
    const [expected] = [...plantedCauses([edit])].filter((cause) => cause.startsWith(edit.kind ?? 'content'));
    expect(page?.causes.map(describeCause)).toContain(expected);
  });

  it('are the only causes of all pages', () => {
    const planted = plantedCauses(edits);
    const wrong = report.pages.flatMap(({ path, causes }) =>
      causes.map(describeCause).flatMap((cause) => (planted.has(cause) ? [] : [`${path}: ${cause}`])),
    );
    expect(wrong).toEqual([]);
  });
});

it('names only the entry whose date changed, not one that it pushed out of a page', async () => {
  const listed = (page: string) => {
    const html = readFileSync(join(folder, `base/out/blog/${page}index.html`), 'utf8');
    return [
      ...new Set([...html.matchAll(/<h[23][^>]*><a[^>]* href="\/blog\/([\w-]+)\/"/g)].map(([, slug = '']) => slug)),
    ];
  };
  const [pushed = '', moved = ''] = [listed('').at(-1), listed('page/3/')[0]];
  const edits = [
    {
      name: 'text',
      entry: `blog_articles ${pushed}`,
      set: { 'content.0.text': '<p>Short.</p>' },
      field: 'content.0.text',
    },
    { name: 'date', entry: `blog_articles ${moved}`, set: { date: '2026-11-24T00:00:00.000000Z' }, field: 'date' },
  ].map((edit) => ({ ...edit, page: '/blog/' }));
  const report = await diffWith(edits);
  const causesOf = (path: string) => report.pages.find((page) => page.path === path)?.causes.map(describeCause);
  const dates = plantedCauses(edits.slice(1));
  for (const path of ['/blog/', '/blog/page/2/', '/blog/page/3/'])
    expect([path, causesOf(path)?.every((cause) => dates.has(cause))]).toEqual([path, true]);
}, 120_000);

it('a release says nothing about entries that no page shows', async () => {
  const dir = mkdtempSync(join(folder, 'drafts-'));
  cpSync(join(folder, 'base'), dir, { recursive: true });
  const title = 'The merger nobody knows about';
  const edit = { entry: 'blog_articles the-map-was-population', set: { title, published: false, status: 'draft' } };
  await build(dir, [{ name: 'draft', page: '', field: null, ...edit }]);
  const { snapshot } = JSON.parse(readFileSync(join(dir, '.sitegen/report.json'), 'utf8'));
  const history = JSON.stringify([...readHistory(join(dir, '.sitegen'), snapshot.digest)]);
  expect(history).toContain('The alert that nobody opened');
  expect(history).not.toContain(title);
  // Nor what entries say that pages show.
  expect(history).not.toMatch(/last_modified|<p>|mailto/);
}, 120_000);

it.runIf(IS_LONG)(
  'names the file of a picture of the sample',
  async () => {
    const dir = mkdtempSync(join(folder, 'sample-'));
    const sampleAssetsDir = join(dir, 'assets');
    cpSync(resolve('content/sample/assets'), sampleAssetsDir, { recursive: true });
    await build(dir, [], { sampleAssetsDir });
    cpSync(join(dir, 'out'), join(dir, 'before'), { recursive: true });
    writeFileSync(join(sampleAssetsDir, 'blog/crisis.svg'), PICTURE);
    await build(dir, [], { sampleAssetsDir });
    const cacheDir = join(dir, '.sitegen');
    const sideOf = (name: string) => openFolderSide({ name, dir: join(dir, name), cacheDir });
    const report = await compareSites({ base: sideOf('before'), head: sideOf('out'), settings: site.diff, ...quiet });
    const causes = new Set(
      report.pages.flatMap((page) => page.causes.map(({ kind, where }) => `${kind} ${where.file}`)),
    );
    expect([...causes]).toEqual(['picture /assets/crisis']);
  },
  120_000,
);

it('names a redirect, the slug of a moved page once, and the file of a picture', async () => {
  const redirect: Edit = {
    name: 'target of a redirect',
    entry: 'redirects jobs',
    set: { 'to.url': '/about/' },
    page: '',
    field: 'to.url',
  };
  const [from, to] = ['/blog/dataset-notes-2025/', '/blog/notes-on-data/'];
  const moved = { name: 'moved page', page: '', field: null };
  const edits: readonly Edit[] = [
    redirect,
    { ...moved, entry: 'blog_articles dataset-notes-2025', set: { slug: 'notes-on-data' } },
    { ...moved, entry: 'redirects kit', set: { id: 'moved', from, 'to.url': to } },
  ];
  const report = await diffWith(edits, {
    prepare: (service) =>
      service.override('/assets/blog/crisis.svg', { body: PICTURE, headers: { 'content-type': 'image/svg+xml' } }),
  });
  expect(report.redirects).toMatchObject([
    { from, before: null },
    { from: '/jobs/', where: { collection: 'redirects', field: 'to.url' } },
    { from: '/kit/', after: null },
  ]);
  const pages = report.pages.filter((page) => page.path === to || page.path === from);
  expect(pages).toMatchObject([{ path: to, from, status: 'moved' }]);
  expect(pages[0]?.causes.filter(({ kind }) => kind !== 'picture').map(describeCause)).toEqual([
    'content › blog_articles › Notes on our 2025 data › slug',
  ]);
  expect(report.pages.find(({ path }) => path === '/blog/alert-fatigue/')?.causes.map(describeCause)).toContain(
    'picture › blog_articles › The alert that nobody opened › image.url',
  );
  expect(report.pages.flatMap(({ causes }) => causes.map(({ kind }) => kind))).not.toContain('unknown');
}, 120_000);
