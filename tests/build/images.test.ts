import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '../../cli/build/content-hash.ts';
import { createImageResolver, imageRoute } from '../../cli/build/images.ts';
import { siteOptions } from '../makers.ts';

const CDN = 'https://img.example.com';
const SERVICE = 'https://cms.example.com';
let folder = '';
let assets = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-images-'));
  assets = join(folder, 'assets');
  mkdirSync(join(assets, 'blog'), { recursive: true });
  writeFileSync(join(folder, 'secret.svg'), 'secret');
  writeFileSync(join(assets, 'blog', 'curve.SVG'), '<svg/>');
  writeFileSync(join(assets, 'blog', 'a b.png'), 'png');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asset = (url: string) => ({ url, alt: null, width: 640, height: 360 });
const sample = () => createImageResolver({ site: siteOptions(), serviceUrl: null, localDir: assets });
const remote = () => createImageResolver({ site: siteOptions(), serviceUrl: SERVICE, localDir: null });
const withCdn = (place: { serviceUrl: string | null; localDir: string | null }) =>
  createImageResolver({ site: siteOptions({ integrations: { imageCdn: `${CDN}/` } }), ...place });
const CURVE = `assets/curve-${contentHash('<svg/>')}.svg`;

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
  it('names a local file by its content and hands it to the site', () => {
    const images = sample();
    expect(images.resolve(asset('/assets/blog/curve.SVG'), 'A curve')).toEqual({
      src: `/${CURVE}`,
      alt: 'A curve',
      width: 640,
      height: 360,
      srcset: null,
    });
    expect(images.listFiles()).toMatchObject([{ path: CURVE, kind: 'asset', locale: null, owner: null }]);
  });

  it('hands a file over once, however it is addressed', () => {
    const images = sample();
    for (const url of [
      '/assets/blog/curve.SVG',
      '/assets/blog/curve.SVG?v=2',
      'https://www.example.com/assets/blog/curve.SVG',
    ])
      expect(images.resolve(asset(url), '').src).toBe(`/${CURVE}`);
    expect(images.listFiles().map(({ path }) => path)).toEqual([CURVE]);
  });

  it('finds files with encoded names, and names them with plain letters', () => {
    const images = sample();
    expect(images.resolve(asset('/assets/blog/a%20b.png'), '').src).toBe(`/assets/a-b-${contentHash('png')}.png`);
  });

  it.each([
    '/assets/../secret.svg',
    '/assets/..%2fsecret.svg',
    '/assets/%2e%2e/secret.svg',
    '/assets/blog/..%2f..%2fsecret.svg',
    '/assets//etc/hostname',
    '/secret.svg',
  ])('reads nothing outside its folder: %s', (url) => {
    const images = sample();
    images.resolve(asset(url), '');
    images.findFinalSources(`<img src="${url}">`);
    expect(images.listFiles()).toEqual([]);
  });

  it.each(['/assets/missing.png', '/assets/', '/assets/blog', '/assets/100%.png', '/assets/%00.png'])(
    'leaves a file that does not exist to the check of links: %s',
    (url) => {
      const images = sample();
      expect(images.resolve(asset(url), '').src).toMatch(/^https:\/\/www\.example\.com\/assets\//);
      expect(images.listFiles()).toEqual([]);
    },
  );

  it('loads images of a service from the service, and those of other hosts from there', () => {
    const images = remote();
    expect(images.resolve(asset('/assets/a.png'), '').src).toBe(`${SERVICE}/assets/a.png`);
    expect(images.resolve(asset('https://other.example/a.png'), '').src).toBe('https://other.example/a.png');
    expect(images.listFiles()).toEqual([]);
  });

  it('leaves what is no URL, or an image in itself, as it is', () => {
    for (const images of [remote(), withCdn({ serviceUrl: SERVICE, localDir: null })])
      expect(images.resolve(asset('data:image/gif;base64,R0=='), '')).toMatchObject({
        src: 'data:image/gif;base64,R0==',
        srcset: null,
      });
    expect(remote().resolve(asset('http://[bad'), '').src).toBe('http://[bad');
  });

  it('uses the CDN where there is one, with a srcset of three widths', () => {
    const image = withCdn({ serviceUrl: SERVICE, localDir: null }).resolve(asset('/assets/a.png'), '');
    expect(image.src).toBe(imageRoute(CDN, `${SERVICE}/assets/a.png`));
    expect(image.srcset?.split(', ')).toEqual(
      [480, 960, 1440].map((width) => `${imageRoute(CDN, `${SERVICE}/assets/a.png`, { width })} ${width}w`),
    );
  });

  it('lets the CDN fetch a local file from the site, which then holds it', () => {
    const images = withCdn({ serviceUrl: null, localDir: assets });
    expect(images.resolve(asset('/assets/blog/curve.SVG'), '').src).toBe(
      imageRoute(CDN, `https://www.example.com/${CURVE}`),
    );
    expect(images.listFiles().map(({ path }) => path)).toEqual([CURVE]);
  });

  it('finds the images in rich text, however they are written', () => {
    const html = `<img src="/assets/blog/curve.SVG"><img alt="a > b" src='/assets/blog/curve.SVG?v=1'><img src=/assets/blog/curve.SVG?v=2><img src="https://other.example/a.png"><img src=""><img data-src="/assets/blog/curve.SVG?v=3">`;
    expect(sample().findFinalSources(html)).toEqual({
      '/assets/blog/curve.SVG': `/${CURVE}`,
      '/assets/blog/curve.SVG?v=1': `/${CURVE}`,
      '/assets/blog/curve.SVG?v=2': `/${CURVE}`,
    });
  });
});
