import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SiteError } from '../../cli/errors.ts';
import { toDigest, toOutPath, toSitePath } from '../../cli/files/brands.ts';
import { loadManifest, type ManifestFile, writeManifest } from '../../cli/publish/manifest.ts';
import { cacheControlOf, contentTypeOf } from '../../cli/publish/response-headers.ts';
import { failureOf } from './failure-of.ts';

let dir = '';
let file = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-manifest-'));
  file = join(dir, 'manifest.json');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function row(path: string): ManifestFile {
  return {
    path: toOutPath(path),
    sha256: toDigest('0'.repeat(64)),
    bytes: 12,
    contentType: contentTypeOf(path),
    cacheControl: cacheControlOf(path, 'page'),
    kind: 'page',
    locale: 'ua',
    owner: toSitePath('/ua/блог/'),
  };
}

describe('writeManifest', () => {
  it('writes valid JSON with one file per line', () => {
    const files = [row('a.html'), row('ua/блог/index.html')];
    writeManifest(file, files);
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).toEqual({ version: 1, files });
    expect(text.split('\n')).toHaveLength(5);
  });

  it('gives back for how many releases an asset has been out of use', () => {
    const files = [row('a.html'), { ...row('assets/a.1f.css'), outdatedBy: 2 }];
    writeManifest(file, files);
    expect(loadManifest(file)?.files).toEqual(files);
    expect(readFileSync(file, 'utf8').match(/outdatedBy/g)).toHaveLength(1);
  });

  it('writes an empty list of files', () => {
    writeManifest(file, []);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, files: [] });
    expect(loadManifest(file)).toEqual({ version: 1, files: [] });
  });
});

describe('loadManifest', () => {
  it('gives back what was written, also 100,000 files', () => {
    const files = Array.from({ length: 100_000 }, (_, index) =>
      row(`ua/блог/стаття-${String(index).padStart(6, '0')}/index.html`),
    );
    writeManifest(file, files);
    expect(loadManifest(file)?.files).toEqual(files);
  });

  it('gives back the files of a locale that was removed: a build has to delete them', () => {
    const files = [{ ...row('xx/index.html'), locale: 'xx' }];
    writeManifest(file, files);
    expect(loadManifest(file)?.files).toEqual(files);
  });

  it('knows no manifest where there is no file', () => {
    expect(loadManifest(file)).toBeNull();
  });

  it.each([
    ['', 'Unexpected end of JSON input'],
    ['{"version":2,"files":[]}', 'Unexpected version or shape.'],
    ['{"version":1,"files":{}}', 'Unexpected version or shape.'],
    ['{"version":1,"files":[{"path":"a"}]}', 'Unexpected row {"path":"a"}.'],
    ['{"version":1,"files":[null]}', 'Unexpected row null.'],
  ])('says of %j what is wrong and how to go on', async (text, reason) => {
    writeFileSync(file, text);
    expect(await failureOf(() => loadManifest(file))).toEqual({
      code: 'MANIFEST_DAMAGED',
      exitCode: 2,
      message: 'The manifest of the last build cannot be read. Nothing was changed.',
      problems: [
        {
          code: 'MANIFEST_DAMAGED',
          severity: 'error',
          where: { file },
          what: `It is not a manifest of this version of sitegen: ${reason}`,
          fix: 'Restore it from a backup, or delete it and build again with --adopt.',
        },
      ],
    });
  });

  it('refuses a row that leads out of the folder, for rows decide what is deleted', () => {
    writeManifest(file, [row('../../etc/passwd')]);
    expect(() => loadManifest(file)).toThrow(SiteError);
  });

  it('refuses text that is not UTF-8', () => {
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x0a]));
    expect(() => loadManifest(file)).toThrow(SiteError);
  });
});

describe('contentTypeOf', () => {
  it.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['assets/site.3f.css', 'text/css; charset=utf-8'],
    ['assets/main.3f.js', 'text/javascript; charset=utf-8'],
    ['assets/main.3f.js.map', 'application/json; charset=utf-8'],
    ['redirects/en.json', 'application/json; charset=utf-8'],
    ['sitemap.xml', 'application/xml; charset=utf-8'],
    ['ua/blog/feed.xml', 'application/atom+xml; charset=utf-8'],
    ['robots.txt', 'text/plain; charset=utf-8'],
    ['_redirects', 'text/plain; charset=utf-8'],
    ['media/logo.svg', 'image/svg+xml; charset=utf-8'],
    ['media/photo.JPG', 'image/jpeg'],
    ['assets/font.woff2', 'font/woff2'],
    ['files/book.epub', 'application/epub+zip'],
    ['files/disk.iso', 'application/octet-stream'],
  ])('serves %s as %s', (path, type) => {
    expect(contentTypeOf(path)).toBe(type);
  });
});

describe('cacheControlOf', () => {
  it('lets hashed assets live for a year', () => {
    expect(cacheControlOf('assets/site.3f.css', 'asset')).toBe('public, max-age=31536000, immutable');
    expect(cacheControlOf('media/photo.3f.webp', 'asset')).toBe('public, max-age=31536000, immutable');
  });

  it('has pages and maps asked for again each time, wherever they stand', () => {
    expect(cacheControlOf('index.html', 'page')).toBe('public, max-age=0, must-revalidate');
    expect(cacheControlOf('sitemap.xml', 'map')).toBe('public, max-age=0, must-revalidate');
    expect(cacheControlOf('media/index.html', 'page')).toBe('public, max-age=0, must-revalidate');
  });

  it('lets assets without a hash live for a day', () => {
    expect(cacheControlOf('favicon.ico', 'asset')).toBe('public, max-age=86400, stale-while-revalidate=604800');
  });
});
