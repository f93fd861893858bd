// An editor: writes in the content service, and looks at the site in `sitegen preview`.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../long-run.ts';
import { eventually, startPreview } from '../preview/running-preview.ts';
import { startService, unusedPort } from '../service/content-service.ts';
import { makeFolder, runSitegen } from '../site/run-sitegen.ts';
import { startBrowser } from './support/browser.ts';
import { copyProject } from './support/project-copy.ts';

/** The picture of an article. */
const DRAWING = 'content/sample/assets/blog/baseline.svg';

const visit = startBrowser();

/** A preview of its own, stopped when the test ends. */
async function preview(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'sitegen-editor-'));
  const running = await startPreview({ cwd, args, environment });
  onTestFinished(async () => {
    await running.stop();
    rmSync(cwd, { recursive: true, force: true });
  });
  return running;
}

describe('An editor uploads a drawing', () => {
  it.runIf(IS_LONG)('reads which entry shows it, in which line it loads a file, and how to export it', async () => {
    const project = copyProject();
    onTestFinished(project.remove);
    project.edit(DRAWING, (svg) => svg.replace('>', '>\n<style>@\\69mport "https://elsewhere.example/a.css";</style>'));
    const { code, stderr } = await project.run(['build', '--sample', '--locale', 'en']);
    expect(code).toBe(1);
    expect(stderr).toContain('IMAGE_UNUSABLE');
    expect(stderr).toMatch(/The SVG has a style with a backslash \(line 2\).*\n.*Export it as plain SVG/);
    expect(stderr).toContain('blog_articles');
  });
});

const SERVICES = { SITEGEN_GTM_ID: 'GTM-TEST1', SITEGEN_CHAT_APP_ID: 'chat-test-1' };

let project: ReturnType<typeof copyProject>;
/** The preview of most tests, over files that they change. */
let running: Awaited<ReturnType<typeof startPreview>>;

beforeAll(async () => {
  project = copyProject();
  const { folder } = project;
  const args = ['--sample', '--drafts', '--clock', '2026-11-20'];
  const environment = {
    ...SERVICES,
    SITEGEN_SHARE_IMAGES: 'per-page',
    SITEGEN_IMAGE_CACHE: join(folder, '.sitegen/images'),
  };
  running = await startPreview({ folder, cwd: folder, args, environment });
});
afterAll(async () => {
  await running?.stop();
  project?.remove();
});

describe('An editor previews the site', () => {
  it('is no visitor to count: tag manager and chat are off, unless asked for; share images are made when they are asked for', async () => {
    const quiet = running;
    const taken = new URL(quiet.url).port;
    const loud = await preview(['--sample', '--integrations', '--host', '--port', taken], SERVICES);
    const mentions = async ({ get }: typeof quiet) => {
      const { body, headers } = await get('/');
      return `${body}${headers.get('content-security-policy')}`.match(/GTM-TEST1|chat-test-1|googletagmanager/g) ?? [];
    };
    expect(await mentions(quiet)).toEqual([]);
    expect(new Set(await mentions(loud))).toEqual(new Set(['GTM-TEST1', 'chat-test-1', 'googletagmanager']));

    // The same previews: the share image of a page that was never built,
    const about = (await quiet.get('/about/')).body;
    const card = /<meta property="og:image" content="[^"]*?(\/assets\/[^"]+)"/.exec(about)?.[1];
    const answer = await fetch(`${quiet.url}${card}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);

    // a port in use, and an address that others reach.
    const port = Number(new URL(loud.url).port);
    expect(port).toBeGreaterThan(Number(taken));
    const texts = loud.events.map(({ text }) => text);
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const others = own.filter(({ family, internal }) => family === 'IPv4' && !internal);
    expect(texts).toContain(`Port ${taken} is in use, trying ${Number(taken) + 1}.`);
    expect(texts).toContain(`Local:   http://localhost:${port}/`);
    for (const { address } of others) expect(texts).toContain(`Network: http://${address}:${port}/`);
    expect(texts.join('\n')).toContain('The preview is exposed to your network');
    expect(quiet.output()).not.toContain('your network');
    const strict = await runSitegen(['preview', '--sample', '--port', taken, '--strict-port'], { cwd: makeFolder() });
    expect([strict.code, strict.stderr]).toEqual([2, expect.stringContaining(`Port ${taken} is in use.`)]);
  });

  it.runIf(IS_LONG)(
    'reads what to do while the content service is down, and sees the site when it is up again',
    async () => {
      const port = await unusedPort();
      const address = `http://127.0.0.1:${port}`;
      const start = async () => {
        const service = await startService({ recording: 'v6', port });
        onTestFinished(() => service.stop());
        return service;
      };
      const { url, get, output } = await preview(['--content-url', address, '--poll', '0.2']);
      expect((await get('/')).status).toBe(503);
      const { page } = await visit(`${url}/`);
      const main = page.getByRole('main');
      await main.getByText(`Start the content service at ${address}`).waitFor();
      expect(await page.title()).toBe('The page cannot be shown');
      expect(await page.getByRole('alert').count()).toBe(0);

      const service = await start();
      await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'cannot be shown' }).waitFor();
      const title = await page.title();

      await service.stop();
      const alert = page.getByRole('alert');
      await alert.getByText('The preview shows the last content that it received.').waitFor();
      expect(await alert.textContent()).toContain(`Start the content service at ${address}`);
      expect([await page.title(), await main.count()]).toEqual([title, 1]);
      await alert.getByRole('button', { name: 'Close' }).click();
      await alert.waitFor({ state: 'hidden' });
      expect((await get('/about/')).status).toBe(200);

      await start();
      const state = async () => JSON.parse((await get('/__sitegen/state')).body);
      await eventually(async () => (await state()).outage === null);
      expect((await get('/')).status).toBe(200);
      expect(output()).toContain('Pages are shown without redirects.');
      expect(output()).not.toContain('Nothing was');
    },
  );
});

describe('An editor changes files while the page is open', () => {
  const replace = (file: string, from: string | RegExp, to: string) =>
    project.edit(file, (text) => text.replace(from, () => to));
  /** Opens a page and marks it: a mark that is gone means that it was loaded again. */
  const open = async (path: string) => {
    const { page } = await visit(`${running.url}${path}`);
    await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'here'));
    const overlay = page.locator('sitegen-preview .overlay');
    return {
      page,
      isSame: () => page.evaluate(() => document.documentElement.dataset.mark === 'here'),
      /** Waits for mistakes in the overlay, and for their end once their files are as before. */
      sees: async (...texts: readonly (string | RegExp)[]) => {
        for (const text of texts) await overlay.getByText(text).first().waitFor();
      },
      seesNone: () => overlay.waitFor({ state: 'hidden' }),
    };
  };
  /** Breaks files, sees what the overlay says of that over the page, and fixes them again. */
  const breakAndFix = async (
    tab: Awaited<ReturnType<typeof open>>,
    changes: readonly FileChange[],
    ...texts: readonly (string | RegExp)[]
  ) => {
    const good = changes.map(([file]) => [file, readFileSync(join(project.folder, file))] as const);
    for (const change of changes) replace(...change);
    await tab.sees(...texts);
    for (const [file, bytes] of good.toReversed()) writeFileSync(join(project.folder, file), bytes);
    await tab.seesNone();
  };

  it.runIf(IS_LONG)('sees a template and a menu change in the page as it is', async () => {
    const { page, isSame } = await open('/es/about/');
    replace('templates/components/Breadcrumbs.tsx', '<nav', '<nav id="edited"');
    await page.locator('#edited').waitFor({ state: 'attached' });
    const footer = page.getByRole('contentinfo');
    const careers = footer.locator('a[href="/es/careers/"]');
    await careers.waitFor();
    replace('config/menu.ts', "link('careers'), ", '');
    await careers.waitFor({ state: 'detached' });
    expect(await isSame()).toBe(true);
  });

  it('follows a redirect and reads a draft as soon as they are written', async () => {
    replace('content/sample/redirects/en.yaml', /^/, '- { from: /winter/, to: /pricing/, type: 302 }\n');
    await eventually(async () => (await running.get('/winter/')).headers.get('location') === '/pricing/');
    const { page } = await open('/es/blog/borrador-grupos-cerrados/');
    await page.locator('main h1').getByText('Lo que no debemos leer').waitFor();
    replace('content/sample/blog_articles/es/borrador-grupos-cerrados.md', /^title: .*$/m, 'title: Lo que no leemos');
    await page.locator('main h1').getByText('Lo que no leemos').waitFor();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const panel = page.getByRole('region', { name: 'About this page' });
    await panel.getByText('English (en): Missing on purpose').waitFor();
    expect(await panel.textContent()).not.toMatch(/Warnings|Notices/);
  });

  it.runIf(IS_LONG)('reads of each mistake where it is, over the last good page, until it is fixed', async () => {
    const tab = await open('/es/about/');
    for (const { changes, texts } of MISTAKES) await breakAndFix(tab, changes, ...texts);
    expect(await tab.isSame()).toBe(true);
  });

  it('tries a form: what it sends stays in the preview', async () => {
    const { page } = await open('/demo/');
    const form = page.locator('main form').first();
    const values: Readonly<Record<string, string>> = { email: 'ada@example.com', phone: '+14155552671' };
    for (const field of await form.locator('input:visible').all()) {
      const name = (await field.getAttribute('name')) ?? '';
      await field.fill(values[name] ?? 'Ada');
    }
    await form.locator('button[type=submit]').click();
    await page.waitForURL(/\/success\//);
    expect((await running.get('/__sitegen/requests')).body).toContain('ada@example.com');
  });
});

type FileChange = readonly [file: string, from: string | RegExp, to: string];

/** Mistakes in files, and what the overlay says of each. */
const MISTAKES: readonly { readonly changes: readonly FileChange[]; readonly texts: readonly (string | RegExp)[] }[] = [
  {
    changes: [
      ['locales/kz.json', '"common.menuButton"', '"common.menuButon"'],
      ['locales/es.json', '"common.menuButton": "', '"common.menuButton": "{'],
    ],
    texts: [
      'WORDS_INVALID',
      /locales\/es\.json:6:3 › common\.menuButton/,
      'A "{" is not closed.',
      /locales\/kz\.json:6:3 › common\.menuButon/,
      'Did you mean "common.menuButton"?',
    ],
  },
  {
    changes: [['content/sample/pages/es/about.md', /^title: .*$/m, 'title: "Open']],
    texts: [
      /content\/sample\/pages\/es\/about\.md:2/,
      'A quote or bracket in the YAML is not closed.',
      /^Fix this file\.$/,
    ],
  },
  {
    changes: [
      ['config/menu.ts', "page('product')", "page('prodct')"],
      ['config/pages.ts', "template: 'home'", "template: 'hom'"],
    ],
    texts: [
      /config\/menu\.ts:\d+:\d+ › platform\.submenu\.0\.target\.page/,
      'Did you mean "product"?',
      /There is no template "hom"\./,
    ],
  },
  {
    changes: [['templates/components/Breadcrumbs.tsx', 'return items', 'retur items']],
    texts: [/templates\/components\/Breadcrumbs\.tsx:\d+:\d+/, /retur items/],
  },
  {
    changes: [['templates/styles/print.css', /^/, '.a { color: red;\n']],
    texts: [/templates\/styles\/print\.css:1:4/, 'Expected "}" to go with "{".'],
  },
  {
    changes: [
      [
        'templates/pages/AboutPage.tsx',
        /\n {2}return/,
        "\n  if (Math.abs(1)) throw new Error('no such team');\n  return",
      ],
    ],
    texts: [
      /templates\/pages\/AboutPage\.tsx:\d+:\d+ › pages › .+ › es › \/es\/about\//,
      /The template "about" failed: no such team/,
    ],
  },
  { changes: [['locales/ua.json', '",\n', '"\n']], texts: [/locales\/ua\.json:3:3/, /in JSON/] },
  { changes: [['config/menu.ts', "page('product')", "pge('product')"]], texts: [/pge is not defined/] },
  {
    changes: [['content/sample/pages/es/about.md', /^title: .*$/m, 'title: [']],
    texts: [/content\/sample\/pages\/es\/about\.md/],
  },
];
