import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SiteError } from '../../cli/errors.ts';
import { toOutPath } from '../../cli/files/brands.ts';
import { loadManifest } from '../../cli/publish/manifest.ts';
import { StagingWriter } from '../../cli/publish/staging-writer.ts';
import type { ReportEvent } from '../../cli/report/report-event.ts';
import {
  assetFile,
  build,
  interrupt,
  mapFile,
  open,
  openAt,
  pageFile,
  sideDirOf,
  siteOfVersion,
  treeOf,
  treeOfFiles,
} from './small-site.ts';

let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sitegen-output-'));
  out = join(dir, 'out');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const HOME = pageFile('index.html', '<h1>Murmurlens</h1>');
const HOME_UA = pageFile('ua/index.html', '<h1>Головна</h1>', 'ua');
const STYLE = assetFile('assets/site.1a.css', 'h1 { color: red }');
const SITEMAP = mapFile('sitemap.xml', '<urlset/>');

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

describe('commit', () => {
  it('makes the out folder of the first build and a manifest that describes it', async () => {
    expect(await build(dir, [SITEMAP, HOME, STYLE])).toEqual({ written: 3, unchanged: 0, deleted: 0, kept: 0 });
    expect(treeOf(out)).toEqual(treeOfFiles([HOME, STYLE, SITEMAP]));
    expect(loadManifest(join(dir, '.sitegen/manifest.json'))).toEqual({
      version: 1,
      files: [
        {
          path: 'assets/site.1a.css',
          sha256: sha256(STYLE.content),
          bytes: 17,
          contentType: 'text/css; charset=utf-8',
          cacheControl: 'public, max-age=31536000, immutable',
          kind: 'asset',
          locale: null,
          owner: null,
        },
        {
          path: 'index.html',
          sha256: sha256(HOME.content),
          bytes: 19,
          contentType: 'text/html; charset=utf-8',
          cacheControl: 'public, max-age=0, must-revalidate',
          kind: 'page',
          locale: 'en',
          owner: '/index.html',
        },
        {
          path: 'sitemap.xml',
          sha256: sha256(SITEMAP.content),
          bytes: 9,
          contentType: 'application/xml; charset=utf-8',
          cacheControl: 'public, max-age=0, must-revalidate',
          kind: 'map',
          locale: null,
          owner: null,
        },
      ],
    });
  });

  it('fills an out folder that exists and is empty, and keeps its permissions', async () => {
    mkdirSync(out, { mode: 0o750 });
    await build(dir, [HOME]);
    expect(treeOf(out)).toEqual(treeOfFiles([HOME]));
    expect(statSync(out).mode & 0o777).toBe(0o750);
  });

  it('does not touch files that did not change', async () => {
    await build(dir, [HOME, STYLE]);
    utimesSync(join(out, 'index.html'), 1_000_000, 1_000_000);
    expect(await build(dir, [HOME, assetFile('assets/site.2b.css', 'h1 {}')])).toEqual({
      written: 1,
      unchanged: 1,
      deleted: 1,
      kept: 0,
    });
    expect(statSync(join(out, 'index.html')).mtimeMs).toBe(1_000_000_000);
    expect(Object.keys(treeOf(out))).toEqual(['assets/site.2b.css', 'index.html']);
  });

  it('writes a file again that was deleted or changed in the out folder by hand', async () => {
    await build(dir, [HOME, STYLE, SITEMAP]);
    rmSync(join(out, 'index.html'));
    writeFileSync(join(out, 'assets/site.1a.css'), 'h1 {');
    expect(await build(dir, [HOME, STYLE, SITEMAP])).toEqual({ written: 2, unchanged: 1, deleted: 0, kept: 0 });
    expect(treeOf(out)).toEqual(treeOfFiles([HOME, STYLE, SITEMAP]));
  });

  it('removes folders that became empty and leaves files alone that it did not write', async () => {
    await build(dir, [HOME, pageFile('blog/a/index.html', 'a'), pageFile('blog/b/index.html', 'b')]);
    writeFileSync(join(out, 'blog/b/note.txt'), 'mine');
    expect(await build(dir, [HOME])).toEqual({ written: 0, unchanged: 1, deleted: 2, kept: 0 });
    expect(treeOf(out)).toEqual({ 'blog/b/note.txt': 'mine', 'index.html': HOME.content });
  });

  it('lets a path change between file and folder and back', async () => {
    const asFile = [HOME, pageFile('about', 'file')];
    const asFolder = [HOME, pageFile('about/team/index.html', 'team'), pageFile('about/index.html', 'about')];
    await build(dir, asFile);
    expect(await build(dir, asFolder)).toEqual({ written: 2, unchanged: 1, deleted: 1, kept: 0 });
    expect(treeOf(out)).toEqual(treeOfFiles(asFolder));
    expect(await build(dir, asFile)).toEqual({ written: 1, unchanged: 1, deleted: 2, kept: 0 });
    expect(treeOf(out)).toEqual(treeOfFiles(asFile));
  });

  it('lets a path change its case', async () => {
    await build(dir, [HOME, pageFile('About/index.html', 'about')]);
    await build(dir, [HOME, pageFile('about/index.html', 'about')]);
    expect(treeOf(out)).toEqual({ 'about/index.html': 'about', 'index.html': HOME.content });
  });

  it('with some locales writes their files and new assets, and touches nothing else', async () => {
    const oldUa = pageFile('ua/old/index.html', 'old', 'ua');
    await build(dir, [HOME, HOME_UA, oldUa, STYLE, SITEMAP]);
    const newUa = pageFile('ua/index.html', '<h1>Нова</h1>', 'ua');
    const newStyle = assetFile('assets/site.2b.css', 'h1 {}');
    const changed = [
      pageFile('index.html', 'not now'),
      newUa,
      newStyle,
      mapFile('sitemap.xml', 'not now'),
      mapFile('ua/feed.xml', '<feed/>', 'ua'),
    ];
    expect(await build(dir, changed, { locales: ['ua'] })).toEqual({ written: 3, unchanged: 0, deleted: 1, kept: 0 });
    const expected = treeOfFiles([HOME, newUa, newStyle, STYLE, SITEMAP, mapFile('ua/feed.xml', '<feed/>')]);
    expect(treeOf(out)).toEqual(expected);
    expect(loadManifest(join(dir, '.sitegen/manifest.json'))?.files.map((file) => file.path)).toEqual(
      Object.keys(expected),
    );
  });

  it('with some locales makes a first out folder of these and of what all locales share', async () => {
    expect(await build(dir, [HOME, HOME_UA, STYLE, SITEMAP], { locales: ['ua'] })).toEqual({
      written: 3,
      unchanged: 0,
      deleted: 0,
      kept: 0,
    });
    expect(treeOf(out)).toEqual(treeOfFiles([STYLE, HOME_UA, SITEMAP]));
  });

  it('keeps no row of a file of another locale that is gone', async () => {
    await build(dir, [HOME, HOME_UA]);
    rmSync(join(out, 'index.html'));
    await build(dir, [HOME_UA], { locales: ['ua'] });
    expect(loadManifest(join(dir, '.sitegen/manifest.json'))?.files.map((file) => file.path)).toEqual([
      'ua/index.html',
    ]);
  });

  it('keeps hashed assets that the site does without for so many releases, and names them in the manifest', async () => {
    const icon = assetFile('favicon.ico', 'icon');
    const styleOf = (release: number) => assetFile(`assets/site.${release}.css`, `h1 { order: ${release} }`);
    const release = (number: number) => build(dir, [HOME, icon, styleOf(number)], { assetReleasesKept: 2 });
    const agesByPath = () =>
      Object.fromEntries(
        (loadManifest(join(dir, '.sitegen/manifest.json'))?.files ?? []).map((file) => [file.path, file.outdatedBy]),
      );
    await release(1);
    expect(await release(2)).toEqual({ written: 1, unchanged: 2, deleted: 0, kept: 1 });
    // Builds that put nothing out of use are no releases.
    await build(dir, [HOME_UA, HOME, icon, styleOf(2)], { assetReleasesKept: 2 });
    expect(agesByPath()).toMatchObject({ 'assets/site.1.css': 1, 'assets/site.2.css': undefined });
    await release(3);
    expect(agesByPath()).toEqual({
      'assets/site.1.css': 2,
      'assets/site.2.css': 1,
      'assets/site.3.css': undefined,
      'favicon.ico': undefined,
      'index.html': undefined,
    });
    expect(await release(4)).toEqual({ written: 1, unchanged: 2, deleted: 1, kept: 2 });
    expect(treeOf(out)).toEqual(treeOfFiles([HOME, icon, styleOf(2), styleOf(3), styleOf(4)]));
    // Back to an older release: its asset is there, and young again.
    expect(await release(2)).toEqual({ written: 0, unchanged: 3, deleted: 0, kept: 2 });
    expect(agesByPath()).toMatchObject({
      'assets/site.2.css': undefined,
      'assets/site.3.css': 2,
      'assets/site.4.css': 1,
    });
    expect(await build(dir, [HOME, styleOf(2)], { assetReleasesKept: 0 })).toEqual({
      written: 0,
      unchanged: 2,
      deleted: 3,
      kept: 0,
    });
    expect(treeOf(out)).toEqual(treeOfFiles([HOME, styleOf(2)]));
  });

  it('makes room where an asset that is kept stands in the way of a new one', async () => {
    await build(dir, [HOME, assetFile('assets/a', 'file'), assetFile('assets/b/c', 'below'), STYLE]);
    const next = [HOME, assetFile('assets/a/d', 'below'), assetFile('assets/b', 'file')];
    expect(await build(dir, next, { assetReleasesKept: 2 })).toEqual({ written: 2, unchanged: 1, deleted: 2, kept: 1 });
    expect(treeOf(out)).toEqual(treeOfFiles([...next, STYLE]));
  });

  it('installs the state files and replaces those of the last build', async () => {
    await build(dir, [HOME]);
    const session = await open(dir);
    session.write(HOME);
    session.writeState('routes.json', '{"routes":[]}');
    session.writeState('hosts/netlify/_redirects', Buffer.from('/a/ /b/ 301\n'));
    session.writeState('redirects.json', ['[', '1', ']']);
    expect(existsSync(join(dir, '.sitegen/routes.json'))).toBe(false);
    await session.commit({ locales: 'all' });
    expect(treeOf(join(dir, '.sitegen'))).toMatchObject({
      'hosts/netlify/_redirects': '/a/ /b/ 301\n',
      'redirects.json': '[1]',
      'routes.json': '{"routes":[]}',
    });
    expect(Object.keys(treeOf(sideDirOf(dir)))).toEqual(['manifest.json']);
  });

  it('tells builds into two out folders of one cache folder apart', async () => {
    const first = pageFile('index.html', 'one');
    const second = pageFile('index.html', 'two');
    await build(dir, [first]);
    const other = await openAt({ outDir: join(dir, 'other'), cacheDir: join(dir, '.sitegen') });
    other.write(second);
    await other.commit({ locales: 'all' });
    expect(await build(dir, [second])).toEqual({ written: 1, unchanged: 0, deleted: 0, kept: 0 });
    expect(treeOf(out)).toEqual({ 'index.html': 'two' });
  });

  it('replaces only what changed: other files keep their inode and time, and those of others stay', async () => {
    await build(dir, [HOME, STYLE, SITEMAP]);
    writeFileSync(join(out, 'CNAME'), 'www.example.com');
    const before = statSync(join(out, 'index.html'));
    const folder = statSync(out);
    await build(dir, [HOME, pageFile('new/index.html', 'new')]);
    const { ino, mtimeMs } = statSync(join(out, 'index.html'));
    expect([ino, mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(statSync(out).ino).toBe(folder.ino);
    expect(Object.keys(treeOf(out))).toEqual(['CNAME', 'index.html', 'new/index.html']);
  });

  it('follows a link that stands for the out folder', async () => {
    mkdirSync(join(dir, 'disk/site'), { recursive: true });
    symlinkSync(join(dir, 'disk/site'), out);
    await build(dir, [HOME]);
    await build(dir, [HOME, STYLE]);
    expect(treeOf(join(dir, 'disk/site'))).toEqual(treeOfFiles([HOME, STYLE]));
  });
});

describe('write', () => {
  it('answers with the digest and size of the bytes', async () => {
    const session = await open(dir);
    expect(session.write(pageFile('index.html', 'Ї'))).toEqual({
      sha256: sha256('Ї'),
      bytes: 2,
    });
    session.discard();
  });

  it.each([
    '',
    '/',
    '/etc/passwd',
    '../out2/x',
    'a/../../x',
    'a/./b',
    'a//b',
    'a/',
    '.',
    '..',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u0085b',
    '\ud800',
  ])('refuses the path %j as a bug', async (path) => {
    const session = await open(dir);
    expect(() => session.write(pageFile(path, 'x'))).toThrow(
      `${JSON.stringify(path)} is not a path inside the out folder.`,
    );
    expect(() => session.writeState(path, 'x')).toThrow(`${JSON.stringify(path)} is not a path inside the out folder.`);
    session.discard();
  });

  it('refuses a path that was written before, also in another case or Unicode form', async () => {
    const session = await open(dir);
    session.write(pageFile('blog/é/index.html', 'x'));
    expect(() => session.write(pageFile('blog/é/index.html', 'x'))).toThrow(
      '"blog/é/index.html" was already written in this build',
    );
    expect(() => session.write(pageFile('Blog/É/index.html', 'y'))).toThrow(
      '"Blog/É/index.html" was already written in this build, as "blog/é/index.html".',
    );
    expect(() => session.write(pageFile('blog/e\u0301/index.html', 'y'))).toThrow('was already written in this build');
    session.discard();
  });

  it('refuses a path that is a folder of the build, or lies below one of its files', async () => {
    const session = await open(dir);
    session.write(pageFile('a/b/c', 'x'));
    expect(() => session.write(pageFile('A/b', 'x'))).toThrow('"A/b" is a folder of this build and cannot be a file.');
    expect(() => session.write(pageFile('a/b/c/d', 'x'))).toThrow(
      '"a/b/c/d" needs a folder where this build wrote the file "a/b/c".',
    );
    session.discard();
  });

  it('refuses a state file that was written before, and the manifest, which is its own', async () => {
    const session = await open(dir);
    session.writeState('routes.json', '1');
    expect(() => session.writeState('routes.json', '2')).toThrow('The state file "routes.json" was already written.');
    expect(() => session.writeState('manifest.json', '2')).toThrow(
      'The state file "manifest.json" was already written.',
    );
    session.discard();
  });

  it('refuses anything once the session is over', async () => {
    const session = await open(dir);
    session.discard();
    expect(() => session.write(HOME)).toThrow('The output session is over.');
    await expect(session.commit({ locales: 'all' })).rejects.toThrow('The output session is over.');
  });
});

describe('preview', () => {
  it('counts what a commit would do and changes nothing', async () => {
    await build(dir, siteOfVersion(1, 30));
    const before = { ...treeOf(out), ...treeOf(join(dir, '.sitegen')) };
    const session = await open(dir);
    for (const file of siteOfVersion(2, 30)) session.write(file);
    const all = session.preview({ locales: 'all' });
    const some = session.preview({ locales: ['ua'] });
    session.discard();
    expect({ ...treeOf(out), ...treeOf(join(dir, '.sitegen')) }).toEqual(before);
    expect(some.written).toBeLessThan(all.written);
    expect(await build(dir, siteOfVersion(2, 30), { locales: ['ua'] })).toEqual(some);
    await build(dir, siteOfVersion(1, 30));
    rmSync(dir, { recursive: true });
    await build(dir, siteOfVersion(1, 30));
    expect(await build(dir, siteOfVersion(2, 30))).toEqual(all);
  });

  it('leaves nothing behind where no build was before', async () => {
    const session = await open(dir);
    session.write(HOME);
    expect(session.preview({ locales: 'all' })).toEqual({ written: 1, unchanged: 0, deleted: 0, kept: 0 });
    session.discard();
    session.discard();
    expect(treeOf(dir)).toEqual({ '.sitegen': 'an empty folder' });
  });
});

describe('discard', () => {
  it('drops what was staged and lets the next build in', async () => {
    await build(dir, [HOME]);
    const session = await open(dir);
    session.write(STYLE);
    session.writeState('routes.json', '{}');
    session.discard();
    expect(Object.keys(treeOf(sideDirOf(dir)))).toEqual(['manifest.json']);
    expect(treeOf(out)).toEqual(treeOfFiles([HOME]));
    expect(await build(dir, [HOME])).toEqual({ written: 0, unchanged: 1, deleted: 0, kept: 0 });
  });

  it('drops what other threads staged after the session had met a fault, and holds the lock until then', async () => {
    const session = await open(dir);
    expect(() => session.write(pageFile(`${'x'.repeat(300)}.html`, 'x'))).toThrow(SiteError);
    new StagingWriter(session.staging).write(toOutPath('blog/index.html'), '<h1>Blog</h1>');
    await expect(open(dir)).rejects.toThrow('Another build is running');
    session.discard();
    expect(treeOf(dir)).toEqual({ '.sitegen': 'an empty folder' });
  });

  it('never throws, not even when everything was deleted under it', async () => {
    const session = await open(dir);
    session.write(HOME);
    rmSync(dir, { recursive: true });
    expect(() => session.discard()).not.toThrow();
  });
});

describe('openOutput', () => {
  it('deletes what an interrupted build staged', async () => {
    mkdirSync(join(sideDirOf(dir), 'staging/old'), { recursive: true });
    writeFileSync(join(sideDirOf(dir), 'staging/old/index.html'), 'old');
    await build(dir, [HOME]);
    expect(treeOf(out)).toEqual(treeOfFiles([HOME]));
  });

  it('finishes an interrupted build, with its state files in its own cache folder, and says so', async () => {
    const next = pageFile('blog/index.html', 'blog');
    await build(dir, [HOME, STYLE]);
    await interrupt(dir, [next]);
    expect(treeOf(out)).toEqual(treeOfFiles([HOME, STYLE]));
    const events: ReportEvent[] = [];
    const places = { outDir: out, cacheDir: join(dir, 'another-cache') };
    (await openAt(places, { report: (event) => events.push(event) })).discard();
    const text = 'An earlier build was interrupted while it wrote the out folder; it is now finished.';
    expect(events).toEqual([{ kind: 'log', level: 'warning', text }]);
    expect(treeOf(out)).toEqual(treeOfFiles([next]));
    const manifest = readFileSync(join(sideDirOf(dir), 'manifest.json'), 'utf8');
    expect(treeOf(join(dir, '.sitegen'))).toEqual({ 'manifest.json': manifest, 'routes.json': '{"files":1}' });
    expect(treeOf(sideDirOf(dir))).toEqual({ 'manifest.json': manifest });
  });

  it('says which files of an interrupted build are lost, and the next build writes them again', async () => {
    const [about, blog] = [pageFile('about/index.html', 'about'), pageFile('blog/index.html', 'blog')];
    const rest = [STYLE, SITEMAP, HOME_UA];
    await build(dir, [HOME, ...rest]);
    const next = [pageFile('index.html', '<h1>MURMURLENS</h1>'), about, blog, ...rest];
    await interrupt(dir, next);
    // As a power cut leaves them without --fsync. The file of HOME has the same size as the lost one.
    for (const path of ['index.html', 'about/index.html']) rmSync(join(sideDirOf(dir), 'staging/pages', path));
    writeFileSync(join(sideDirOf(dir), 'staging/pages/blog/index.html'), '');
    const events: ReportEvent[] = [];
    const session = await open(dir, { report: (event) => events.push(event) });
    expect(events[0]).toMatchObject({
      text: 'An earlier build was interrupted while it wrote the out folder; it is now finished. 3 of its files are lost; a build writes them again.',
    });
    expect(session.keepLast()).toBe(false);
    session.discard();
    expect(await build(dir, next)).toMatchObject({ written: 3, unchanged: 3 });
    expect(treeOf(out)).toEqual(treeOfFiles(next));
  });
});

describe('openOutput for a dry run', () => {
  it('leaves an interrupted build as it is, says so, and compares with its files', async () => {
    await build(dir, [HOME, STYLE]);
    await interrupt(dir, [HOME, pageFile('blog/index.html', 'blog')]);
    const before = treeOf(dir);
    const events: ReportEvent[] = [];
    const session = await open(dir, { isDryRun: true, report: (event) => events.push(event) });
    for (const file of [HOME, STYLE, pageFile('blog/index.html', 'blog')]) session.write(file);
    expect(session.preview({ locales: 'all' })).toMatchObject({ written: 1, unchanged: 2 });
    session.discard();
    expect(treeOf(dir)).toEqual(before);
    expect(events).toEqual([
      {
        kind: 'log',
        level: 'warning',
        text: 'An earlier build was interrupted while it wrote the out folder; the next build without --dry-run will finish it first. This one compares with the files of that build.',
      },
    ]);
  });

  it('publishes nothing, and what it leaves behind when it is killed goes with the next build', async () => {
    await build(dir, [HOME]);
    const session = await open(dir, { isDryRun: true });
    session.write(STYLE);
    await expect(session.commit({ locales: 'all' })).rejects.toThrow('A dry run cannot be committed.');
    session.discard();
    mkdirSync(join(sideDirOf(dir), 'dry-run'));
    await build(dir, [HOME]);
    expect(Object.keys(treeOf(sideDirOf(dir)))).toEqual(['manifest.json']);
  });
});
