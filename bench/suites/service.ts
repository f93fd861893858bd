// `npm run bench service [ARTICLES]`: what editors wait for where the content service takes 0.3 s for 100 entries, as a Statamic does: an
// edit until it is in out/, a preview until its first page, a webhook until the page shows it, and what they type in Live Preview.

import { setTimeout as sleep } from 'node:timers/promises';
import { startPreview } from '../../tests/preview/running-preview.ts';
import {
  type ContentService,
  startEmptyService,
  startService,
  type Unsaved,
} from '../../tests/service/content-service.ts';
import { createArticle, createPages, type RawEntry } from '../generated-content.ts';
import { measureRun, SITEGEN } from '../measure.ts';
import { ORIGIN, PROJECT, SITES, withFolder } from '../place.ts';
import { type Figure, medianOf, type SuiteOptions, type SuiteResult } from '../suite.ts';

const DEFAULT_COUNTS = [10_000];
const ENTRY_MS = 3;
/** A page with one entry, and Live Preview of a real Statamic. */
const ANSWER_MS = 40;
const LIVE_MS = 270;
const EDITS = 5;

/** Measures all sizes. */
export async function run({ counts }: SuiteOptions): Promise<SuiteResult> {
  const figures: Figure[] = [];
  for (const articles of counts.length === 0 ? DEFAULT_COUNTS : counts) {
    const service = await startEmptyService({
      hasTaxonomies: false,
      delayMs: (path, entries) => (path.startsWith('/api/') ? ANSWER_MS + ENTRY_MS * entries : 0),
    });
    fill(service, articles);
    const measure = (folder: string) => benchEdits({ service, folder, articles });
    figures.push(...(await withFolder(measure).finally(() => service.stop())));
  }
  figures.push(await withFolder(benchTyping));
  return { figures, hasFailed: false };
}

type Saved = Parameters<ContentService['save']>[0];

function toSaved(collection: string, site: string, order: number, entry: RawEntry): Saved {
  const { id, slug, title, date = null, short_description, content } = entry;
  const fields = { title, short_description, content };
  return {
    collection,
    site,
    order,
    fields,
    id: `${id}`,
    slug: `${slug}`,
    date: date === null ? null : `${date}`,
    isPublished: true,
    originId: null,
  };
}

const articleOf = (site: string, index: number) => toSaved('blog_articles', site, index, createArticle(site, index));

function fill(service: ContentService, articles: number): void {
  const sites = SITES.split(',');
  service.clock = Math.floor(Date.now() / 1000) - 2 * 86_400;
  for (const site of sites) {
    for (const [order, page] of createPages(site).entries()) service.save(toSaved('pages', site, order, page));
    for (let index = 0; index < articles / sites.length; index += 1) service.save(articleOf(site, index));
  }
  service.clock += 86_400;
}

interface Place {
  readonly service: ContentService;
  readonly folder: string;
  readonly articles: number;
}

/** The article that is edited. */
const EDITED = 7;
const EDITED_PATH = `/blog/article-${EDITED}/`;

function edit({ service }: Place, title: string): void {
  service.clock += 60;
  const article = articleOf('en', EDITED);
  service.save({ ...article, fields: { ...article.fields, title } });
}

async function benchEdits(place: Place): Promise<readonly Figure[]> {
  const { service, folder, articles } = place;
  const environment = { ...process.env, NODE_ENV: 'production', SITEGEN_SHARE_IMAGES: 'one' };
  const build = async (name: string) => {
    const before = service.requests.length;
    const args = ['build', '--origin', ORIGIN, '--content-url', service.url, '--quiet'];
    const { seconds } = await measureRun(`${PROJECT}/${SITEGEN}`, args, { cwd: folder, environment });
    const asked = service.requests.length - before;
    process.stdout.write(`${articles} articles, ${name}: ${seconds.toFixed(2)} s, ${asked} requests\n`);
    return seconds;
  };
  await build('first build');
  await build('nothing changed');
  const edits: number[] = [];
  while (edits.length < EDITS) {
    edit(place, `Edited ${edits.length}`);
    edits.push(await build('one article edited'));
  }
  const { firstPage, webhook } = await benchPreview(place);
  const figureOf = (name: string, value: number): Figure => ({ name, articles, value, unit: 's' });
  return [
    figureOf('service, one article edited', medianOf(edits)),
    figureOf('service, first page of a preview', firstPage),
    figureOf('service, webhook to page', webhook),
  ];
}

/** Seconds. Begins with the snapshot of the last build. */
async function benchPreview(place: Place): Promise<{ readonly firstPage: number; readonly webhook: number }> {
  const { service, folder } = place;
  const begin = performance.now();
  const args = ['--content-url', service.url, '--poll', '0'];
  const preview = await startPreview({ cwd: folder, args, until: ({ text }) => text?.startsWith('Open ') === true });
  try {
    const { status } = await preview.get(EDITED_PATH);
    const firstPage = (performance.now() - begin) / 1000;
    if (status !== 200) throw new Error(preview.output());
    // Until it has asked what changed.
    while (!preview.events.some(({ stage }) => stage === 'preview')) await sleep(50);
    const times: number[] = [];
    for (let count = 0; count < EDITS; count += 1) {
      edit(place, `Told ${count}`);
      const told = performance.now();
      const body = JSON.stringify({ collection: 'blog_articles', site: 'en', id: `en-article-${EDITED}` });
      await preview.get('/__sitegen/refresh', { method: 'POST', body });
      const page = await preview.get(EDITED_PATH);
      times.push((performance.now() - told) / 1000);
      if (!page.body.includes(`Told ${count}`)) throw new Error('The page does not show what the webhook told.');
    }
    process.stdout.write(`preview: first page ${firstPage.toFixed(2)} s, webhook ${medianOf(times).toFixed(2)} s\n`);
    return { firstPage, webhook: medianOf(times) };
  } finally {
    await preview.stop();
  }
}

/** What the preview adds to the answer of the service while somebody types. */
async function benchTyping(folder: string): Promise<Figure> {
  const unsaved: Unsaved = { token: 'typing', id: '', fields: {} };
  const service = await startService({ recording: 'v6', unsaved, delayMs: LIVE_MS });
  const preview = await startPreview({ cwd: folder, args: ['--content-url', service.url, '--poll', '0'] });
  try {
    const list = await fetch(`${service.url}/api/collections/blog_articles/entries?filter[site]=en`);
    const { data }: { data: readonly { readonly id: string; readonly slug: string }[] } = await list.json();
    const [entry = { id: '', slug: '' }] = data;
    const times: number[] = [];
    for (let count = 0; count <= EDITS; count += 1) {
      Object.assign(unsaved, { id: entry.id, fields: { title: `Typed ${count}` } });
      const begin = performance.now();
      let answer = await preview.get(`/blog/${entry.slug}/?live-preview=x&token=typing`);
      for (let to = answer.headers.get('location'); to !== null; to = answer.headers.get('location'))
        answer = await preview.get(to);
      if (!answer.body.includes(`Typed ${count}`)) throw new Error('The page does not show what was typed.');
      // The first one warms up.
      if (count > 0) times.push(performance.now() - begin - LIVE_MS);
    }
    process.stdout.write(`Live Preview: ${medianOf(times).toFixed(0)} ms beside the ${LIVE_MS} ms of the service\n`);
    return { name: 'Live Preview, beside the service', articles: null, value: medianOf(times), unit: 'ms' };
  } finally {
    await preview.stop();
    await service.stop();
  }
}
