// How a preview starts: with a browser, with what the last one left, and with the last published content where its
// service is down. What changed in between is never missed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../browser/chromium.ts';
import { IS_LONG } from '../long-run.ts';
import { serviceWith, unusedPort } from '../service/content-service.ts';
import { runSitegen } from '../site/run-sitegen.ts';
import { article, smallContent } from '../site/small-content.ts';
import {
  copyProject,
  eventually,
  PATIENCE_MS,
  type ProjectCopy,
  startPreview,
  withoutScript,
} from './running-preview.ts';

const ARTICLE = 'content/sample/blog_articles/en/a-week-with-a-new-logo.md';
const ARTICLE_PATH = '/blog/a-week-with-a-new-logo/';
const TITLE = 'title: A week with a new logo';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-preview-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('a preview after another one', () => {
  let project: ProjectCopy;
  const start = () =>
    startPreview({
      folder: project.folder,
      cwd: project.folder,
      args: ['--sample'],
      // Pictures that nobody measured before.
      environment: { SITEGEN_IMAGE_CACHE: join(project.folder, 'images') },
    });

  beforeAll(() => {
    project = copyProject();
  });

  afterAll(() => {
    project?.remove();
  });

  it.runIf(IS_LONG)('shows the same bytes, and after an edit in between what the files say now', async () => {
    const first = await start();
    const before = withoutScript((await first.get(ARTICLE_PATH)).body);
    expect(await first.stop()).toBe(0);

    const second = await start();
    expect(withoutScript((await second.get(ARTICLE_PATH)).body)).toBe(before);
    // Edited while it runs: what it leaves is what it showed last.
    project.edit(ARTICLE, TITLE, 'title: A title of the second preview');
    await eventually(async () => (await second.get(ARTICLE_PATH)).body.includes('A title of the second preview'));
    expect(await second.stop()).toBe(0);

    project.edit(ARTICLE, 'title: A title of the second preview', TITLE);
    project.edit('locales/en.json', '"common.skipToContent": "', '"common.skipToContent": "Straight ');
    project.edit('config/constants.ts', 'LIST_PAGE_SIZE = 12', 'LIST_PAGE_SIZE = 2');
    const third = await start();
    const after = (await third.get(ARTICLE_PATH)).body;
    expect(after).toContain('A week with a new logo');
    expect(after).toContain('>Straight ');
    expect((await third.get('/blog/page/3/')).status).toBe(200);
    expect(await third.stop()).toBe(0);
    project.edit('config/constants.ts', 'LIST_PAGE_SIZE = 2', 'LIST_PAGE_SIZE = 12');
    if (!IS_LONG) return;

    project.edit('templates/components/Breadcrumbs.tsx', 'return items', 'retur items');
    const fourth = await start();
    const failed = await fourth.get('/');
    expect(failed.status).toBe(500);
    expect(failed.body).toContain('TEMPLATE_BROKEN');
    project.edit('templates/components/Breadcrumbs.tsx', 'retur items', 'return items');
    await eventually(async () => (await fourth.get('/')).status === 200);
    expect(await fourth.stop()).toBe(0);
  });

  it.runIf(IS_LONG)('shows what another version of the program makes of the same files', async () => {
    await (await start()).stop();
    const loader = 'cli/content/sample/sample-library.ts';
    const parsed = 'createEntry(parseArticle(text)';
    const retitled = "createEntry({ ...parseArticle(text), title: 'Told by other code' }";
    project.edit(loader, parsed, retitled);
    const preview = await start();
    onTestFinished(async () => void (await preview.stop()));
    const { body } = await preview.get(ARTICLE_PATH);
    project.edit(loader, retitled, parsed);
    expect(body).toContain('Told by other code');
  });

  it.runIf(IS_LONG)('starts with content that cannot be read, and shows the site when it is mended', async () => {
    const good = project.read(ARTICLE);
    project.write(ARTICLE, good.replace('---\n', ''));
    const preview = await start();
    onTestFinished(async () => void (await preview.stop()));
    expect((await preview.get('/')).body).toContain('SAMPLE_INVALID');
    project.write(ARTICLE, good);
    await eventually(async () => (await preview.get(ARTICLE_PATH)).status === 200);
  });

  it.runIf(IS_LONG)('follows a visitor who goes on to another page, which loads as a whole', async () => {
    const preview = await start();
    onTestFinished(async () => void (await preview.stop()));
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(PATIENCE_MS);
    const card = /class="card[^>]*>[\s\S]*?<a[^>]* href="(\/blog\/[^"]+)"/;
    const path = card.exec((await preview.get('/blog/')).body)?.[1] ?? '';
    const file = `content/sample/blog_articles/en/${path.split('/')[2]}.md`;
    const isAhead = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await page.goto(`${preview.url}/blog/`, { waitUntil: 'networkidle' });
    const mark = () => page.evaluate(() => document.documentElement.setAttribute('data-mark', 'here'));
    const readMark = () => page.evaluate(() => document.documentElement.dataset.mark);
    await mark();
    const link = page.locator(`main a[href="${path}"]:visible`).first();
    await link.hover();
    await isAhead;
    // The site's scripts hold the page as it was; what is seen is as it is.
    project.write(file, project.read(file).replace(/^title: .*$/m, 'title: Changed before it was seen'));
    await eventually(async () => (await page.locator('main').textContent())?.includes('Changed before') ?? false);
    await link.click();
    await page.waitForURL(`${preview.url}${path}`);
    await eventually(async () => (await page.locator('main h1').textContent()) === 'Changed before it was seen');
    expect(await readMark()).toBeUndefined();
    await mark();
    const openPanel = () => page.getByRole('button', { name: /^Preview/ }).click();
    await openPanel();
    const panel = page.getByRole('region', { name: 'About this page' });
    await eventually(async () => (await panel.textContent())?.includes('blog_articles') ?? false);
    project.write(file, project.read(file).replace(/^title: .*$/m, 'title: Changed while it is seen'));
    await eventually(async () => (await page.locator('main h1').textContent()) === 'Changed while it is seen');
    expect(await readMark()).toBe('here');
    await page.goBack();
    await page.waitForURL(`${preview.url}/blog/`);
    await openPanel();
    await eventually(async () => /pages, (?!.*blog_articles)/.test((await panel.textContent()) ?? ''));
  });
});

describe('a service that is down at the start', () => {
  it('is replaced by the content of the last build, with a notice, until it answers', async () => {
    const cwd = makeFolder();
    const none = makeFolder();
    const port = await unusedPort();
    const content = { ...smallContent(), blog_articles: { en: [article('first', { title: 'The first article' })] } };
    const service = await serviceWith(content, undefined, port);
    const args = ['--content-url', service.url];
    const built = await runSitegen(['build', '--locale', 'en', '--origin', 'https://www.example.com', ...args], {
      cwd,
    });
    expect([built.code, built.stderr]).toEqual([0, expect.anything()]);
    await service.stop();

    // Nothing here can open a browser.
    const preview = await startPreview({
      cwd,
      args: [...args, '--poll', '0.2', '--open'],
      environment: { PATH: none },
    });
    onTestFinished(async () => void (await preview.stop()));
    const text = `The browser could not be opened. Open ${preview.url}/ yourself.`;
    await eventually(() => preview.events.some((event) => event.text === text));
    const { status, body } = await preview.get('/blog/first/');
    expect([status, body.includes('The first article')]).toEqual([200, true]);
    const outage = async () => JSON.parse((await preview.get('/__sitegen/state')).body).outage;
    await eventually(async () => (await outage()).what.includes('The preview shows the content of the last build.'));

    const back = await serviceWith(
      { ...content, blog_articles: { en: [article('first', { title: 'Another title' })] } },
      {},
      port,
    );
    onTestFinished(() => back.stop());
    await eventually(async () => (await preview.get('/blog/first/')).body.includes('Another title'));
    // The page may be seen a moment before the end of the outage is told.
    await eventually(async () => (await outage()) === null);
  });
});
