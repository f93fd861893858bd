// What an editor does at the wrong moment: two things at once, something broken from the start, an end while the content
// service is silent. Each moment is made by an event, never by a time.

import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../long-run.ts';
import { serviceWith } from '../service/content-service.ts';
import { article, smallContent } from '../site/small-content.ts';
import { copyProject, eventually, type ProjectCopy, type RunningPreview, startPreview } from './running-preview.ts';

const ARTICLE = 'content/sample/blog_articles/en/a-week-with-a-new-logo.md';
const ARTICLE_PATH = '/blog/a-week-with-a-new-logo/';
const LIST = '/api/collections/blog_articles/entries';

let project: ProjectCopy;

beforeAll(() => {
  project = copyProject();
});

afterAll(() => {
  project?.remove();
});

const start = async (...args: readonly string[]) => {
  const preview = await startPreview({ folder: project.folder, cwd: project.folder, args });
  onTestFinished(async () => void (await preview.stop()));
  return preview;
};

/** A way to a service that holds requests for articles while its gate is closed. */
async function startGate(url: string) {
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  let held = 0;
  const server = createHttpServer(async (request, response) => {
    if (request.url?.startsWith(LIST) === true) {
      held += 1;
      await opened.promise;
      held -= 1;
    }
    const answer = await fetch(`${url}${request.url}`);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      opened = Promise.withResolvers();
    },
    open: () => opened.resolve(),
    held: () => held,
  };
}

describe('a word that changes while content is being read', () => {
  it('loses no content', async () => {
    const articles = { en: [article('first', { title: 'The first article' })] };
    const service = await serviceWith({ ...smallContent(), blog_articles: articles });
    onTestFinished(() => service.stop());
    const gate = await startGate(service.url);
    const preview = await start('--content-url', gate.url, '--poll', '0');
    const page = async () => (await preview.get('/blog/first/')).body;
    expect(await page()).toContain('The first article');

    articles.en = [article('first', { title: 'Another title' })];
    gate.close();
    const refreshed = preview.get('/__sitegen/refresh', { method: 'POST' });
    await eventually(() => gate.held() > 0);
    const words = project.read('locales/en.json');
    onTestFinished(() => project.write('locales/en.json', words));
    project.edit('locales/en.json', '"common.skipToContent": "', '"common.skipToContent": "Straight ');
    // The next thread runs, with the content of before.
    await eventually(async () => (await page()).includes('>Straight '));
    gate.open();
    expect(JSON.parse((await refreshed).body)).toEqual({ isChanged: true });
    expect(await page()).toContain('Another title');
    expect(await page()).toContain('>Straight ');
  });
});

describe('a rule that the browser’s scripts know, too', () => {
  it.runIf(IS_LONG)('is in no page that is opened with the scripts of before', async () => {
    const preview = await start('--sample');
    const look = async () => {
      const { body } = await preview.get('/blog/');
      return { cards: body.split('class="card').length, script: /src="(\/assets\/main-[^"]+)"/.exec(body)?.[1] };
    };
    const before = await look();
    expect(before.script).toBeDefined();
    onTestFinished(() => project.edit('config/constants.ts', 'LIST_PAGE_SIZE = 2;', 'LIST_PAGE_SIZE = 12;'));
    project.edit('config/constants.ts', 'LIST_PAGE_SIZE = 12;', 'LIST_PAGE_SIZE = 2;');
    const seen = new Set<string>();
    await eventually(async () => {
      const { cards, script } = await look();
      if (cards !== before.cards) seen.add(script === before.script ? 'old script' : 'new script');
      return cards !== before.cards;
    });
    expect([...seen]).toEqual(['new script']);
  });
});

describe('a preview that ends', () => {
  const RULE = 'LIST_PAGE_SIZE = 12;';
  const look = async (preview: RunningPreview, headers = {}) => {
    const { body } = await preview.get('/blog/', { headers });
    return { cards: body.split('class="card').length, script: /src="(\/assets\/main-[^"]+)"/.exec(body)?.[1] };
  };

  it.runIf(IS_LONG)(
    'leaves no script of before to the next one, where a rule had changed that scripts know, too',
    async () => {
      const preview = await start('--sample');
      const before = await look(preview);
      onTestFinished(() => project.edit('config/constants.ts', 'LIST_PAGE_SIZE = 2;', RULE));
      project.edit('config/constants.ts', RULE, 'LIST_PAGE_SIZE = 2;');
      // As an open page asks: it gets the rule before the script is bundled.
      await eventually(async () => (await look(preview, { 'x-sitegen-update': '1' })).cards !== before.cards);
      expect(await preview.stop()).toBe(0);
      const after = await look(await start('--sample'));
      expect(after.cards).not.toBe(before.cards);
      expect(after.script).toBeDefined();
      expect(after.script).not.toBe(before.script);
    },
  );

  it.runIf(IS_LONG)('leaves no code of a script that was broken then', async () => {
    const preview = await start('--sample');
    await look(preview);
    const good = project.read('client/main.ts');
    onTestFinished(() => project.write('client/main.ts', good));
    project.write('client/main.ts', `${good}\nexport const broken = {;\n`);
    const state = async () => (await preview.get('/__sitegen/state')).body;
    await eventually(async () => (await state()).includes('client/main.ts:'));
    expect(await preview.stop()).toBe(0);
    const next = await start('--sample');
    await eventually(async () => (await next.get('/')).body.includes('client/main.ts:'));
  });
});

describe('a configuration', () => {
  it('that is broken at the start is told once, the site is shown when it is mended, then every change, and another service that it names', async () => {
    const [good, rules] = [project.read('site.config.ts'), project.read('config/menu.ts')];
    project.removeFile('site.config.ts');
    project.write('config/menu.ts', `${rules}\nexport const broken = {;\n`);
    onTestFinished(() => {
      project.write('site.config.ts', good);
      project.write('config/menu.ts', rules);
    });
    const preview = await start('--poll', '0.2');
    expect((await preview.get('/')).body).toContain('Could not resolve &quot;./site.config.ts&quot;.');
    // Answered when everything is made ready that can be.
    await preview.get('/__sitegen/refresh', { method: 'POST' });
    const told = preview.events.filter(({ problem }) => problem?.what === 'Could not resolve "./site.config.ts".');
    expect(told).toHaveLength(1);
    project.write('site.config.ts', good);
    await eventually(async () => !(await preview.get('/')).body.includes('Could not resolve'));
    expect((await preview.get(ARTICLE_PATH)).body).toContain('TEMPLATE_BROKEN');
    project.write('config/menu.ts', rules);
    await eventually(async () => (await preview.get(ARTICLE_PATH)).status === 200);
    project.edit(ARTICLE, 'title: A week with a new logo', 'title: A title after all');
    onTestFinished(() => project.edit(ARTICLE, 'title: A title after all', 'title: A week with a new logo'));
    await eventually(async () => (await preview.get(ARTICLE_PATH)).body.includes('A title after all'));

    const contentOf = (title: string) => ({ ...smallContent(), blog_articles: { en: [article('first', { title })] } });
    const [one, other] = [contentOf('Of the first service'), contentOf('Of the second service')];
    const services = [await serviceWith(one), await serviceWith(other)];
    onTestFinished(async () => {
      for (const service of services) await service.stop();
    });
    const page = async () => (await preview.get('/blog/first/')).body;
    const name = (url = '') =>
      project.write('site.config.ts', good.replace('integrations:', `content: { url: '${url}' },\n  integrations:`));
    name(services[0]?.url);
    await eventually(async () => (await page()).includes('Of the first service'));
    name(services[1]?.url);
    await eventually(async () => (await page()).includes('Of the second service'));
    other.blog_articles.en = [article('first', { title: 'Changed over there' })];
    await eventually(async () => (await page()).includes('Changed over there'));
  });
});

describe('a content service that is silent', () => {
  it('does not keep the preview from ending', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const preview = await startPreview({
      cwd: project.folder,
      args: ['--content-url', `http://127.0.0.1:${port}`],
      until: ({ text }) => text?.startsWith('Open ') === true,
    });
    await eventually(() => sockets.size > 0);
    expect(await preview.stop()).toBe(0);
    expect(preview.output()).not.toContain('failed');
  });
});
