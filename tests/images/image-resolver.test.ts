import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../../cli/files/content-hash.ts';
import { imageRoute } from '../../cli/images/image-addresses.ts';
import { ImageCache } from '../../cli/images/image-cache.ts';
import { createImageResolver, type ImagePlace } from '../../cli/images/image-resolver.ts';
import { type LocalImages, loadLocalImages } from '../../cli/images/local-images.ts';
import { findTagAttributes, IMAGE_SOURCES } from '../../cli/text/find-attributes.ts';
import { siteOptions } from '../makers.ts';
import { gifOf, pngOf } from './pictures.ts';

const CDN = 'https://img.example.com';
const SERVICE = 'https://cms.example.com';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"/>';
let folder = '';
let localImages: LocalImages = new Map();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-images-'));
  const assets = join(folder, 'assets');
  mkdirSync(join(assets, 'blog'), { recursive: true });
  writeFileSync(join(folder, 'secret.svg'), SVG);
  symlinkSync(join(folder, 'secret.svg'), join(assets, 'link.svg'));
  writeFileSync(join(assets, 'blog', 'curve.SVG'), SVG);
  writeFileSync(join(assets, 'blog', 'a b.pdf'), 'pdf');
  for (const name of ['photo.png', 'blog/Photo.PNG', 'blog/PHOTO_1.png'])
    writeFileSync(join(assets, name), await pngOf(1000, 500));
  writeFileSync(join(assets, 'icon.png'), await pngOf(32, 32));
  writeFileSync(join(assets, 'moving.gif'), await gifOf(40, 20));
  localImages = await loadLocalImages(assets, { cache: new ImageCache(join(folder, 'cache')), maxPixels: 1e8 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asset = (url: string) => ({ url, alt: null, width: 640, height: 360 });
const resolver = (place: Partial<ImagePlace>) =>
  createImageResolver({
    site: siteOptions(),
    serviceUrl: null,
    localImages: new Map(),
    shownOrigin: SERVICE,
    recipe: { resize: 'recipe', share: 'recipe' },
    ...place,
  });
const sample = () => resolver({ localImages });
const remote = () => resolver({ serviceUrl: SERVICE });
const withCdn = (place: Partial<ImagePlace>) =>
  resolver({ site: siteOptions({ integrations: { imageCdn: `${CDN}/` } }), ...place });
const CURVE = `assets/curve-${contentHash(SVG)}.svg`;

describe('imageRoute', () => {
  it('is the resizing route with its options in the order of the specification', () => {
    expect(imageRoute(CDN, `${SERVICE}/a.png`, { height: 20, width: 10, fit: 'cover', quality: 60 })).toBe(
      `${CDN}/cdn-cgi/image/metadata=copyright,format=auto,fit=cover,quality=60,width=10,height=20/${SERVICE}/a.png`,
    );
  });

  it('contains, at quality 75, without a size, by default', () => {
    expect(imageRoute(CDN, `${SERVICE}/a.png`)).toBe(
      `${CDN}/cdn-cgi/image/metadata=copyright,format=auto,fit=contain,quality=75/${SERVICE}/a.png`,
    );
  });
});

describe('createImageResolver', () => {
  it('shortens names that no file system takes with a hash', () => {
    const [photo, name] = [localImages.get('/assets/photo.png'), '\u{20000}'.repeat(60)];
    if (photo === undefined) throw new Error('There is no photo.');
    const file = { ...photo, path: '/assets/long.pdf', name: `${name}${name}.pdf`, facts: { kind: 'file' } as const };
    const image = { ...photo, path: '/assets/long.png', name: `${'a'.repeat(251)}.png` };
    const images = resolver({
      serviceUrl: SERVICE,
      localImages: new Map([file, image].map((each) => [each.path, each])),
    });
    images.resolve(asset('/assets/long.png'), '');
    expect(images.takeFile('/assets/long.pdf')).toBe(
      `/assets/files/${photo.sha256.slice(0, 10)}/${encodeURI(name)}.pdf`,
    );
    const lengths = [...images.orders.keys()].flatMap((path) => path.split('/')).map((part) => Buffer.byteLength(part));
    expect(Math.max(...lengths)).toBeLessThan(255);
  });

  it('names a vector by its content, with the box that the file says', () => {
    const images = sample();
    expect(images.resolve(asset('/assets/blog/curve.SVG'), 'A curve')).toEqual({
      src: `/${CURVE}`,
      alt: 'A curve',
      width: 64,
      height: 32,
      srcset: null,
      sources: [],
    });
    expect([...images.orders.values()]).toMatchObject([{ kind: 'copy', path: CURVE }]);
  });

  it.each([`${SERVICE}/a b.png?v="1"`, '/a.png', `${SERVICE}:443/../a.png`])(
    'knows of %s by its origin that its address is as parsing leaves it',
    (url) => {
      const { resolve, origin } = remote();
      const { src } = resolve(asset(url), '');
      expect(src).toBe(new URL(src).href);
      expect(src.startsWith(origin ?? 'none')).toBe(true);
      expect(withCdn({ serviceUrl: SERVICE }).origin).toBeNull();
    },
  );

  it('offers a raster image in AVIF and WebP, in the widths that it has and its own', () => {
    const images = sample();
    const image = images.resolve(asset('/assets/photo.png'), 'A photo');
    const widths = (srcset: string | null | undefined) => srcset?.split(', ').map((part) => part.split(' ')[1]);
    expect(image).toMatchObject({ width: 1000, height: 500, sources: [{ type: 'image/avif', media: null }] });
    expect(widths(image.srcset)).toEqual(['480w', '960w', '1000w']);
    expect(widths(image.sources[0]?.srcset)).toEqual(['480w', '960w', '1000w']);
    expect(image.src).toMatch(/^\/assets\/photo-960-[0-9a-f]{10}\.webp$/);
    expect([...images.orders.keys()].map((path) => path.replace(/[0-9a-f]{10}/, ''))).toEqual(
      ['avif', 'webp'].flatMap((format) => [480, 960, 1000].map((width) => `assets/photo-${width}-.${format}`)),
    );
  });

  it('makes no small image larger', () => {
    expect(sample().resolve(asset('/assets/icon.png'), '').srcset).toMatch(
      /^\/assets\/icon-32-[0-9a-f]{10}\.webp 32w$/,
    );
  });

  it('keeps an animation moving, with a still for those who asked for less motion', () => {
    const { src, srcset, sources } = sample().resolve(asset('/assets/moving.gif'), '');
    expect([src, srcset]).toEqual([expect.stringMatching(/^\/assets\/moving-40-.*\.webp$/), null]);
    expect(sources).toMatchObject([{ type: 'image/webp', media: '(prefers-reduced-motion: reduce)' }]);
    expect(sources[0]?.srcset).not.toBe(src);
  });

  it('says how many pixels a made image has, in all its frames', () => {
    const images = sample();
    images.resolve(asset('/assets/photo.png'), '');
    images.resolve(asset('/assets/moving.gif'), '');
    const pixels = [...images.orders.values()].map((order) => (order.kind === 'resize' ? order.pixels : null));
    const ofWidths = [480 * 240, 960 * 480, 1000 * 500];
    expect(pixels).toEqual([...ofWidths, ...ofWidths, 3 * 40 * 20, 40 * 20]);
  });

  it('gives made files other names when the recipe changes', () => {
    const other = resolver({ localImages, recipe: { resize: 'another', share: 'another' } });
    expect(other.resolve(asset('/assets/icon.png'), '').src).not.toBe(
      sample().resolve(asset('/assets/icon.png'), '').src,
    );
  });

  it('orders a file once, however it is addressed', () => {
    const images = sample();
    for (const url of [
      '/assets/blog/curve.SVG',
      '/assets/blog/curve.SVG?v=2',
      'https://www.example.com/assets/blog/curve.SVG',
    ])
      expect(images.resolve(asset(url), '').src).toBe(`/${CURVE}`);
    expect([...images.orders.keys()]).toEqual([CURVE]);
  });

  it('names copies of a file whose names differ only in case alike, because some file systems ignore case', () => {
    const images = resolver({ localImages, serviceUrl: SERVICE });
    const urls = ['/assets/photo.png', '/assets/blog/Photo.PNG', '/assets/blog/PHOTO_1.png'];
    const files = urls.map((url) => [images.resolve(asset(url), '').src, images.takeFile(url)]);
    expect(files[0]).toEqual(files[1]);
    const paths = [...images.orders.keys()];
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  });

  it('finds files with encoded names, names them with plain letters, and keeps the size that the service says', () => {
    expect(sample().resolve(asset('/assets/blog/a%20b.pdf'), '')).toMatchObject({
      src: `/assets/a-b-${contentHash('pdf')}.pdf`,
      width: 640,
      height: 360,
    });
  });

  it.each([
    '/assets/../secret.svg',
    '/assets/..%2fsecret.svg',
    '/assets/%2e%2e/secret.svg',
    '/assets/blog/..%2f..%2fsecret.svg',
    '/assets//etc/hostname',
    '/assets/link.svg',
    '/secret.svg',
  ])('reads nothing outside its folder: %s', (url) => {
    const images = sample();
    images.resolve(asset(url), '');
    images.findImages([url]);
    expect([...images.orders.keys()]).toEqual([]);
  });

  it.each(['/assets/missing.png', '/assets/', '/assets/blog', '/assets/100%.png', '/assets/%00.png'])(
    'leaves a file that does not exist to the check of links: %s',
    (url) => {
      const images = sample();
      expect(images.resolve(asset(url), '')).toMatchObject({
        src: expect.stringMatching(/^https:\/\/www\.example\.com\/assets\//),
        width: 640,
      });
      expect([...images.orders.keys()]).toEqual([]);
    },
  );

  it('loads images of a service from the service', () => {
    const images = remote();
    expect(images.resolve(asset('/assets/a.png'), '').src).toBe(`${SERVICE}/assets/a.png`);
    expect([...images.orders.keys()]).toEqual([]);
  });

  it('leaves what is no URL, or an image in itself, as it is', () => {
    for (const images of [remote(), withCdn({ serviceUrl: SERVICE })])
      expect(images.resolve(asset('data:image/gif;base64,R0=='), '')).toMatchObject({
        src: 'data:image/gif;base64,R0==',
        srcset: null,
      });
  });

  it('leaves out what the policy of the site blocks: no address of another origin or of a private service stays', () => {
    const sources = [
      'https://other.example/a.png',
      '//cdn.example/a.png',
      'http://[bad',
      `${SERVICE}//evil.example/a.png`,
      '/assets/unknown.png',
    ];
    const own = resolver({ serviceUrl: SERVICE, shownOrigin: null });
    expect(sources.map((source) => own.resolve(asset(source), '').src)).toEqual(sources.map(() => 'data:,'));
    expect(own.listFaults().map(({ kind }) => kind)).toEqual(['foreign', 'foreign', ...Array(3).fill('unusable')]);
    expect(remote().resolve(asset(sources[0] ?? ''), '').src).toBe('data:,');
    expect(own.resolve(asset(`${siteOptions().origin}/assets/a.png`), '').src).toBe(
      `${siteOptions().origin}/assets/a.png`,
    );
  });

  it.each([
    ['Guide 2026.pdf', 'Guide-2026.pdf'],
    ['😀.pdf', 'file.pdf'],
    [' .pdf', 'file.pdf'],
    ['.pdf', 'file.pdf'],
    ['...draft. .PDF', 'draft.-.PDF'],
    ['CON.pdf', 'file-CON.pdf'],
    ['aux.v2.zip', 'file-aux.v2.zip'],
    ['com1.docx', 'file-com1.docx'],
    ['console.pdf', 'console.pdf'],
    ['report..pdf', 'report.pdf'],
    ['Звіт (1).pdf', 'Звіт-1-.pdf'],
  ])('publishes the file %j as %j, which all systems can create', (name, expected) => {
    const photo = localImages.get('/assets/photo.png');
    if (photo === undefined) throw new Error('There is no photo.');
    const file = { ...photo, path: '/assets/a.pdf', name, facts: { kind: 'file' } as const };
    const images = resolver({ serviceUrl: SERVICE, localImages: new Map([[file.path, file]]) });
    expect(decodeURI(images.takeFile(file.path) ?? '')).toBe(`/assets/files/${photo.sha256.slice(0, 10)}/${expected}`);
  });

  it('leaves out a file that is not a picture, and still links to it', () => {
    const photo = localImages.get('/assets/photo.png');
    if (photo === undefined) throw new Error('There is no photo.');
    const file = { ...photo, path: '/assets/a.pdf', name: 'a.pdf', facts: { kind: 'file' } as const };
    const images = resolver({ serviceUrl: SERVICE, localImages: new Map([[file.path, file]]) });
    expect(images.resolve(asset(file.path), 'A')).toMatchObject({ src: 'data:,', alt: 'A' });
    expect(images.findImages([file.path])).toMatchObject({ [file.path]: { src: 'data:,' } });
    expect(images.listFaults()).toMatchObject([{ kind: 'no-picture', source: file.path }]);
    expect(images.takeFile(file.path)).toMatch(/a\.pdf$/);
    expect(images.takeFile(`${file.path}#page=2`)).toMatch(/a\.pdf#page=2$/);
  });

  it('offers widths of high images whose heights WebP and AVIF have', () => {
    const photo = localImages.get('/assets/photo.png');
    if (photo === undefined) throw new Error('There is no photo.');
    const widthsOf = (width: number, height: number) => {
      const image = { ...photo, facts: { kind: 'raster', width, height } as const };
      const input = resolver({ localImages: new Map([[photo.path, image]]) }).resolve(asset(photo.path), '');
      return input.srcset?.match(/\d+w/g) ?? null;
    };
    expect(widthsOf(1000, 17_000)).toEqual(['480w', '960w', '963w']);
    expect(widthsOf(1000, 16_383)).toEqual(['480w', '960w', '1000w']);
    expect(widthsOf(2000, 40_000)).toEqual(['480w', '819w']);
    expect(widthsOf(1, 20_000)).toBeNull();
  });

  it('uses the CDN where there is one, and asks for no more pixels than there are', () => {
    const images = withCdn({ serviceUrl: SERVICE });
    const url = `${SERVICE}/assets/a.png`;
    const widthsOf = (width: number | null) =>
      images.resolve({ url: '/assets/a.png', alt: null, width, height: null }, '').srcset?.split(', ');
    const routes = (...widths: readonly number[]) =>
      widths.map((width) => `${imageRoute(CDN, url, { width })} ${width}w`);
    expect(images.resolve(asset('/assets/a.png'), '')).toMatchObject({ src: imageRoute(CDN, url), sources: [] });
    expect(images.resolve(asset('/assets/a #1.png'), '').src).toBe(imageRoute(CDN, `${SERVICE}/assets/a%20%231.png`));
    expect(widthsOf(640)).toEqual(routes(480, 640));
    expect(widthsOf(9000)).toEqual(routes(480, 960, 1440, 1920));
    expect(widthsOf(null)).toEqual(routes(480, 960, 1440, 1920));
  });

  it('lets the CDN fetch a local file from the site, which then holds it and makes nothing of it', () => {
    const images = withCdn({ localImages });
    const { src, width } = images.resolve(asset('/assets/photo.png'), '');
    const [path] = [...images.orders.keys()];
    expect(src).toBe(imageRoute(CDN, `https://www.example.com/${path}`));
    expect(width).toBe(1000);
    expect([...images.orders.values()]).toMatchObject([
      { kind: 'copy', path: expect.stringMatching(/photo-.*\.png$/) },
    ]);
  });

  it('finds the images in rich text, however they are written', () => {
    const html = `<img src="/assets/blog/curve.SVG"><img alt="a > b" src='/assets/blog/curve.SVG?v=1'><img src=/assets/blog/curve.SVG?v=2><img src="https://other.example/a.png"><img src=""><img data-src="/assets/blog/curve.SVG?v=3">`;
    const found = sample().findImages(findTagAttributes(html, IMAGE_SOURCES));
    expect(Object.entries(found).map(([source, { src, width }]) => [source, src, width])).toEqual([
      ['/assets/blog/curve.SVG', `/${CURVE}`, 64],
      ['/assets/blog/curve.SVG?v=1', `/${CURVE}`, 64],
      ['/assets/blog/curve.SVG?v=2', `/${CURVE}`, 64],
      ['https://other.example/a.png', 'https://other.example/a.png', null],
    ]);
  });
});
