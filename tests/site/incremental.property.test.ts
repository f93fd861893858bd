// Whatever an editor or owner changes, and whatever a hand damages of the last build's caches and files, a build over it
// leaves the same bytes as a build from nothing, and finds the same wrong with them.
// In process, through a real content service, on a site of about 30 pages. 2 edits by default, 1,000 in a long
// run; the seed is printed and TEST_SEED repeats a run.

import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Problem, SiteError } from '../../cli/errors.ts';
import type { BuildOptions } from '../../cli/pipeline/build-options.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import type { SiteOptions } from '../../config/define-site.ts';
import { IS_LONG } from '../long-run.ts';
import { siteOptions } from '../makers.ts';
import { memoryFolder } from '../memory-folder.ts';
import { createWholeRandom } from '../random-numbers.ts';
import { type ContentService, serviceWith, unusedPort } from '../service/content-service.ts';
import type { Fields } from '../service/list-query.ts';
import type { SiteContent } from '../service/stored-content.ts';
import { lendBundles, readTree } from './run-sitegen.ts';
import { article, entry } from './small-content.ts';

const EDITS = IS_LONG ? 1000 : 2;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const SITES = ['en', 'ua'] as const;
type Site = (typeof SITES)[number];

/** A build from nothing has no assets of earlier releases; how long these stay is for the tests of the door out. */
const NO_OLD_ASSETS = { assetReleasesKept: 0 };

/** Everything that an edit may change. */
interface World {
  articles: Record<Site, Fields[]>;
  pages: Record<Site, Fields[]>;
  landings: Record<Site, Fields[]>;
  team: Record<Site, Fields[]>;
  redirects: Record<Site, Fields[]>;
  banner: Record<string, Fields>;
  sources: Record<string, Fields>;
  options: Partial<SiteOptions>;
  clock: string;
}

const term = (slug: string, title = slug) => ({ id: `category::${slug}`, slug, title });

/** Only the hash of such a text is part of the input of a page. */
const LONG = `<h2 id="more">More</h2><p><a href="#more">Here</a> <img src="/assets/wide.svg"> 7 million ${'posts '.repeat(200)}</p>`;

function createWorld(): World {
  const articlesOf = (site: Site, count: number) =>
    Array.from({ length: count }, (_, index) =>
      article(`article-${index}`, {
        id: `${site}-article-${index}`,
        date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
        category: [term(`topic-${index % 3}`)],
        author: { id: `${site}-person-${index % 2}`, title: `Person ${index % 2}` },
        content: `<p>Body ${index}. <a href="/blog/article-${(index + 1) % count}">next</a> <a href="/old/">old</a></p>${index % 2 === 0 ? LONG : ''}`,
      }),
    );
  const pagesOf = () => [
    entry('main', {
      sections: [
        { kind: 'team', title: 'Team' },
        { kind: 'articles', title: 'New' },
      ],
    }),
    entry('blog'),
    entry('about'),
    entry('product', { content: '<p>See <a href="/old/">this</a>.</p>' }),
  ];
  return {
    articles: { en: articlesOf('en', 15), ua: articlesOf('ua', 4) },
    pages: { en: pagesOf(), ua: pagesOf() },
    landings: { en: [entry('launch')], ua: [entry('launch')] },
    team: {
      en: [0, 1].map((n) => entry(`person-${n}`, { id: `en-person-${n}`, title: `Person ${n}` })),
      ua: [0, 1].map((n) => entry(`person-${n}`, { id: `ua-person-${n}`, title: `Особа ${n}` })),
    },
    redirects: { en: [redirect('/old/', '/blog/')], ua: [] },
    banner: {},
    sources: {},
    options: {},
    clock: '2026-06-01T00:00:00.000Z',
  };
}

function redirect(from: string, to: string): Fields {
  return { slug: from, title: from, from, to, type: { key: 301, value: 301, label: '301' } };
}

type Edit = (world: World, random: (limit: number) => number) => string;

const pickSite = (random: (limit: number) => number): Site => SITES[random(SITES.length)] ?? 'en';

/** Changes one article; an empty list is left alone. */
function editArticle(name: string, change: (fields: Fields, random: (limit: number) => number) => Fields): Edit {
  return (world, random) => {
    const site = pickSite(random);
    const list = world.articles[site];
    const index = random(list.length);
    const old = list[index];
    if (old !== undefined) world.articles[site] = list.with(index, { ...old, ...change(old, random) });
    return `${name} ${site} ${String(old?.slug)}`;
  };
}

let counter = 0;
const KINDS_OF_EDIT: readonly Edit[] = [
  editArticle('content', (_, random) => ({
    content: `<p>Edited ${random(1000)} <a href="/lp/launch">launch</a></p>${random(2) === 0 ? LONG : ''}`,
  })),
  editArticle('end of the text', ({ content }, random) => ({ content: `${content}<p>End ${random(1000)}</p>` })),
  // Nothing else of the page changes with it.
  editArticle('words', ({ content }, random) => ({
    content: String(content).replace(/^<p>[^<]*/, `<p>Said ${random(1000)}. `),
  })),
  editArticle('title', (_, random) => ({ title: `Title ${random(1000)}` })),
  editArticle('date', (_, random) => ({ date: new Date(Date.UTC(2026, 0, 1 + random(100))).toISOString() })),
  editArticle('category', (_, random) => ({ category: [term(`topic-${random(4)}`, `Topic ${random(3)}`)] })),
  (world, random) => {
    const slug = `topic-${random(4)}`;
    const renamed = term(slug, `Term ${random(1000)}`);
    for (const site of SITES) {
      world.articles[site] = world.articles[site].map((fields) => {
        const isIn = JSON.stringify(fields.category ?? []).includes(`"${renamed.id}"`);
        return isIn ? { ...fields, category: [renamed] } : fields;
      });
    }
    return `term ${slug}`;
  },
  editArticle('slug', () => ({ slug: `renamed-${++counter}` })),
  editArticle('unpublish', () => ({ status: 'draft', published: false })),
  editArticle('restore', () => ({ status: 'published', published: true })),
  editArticle('schedule', (_, random) => ({
    status: 'scheduled',
    date: new Date(Date.UTC(2026, 4 + random(4), 1)).toISOString(),
  })),
  editArticle('hide', ({ hide_from_index }) => ({ hide_from_index: hide_from_index !== true })),
  editArticle('noindex', ({ seo_noindex }) => ({ seo_noindex: seo_noindex !== true })),
  editArticle('language', ({ language }) => ({ language: language === 'kk-KZ' ? null : 'kk-KZ' })),
  (world, random) => {
    const site = pickSite(random);
    if (world.articles[site].length > 2) world.articles[site].splice(random(world.articles[site].length), 1);
    return `delete ${site}`;
  },
  (world, random) => {
    const site = pickSite(random);
    counter += 1;
    const id = `${site}-new-${counter}`;
    world.articles[site].push(
      article(`new-${counter}`, { id, date: new Date(Date.UTC(2026, random(6), 1)).toISOString() }),
    );
    return `add ${site} new-${counter}`;
  },
  (world, random) => {
    const site = pickSite(random);
    const named = world.articles[site][random(world.articles[site].length)]?.slug ?? null;
    world.pages[site] = world.pages[site].map((page) => (page.slug === 'blog' ? { ...page, hero_slug: named } : page));
    return `hero ${site} ${String(named)}`;
  },
  (world, random) => {
    const site = pickSite(random);
    world.pages[site] = world.pages[site].some(({ slug }) => slug === 'product')
      ? world.pages[site].filter(({ slug }) => slug !== 'product')
      : [...world.pages[site], entry('product')];
    return `page product ${site} (a menu item, an alternate)`;
  },
  (world, random) => {
    const site = pickSite(random);
    world.team[site] = world.team[site].map((person) => ({ ...person, title: `Person ${random(100)}` }));
    return `team ${site}`;
  },
  (world, random) => {
    const site = pickSite(random);
    world.team[site] = world.team[site].toReversed();
    return `order ${site}`;
  },
  (world, random) => {
    const targets = ['/blog/', '/', '/product/', '/lp/launch/', '/about/'];
    const exists = (path: string) => path !== '/product/' || world.pages.en.some(({ slug }) => slug === 'product');
    const target = targets.filter(exists)[random(3)] ?? '/';
    world.redirects.en = random(3) === 0 ? [] : [redirect('/old/', target)];
    if (random(3) === 0) world.redirects.en.push(redirect('/blog/article-3/', '/blog/'));
    return `redirects to ${target}`;
  },
  (world, random) => {
    const banner = {
      enabled: random(3) > 0,
      link: '/blog/',
      alt: `Banner ${random(3)}`,
      height: 40 + random(3),
      desktop_image: { url: '/assets/wide.svg', alt: 'Wide', width: 100, height: 10 },
    };
    world.banner = random(4) === 0 ? {} : { en: banner };
    return 'global top_banner';
  },
  (world, random) => {
    const sources = [{ figures: ['7 million', `Said ${random(3)}`], source: `Source ${random(3)}` }];
    world.sources = random(3) === 0 ? {} : { [pickSite(random)]: { sources } };
    return 'global sources';
  },
  (world, random) => {
    world.options = { brand: { name: `Brand ${random(3)}`, legalName: 'Brand Ltd.' } };
    return 'config brand';
  },
  (world, random) => {
    world.options = { ...world.options, integrations: { signInUrl: `https://app${random(3)}.example.com/` } };
    return 'config integrations';
  },
  (world, random) => {
    world.clock = new Date(Date.UTC(2026, 4 + random(5), 2)).toISOString();
    return `clock ${world.clock}`;
  },
];

let folder = '';
let service: ContentService | undefined;
let world: World;

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'sitegen-incremental-'));
  world = createWorld();
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A service over the content of the world, always at the same address: images and the policy name it. */
async function startService(): Promise<ContentService> {
  const port = service?.port ?? (await unusedPort());
  await service?.stop();
  const content: SiteContent = {
    blog_articles: world.articles,
    pages: world.pages,
    landings: world.landings,
    team: world.team,
    redirects: world.redirects,
  };
  const { banner, sources } = world;
  return serviceWith(content, { top_banner: banner, sources, price_page_banner: { en: { enabled: false } } }, port);
}

/** Codes of problems that compare with the last build, which a build from nothing has not. */
const OF_LAST_BUILD: readonly string[] = ['CONTENT_SHRUNK', 'NO_BASELINE', 'PAGE_VANISHED'];

interface Built {
  readonly rendered: number;
  readonly reused: number;
  /** What checks and stages found, but for how much less the content is than that of the last build. */
  readonly found: readonly Problem[];
}

async function build(name: string): Promise<Built> {
  const site = siteOptions({
    ...world.options,
    locales: [...SITES],
    build: NO_OLD_ASSETS,
  });
  const { sizes, problems } = await buildSite(site, {
    service: { url: service?.url ?? '', isSample: false, token: null },
    sampleAssetsDir: resolve('content/sample/assets'),
    locales: 'all',
    outDir: join(folder, name, 'out'),
    cacheDir: join(folder, name, 'cache'),
    snapshotFile: null,
    clock: world.clock,
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
  } satisfies BuildOptions);
  const found = problems.filter(({ code }) => !OF_LAST_BUILD.includes(code));
  return { rendered: sizes.pages - sizes.reused, reused: sizes.reused, found };
}

async function buildOrProblems(name: string): Promise<Built | Pick<SiteError, 'problems'>> {
  try {
    return await build(name);
  } catch (error) {
    if (error instanceof SiteError) return { problems: error.problems };
    throw error;
  }
}

/** A build from nothing; only bundled code and made images, which no edit here changes, are those of the other one. */
async function buildCold(): ReturnType<typeof buildOrProblems> {
  rmSync(join(folder, 'cold'), { recursive: true, force: true });
  cpSync(join(folder, 'warm/cache/bundles'), join(folder, 'cold/cache/bundles'), { recursive: true });
  return buildOrProblems('cold');
}

/** Files of the last build that a hand may damage, by their place below the folder of the warm build. */
const CACHES = [/^cache\/site\.sqlite$/];
const OUTPUTS = [/^out\/lists\/.*\.json$/, /^out\/blog\/[^/]+\/index\.html$/, /^out$/];

/** Cuts a file of a cache off in the middle, or deletes one of the site, or all of them. */
function damageWarm(random: (limit: number) => number): string {
  const warm = join(folder, 'warm');
  const names = readdirSync(warm, { recursive: true, encoding: 'utf8' }).sort();
  const kinds = [...CACHES, ...OUTPUTS];
  const kind = kinds[random(kinds.length)] ?? /^$/;
  const found = names.filter((name) => kind.test(name));
  const name = found[random(found.length)];
  if (name === undefined) return `no ${kind}`;
  const file = join(warm, name);
  if (OUTPUTS.includes(kind)) rmSync(file, { recursive: true });
  else truncateSync(file, Math.floor(statSync(file).size / 2));
  return `damaged ${name}`;
}

describe('an incremental build', () => {
  it(`leaves the bytes of a build from nothing after each of ${EDITS} edits (seed ${SEED})`, {
    timeout: 3_600_000,
  }, async () => {
    const random = createWholeRandom(SEED);
    const totals = { rendered: 0, reused: 0, refused: 0 };
    service = await startService();
    lendBundles(join(folder, 'warm/cache'));
    await build('warm');
    for (let number = 1; number <= EDITS; number += 1) {
      const worldBefore = structuredClone(world);
      const damage = random(4) === 0 ? damageWarm(random) : 'nothing damaged';
      const treeBefore = readTree(join(folder, 'warm/out'));
      const edit = KINDS_OF_EDIT[random(KINDS_OF_EDIT.length)]?.(world, random);
      service = await startService();
      const warm = await buildOrProblems('warm');
      const cold = await buildCold();
      const tree = readTree(join(folder, 'warm/out'));
      if ('problems' in warm) {
        // An edit may break the site, such as a redirect's target deleted: both builds refuse it alike, and it is undone.
        expect([edit, warm]).toEqual([edit, cold]);
        expect([edit, tree]).toEqual([edit, treeBefore]);
        world = worldBefore;
        totals.refused += 1;
        continue;
      }
      expect([edit, damage, tree]).toEqual([edit, damage, readTree(join(folder, 'cold/out'))]);
      expect([edit, damage, warm.found]).toEqual([edit, damage, 'found' in cold ? cold.found : cold]);
      totals.rendered += warm.rendered;
      totals.reused += warm.reused;
    }
    // It must also be worth it: most pages are reused. A few edits say little about shares.
    if (EDITS < 100) return;
    expect(totals.refused).toBeLessThan(EDITS / 10);
    expect(totals.reused).toBeGreaterThan(totals.rendered);
  });
});
