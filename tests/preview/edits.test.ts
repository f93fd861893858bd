// An editor's day: a real preview over a copy of the project, a real browser, real files that change. What is seen must
// follow without a reload, and nothing that the editor did in the page may be lost.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastGlob from 'fast-glob';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser/chromium.ts';
import { IS_LONG } from '../long-run.ts';
import { CLOCK } from '../site/built-sample.ts';
import {
  copyProject,
  eventually,
  PATIENCE_MS,
  type ProjectCopy,
  type RunningPreview,
  startPreview,
} from './running-preview.ts';

const ARTICLE = 'content/sample/blog_articles/en/a-week-with-a-new-logo.md';
const ARTICLE_PATH = '/blog/a-week-with-a-new-logo/';
const EDITS = 200;
/** A little more than the preview waits before it collects garbage. */
const REST_MS = 2500;

let project: ProjectCopy;
let preview: RunningPreview;
let browser: Browser;
let context: BrowserContext;
/** The tab of the running test. */
let page: Page;
/** What the console of the page said beside failed requests. */
const messages: string[] = [];

beforeAll(async () => {
  project = copyProject();
  [preview, browser] = await Promise.all([
    startPreview({ folder: project.folder, cwd: project.folder, args: ['--sample', '--clock', CLOCK] }),
    openBrowser(),
  ]);
  context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
});

afterAll(async () => {
  await browser?.close();
  await preview?.stop();
  project?.remove();
});

afterEach(() => {
  messages.length = 0;
});

/** Opens a page in a tab of its own and marks it: a mark that is gone means that the page was loaded again. */
async function open(path: string): Promise<void> {
  // One that is just being loaded again may take its time to go.
  for (const last of context.pages()) void last.close().catch(() => undefined);
  page = await context.newPage();
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.goto(`${preview.url}${path}`, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'here'));
}

const isMarked = () => page.evaluate(() => document.documentElement.dataset.mark === 'here');
const textOf = (selector: string) => page.locator(selector).first().textContent();
const hasText = (selector: string, text: string) => async () => (await textOf(selector))?.includes(text) ?? false;
/** The overlay's text; empty while it is hidden. */
const overlayText = async () => {
  const overlay = page.locator('sitegen-preview .overlay');
  return (await overlay.isVisible()) ? ((await overlay.textContent()) ?? '') : '';
};
const overlaySays = (text: string) => async () => (await overlayText()).includes(text);
const isOverlayGone = async () => (await overlayText()) === '';

describe('an open page', () => {
  it('shows a changed entry, and keeps scroll, open menus and what was typed', async () => {
    await open('/demo/');
    await page.evaluate(() => {
      // What scripts of a site do: a state in an attribute, an element of their own.
      document.querySelector('header')?.setAttribute('data-menu', 'open');
      const note = document.createElement('p');
      note.id = 'note-of-a-script';
      document.querySelector('main')?.prepend(note);
    });
    await page.locator('main input').first().fill('Ada');
    await page.evaluate(() => scrollTo(0, 200));
    const demo = 'content/sample/pages/en/demo.md';
    const title = /^title: (.*)$/m.exec(project.read(demo))?.[1] ?? '';
    project.edit(demo, `title: ${title}`, 'title: An hour that pays for itself');
    await eventually(hasText('main h1', 'An hour that pays for itself'));
    expect(await isMarked()).toBe(true);
    expect(await page.locator('main input').first().inputValue()).toBe('Ada');
    expect(await page.evaluate(() => Math.round(scrollY))).toBe(200);
    expect(await page.locator('header').first().getAttribute('data-menu')).toBe('open');
    expect(await page.locator('#note-of-a-script').count()).toBe(1);
    expect(messages).toEqual([]);
  });

  it('shows changed list items, new ones and none of those that are gone', async () => {
    await open('/blog/');
    const copy = project
      .read(ARTICLE)
      .replace(/^title: .*$/m, 'title: The newest of all')
      .replace(/^date: .*$/m, 'date: 2026-11-19');
    project.write('content/sample/blog_articles/en/the-newest-of-all.md', copy);
    await eventually(hasText('main', 'The newest of all'));
    expect((await preview.get('/blog/the-newest-of-all/')).status).toBe(200);
    project.removeFile('content/sample/blog_articles/en/the-newest-of-all.md');
    await eventually(async () => !(await hasText('main', 'The newest of all')()));
    expect((await preview.get('/blog/the-newest-of-all/')).status).toBe(404);
    expect(await isMarked()).toBe(true);
  });

  it('is loaded as a whole from a link, and follows the next change', async () => {
    await open('/about/');
    await page.locator('main nav a').first().click();
    await page.waitForURL(`${preview.url}/`);
    expect(await isMarked()).toBe(false);
    const main = 'content/sample/pages/en/main.md';
    const title = /^title: (.*)$/m.exec(project.read(main))?.[1] ?? '';
    project.edit(main, `title: ${title}`, 'title: A new beginning');
    await eventually(hasText('main h1', 'A new beginning'));
    project.edit(main, 'title: A new beginning', `title: ${title}`);
  });

  it('shows what another entry says of a changed one', async () => {
    await open(ARTICLE_PATH);
    project.edit('content/sample/team/en.yaml', 'Mira Lindqvist', 'Mira Lindqvist-Berg');
    await eventually(hasText('main', 'Mira Lindqvist-Berg'));
    expect(await isMarked()).toBe(true);
  });

  it('takes on changed styles without a moment without any', async () => {
    await open('/');
    project.write(
      'templates/styles/base.css',
      `${project.read('templates/styles/base.css')}\nbody { outline: 3px solid rgb(1, 2, 3); }\n`,
    );
    await eventually(() => page.evaluate(() => getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)'));
    await eventually(() =>
      page.evaluate(() => document.querySelectorAll('head link[rel=stylesheet][href*=styles]').length === 1),
    );
    expect(await isMarked()).toBe(true);
  });

  it('takes on a style sheet that a template begins to import, and changes of it', async () => {
    await open('/');
    const extra = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--extra'));
    project.write('templates/styles/extra.css', ':root { --extra: first; }\n');
    project.edit(
      'templates/bundle.ts',
      "import './styles/print.css';",
      "import './styles/print.css';\nimport './styles/extra.css';",
    );
    await eventually(async () => (await extra()) === 'first');
    project.write('templates/styles/extra.css', ':root { --extra: second; }\n');
    await eventually(async () => (await extra()) === 'second');
    project.edit('templates/bundle.ts', "\nimport './styles/extra.css';", '');
    await eventually(async () => (await extra()) === '');
    project.removeFile('templates/styles/extra.css');
    expect(await isMarked()).toBe(true);
  });

  it('shows a changed word, and a changed rule', async () => {
    await open('/es/blog/');
    const word = /"common.skipToContent": "(.*)"/.exec(project.read('locales/es.json'))?.[1] ?? '';
    project.edit('locales/es.json', `"common.skipToContent": "${word}"`, '"common.skipToContent": "Al grano"');
    await eventually(hasText('a.skip-link', 'Al grano'));
    expect(await isMarked()).toBe(true);
    // The browser's lists know this number too, so the page is loaded again for its script.
    project.edit('config/constants.ts', 'LIST_PAGE_SIZE = 12', 'LIST_PAGE_SIZE = 2');
    await eventually(async () => (await preview.get('/es/blog/page/3/')).status === 200);
    project.edit('config/constants.ts', 'LIST_PAGE_SIZE = 2', 'LIST_PAGE_SIZE = 12');
    await eventually(async () => (await preview.get('/es/blog/page/3/')).status === 404);
    const scriptOf = (html: string) => /src="(\/assets\/main-[^"]+)"/.exec(html)?.[1];
    await eventually(async () => scriptOf(await page.content()) === scriptOf((await preview.get('/es/blog/')).body));
  });

  it('is loaded again for a changed script, with what was typed', async () => {
    await open('/demo/');
    await page.locator('main input').first().fill('Grace');
    project.write(
      'client/main.ts',
      `${project.read('client/main.ts')}\ndocument.documentElement.dataset.script = 'new';\n`,
    );
    await eventually(() => page.evaluate(() => document.documentElement.dataset.script === 'new'));
    expect(await isMarked()).toBe(false);
    expect(await page.locator('main input').first().inputValue()).toBe('Grace');
  });

  it('follows in every tab, by one connection', async () => {
    await open('/');
    const others = await Promise.all(Array.from({ length: 7 }, () => context.newPage()));
    for (const other of others) await other.goto(`${preview.url}${ARTICLE_PATH}`, { waitUntil: 'domcontentloaded' });
    project.edit(ARTICLE, 'title: A week with a new logo', 'title: Two weeks with a new logo');
    for (const other of others)
      await eventually(async () => (await other.locator('main h1').textContent()) === 'Two weeks with a new logo');
    await Promise.all(others.map((other) => other.close()));
    project.edit(ARTICLE, 'title: Two weeks with a new logo', 'title: A week with a new logo');
  });
});

const countFixed = () => preview.events.filter(({ text }) => text === 'The errors are fixed.').length;

describe('what is wrong', () => {
  it('a template that throws shows its place and source, and the next good save clears it', async () => {
    const path = '/about/';
    await open(path);
    const title = (await textOf('main h1')) ?? '';
    const good = project.read('templates/components/Breadcrumbs.tsx');
    project.edit(
      'templates/components/Breadcrumbs.tsx',
      'const words = useWords();',
      "const words = useWords();\n  if (words.t('common.home') !== '') throw new Error('broken on purpose');",
    );
    await eventually(overlaySays('broken on purpose'));
    const text = await overlayText();
    expect(text).toContain('The template "about" failed: broken on purpose');
    expect(text).toMatch(/> +\d+ \| +if \(words\.t\('common\.home'\)/);
    const failed = await preview.get(path);
    expect(failed.status).toBe(500);
    expect(failed.body).toContain('broken on purpose');
    // Who opens the page now sees the reasons, and the page as soon as it is good again.
    await open(path);
    await eventually(overlaySays('broken on purpose'));
    project.write('templates/components/Breadcrumbs.tsx', good);
    await eventually(hasText('main h1', title));
    await eventually(isOverlayGone);
    expect((await preview.get(path)).status).toBe(200);
    // It was asked for several times, and is told once.
    const told = preview.events.filter(({ problem }) => problem?.what.includes('"about" failed') === true);
    expect(told).toHaveLength(1);
    expect(countFixed()).toBeGreaterThan(0);
  });

  it('an invalid entry of the sample is told, and when it is fixed', async () => {
    const before = countFixed();
    const good = project.read(ARTICLE);
    project.write(ARTICLE, `---\ntitle: "open\n---\n`);
    await eventually(() => preview.events.some(({ problem }) => problem?.code === 'SAMPLE_INVALID'));
    project.write(ARTICLE, good);
    await eventually(() => countFixed() > before);
  });

  it('a bad configuration keeps the last good site and says what is wrong', async () => {
    await open('/blog/');
    project.edit('site.config.ts', 'integrations:', "origin: 'nonsense',\n  integrations:");
    await eventually(overlaySays('CONFIG_INVALID'));
    expect(await overlayText()).toContain('Expected an absolute http or https URL.');
    expect((await preview.get('/blog/')).status).toBe(200);
    project.edit('site.config.ts', "origin: 'nonsense',\n  ", '');
    await eventually(isOverlayGone);
    const rules = project.read('config/pages.ts');
    project.write('config/pages.ts', `${rules}\nexport const broken = {;\n`);
    await eventually(overlaySays('config/pages.ts:'));
    // Who closes the message still sees that the page is not the newest, and can read it again.
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await overlayText()).toBe('');
    await page.getByRole('button', { name: 'Preview: 1 error' }).click();
    expect(await overlayText()).toContain('config/pages.ts:');
    project.write('config/pages.ts', rules);
    await eventually(isOverlayGone);
    expect(await isMarked()).toBe(true);
  });

  it.runIf(IS_LONG)('unknown middleware is answered with the error page 500 and says so', async () => {
    await open('/about/');
    project.edit(
      'config/pages.ts',
      "entryPage('about')",
      "{ ...entryPage('about'), middleware: ['redirects', 'geo'] }",
    );
    await eventually(async () => (await preview.get('/about/')).status === 500);
    await eventually(overlaySays('Unknown middleware'));
    const { body } = await preview.get('/about/');
    expect(body).toContain('data-route="500___en"');
    expect(body).toMatch(/data-error-message[^>]*>Unknown middleware</);
    expect((await preview.get('/blog/')).status).toBe(200);
    project.edit(
      'config/pages.ts',
      "{ ...entryPage('about'), middleware: ['redirects', 'geo'] }",
      "entryPage('about')",
    );
    await eventually(async () => (await preview.get('/about/')).status === 200);
    await eventually(() => page.evaluate(() => document.body.dataset.route === 'about___en'));
    await eventually(isOverlayGone);
  });
});

describe('the toolbar', () => {
  it('tells entry, site, template, edit link, warnings and other languages', async () => {
    await open(ARTICLE_PATH);
    const good = project.read(ARTICLE);
    project.edit(ARTICLE, '<p>A regional railway', '<p><a href="/gone/">A regional</a> railway');
    project.edit(ARTICLE, 'title: A week with a new logo', `title: ${'A very long title '.repeat(6)}`);
    await eventually(hasText('main h1', 'A very long title'));
    const toggle = page.getByRole('button', { name: /^Preview/ });
    await eventually(async () => (await toggle.textContent())?.includes('warning') ?? false);
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await toggle.click();
    const panel = page.getByRole('region', { name: 'About this page' });
    const text = (await panel.textContent()) ?? '';
    for (const part of [
      'blog_articles',
      'article',
      'published',
      'LINK_DEAD: The link /gone/ leads to no page.',
      'TITLE_LONG',
      'Español (es): Missing on purpose',
    ])
      expect(text).toContain(part);
    expect(await panel.textContent()).toContain(`Edit ${ARTICLE}`);
    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(false);
    expect(await toggle.evaluate((element) => element.matches(':focus'))).toBe(true);
    project.write(ARTICLE, good);
  });

  it('tells in Click to edit the files of the sample', async () => {
    const { body } = await preview.get('/es/pricing/', { headers: { 'x-sitegen-edit': '1' } });
    for (const file of ['pages/es/pricing.md', 'globals/price_page_banner/es.yaml'])
      expect(body).toContain(`data-sitegen-edit="content/sample/${file}"`);
  });

  it('tells what a check would find on the page', async () => {
    project.write(
      ARTICLE,
      `${project.read(ARTICLE).replace(/content:[\s\S]*$/, 'content: \'<p><a href="/nowhere/">there</a> <a href="/about">about</a> <a href="#none">part</a></p>\'')}\n---\n`,
    );
    const read = async () => {
      const { inspection } = JSON.parse((await preview.get(`/__sitegen/page?path=${ARTICLE_PATH}`)).body);
      const warnings: readonly { readonly code: string; readonly what: string }[] = inspection?.warnings ?? [];
      return warnings.map(({ code, what }) => `${code} ${what}`).join('\n');
    };
    await eventually(async () => (await read()).includes('LINK_DEAD The link /nowhere/ leads to no page.'));
    expect(await read()).toContain(`ANCHOR_DEAD The link ${ARTICLE_PATH}#none names an id that is not on that page.`);
    expect(await read()).not.toMatch(/ASSET_DEAD|CANONICAL_WRONG|PAGE_ORPHAN|SITEMAP/);
  });
});

describe('many edits', () => {
  it.runIf(IS_LONG)(
    `leave no threads, handles, files or memory behind (${EDITS})`,
    { timeout: 3_600_000 },
    async () => {
      await open('/blog/');
      const template = 'templates/render-page.tsx';
      const edit = async (count: number) => {
        project.write(
          template,
          project.read(template).replace(/\$\{main\}(<!--\d+-->)?/, () => `\${main}<!--${count}-->`),
        );
        const words = project.read('locales/en.json');
        project.write(
          'locales/en.json',
          words.replace(/"common.skipToContent": ".*"/, `"common.skipToContent": "Skip ${count}"`),
        );
        await eventually(async () => {
          const { body } = await preview.get('/blog/');
          return body.includes(`<!--${count}-->`) && body.includes(`>Skip ${count}<`);
        });
      };
      const warmUp = 40;
      for (let count = 0; count < warmUp; count += 1) await edit(count);
      const before = look(preview);
      for (let count = warmUp; count < EDITS; count += 1) {
        await edit(count);
        // Garbage is collected in the pauses of an editor. Without any, memory stays where its peak was.
        if (count % 10 === 9) await sleep(REST_MS);
      }
      // Threads begin and end beside the edits.
      await eventually(() => look(preview).threads <= before.threads + 2);
      await eventually(() => look(preview).handles <= before.handles + 8);
      await eventually(() => look(preview).files <= before.files + 8);
      await eventually(() => look(preview).megabytes < before.megabytes + 150);
      await eventually(hasText('a.skip-link', `Skip ${EDITS - 1}`));
      expect(await isMarked()).toBe(true);
    },
  );

  it('while pages are asked for: every answer is a good page, and the last one is the last edit', async () => {
    let isOver = false;
    const statuses = new Set<number>();
    const asking = (async () => {
      while (!isOver) statuses.add((await preview.get('/pricing/')).status);
    })();
    const last = 1000 + (IS_LONG ? 15 : 6);
    for (let count = 1000; count <= last; count += 1) {
      const words = project.read('locales/en.json');
      project.write(
        'locales/en.json',
        words.replace(/"common.skipToContent": ".*"/, `"common.skipToContent": "Skip ${count}"`),
      );
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await eventually(async () => (await preview.get('/pricing/')).body.includes(`>Skip ${last}<`));
    isOver = true;
    await asking;
    expect([...statuses]).toEqual([200]);
  });
});

/** What a process holds, as the system counts it. */
function look({ process: { pid } }: RunningPreview) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  // Files come and go meanwhile. The compiled code is that of all tests, which run beside this one.
  const own = fastGlob.sync('**', { cwd: join(project.folder, '.sitegen'), ignore: ['code/**'], suppressErrors: true });
  return {
    threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]),
    megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1000,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    files: own.length,
  };
}
