// An owner's pictures and files: those of a Statamic server become the site's own, once, and stay so without the server.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { IS_LONG } from '../long-run.ts';
import {
  type ContentService,
  type ServiceAnswer,
  type ServiceRequest,
  startService,
} from '../service/content-service.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

/** Longer than a few builds on a busy machine. */
const TIMEOUT_MS = 120_000;
const PHOTO = '/assets/photos/p3.jpg';
const LARGEST_BYTES = 50_000;

/** What the server answers for single files; it is empty when a test begins. */
const answers = new Map<string, ServiceAnswer>();
/** Answers for every file. */
let always: ServiceAnswer | null = null;
let server: ContentService;
let project: ProjectCopy;

beforeAll(async () => {
  server = await startService({
    recording: 'v6',
    listsAssets: true,
    edit: (answer) => ({ ...answer, body: withPhotos(answer.body) }),
  });
  server.override('/assets/', ({ path }) => (path.startsWith('/api/') ? null : (always ?? answers.get(path) ?? null)));
  project = copyProject();
  project.edit('site.config.ts', (config) =>
    config.replace('brand:', `locales: ['en'],\n  content: { maxFileBytes: ${LARGEST_BYTES} },\n  brand:`),
  );
  return async () => {
    project.remove();
    await server.stop();
  };
});

/** The recorded pictures are drawings: some become photos. */
function withPhotos(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replaceAll('blog/thread.svg', 'photos/p3.jpg')
    .replaceAll('blog/network.svg', 'photos/p4.png')
    .replaceAll('blog/research.svg', 'photos/p5.jpg')
    .replaceAll('blog/scatter.svg', 'photos/p6.png');
  return JSON.parse(text);
}

interface Problem {
  readonly code: string;
  readonly severity: string;
  readonly what: string;
  readonly where: Readonly<Record<string, string>>;
}

/** Files that were sent whole. */
const downloadsOf = (requests: readonly ServiceRequest[]) =>
  requests.filter(({ path, status }) => path.startsWith('/assets/') && status === 200).map(({ path }) => path);

/** A folder for a site and its cache. */
function createSite() {
  answers.clear();
  always = null;
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const out = join(folder, 'out');
  const cache = join(folder, 'cache');
  const run = (command: string, ...args: string[]) =>
    project.run([command, '--origin', 'https://site.example', '--cache-dir', cache, ...args]);
  return {
    folder,
    out,
    run,
    /** The files that a build downloads. */
    build: async (...args: string[]) => {
      const before = server.requests.length;
      const { code, stderr } = await run('build', '-o', out, '--content-url', server.url, ...args);
      return { code, stderr, downloads: downloadsOf(server.requests.slice(before)) };
    },
    problems: (code: string): readonly Problem[] =>
      JSON.parse(readFileSync(join(cache, 'report.json'), 'utf8')).problems.filter(
        (problem: Problem) => problem.code === code,
      ),
  };
}

/** The files of a folder by path, as text. */
function readFiles(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [file.slice(folder.length + 1), readFileSync(file, 'latin1')];
    }),
  );
}

const jpegOf = async (width: number): Promise<Uint8Array> => {
  const { default: sharp } = await import('sharp');
  const background = { r: 9, g: 99, b: 199 };
  return await sharp({ create: { width, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

describe('Pictures and files of a Statamic server', { timeout: TIMEOUT_MS }, () => {
  test('are downloaded once, again when they change, and travel with a snapshot', async () => {
    const site = createSite();
    const first = await site.build();
    expect(first).toMatchObject({ code: 0 });
    expect(first.downloads.length).toBeGreaterThan(80);
    expect(new Set(first.downloads).size).toBe(first.downloads.length);
    const before = readFiles(site.out);
    const { host } = new URL(server.url);
    expect([...before].filter(([, text]) => text.includes(host)).map(([path]) => path)).toEqual([]);
    expect([...before.keys()].filter((path) => path.startsWith('assets/p3-')).length).toBeGreaterThan(1);

    // The server lists its assets as unchanged: it is asked for no file.
    const asked = server.requests.length;
    expect(await site.build()).toMatchObject({ code: 0, downloads: [] });
    expect(server.asked.slice(asked).filter((path) => path.startsWith('/assets/'))).toEqual([]);

    answers.set(PHOTO, { status: 200, body: await jpegOf(80) });
    expect(await site.build()).toMatchObject({ code: 0, downloads: [PHOTO] });
    const after = readFiles(site.out);
    const pages = [...after.keys()].filter((path) => path.endsWith('.html'));
    const changed = pages.filter((path) => after.get(path) !== before.get(path));
    expect(changed).toEqual(pages.filter((path) => before.get(path)?.includes('/assets/p3-')));
    expect(changed.length).toBeGreaterThan(0);

    always = { status: 503, body: 'Down.' };
    expect(await site.build('--force')).toMatchObject({ code: 0, downloads: [] });
    expect(site.problems('CONTENT_FILES_STALE')).toMatchObject([{ severity: 'warning' }]);
    expect(readFiles(site.out)).toEqual(after);

    if (!IS_LONG) return;
    const carried = join(site.folder, 'carried.sqlite');
    expect(await site.run('snapshot', carried, '--content-url', server.url)).toMatchObject({ code: 0 });
    const elsewhere = createSite();
    always = { status: 500, body: '' };
    const built = await elsewhere.run('build', '-o', elsewhere.out, '--snapshot', carried);
    expect(built).toMatchObject({ code: 0 });
    expect([...readFiles(elsewhere.out)].filter(([path, text]) => after.get(path) !== text)).toEqual([]);
  });

  test('that cannot be published are left out, and the report names entry, field and reason', async () => {
    const site = createSite();
    const evil = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert("evil")</script></svg>';
    answers.set('/assets/blog/storm.svg', { status: 200, body: evil });
    answers.set('/assets/blog/quote.svg', { status: 404, body: 'Not found.' });
    answers.set('/assets/photos/p4.png', { status: 200, body: new Uint8Array(LARGEST_BYTES + 1) });
    answers.set('/assets/photos/p5.jpg', { status: 302, body: '', headers: { Location: 'http://192.0.2.1/p5.jpg' } });
    answers.set('/assets/photos/p6.png', { status: 200, body: 'no picture' });
    expect(await site.build()).toMatchObject({ code: 0 });
    const problems = site.problems('IMAGE_UNUSABLE');
    const reasonOf = (path: string) => problems.find(({ what }) => what.startsWith(path));
    expect(reasonOf('/assets/blog/storm.svg')?.what).toContain('<script>');
    expect(reasonOf('/assets/blog/quote.svg')).toMatchObject({
      severity: 'warning',
      what: expect.stringContaining('404'),
      where: { site: 'en', collection: expect.any(String), field: expect.any(String), editUrl: expect.any(String) },
    });
    expect(reasonOf('/assets/photos/p4.png')?.what).toContain('larger than');
    expect(reasonOf('/assets/photos/p5.jpg')?.what).toContain('http://192.0.2.1');
    expect(reasonOf('/assets/photos/p6.png')?.what).toContain('damaged or not an image');
    const files = readFiles(site.out);
    expect([...files].filter(([, text]) => text.includes('alert("evil")'))).toEqual([]);
    expect([...files.values()].some((text) => text.includes('src="data:,"'))).toBe(true);
    expect(site.problems('IMAGE_WITHOUT_SIZE')).toEqual([]);
  });

  test('that cannot be asked for, and have no earlier version: nothing is written', async () => {
    const site = createSite();
    always = { status: 503, body: 'Down.' };
    const { code, stderr } = await site.build();
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('CONTENT_FILES_UNAVAILABLE') });
    expect(existsSync(site.out)).toBe(false);
  });

  test('stay on the server where the owner wants so', async () => {
    const site = createSite();
    const args = ['build', '-o', site.out, '--content-url', server.url, '--origin', 'https://site.example'];
    const run = await project.run([...args, '--cache-dir', join(site.folder, 'cache')], {
      SITEGEN_CONTENT_FILES: 'linked',
    });
    expect(run).toMatchObject({ code: 0 });
    const home = readFileSync(join(site.out, 'index.html'), 'utf8');
    expect(home).toContain(`src="${server.url}/assets/`);
    expect(home).toMatch(new RegExp(`img-src [^;]*${server.url}`));
  });
});
