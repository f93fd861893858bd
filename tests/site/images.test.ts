// Pictures from the content to the visitor: what a page names is there, in the formats and boxes that it promises, and a
// picture that cannot be shown stops the build with the name of its field.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import type { SiteOptions } from '../../config/define-site.ts';
import { gifOf, pngOf } from '../images/pictures.ts';
import { siteOptions } from '../makers.ts';
import { failureOf } from '../publish/failure-of.ts';
import { serviceWith } from '../service/content-service.ts';
import { type BuiltSite, elementsOf, findBrokenPages, metaOf, readBuiltSite } from './built-site.ts';
import { lendBundles, makeFolder, readTree } from './run-sitegen.ts';
import { article, entry } from './small-content.ts';

const IMAGE = { url: '/assets/photo.png', alt: 'Two halves' };
const CONTENT = {
  pages: {
    en: [
      entry('main', { image: IMAGE }),
      entry('blog'),
      entry('about', { image: { url: '/assets/moving.gif', alt: 'A pulse' } }),
    ],
    ua: [entry('main'), entry('blog')],
  },
  blog_articles: {
    en: [
      article('pictures', {
        image: IMAGE,
        content: [
          { type: 'image', image: { url: '/assets/tall.png', alt: 'Tall' }, caption: 'A caption' },
          { type: 'text', text: '<p>Look: <img src="/assets/photo.png" alt="Inside" width="300"></p>' },
        ],
      }),
    ],
  },
};

/** Builds a small English site whose pictures lie in `folder/assets`. */
async function build(folder: string, options: Partial<SiteOptions> = {}) {
  lendBundles(join(folder, '.sitegen'));
  const service = await serviceWith(CONTENT, { top_banner: { en: { enabled: true, desktop_image: IMAGE } } });
  try {
    return await buildSite(
      siteOptions({ locales: ['en'], build: { shareImages: 'per-page', imageCacheDir: null }, ...options }),
      {
        service: { url: service.url, isSample: true, token: null },
        sampleAssetsDir: join(folder, 'assets'),
        locales: 'all',
        outDir: join(folder, 'out'),
        cacheDir: join(folder, '.sitegen'),
        snapshotFile: null,
        clock: '2026-11-20T12:00:00Z',
        onFetchError: 'fail',
        allowShrink: false,
        baseline: null,
        isForced: false,
        workers: null,
        isStrict: false,
        isDryRun: false,
        isSynced: false,
        report: () => {},
        signal: new AbortController().signal,
      },
    );
  } finally {
    await service.stop();
  }
}

let photo: Uint8Array = new Uint8Array();
let tall: Uint8Array = new Uint8Array();
let moving: Uint8Array = new Uint8Array();
let shared = '';
let first: Awaited<ReturnType<typeof build>>;
let built: BuiltSite;
beforeAll(async () => {
  [photo, tall, moving] = await Promise.all([pngOf(600, 300), pngOf(60, 90), gifOf(40, 20)]);
  shared = addPictures(mkdtempSync(join(tmpdir(), 'sitegen-pictures-')));
  first = await build(shared);
  built = readBuiltSite(join(shared, 'out'));
});
afterAll(() => rmSync(shared, { recursive: true, force: true }));

/** A folder of the test's own, whose site was built with good pictures. */
function builtFolder(): string {
  return makeFolder(shared);
}

function addPictures(folder: string): string {
  mkdirSync(join(folder, 'assets'));
  for (const [name, bytes] of Object.entries({ 'photo.png': photo, 'tall.png': tall, 'moving.gif': moving }))
    writeFileSync(join(folder, 'assets', name), bytes);
  return folder;
}

describe('cards of a built site', () => {
  const cardOf = (path: string) => {
    const page = built.pages.find((candidate) => candidate.path === path);
    if (page === undefined) throw new Error(`There is no page ${path}.`);
    const names = ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt', 'twitter:card'];
    return Object.fromEntries(names.map((name) => [name, metaOf(page, name)]));
  };

  it('show the title of their page, and are PNG of the size that the page says', async () => {
    const card = cardOf('/blog/pictures/');
    expect(card).toMatchObject({
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Title of pictures',
      'twitter:card': 'summary_large_image',
    });
    const file = join(built.outDir, new URL(card['og:image'] ?? '').pathname);
    const { format, width, height } = await sharp(file).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
  });

  it('differ from page to page; what is not to be found has that of the brand', () => {
    const urls = ['/', '/about/', '/blog/pictures/', '/404.html'].map((path) => cardOf(path)['og:image']);
    expect(new Set(urls).size).toBe(4);
    expect(cardOf('/500.html')['og:image']).toBe(urls[3]);
    expect(cardOf('/404.html')['og:image:alt']).toBe('Murmurlens');
  });
});

describe('images of a built site', () => {
  it('are all there, each in the format of its source and the shape of its box', async () => {
    expect(findBrokenPages(built)).toEqual([]);
    const page = built.pages.find(({ path }) => path === '/blog/pictures/');
    if (page === undefined) throw new Error('The article is missing.');
    const images = elementsOf(page, 'img').map(({ attributes }) => attributes);
    expect(images.map(({ alt, width, height }) => [alt, width, height])).toEqual([
      ['Two halves', '600', '300'],
      ['Two halves', '600', '300'],
      ['Tall', '60', '90'],
      ['Inside', '300', '150'],
    ]);
    const sources = elementsOf(page, 'source').map(({ attributes }) => attributes);
    expect(new Set(sources.map(({ type }) => type))).toEqual(new Set(['image/avif']));
    for (const { type = 'image/webp', srcset = '' } of [...images, ...sources]) {
      for (const [path = '', descriptor] of srcset.split(', ').map((part) => part.split(' '))) {
        const { width, height, format } = await sharp(readFileSync(join(built.outDir, path))).metadata();
        expect([path, `${width}w`, format]).toEqual([path, descriptor, type === 'image/avif' ? 'heif' : 'webp']);
        const shape = path.includes('tall') ? 60 / 90 : 2;
        expect((width ?? 0) / (height ?? 1)).toBeCloseTo(shape, 1);
      }
    }
  });

  it('are fetched at once only where they come first, and stand still for those who asked for that', () => {
    for (const page of built.pages) {
      const eager = elementsOf(page, 'img').filter(({ attributes }) => attributes.fetchpriority === 'high');
      expect([page.path, eager.length <= 1]).toEqual([page.path, true]);
    }
    const about = built.pages.find(({ path }) => path === '/about/');
    if (about === undefined) throw new Error('The page is missing.');
    expect(elementsOf(about, 'source').map(({ attributes }) => attributes.media)).toContain(
      '(prefers-reduced-motion: reduce)',
    );
  });

  it('are made once: the next build takes them over', async () => {
    const folder = builtFolder();
    expect(first.sizes.imagesMade).toBeGreaterThan(5);
    expect(first.sizes.imagesReused).toBe(0);
    const second = await build(folder);
    expect(second.sizes).toMatchObject({ imagesMade: 0, imagesReused: first.sizes.imagesMade });
    expect(second.output).toMatchObject({ written: 0, deleted: 0 });
    // A damaged cache.
    const cache = join(folder, '.sitegen/images');
    const name = readdirSync(cache).find((each) => each.endsWith('.webp')) ?? '';
    writeFileSync(join(cache, name), readFileSync(join(cache, name)).toReversed());
    rmSync(join(folder, 'out'), { recursive: true });
    expect((await failureOf(() => build(folder))).code).toBe('IMAGE_CHANGED');
  });

  it('stop the build when one is damaged, and the message names entry and field', async () => {
    const folder = builtFolder();
    const before = readFileSync(join(folder, 'out/index.html'), 'utf8');
    writeFileSync(join(folder, 'assets/photo.png'), photo.subarray(0, 20));
    const { code, exitCode, problems } = await failureOf(() => build(folder));
    expect([code, exitCode]).toEqual(['IMAGE_UNUSABLE', 1]);
    const edit = (slug: string) => `https://cms.example.com/edit/${slug}`;
    const what = expect.stringMatching(/^\/assets\/photo\.png: The file is damaged or not an image: .+\.$/);
    const fix = (slug: string) => `Export it as JPEG or PNG, and replace the file. The entry is at ${edit(slug)}.`;
    const at = (collection: string, slug: string, field: string) => ({
      code: 'IMAGE_UNUSABLE',
      severity: 'error',
      where: { collection, entry: `Title of ${slug}`, site: 'en', editUrl: edit(slug), field },
      what,
      fix: fix(slug),
    });
    expect(problems.filter((problem) => problem.severity === 'error')).toEqual([
      at('blog_articles', 'pictures', 'image'),
      at('blog_articles', 'pictures', 'content.1.text'),
      at('pages', 'main', 'image'),
      {
        code: 'IMAGE_UNUSABLE',
        severity: 'error',
        where: { collection: 'globals', entry: 'top_banner', site: 'en', field: 'desktop_image' },
        what,
        fix: 'Export it as JPEG or PNG, and replace the file.',
      },
    ]);
    expect(readFileSync(join(folder, 'out/index.html'), 'utf8')).toBe(before);
  });

  it('are left out of their pages where one cannot be made although it was measured well: as in a build that knew it', async () => {
    const folder = addPictures(makeFolder());
    const broken = await sharp(Buffer.from(photo)).webp().toBuffer();
    writeFileSync(join(folder, 'assets/tall.png'), broken.subarray(0, broken.length - 20));
    const options: Partial<SiteOptions> = {
      checks: { IMAGE_DAMAGED: 'warning' },
      build: { shareImages: 'one', imageCacheDir: null },
    };
    await build(folder, options);
    const known = readTree(join(folder, 'out'));
    const index = join(folder, '.sitegen/images/index.json');
    const measured = readFileSync(index, 'utf8');
    const facts = { kind: 'raster', width: 600, height: 300 };
    const beginAgain = (isCold: boolean) => {
      const images = JSON.parse(measured);
      for (const key of Object.keys(images.facts)) if (images.facts[key].kind === 'original') images.facts[key] = facts;
      writeFileSync(index, JSON.stringify(images));
      for (const name of isCold ? ['out', '.sitegen/site.sqlite', '.sitegen/report.json'] : ['.sitegen/report.json'])
        rmSync(join(folder, name), { recursive: true });
    };
    for (const isCold of [true, false]) {
      beginAgain(isCold);
      await build(folder, options);
      expect([isCold, readTree(join(folder, 'out'))]).toEqual([isCold, known]);
    }
  });

  it('are made by the CDN where there is one, from the file as it is', async () => {
    const folder = addPictures(makeFolder());
    const { sizes } = await build(folder, {
      integrations: { imageCdn: 'https://img.example.com' },
      build: { shareImages: 'one', imageCacheDir: null },
    });
    expect(sizes).toMatchObject({ imagesMade: 1, imagesReused: 0 });
    const { pages, files } = readBuiltSite(join(folder, 'out'));
    const [image] = elementsOf(pages.find(({ path }) => path === '/') ?? pages[0] ?? never(), 'img', {
      alt: 'Two halves',
    });
    const original = [...files].find((file) => /^assets\/photo-[0-9a-f]{10}\.png$/.test(file));
    const route = (size: string) =>
      `https://img.example.com/cdn-cgi/image/metadata=copyright,format=auto,fit=contain,quality=75${size}/https://www.example.com/${original}`;
    expect(image?.attributes).toMatchObject({
      src: route(''),
      srcset: `${route(',width=480')} 480w, ${route(',width=600')} 600w`,
      width: '600',
      height: '300',
    });
  });
});

function never(): never {
  throw new Error('There is no page.');
}
