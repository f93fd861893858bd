// The owner's own files in `public/`: published byte for byte, kept by every kind of build, found by links and by the previews, and
// refused where something else has their address.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadManifest } from '../../cli/publish/manifest.ts';
import { startPreview } from '../preview/running-preview.ts';
import { type ContentService, serviceWith } from '../service/content-service.ts';
import { makeFolder, readTree, runSitegen } from './run-sitegen.ts';
import { article, smallContent } from './small-content.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const LINKS = ['/ads.txt', '/.well-known/matrix', '/.well-known/matrix/', '/verify/', '/old/', '/photos/a%20b.png'];
const PAGE = '<h1>Ours</h1>';
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  '.nojekyll': '',
  '.well-known/matrix': '{}',
  '.well-known/apple-app-site-association': '{"applinks":{}}',
  CNAME: 'www.example.com',
  'ads.txt': 'example.com, 1, DIRECT\r\n',
  'photos/a b.png': new Uint8Array([0x89, 0x50, 0, 0xff]),
  'verify/index.html': PAGE,
};
/** What desktops, editors and version control leave in a folder. */
const STRAY = [
  '.DS_Store',
  'photos/.DS_Store',
  '.git/HEAD',
  'ads.txt~',
  '.ads.txt.swp',
  '.env',
  '.npmrc',
  '.ssh/id_rsa',
  'Thumbs.db',
];

let service: ContentService;
beforeAll(async () => {
  const body = LINKS.map((href) => `<p><a href="${href}">${href}</a></p>`).join('');
  service = await serviceWith(smallContent({ blog_articles: { en: [article('linked', { content: body })] } }));
});
afterAll(() => service.stop());

function fill(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const environmentOf = (folder: string) => ({ SITEGEN_PUBLIC_DIR: join(folder, 'own') });
const build = (folder: string, ...args: readonly string[]) =>
  runSitegen(['build', '--origin', 'https://www.example.com', '--content-url', service.url, ...args], {
    cwd: folder,
    environment: environmentOf(folder),
  });

describe('public/', () => {
  it('is published as it is, by every build, and found by links and previews', async () => {
    const folder = makeFolder();
    const run = (...args: readonly string[]) => runSitegen(args, { cwd: folder, environment: environmentOf(folder) });
    fill(join(folder, 'own'), { ...FILES, ...Object.fromEntries(STRAY.map((path) => [path, 'stray'])) });
    const first = await build(folder, '--locale', 'kz');
    expect(first.code, first.stderr).toBe(0);
    for (const [path, content] of Object.entries(FILES))
      expect([path, readFileSync(join(folder, 'out', path))]).toEqual([path, Buffer.from(content)]);
    const whole = await build(folder);
    expect(whole.code, whole.stderr).toBe(0);
    // The redirected link is no dead one.
    expect(whole.stdout + whole.stderr).not.toContain('LINK_DEAD');
    const checked = await run('check', '--format', 'json');
    expect(checked.stdout).not.toMatch(/LINK_DEAD|FILE_STRAY/);

    const rows = loadManifest(join(folder, '.sitegen/manifest.json'))?.files ?? [];
    const types = Object.fromEntries(rows.map(({ path, contentType }) => [path, contentType]));
    expect(Object.keys(FILES).filter((path) => types[path] === undefined)).toEqual([]);
    expect(STRAY.filter((path) => types[path] !== undefined)).toEqual([]);
    expect(types['.well-known/apple-app-site-association']).toBe('application/json; charset=utf-8');
    expect(rows.find(({ path }) => path === 'photos/a b.png')).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'public, max-age=0, must-revalidate',
    });

    // A build of an unchanged site notices a changed file, and writes only that.
    expect((await build(folder)).stdout).toContain('0 files written, 0 deleted');
    fill(join(folder, 'own'), { 'ads.txt': 'other' });
    rmSync(join(folder, 'own/CNAME'));
    const before = readTree(join(folder, 'out'));
    expect((await build(folder, '--locale', 'kz')).code).toBe(0);
    expect(readTree(join(folder, 'out'))).toEqual(before);
    expect((await build(folder)).stdout).toContain('1 file written, 1 deleted');
    expect(readFileSync(join(folder, 'out/ads.txt'), 'utf8')).toBe('other');
  });

  it('is shown by the preview of the sources and by that of the built folder', async () => {
    const folder = makeFolder();
    fill(join(folder, 'own'), FILES);
    fill(join(folder, 'built'), { ...FILES, 'index.html': 'Home' });
    for (const args of [
      ['--content-url', service.url],
      ['--dir', 'built'],
    ]) {
      const preview = await startPreview({ folder: PROJECT, cwd: folder, args, environment: environmentOf(folder) });
      onTestFinished(async () => void (await preview.stop()));
      for (const [path, text] of [
        ['/ads.txt', String(FILES['ads.txt'])],
        ['/.well-known/matrix', '{}'],
        ['/verify/', PAGE],
      ] as const) {
        const answer = await preview.get(path);
        expect([args, path, answer.status, answer.body]).toEqual([args, path, 200, expect.stringContaining(text)]);
      }
    }
  });

  it('stops the build where something else has the address of a file, and names both', async () => {
    const folder = makeFolder();
    const taken = {
      'robots.txt': 'the file robots.txt of the build',
      'about/index.html': 'pages › "Title of about" (en)',
      'Blog/linked/index.html': 'blog_articles › "Title of linked" (en)',
      es: 'a folder: that of ',
      'old/index.html': 'a redirect to /blog/',
      'assets/own.js': 'the assets of the build',
      'sitemap-7.xml': 'the sitemaps of the build',
      '.sitegen/releases.json': 'the records of releases',
      '404.html/a.txt': 'the page /404.html',
    };
    fill(join(folder, 'own'), {
      'ads.txt': '',
      'search/own.txt': '',
      ...Object.fromEntries(Object.keys(taken).map((path) => [path, ''])),
    });
    symlinkSync('/etc/hostname', join(folder, 'own/link.txt'));
    fill(join(folder, 'own'), { 'a\\b.txt': '' });
    const run = await build(folder);
    expect(run.code).toBe(1);
    for (const [path, holder] of Object.entries(taken)) {
      expect(run.stderr).toContain(`own/${path}  PATH_COLLISION\n`);
      expect(run.stderr).toContain(`is already used by ${holder}`);
    }
    expect(run.stderr).toMatch(/own\/link\.txt {2}PUBLIC_FILE\n {2}It is a link or no ordinary file\./);
    expect(run.stderr).toContain('Its name has a backslash or a control character.');
    expect(run.stderr).toContain(`${Object.keys(taken).length + 2} problems`);
  });

  it('is told where it is missing, and is no out folder', async () => {
    const folder = makeFolder();
    const missing = await build(folder);
    expect(missing.stderr).toMatch(/PUBLIC_FILE[\s\S]*own[\s\S]*It cannot be read: ENOENT/);
    expect(missing.code).toBe(1);
    mkdirSync(join(folder, 'own'));
    expect(await build(folder, '-o', 'own')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('OUT_IN_SOURCES'),
    });
  });
});
