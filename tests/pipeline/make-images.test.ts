import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../cli/files/content-hash.ts';
import { ImageCache } from '../../cli/images/image-cache.ts';
import { createImageResolver } from '../../cli/images/image-resolver.ts';
import { loadLocalImages } from '../../cli/images/local-images.ts';
import { makeImages } from '../../cli/pipeline/make-images.ts';
import type { ReportEvent } from '../../cli/report/report-event.ts';
import type { SiteOptions } from '../../config/define-site.ts';
import { gifOf, pngOf, turnedJpegOf } from '../images/pictures.ts';
import { sampleOf } from '../long-run.ts';
import { modelWith, siteOptions } from '../makers.ts';

let assets = '';
let cacheDir = '';

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-made-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  assets = join(folder, 'assets');
  cacheDir = join(folder, 'cache');
  mkdirSync(assets);
});

/** Ids of the processes that make images for this one. */
function listImageProcesses(): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.includes('image-child') ? [Number.parseInt(line, 10)] : []));
}

/** One build's worth of image work: the pages show every picture of the folder. */
async function make({
  mayForget = true,
  isForced = false,
  signal = new AbortController().signal,
  report = (_: ReportEvent) => {},
  content = {} as SiteOptions['content'],
  titles = [] as readonly string[],
} = {}) {
  const cache = new ImageCache(cacheDir, { isForced });
  const site = siteOptions({ content, build: { shareImages: 'per-page' } });
  const localImages = await loadLocalImages(assets, { cache, maxPixels: site.content.maxImagePixels });
  const images = createImageResolver({
    site,
    serviceUrl: null,
    localImages,
    shownOrigin: null,
    recipe: cache.recipe,
  });
  const inputs = new Map(
    [...localImages.keys()].map((url) => [
      url.replace('/assets/', ''),
      images.resolve({ url, alt: null, width: null, height: null }, ''),
    ]),
  );
  for (const title of titles) images.findShareImage({ title, kicker: null, picture: null });
  const made = await makeImages({
    orders: [...images.orders.values()],
    faults: images.listFaults(),
    model: modelWith({ rows: [] }),
    cache,
    mayForget,
    signal,
    report,
  });
  return { ...made, inputs };
}

type Made = Awaited<ReturnType<typeof make>>;

/** What sharp reads back: format, box, frames, transparency, in the order of the names of the files. */
async function readBack({ files }: Made) {
  const rows = files.map(async ({ path, file }) => {
    const {
      format,
      compression,
      width,
      height,
      pageHeight,
      pages = 1,
      hasAlpha,
      exif,
      orientation,
    } = await sharp(file).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    const name = path.replace(/^assets\/(.*)-[0-9a-f]{10}(\..*)$/, '$1$2');
    return `${name} ${format === 'heif' ? compression : format} ${width}x${pageHeight ?? height} ${pages} ${hasAlpha ? 'alpha' : 'opaque'}`;
  });
  return (await Promise.all(rows)).sort();
}

const cachedFiles = () => readdirSync(cacheDir).filter((name) => name !== 'index.json');
const timesOf = () => cachedFiles().map((name) => `${name} ${statSync(join(cacheDir, name)).mtimeMs}`);
const put = (name: string, bytes: Uint8Array) => writeFileSync(join(assets, name), bytes);

describe('makeImages', () => {
  it('makes AVIF and WebP of every width', async () => {
    put('photo.png', await pngOf(1000, 100));
    expect(await readBack(await make())).toEqual([
      'photo-1000.avif av1 1000x100 1 opaque',
      'photo-1000.webp webp 1000x100 1 opaque',
      'photo-480.avif av1 480x48 1 opaque',
      'photo-480.webp webp 480x48 1 opaque',
      'photo-960.avif av1 960x96 1 opaque',
      'photo-960.webp webp 960x96 1 opaque',
    ]);
  });

  it('tells how many of them are made, and nothing where all were made before', async () => {
    put('photo.png', await pngOf(500, 40));
    const events: ReportEvent[] = [];
    const report = (event: ReportEvent) => void events.push(event);
    await make({ report });
    expect(events[0]).toMatchObject({ kind: 'progress', stage: 'images', total: 4 });
    expect(events.at(-1)).toEqual({ kind: 'progress', stage: 'images', done: 4, total: 4 });
    events.length = 0;
    await make({ report });
    expect(events).toEqual([]);
  });

  it('makes share images last, and says when it makes them', async () => {
    put('photo.png', await pngOf(500, 40));
    const events: ReportEvent[] = [];
    const { files } = await make({ report: (event) => void events.push(event), titles: ['One', 'Two'] });
    const stages = events.map((event) => (event.kind === 'progress' ? event.stage : event.kind));
    expect([...new Set(stages)]).toEqual(['images', 'share images']);
    expect(events.at(-1)).toEqual({ kind: 'progress', stage: 'share images', done: 2, total: 2 });
    expect(files.filter(({ path }) => path.includes('/share-'))).toHaveLength(2);
  });

  it('turns a photograph upright and leaves out where it was taken', async () => {
    put('turned.jpg', await turnedJpegOf(400, 200));
    const made = await make();
    expect(made.inputs.get('turned.jpg')).toMatchObject({ width: 200, height: 400 });
    expect(await readBack(made)).toEqual([
      'turned-200.avif av1 200x400 1 opaque',
      'turned-200.webp webp 200x400 1 opaque',
    ]);
    const [webp] = made.files.filter(({ path }) => path.endsWith('.webp'));
    const pixels = await sharp(webp?.file).extract({ left: 90, top: 20, width: 20, height: 20 }).raw().toBuffer();
    // Its left half was red; turned clockwise that is the upper half.
    expect(pixels.filter((_, index) => index % 3 === 0).every((red) => red > 150)).toBe(true);
  });

  it('keeps transparency, and every frame of an animation', async () => {
    put('glass.png', await pngOf(60, 40, { isTransparent: true }));
    put('moving.gif', await gifOf(50, 30));
    expect(await readBack(await make())).toEqual([
      'glass-60.avif av1 60x40 1 alpha',
      'glass-60.webp webp 60x40 1 alpha',
      'moving-50.webp webp 50x30 1 opaque',
      'moving-50.webp webp 50x30 3 opaque',
    ]);
  });

  it('makes a large picture small, and no picture larger', async () => {
    put('huge.png', await pngOf(4000, 200));
    const made = await make();
    expect((await readBack(made)).filter((row) => row.includes('webp'))).toEqual(
      [1440, 1920, 480, 960].map((width) => `huge-${width}.webp webp ${width}x${width / 20} 1 opaque`),
    );
    expect(made.problems).toEqual([]);
  });

  it('makes nothing twice: not after a build, not after a lost index, not for a file that was only touched', async () => {
    put('photo.png', await pngOf(500, 40));
    expect(await make()).toMatchObject({ made: 4, reused: 0 });
    const times = timesOf();
    expect(await make()).toMatchObject({ made: 0, reused: 4 });
    utimesSync(join(assets, 'photo.png'), 1, 1);
    expect(await make()).toMatchObject({ made: 0, reused: 4 });
    rmSync(join(cacheDir, 'index.json'));
    expect(await make()).toMatchObject({ made: 0, reused: 4 });
    expect(timesOf()).toEqual(times);
  });

  it('sees a picture that changed within the same moment and size', async () => {
    const [one, other] = [await pngOf(20, 20), await pngOf(20, 20, { isTransparent: true })];
    const size = Math.max(one.length, other.length);
    // A moment that is still to come: however long the first build takes, it is not past.
    const moment = new Date(Date.now() + 3_600_000);
    put('a.png', Buffer.concat([one, Buffer.alloc(size - one.length)]));
    utimesSync(join(assets, 'a.png'), moment, moment);
    const first = await make();
    put('a.png', Buffer.concat([other, Buffer.alloc(size - other.length)]));
    utimesSync(join(assets, 'a.png'), moment, moment);
    const second = await make();
    expect(second.made).toBe(2);
    expect(second.files.map(({ path }) => path)).not.toEqual(first.files.map(({ path }) => path));
  });

  it('makes the same bytes in another folder', async () => {
    put('photo.png', await pngOf(500, 60));
    put('moving.gif', await gifOf(50, 30));
    const digests = ({ files }: Made) => files.map(({ path, sha256 }) => `${path} ${sha256}`);
    const first = digests(await make());
    rmSync(cacheDir, { recursive: true });
    expect(digests(await make())).toEqual(first);
  });

  it.each(sampleOf([true, false]))(
    'makes an empty or cut file of the cache anew (index lost: %s)',
    async (isIndexLost) => {
      put('photo.png', await pngOf(100, 50));
      const digests = ({ files }: Made) => files.map(({ path, sha256 }) => `${path} ${sha256}`);
      const first = await make();
      const [name = '', other = ''] = cachedFiles();
      truncateSync(join(cacheDir, name), 0);
      truncateSync(join(cacheDir, other), 20);
      if (isIndexLost) rmSync(join(cacheDir, 'index.json'));
      const second = await make();
      expect(second).toMatchObject({ made: 2, reused: 0 });
      expect(digests(second)).toEqual(digests(first));
      expect((await readBack(second)).length).toBe(2);
    },
  );

  it('makes a file of the cache anew that changed and kept its size: by --force', async () => {
    put('photo.png', await pngOf(100, 50));
    const digests = ({ files }: Made) => files.map(({ path, file }) => `${path} ${sha256(readFileSync(file))}`);
    const first = digests(await make());
    const file = join(cacheDir, cachedFiles()[0] ?? '');
    writeFileSync(file, readFileSync(file).toReversed());
    const healed = await make({ isForced: true });
    expect([healed.made, digests(healed)]).toEqual([1, first]);
  });

  it('leaves nothing half-written when it is interrupted, and goes on from there', async () => {
    // Small ones, which take about as long to make as to write.
    for (let width = 20; width < 60; width += 1) put(`${width}.png`, await pngOf(width, 10));
    const controller = new AbortController();
    mkdirSync(cacheDir, { recursive: true });
    // At the first file: while it is written.
    const watcher = watch(cacheDir, () => controller.abort(new Error('Interrupted.')));
    await expect(make({ signal: controller.signal })).rejects.toThrow('Interrupted.');
    watcher.close();
    const before = cachedFiles();
    expect(before.filter((name) => !/^[0-9a-f]{20}-\d+-[0-9a-f]{64}\.(avif|webp)$/.test(name))).toEqual([]);
    const { made, reused } = await make();
    expect(made + reused).toBe(80);
    expect(reused).toBe(before.length);
  });

  it('says that its folder cannot be made (CACHE_UNWRITABLE)', async () => {
    put('photo.png', await pngOf(20, 20));
    writeFileSync(cacheDir, '');
    await expect(make()).rejects.toMatchObject({
      code: 'CACHE_UNWRITABLE',
      exitCode: 2,
      message: expect.stringContaining(`The image cache folder ${cacheDir} cannot be created or written: `),
    });
  });

  it('forgets after a month what no build asks for, unless the build was of some locales', async () => {
    put('old.png', await pngOf(30, 30));
    await make();
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    const age = () => cachedFiles().map((name) => utimesSync(join(cacheDir, name), monthAgo, monthAgo));
    age();
    // A build that uses it again.
    await make();
    await make();
    expect(cachedFiles().length).toBe(2);
    age();
    rmSync(join(assets, 'old.png'));
    await make({ mayForget: false });
    expect(cachedFiles().length).toBe(2);
    await make();
    expect(cachedFiles()).toEqual([]);
  });

  it('says what is wrong with files that are no images, and makes the others', async () => {
    const cut = (await pngOf(900, 600)).subarray(0, 20);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"';
    const bad: Readonly<Record<string, readonly [content: string | Uint8Array, what: RegExp]>> = {
      'text.png': [
        'not a picture',
        /^The file is damaged or not an image: Input file contains unsupported image format\.$/,
      ],
      'cut.png': [cut, /^The file is damaged or not an image: .+\.$/],
      // Without the path, which the library says.
      'bytes.avif': [
        '\0\0\0\x20ftypavif\0\0\0\0avifmif1',
        /^The file is damaged or not an image: Input file has corrupt header[^/]*\.$/,
      ],
      'no-xml.svg': [`${svg} width="9" height="9"><g>`, /damaged/],
      'no-box.svg': [`${svg}/>`, /damaged/],
      'script.svg': [
        `${svg} width="9" height="9"><script>1</script></svg>`,
        /^The SVG has the element <script> \(line 1\): opened by its own URL it could run or load something\.$/,
      ],
    };
    for (const [name, [content]] of Object.entries(bad)) put(name, Buffer.from(content));
    put('good.png', await pngOf(20, 20));
    const { problems, made } = await make();
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      Object.keys(bad).map(() => 'warning IMAGE_UNUSABLE'),
    );
    for (const [name, [, what]] of Object.entries(bad)) {
      const found = problems.find(({ where }) => where.file === `/assets/${name}`);
      expect([name, found?.what.replace(`/assets/${name}: `, '')]).toEqual([name, expect.stringMatching(what)]);
    }
    expect(made).toBe(2);
  });

  it('says that an image breaks off, and shows the part that can be read', async () => {
    put('cut.png', (await pngOf(900, 600)).subarray(0, 700));
    const { problems, made } = await make();
    expect(problems).toMatchObject([
      { code: 'IMAGE_DAMAGED', severity: 'warning', where: { file: '/assets/cut.png' } },
    ]);
    expect(made).toBe(4);
  });

  it('remembers what cannot be made although it was measured well: the next build publishes the file itself', async () => {
    const webp = await sharp(await pngOf(100, 50))
      .webp()
      .toBuffer();
    put('photo.webp', webp.subarray(0, webp.length - 20));
    await make();
    const file = join(cacheDir, 'index.json');
    const index = JSON.parse(readFileSync(file, 'utf8'));
    for (const key of Object.keys(index.facts)) index.facts[key] = { kind: 'raster', width: 100, height: 50 };
    writeFileSync(file, JSON.stringify(index));
    expect(await make()).toMatchObject({ unmade: ['/assets/photo.webp'], files: [] });
    const { problems, files } = await make();
    expect(problems.map(({ code }) => code)).toEqual(['IMAGE_DAMAGED']);
    expect(files.map(({ path }) => path)).toEqual([expect.stringMatching(/^assets\/photo-[0-9a-f]{10}\.webp$/)]);
  });

  it('refuses a picture with more pixels than the owner allows, whatever was measured before', async () => {
    put('large.png', await pngOf(50, 40));
    put('moving.gif', await gifOf(30, 20));
    expect((await make()).problems).toEqual([]);
    const { problems, files } = await make({ content: { maxImagePixels: 1799 } });
    const fix =
      'Resize it to 4000 pixels wide or less and upload it again, or raise content.maxImagePixels in site.config.ts.';
    const whats = [
      '/assets/large.png: The image has 50 × 40 pixels, 2,000 in all; the limit is 1,799.',
      '/assets/moving.gif: The image has 30 × 20 pixels in each of 3 frames, 1,800 in all; the limit is 1,799.',
    ];
    expect(problems.map(({ what, fix: how }) => [what, how])).toEqual(whats.map((what) => [what, fix]));
    expect(files.filter(({ path }) => !path.endsWith('.png') && !path.endsWith('.gif'))).toEqual([]);
    expect((await make({ content: { maxImagePixels: 2000 } })).problems).toEqual([]);
  });

  it('says what to do where the process that makes images is ended (IMAGES_STOPPED)', async () => {
    for (let width = 20; width < 40; width += 1) put(`${width}.png`, await pngOf(width, 10));
    const before = listImageProcesses();
    const report = () => {
      for (const id of listImageProcesses()) if (!before.includes(id)) process.kill(id, 'SIGKILL');
    };
    await expect(make({ report })).rejects.toMatchObject({
      code: 'IMAGES_STOPPED',
      exitCode: 1,
      message: expect.stringMatching(
        /\(SIGKILL\)\..* content\.maxImagePixels .*build again: finished images are cached\.$/,
      ),
    });
    const { made, reused } = await make();
    expect(made + reused).toBe(40);
    expect(reused).toBeGreaterThan(0);
  });
});
