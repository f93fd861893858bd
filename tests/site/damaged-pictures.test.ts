// Pictures as people upload them: what browsers can show is shown, everything else is left out everywhere, and no page names a file
// that does not exist. One site shows them all; random damage is added (18 files, 600 with TEST_LONG=1).

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../cli/files/content-hash.ts';
import { buildSite } from '../../cli/pipeline/build-site.ts';
import {
  badChecksumPng,
  createRandom,
  damage,
  heic,
  movingPng,
  phoneJpegs,
  soundPictures,
} from '../images/damaged-pictures.ts';
import { gifOf, pngOf } from '../images/pictures.ts';
import { siteOptions } from '../makers.ts';
import { serviceWith } from '../service/content-service.ts';
import { type BuiltPage, type BuiltSite, elementsOf, namedUrls, readBuiltSite } from './built-site.ts';
import { lendBundles } from './run-sitegen.ts';
import { article, smallContent } from './small-content.ts';

const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1e9));
const COUNT = process.env.TEST_LONG === '1' ? 600 : 18;
const BUCKET = 'https://bucket.example.net';

const files = new Map<string, Buffer>();
let folder = '';
let problems: Awaited<ReturnType<typeof buildSite>>['problems'] = [];
let built: BuiltSite;
let again: Awaited<ReturnType<typeof buildSite>>;

async function addFiles(): Promise<void> {
  for (const [name, bytes] of Object.entries(await phoneJpegs())) files.set(name, bytes);
  files.set('checksum.png', await badChecksumPng());
  files.set('moving.png', movingPng(80, 50));
  files.set('photo.heic.jpg', await heic());
  files.set(
    'tall.png',
    await sharp({ create: { width: 100, height: 17_000, channels: 3, background: '#36c' } })
      .png()
      .toBuffer(),
  );
  files.set(
    'thread.png',
    await sharp({ create: { width: 1, height: 20_000, channels: 3, background: '#36c' } })
      .png()
      .toBuffer(),
  );
  const sheets = [await pngOf(60, 40), await pngOf(60, 40, { isTransparent: true })];
  files.set(
    'scan.png',
    await sharp(sheets, { join: { animated: true } })
      .tiff()
      .toBuffer(),
  );
  const gif = Buffer.from(await gifOf(60, 40));
  files.set('late.gif', Buffer.concat([gif.subarray(0, gif.length * 0.9), Buffer.alloc(9, 0x2c)]));
  files.set(
    'cut.jpg',
    (
      await sharp(await pngOf(300, 200))
        .jpeg()
        .toBuffer()
    ).subarray(0, 900),
  );
  const webp = await sharp(await pngOf(300, 200))
    .webp()
    .toBuffer();
  files.set('cut.webp', webp.subarray(0, webp.length * 0.7));
  const avif = await sharp(await pngOf(300, 200))
    .avif({ effort: 0 })
    .toBuffer();
  files.set('cut.avif', avif.subarray(0, avif.length - 40));
  const random = createRandom(SEED);
  const sound = [...(await soundPictures())];
  for (let index = 0; index < COUNT; index += 1) {
    const [extension, bytes] = sound[index % sound.length] ?? ['', Buffer.alloc(0)];
    files.set(`random-${index}.${extension}`, damage(bytes, random));
  }
}

/** An article per picture, which is its cover and in its text. */
function contentOf() {
  const named = [...files.keys()].map((name, index) =>
    article(`picture-${index}`, {
      title: name,
      date: `2026-01-01T00:${String(index % 60).padStart(2, '0')}:00.000000Z`,
      image: { url: `/assets/${name}`, alt: `Cover ${name}` },
      content: [{ type: 'text', text: `<p>Text <img src="/assets/${name}" alt="Inside ${name}"></p>` }],
    }),
  );
  const foreign = article('foreign', {
    image: { url: `${BUCKET}/a.jpg`, alt: 'In a bucket' },
    content: [
      {
        type: 'text',
        text: `<p>Text <img src="${BUCKET}/b.jpg" alt="b"><img src="//cdn.example.net/c.jpg" alt="c"></p>`,
      },
    ],
  });
  return smallContent({ blog_articles: { en: [...named, foreign] } });
}

async function build(url: string) {
  lendBundles(join(folder, '.sitegen'));
  return await buildSite(siteOptions({ locales: ['en'], content: { url }, build: { imageCacheDir: null } }), {
    service: { url, isSample: false, token: null },
    sampleAssetsDir: join(folder, 'assets'),
    locales: 'all',
    outDir: join(folder, 'out'),
    cacheDir: join(folder, '.sitegen'),
    snapshotFile: null,
    clock: '2026-11-20T12:00:00Z',
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
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-damaged-'));
  await addFiles();
  const content = contentOf();
  const service = await serviceWith(content);
  service.override('/assets/', ({ path }) => {
    const body = files.get(decodeURIComponent(path.slice('/assets/'.length)));
    return body === undefined ? { status: 404 } : { headers: { 'content-type': 'image/png' }, body };
  });
  try {
    problems = (await build(service.url)).problems;
    built = readBuiltSite(join(folder, 'out'));
    forgetDamage('cut.webp');
    again = await build(service.url);
  } finally {
    await service.stop();
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lets the next build render its pages as if the picture were sound. */
function forgetDamage(name: string): void {
  rmSync(join(folder, '.sitegen/report.json'));
  const file = join(folder, '.sitegen/images/index.json');
  const index = JSON.parse(readFileSync(file, 'utf8'));
  const key = `${sha256(files.get(name) ?? '')}.webp`;
  expect(index.facts[key]).toMatchObject({ kind: 'original' });
  index.facts[key] = { kind: 'raster', width: 300, height: 200 };
  writeFileSync(file, JSON.stringify(index));
}

const pageOf = (name: string): BuiltPage => {
  const index = [...files.keys()].indexOf(name);
  const page = built.pages.find(({ path }) => path === (index === -1 ? `/blog/${name}/` : `/blog/picture-${index}/`));
  if (page === undefined) throw new Error(`There is no page of ${name}.`);
  return page;
};
const sourcesOf = (name: string) =>
  elementsOf(pageOf(name), 'img')
    .filter(({ attributes }) => attributes.alt?.endsWith(name) === true)
    .map(({ attributes }) => attributes.src);
const codesOf = (name: string) => [
  ...new Set(
    problems.filter(({ code, where }) => code.startsWith('IMAGE_') && where.entry === name).map(({ code }) => code),
  ),
];

/** Every address of a file of this site in pages and feeds, in whatever attribute or text. */
function namedFiles(): readonly string[] {
  const texts = [...built.files].filter((file) => /\.(html|xml|json)$/.test(file));
  return texts.flatMap((file) =>
    [...readFileSync(join(built.outDir, file), 'utf8').matchAll(/(?<![\w.-])\/assets\/[\w./%-]+\.\w+/g)].map(
      ([path]) => path,
    ),
  );
}

it(`names no file that does not exist, whatever the damage (seed ${SEED})`, () => {
  const named = new Set([
    ...namedFiles(),
    ...built.pages
      .flatMap(namedUrls)
      .map(({ href }) => href)
      .filter((href) => href.startsWith('/assets/')),
  ]);
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((path) => !built.files.has(decodeURI(path.slice(1))))).toEqual([]);
  expect(problems.filter(({ code }) => /DEAD/.test(code))).toEqual([]);
});

it('shows what browsers show: in new formats where it can be decoded, else the file itself', () => {
  for (const name of ['phone.jpg', 'padded.jpg', 'checksum.png']) {
    expect([name, sourcesOf(name).every((src) => src?.endsWith('.webp'))]).toEqual([name, true]);
    expect([name, codesOf(name)]).toEqual([name, []]);
  }
  for (const name of ['no-end.jpg', 'cut.jpg']) {
    expect([name, sourcesOf(name).every((src) => src?.endsWith('.webp'))]).toEqual([name, true]);
    expect([name, codesOf(name)]).toEqual([name, ['IMAGE_DAMAGED']]);
  }
  for (const name of ['cut.webp', 'cut.avif']) {
    expect(sourcesOf(name)[0]).toMatch(new RegExp(`^/assets/cut-[0-9a-f]{10}\\.${name.slice(4)}$`));
    expect([name, codesOf(name)]).toEqual([name, ['IMAGE_DAMAGED']]);
  }
});

it('leaves out what browsers cannot show, with its alternative text', () => {
  expect(new Set(sourcesOf('photo.heic.jpg'))).toEqual(new Set(['data:,']));
  expect(codesOf('photo.heic.jpg')).toEqual(['IMAGE_UNUSABLE']);
});

it('makes high pictures as high as the formats allow', async () => {
  const [image] = elementsOf(pageOf('tall.png'), 'img', { alt: 'Cover tall.png' });
  const [largest = '', width] = image?.attributes.srcset?.split(' ') ?? [];
  expect(width).toBe('96w');
  expect(await sharp(join(built.outDir, largest)).metadata()).toMatchObject({ width: 96, height: 16_320 });
  expect(sourcesOf('thread.png')[0]).toMatch(/\.(png|webp)$/);
});

it('keeps an animated PNG moving, and still for those who asked for that', () => {
  const [cover] = sourcesOf('moving.png');
  expect(cover).toMatch(/moving-[0-9a-f]{10}\.png$/);
  expect(readFileSync(join(built.outDir, cover ?? ''))).toEqual(files.get('moving.png'));
  const sources = elementsOf(pageOf('moving.png'), 'source').map(({ attributes }) => attributes);
  expect(sources).toContainEqual(
    expect.objectContaining({ media: '(prefers-reduced-motion: reduce)', srcset: expect.stringMatching(/\.webp$/) }),
  );
});

it('shows the first sheet of a scan, and no animation of all', () => {
  const [image] = elementsOf(pageOf('scan.png'), 'img', { alt: 'Cover scan.png' });
  expect(image?.attributes.srcset).toMatch(/ 60w$/);
});

it('warns once of each origin that the build may not load from, and names the setting', () => {
  const warnings = problems.filter(({ code }) => code === 'IMAGE_ORIGIN_UNKNOWN');
  expect(warnings.map(({ what }) => what)).toEqual([
    expect.stringContaining(`2 images of ${BUCKET} are left out`),
    expect.stringContaining('An image of https://cdn.example.net is left out'),
  ]);
  for (const { where, fix, severity } of warnings) {
    expect([where.collection, where.entry, severity]).toEqual(['blog_articles', 'Title of foreign', 'warning']);
    expect(fix).toContain('content.fileOrigins');
  }
  expect(elementsOf(pageOf('foreign'), 'img').filter(({ attributes }) => /\/\//.test(attributes.src ?? ''))).toEqual(
    [],
  );
});

it('gives the same site when an image only fails while it is made', () => {
  expect(again.output).toMatchObject({ written: 0, deleted: 0 });
});
