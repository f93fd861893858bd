// `npm run bench preview [EDITS]`: measures how long an editor waits with `sitegen preview`: from start to the first page, for repeated
// requests, and from a saved file to the screen of a browser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../../tests/browser/chromium.ts';
import {
  copyProject,
  type ProjectCopy,
  type RunningPreview,
  startPreview,
} from '../../tests/preview/running-preview.ts';
import { type Figure, medianOf, type SuiteOptions, type SuiteResult } from '../suite.ts';

const STARTS = 5;
const WARM_ROUNDS = 5;
/** Pause between two changes. */
const PAUSE_MS = 1000;
const DEFAULT_EDITS = 10;
const ARTICLE = 'content/sample/blog_articles/en/a-week-with-a-new-logo.md';

/** A kind of change. */
interface Change {
  readonly name: string;
  readonly path: string;
  readonly make: (project: ProjectCopy, count: number) => void;
  /** Whether the page shows the change; runs in the browser. */
  readonly isSeen: (count: number) => boolean;
}

const replaceIn = (project: ProjectCopy, file: string, pattern: RegExp, text: string) =>
  project.write(
    file,
    readFileSync(join(project.folder, file), 'utf8').replace(pattern, () => text),
  );

const CHANGES: readonly Change[] = [
  {
    name: 'entry',
    path: '/blog/a-week-with-a-new-logo/',
    make: (project, count) => replaceIn(project, ARTICLE, /^title: .*$/m, `title: Title ${count}`),
    isSeen: (count) => document.querySelector('main h1')?.textContent === `Title ${count}`,
  },
  {
    name: 'style',
    path: '/',
    make: (project, count) =>
      replaceIn(
        project,
        'templates/styles/base.css',
        /(\/\* bench \*\/.*)?$/,
        `/* bench */ body { outline: ${count}px solid red; }`,
      ),
    isSeen: (count) => getComputedStyle(document.body).outlineWidth === `${count}px`,
  },
  {
    name: 'template',
    path: '/',
    make: (project, count) =>
      replaceIn(project, 'templates/render-page.tsx', /\{main\}(<!--\d+-->)?/, `{main}<!--${count}-->`),
    isSeen: (count) => document.body.innerHTML.includes(`<!--${count}-->`),
  },
  {
    name: 'word',
    path: '/',
    make: (project, count) =>
      replaceIn(project, 'locales/en.json', /"common.skipToContent": ".*"/, `"common.skipToContent": "Skip ${count}"`),
    isSeen: (count) => document.querySelector('.skip-link')?.textContent === `Skip ${count}`,
  },
  {
    name: 'rule',
    path: '/',
    make: (project, count) =>
      replaceIn(project, 'config/locales.ts', /ownName: 'English.*?'/, `ownName: 'English ${count}'`),
    isSeen: (count) => document.querySelector('header')?.textContent.includes(`English ${count}`) === true,
  },
  {
    name: 'rule that scripts know, too',
    path: '/blog/',
    make: (project, count) =>
      replaceIn(project, 'config/constants.ts', /LIST_PAGE_SIZE = \d+/, `LIST_PAGE_SIZE = ${2 + (count % 10)}`),
    isSeen: (count) => document.querySelectorAll('main .card').length === 3 + (count % 10),
  },
];

/** Measures starts, requests and edits in a copy of the project. */
export async function run({ counts: [edits = DEFAULT_EDITS] }: SuiteOptions): Promise<SuiteResult> {
  const project = copyProject();
  try {
    for (let count = 1; count <= STARTS; count += 1) await benchStart(project, count);
    const preview = await startPreview({ folder: project.folder, cwd: project.folder, args: ['--sample'] });
    await benchWarm(preview);
    const figures = await benchChanges(preview, project, edits);
    await preview.stop();
    return { figures, hasFailed: false };
  } finally {
    project.remove();
  }
}

async function benchStart(project: ProjectCopy, count: number): Promise<void> {
  const begin = performance.now();
  const preview = await startPreview({
    folder: project.folder,
    cwd: project.folder,
    args: ['--sample'],
    // The page is requested as soon as the address is printed.
    until: ({ text }) => text?.startsWith('Open ') === true,
  });
  const { status } = await preview.get('/');
  print(`first page, start ${count}`, [performance.now() - begin]);
  if (status !== 200) throw new Error(preview.output());
  await preview.stop();
}

async function benchWarm(preview: RunningPreview): Promise<void> {
  const sitemap = (await preview.get('/sitemap.xml')).body;
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname).slice(0, 60);
  for (const path of paths) await preview.get(path);
  const times: number[] = [];
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    for (const path of paths) {
      const begin = performance.now();
      await preview.get(path);
      times.push(performance.now() - begin);
    }
  }
  print(`warm page, ${times.length} requests`, times);
}

async function benchChanges(preview: RunningPreview, project: ProjectCopy, edits: number): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const browser = await launchBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    for (const { name, path, make, isSeen } of CHANGES) {
      await page.goto(`${preview.url}${path}`, { waitUntil: 'networkidle' });
      const times: number[] = [];
      for (let count = 1; count <= edits + 1; count += 1) {
        const begin = performance.now();
        make(project, count);
        await page.waitForFunction(isSeen, count, { polling: 'raf', timeout: 20_000 });
        // The first change is not measured.
        if (count > 1) times.push(performance.now() - begin);
        await page.waitForTimeout(PAUSE_MS);
      }
      print(`${name}, from save to screen, ${edits} edits`, times);
      figures.push({ name: `preview, ${name}`, articles: null, value: medianOf(times), unit: 'ms' });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const late = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
  process.stdout.write(`${name}: median ${medianOf(times).toFixed(1)} ms, p95 ${late.toFixed(1)} ms\n`);
}
