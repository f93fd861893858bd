// Rendering threads as the build uses them: real workers with templates of the test's own, which grow or throw on demand.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { SiteError } from '../../cli/errors.ts';
import { toSitePath } from '../../cli/files/brands.ts';
import { RenderQueue } from '../../cli/render/render-queue.ts';
import type { QueuedPage, RenderedPage } from '../../cli/render/worker-messages.ts';
import { sampleOf } from '../long-run.ts';
import { failureOf } from '../publish/failure-of.ts';
import { makeFolder } from '../site/run-sitegen.ts';

/** The bytes of a large page. */
const MUCH = 'x'.repeat(250_000);
/** Enough for several batches a thread. */
const PAGES = 480;

/** A page's props say what its template does. */
const TEMPLATES_FILE = `
exports.createTemplates = () => ({
  renderChrome: () => ({ top: '<header></header>', afterSwitcher: '', bottom: '' }),
  renderPageParts: ({ props }) => {
    if (props.fault === 'throws') throw new Error('There is no such field.');
    if (props.fault === 'throws what cannot cross') throw Object.assign(new Error('A function.'), { cause: () => {} });
    if (props.fault === 'ends') process.exit(7);
    if (props.fault === 'grows') for (const all = []; ; ) all.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
    return { head: '', languageTag: 'en', headTags: [], switcher: '', main: '<main>' + props.text + ' beside ' + props.related.map(({ title }) => title) + '</main>', end: '<!-- thread ' + process.getBuiltinModule('node:worker_threads').threadId + ' -->' };
  },
});
`;

const RELATED = [{ title: 'Newest' }];
const sharedOf = (key: string, value: object) => ({ key, value, text: JSON.stringify(value) });
/** Values that pages share are sent to each thread once. */
const SHARED = [
  sharedOf('site', {}),
  sharedOf('words', {}),
  sharedOf('chrome', { input: {}, words: 'words', shows: [] }),
];

/** A page that is large, which goes to a worker, may end its thread. */
const DEADLY = ['large', 'grows', 'ends'];

function pageOf(index: number, fault: string | null): QueuedPage {
  const much = MUCH.repeat(DEADLY.indexOf(fault ?? '') + 1);
  const props = { text: `Text ${index}`, fault, content: [{ type: 'text', html: much }], related: RELATED };
  return {
    page: {
      path: toSitePath(`/page-${index}/`),
      template: 'article',
      entry: null,
      keys: { code: 'code', site: 'site', words: 'words', chrome: 'chrome' },
      text: JSON.stringify({ template: 'article', props }),
    },
    shared: SHARED,
  };
}

/** A queue over a folder of its own, with one page at fault or none. */
function openQueue(threads: number, templates = TEMPLATES_FILE) {
  const folder = makeFolder();
  const stagingDir = join(folder, 'staging');
  mkdirSync(stagingDir);
  writeFileSync(join(folder, 'templates.cjs'), templates);
  const made = new Map<number, RenderedPage>();
  const queue = new RenderQueue<number>({
    threads,
    templatesFile: join(folder, 'templates.cjs'),
    staging: { stagingDir, shownOutDir: 'out' },
    onRendered: (rendered) => {
      for (const page of rendered) made.set(page.ticket, page);
    },
  });
  return { queue, made, stagingDir };
}

type TestQueue = Pick<ReturnType<typeof openQueue>, 'queue'>;

async function renderAll({ queue }: TestQueue, faultAt: number | null, fault = ''): Promise<void> {
  try {
    for (let index = 0; index < PAGES; index += 1)
      await queue.add(index, pageOf(index, index === faultAt ? fault : null));
    await queue.finish();
  } finally {
    await queue.close();
  }
}

/** The failure of one page: in the middle, or in the last batch, when nothing else is handed over. */
function failureAt(faultAt: number, fault: string, threads = 2): Promise<Pick<SiteError, 'code' | 'message'>> {
  return failureOf(() => renderAll(openQueue(threads), faultAt, fault));
}

/** The thread that rendered a page. */
function threadOf(stagingDir: string, index: number): string | undefined {
  return /<!-- thread (\d+) -->/.exec(readFileSync(join(stagingDir, `page-${index}/index.html`), 'utf8'))?.[1];
}

describe('RenderQueue', () => {
  it.each(sampleOf([2, 1, 3]))('stages every page with threads: %s', async (threads) => {
    const opened = openQueue(threads);
    const { queue, made, stagingDir } = opened;
    await renderAll(opened, null);
    expect([...made.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: PAGES }, (_, index) => index));
    const rendering = new Set([...made.keys()].map((index) => threadOf(stagingDir, index)));
    expect(rendering.size).toBe(threads);
    expect(readdirSync(stagingDir)).toHaveLength(PAGES);
    expect(queue.fragments.has('chrome')).toBe(true);
    for (const index of [0, 1, 2, PAGES - 3, PAGES - 2, PAGES - 1]) {
      const html = readFileSync(join(stagingDir, `page-${index}/index.html`), 'utf8');
      expect(html).toContain(`<main>Text ${index} beside Newest</main>`);
    }
  });

  it('tells of templates that cannot be loaded where pages are rendered', async () => {
    const { queue } = openQueue(2, 'throw new Error("No templates.");');
    await expect(queue.finish()).resolves.toBeUndefined();
    await queue.add(0, pageOf(0, null));
    await expect(queue.finish()).rejects.toThrow('No templates.');
    await queue.close();
  });

  it.each(sampleOf([2, 1]))('names the page whose template throws, with threads: %s', async (threads) => {
    for (const page of [100, PAGES - 1]) {
      expect(await failureAt(page, 'throws', threads)).toEqual({
        code: 'TEMPLATE_FAILED',
        exitCode: 1,
        problems: [
          {
            code: 'TEMPLATE_FAILED',
            severity: 'error',
            where: { file: 'templates/pages/ArticlePage.tsx', path: `/page-${page}/` },
            what: 'There is no such field.',
            fix: expect.any(String),
          },
        ],
        message: `The template "article" failed on /page-${page}/. Nothing was written.`,
      });
    }
  });

  it.each(sampleOf([2, 1]))('names it where what is thrown cannot cross, with threads: %s', async (threads) => {
    expect(await failureAt(100, 'throws what cannot cross', threads)).toMatchObject({
      problems: [{ where: { path: '/page-100/' }, what: 'A function.' }],
    });
  });

  it('fails when a page fails in this thread while workers are at work', async () => {
    // Workers take three batches each before this thread takes one.
    expect(await failureAt(130, 'throws')).toMatchObject({ code: 'TEMPLATE_FAILED' });
  });

  it('renders a large page in a worker', async () => {
    const opened = openQueue(2);
    await renderAll(opened, PAGES - 1, 'large');
    expect(threadOf(opened.stagingDir, PAGES - 1)).not.toBe(String(threadId));
  });

  it.each(sampleOf([100, PAGES - 1]))('fails with the page at which a thread ran out of memory: %i', async (page) => {
    const batch = page - (page % 40);
    expect(await failureAt(page, 'grows')).toEqual({
      code: 'WORKER_OUT_OF_MEMORY',
      exitCode: 1,
      problems: [],
      message:
        `A thread needed more than its 192 MB of memory at /page-${batch}/ or one of the next pages. ` +
        'Nothing was written. Split the large entry, or build with --workers 1, which has no limit.',
    });
  });

  it('fails when a thread ends by itself, and does not wait for ever', async () => {
    await expect(renderAll(openQueue(2), 479, 'ends')).rejects.toThrow('A thread of the build ended with exit code 7.');
  });
});
