// Click to edit: every text and picture that comes from content says where it is edited. The service puts a sign of its own into
// each text of each field, so that the test knows, without the preview, what a text on a page comes from.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fieldsOfCollection, fieldsOfGlobal } from '../../cli/content/blueprints/read-fields.ts';
import { COLLECTION_HANDLES, GLOBAL_NAMES } from '../../content/handles.ts';
import {
  type ApiAnswer,
  type ApiQuestion,
  type StatamicServer,
  startStatamic,
} from '../acceptance/support/statamic-server.ts';
import { launchBrowser } from '../browser/chromium.ts';
import { eventually, type RunningPreview, startPreview, withoutScript } from './running-preview.ts';

const EDIT = { headers: { 'x-sitegen-edit': '1' } };
/** Fields that no page shows as text. */
const NOT_TEXT =
  /^(?:id|slug|uri|url|permalink|api_url|edit_url|origin_id|locale|status|date|.*_date|last_modified|updated_at|blueprint|type|kind|form|provider|network|language|time_zone|link|.*_link|hero_slug|from|to|form_id|object_fit|background_color|handle|collection|mount|seo_.*|shown_on|block|file)$/;
const SIGN = /Qz(\d+)q/g;

/** What each sign is in: the address where the entry is edited, null for globals, and the field, as editors know it and as the form does. */
interface Sign {
  readonly editUrl: string | null;
  readonly label: string;
  readonly path: string;
}
const signs: Sign[] = [];
/** Where entries with a date are edited, by field and milliseconds. */
const dates = new Map<string, Set<string>>();
let service: StatamicServer;
let preview: RunningPreview;
let folder: string;

function sign(value: unknown, key: string, place: Sign): unknown {
  if (NOT_TEXT.test(key)) return value;
  const inner = (name: string | number): Sign => ({ ...place, path: `${place.path}.${name}` });
  if (Array.isArray(value)) return value.map((item, index) => sign(item, key, inner(index)));
  if (typeof value === 'object' && value !== null) {
    const isPicture = 'permalink' in value && 'alt' in value;
    const fields = isPicture ? { ...value, alt: value.alt ?? 'A picture' } : value;
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sign(field, name, inner(name))]));
  }
  if (typeof value !== 'string' || value.trim() === '') return value;
  return value
    .split(/(<[^>]*>|\n)/)
    .map((part) => (part.startsWith('<') || part.trim() === '' ? part : `${part}${newSign(place)}`))
    .join('');
}

function noteDate(field: string, value: unknown, editUrl: string | null): void {
  if (typeof value !== 'string' || editUrl === null) return;
  const key = `${field} ${Date.parse(value)}`;
  dates.set(key, (dates.get(key) ?? new Set()).add(editUrl));
}

const newSign = (place: Sign) => ` Qz${signs.push(place) - 1}q`;

function signAnswer(answer: ApiAnswer, { resource }: ApiQuestion): ApiAnswer {
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('data' in body)) return answer;
  const handle = COLLECTION_HANDLES.find((each) => resource === `collections/${each}/entries`);
  const name = GLOBAL_NAMES.find((each) => resource === `globals/${each}`);
  const fields = handle === undefined ? fieldsOfGlobal(name ?? 'top_banner') : fieldsOfCollection(handle);
  const signEntry = (entry: Readonly<Record<string, unknown>>) => {
    const editUrl = typeof entry.edit_url === 'string' ? entry.edit_url : null;
    for (const field of ['date', 'webinar_date']) noteDate(field, entry[field], editUrl);
    // Somebody who is not in the team.
    const edited = handle === 'blog_articles' && entry.locale === 'en' ? { ...entry, author: 'A guest' } : entry;
    const signed = Object.entries(edited).map(([key, value]) => [
      key,
      sign(value, key, { editUrl, label: fields[key]?.label ?? key, path: key }),
    ]);
    return Object.fromEntries(signed);
  };
  const data = Array.isArray(body.data) ? body.data.map(signEntry) : signEntry(Object(body.data));
  return { ...answer, body: { ...body, data } };
}

beforeAll(async () => {
  service = await startStatamic('v6', { edit: signAnswer });
  folder = mkdtempSync(join(tmpdir(), 'sitegen-edit-'));
  preview = await startPreview({ cwd: folder, args: ['--content-url', service.url, '--poll', '0'] });
});

afterAll(async () => {
  await preview?.stop();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A text or picture of content on a page, and what its element says of it. */
interface Found {
  readonly text: string;
  readonly isRight: boolean;
}

function findTexts(html: string): readonly Found[] {
  const found: Found[] = [];
  const open: Record<string, string>[] = [];
  const add = (text: string, attributes: Readonly<Record<string, string>> | undefined) => {
    const inText = [...text.matchAll(SIGN)].flatMap(([, number]) => signs[Number(number)] ?? []);
    const said = attributes?.['data-sitegen-edit'];
    const field = URL.parse(said ?? '')?.searchParams.get('field') ?? '';
    // Of several fields in one element, the address names the first.
    const isAddressed = field !== '' && inText.some(({ path }) => `${path}.`.startsWith(`${field}.`));
    for (const { editUrl, label } of inText) {
      const isEntry = editUrl === null ? said?.includes('/globals/') === true : said?.split('?')[0] === editUrl;
      const isField = isAddressed && attributes?.['data-sitegen-field']?.includes(label) === true;
      found.push({ text, isRight: isEntry && isField });
    }
  };
  const addDate = (moment: string, attributes: Readonly<Record<string, string>>) => {
    const fields = ['date', 'webinar_date'].filter((field) => dates.has(`${field} ${Date.parse(moment)}`));
    // The day of an edit is in no field.
    if (fields.length === 0) return;
    const said = URL.parse(attributes['data-sitegen-edit'] ?? '');
    const field = said?.searchParams.get('field') ?? '';
    const isRight = dates.get(`${field} ${Date.parse(moment)}`)?.has(said?.href.split('?')[0] ?? '') === true;
    found.push({ text: moment, isRight });
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      open.push(name === 'script' || name === 'head' ? { ...attributes, skipped: '' } : attributes);
      if (name === 'img') add(attributes.alt ?? '', attributes);
      if (name === 'time' && attributes.datetime !== undefined) addDate(attributes.datetime, attributes);
    },
    onclosetag: () => void open.pop(),
    ontext: (text) => {
      if (!open.some((attributes) => 'skipped' in attributes)) add(text, open.at(-1));
    },
  });
  parser.end(html);
  return found;
}

/** One page of every kind, in two languages. */
async function findPages(): Promise<ReadonlyMap<string, string>> {
  const { body } = await preview.get('/sitemap.xml');
  const paths = [...body.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path);
  const pages = new Map<string, string>();
  for (const path of [...paths, '/404.html', '/ua/404.html'].filter((each) => !/^\/(?:es|pt|kz)\//.test(each))) {
    const kind = path.replace(/(?<=\/(?:blog|webinars|e-books|lp)\/)(?!page\/)[^/]+/, '{slug}').replace(/\d+/, '{n}');
    if (!pages.has(kind)) pages.set(kind, path);
  }
  return pages;
}

/** A page and the same with edits. The preview downloads pictures in the background, and shows each as soon as it is there. */
async function getBoth(path: string) {
  for (;;) {
    const [plain, edit, again] = [await preview.get(path), await preview.get(path, EDIT), await preview.get(path)];
    if (plain.body === again.body) return { plain, edit };
  }
}

/** The page as it is without edits. */
function withoutEdits(html: string): string {
  return html.replaceAll(/ data-sitegen-edit="[^"]*" data-sitegen-field="[^"]*"(?: tabindex="0")?/g, '');
}

/** Forms with the elements by which the sources of Statamic know a field, and what a click on a tab or a set does there. */
const FORMS = {
  5: `<button role="tab" id="main-tab" aria-selected="true">Main</button>
    <button role="tab" id="seo-tab" aria-selected="false" onclick="document.getElementById('seo').hidden = false">SEO</button>
    <div role="tabpanel" aria-labelledby="main-tab">
      <div class="publish-field publish-field__title"><label for="field_title">T</label><input id="field_title" name="title"></div>
      <div class="publish-field publish-field__blocks">${[0, 1]
        .map(
          (row) => `<div class="replicator-set"><div class="replicator-set-header ${row === 1 ? 'collapsed' : ''}">
            <div class="replicator-set-header-inner" onclick="this.parentElement.nextElementSibling.hidden = false">Set</div></div>
            <div ${row === 1 ? 'hidden' : ''}><div class="publish-field"><label for="blocks.${row}.heading.field_heading">H</label>
            <textarea name="${row === 0 ? 'first' : 'second'}"></textarea></div></div></div>`,
        )
        .join('')}</div></div>
    <div role="tabpanel" aria-labelledby="seo-tab" id="seo" hidden><div class="publish-field publish-field__seo_title"><input name="seo"></div></div>`,
  6: `<button role="tab" id="main-tab" aria-selected="true">Main</button>
    <button role="tab" id="seo-tab" aria-selected="false" onmousedown="document.getElementById('seo').hidden = false">SEO</button>
    <div role="tabpanel" aria-labelledby="main-tab">
      <div data-ui-input-group><input id="field_title" name="title"></div>
      <div data-ui-input-group><label for="field_blocks">Blocks</label><div id="field_blocks">${[0, 1]
        .map(
          (
            row,
          ) => `<div data-replicator-set data-collapsed="${row === 1}"><header><button onclick="this.parentElement.nextElementSibling.hidden = false" tabindex="-1">
            Set</button></header><div ${row === 1 ? 'hidden' : ''}><div data-ui-input-group>
            <input id="field_blocks_${row}_heading" name="${row === 0 ? 'first' : 'second'}"></div></div></div>`,
        )
        .join('')}</div></div></div>
    <div role="tabpanel" aria-labelledby="seo-tab" id="seo" hidden><div data-ui-input-group><input id="field_seo_title" name="seo"></div></div>`,
};

describe('click to edit', () => {
  it('knows where at least 95 % of the texts and pictures of each kind of page are edited', {
    timeout: 120_000,
  }, async () => {
    const pages = await findPages();
    expect(pages.size).toBeGreaterThan(60);
    const coverage = [];
    const kinds = { date: 0, phone: 0, guest: 0 };
    for (const [kind, path] of pages) {
      const { plain, edit } = await getBoth(path);
      // Beyond attributes it is the page, and without being asked for not even these are there.
      expect([path, withoutEdits(edit.body) === plain.body]).toEqual([path, true]);
      expect([path, plain.body.includes('data-sitegen-edit')]).toEqual([path, false]);
      const texts = findTexts(withoutScript(edit.body));
      const right = texts.filter(({ isRight }) => isRight).map(({ text }) => text);
      kinds.date += right.filter((text) => /^\d{4}-\d\d-\d\d(?:T|$)/.test(text)).length;
      kinds.phone += right.filter((text) => /^\+\d/.test(text)).length;
      kinds.guest += right.filter((text) => text.includes('A guest')).length;
      const wrong = texts.filter(({ isRight }) => !isRight).map(({ text }) => text);
      coverage.push({ kind, part: texts.length === 0 ? 1 : 1 - wrong.length / texts.length, wrong: wrong.slice(0, 5) });
    }
    expect(coverage.filter(({ part }) => part < 0.95)).toEqual([]);
    expect(Object.entries(kinds).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('opens the entry of a text on a click while it is switched on, and follows links else', async () => {
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    const page = await context.newPage();
    await context.route('http://127.0.0.1:*/cp/**', (route) => route.fulfill({ body: 'The control panel' }));
    await page.goto(`${preview.url}/about/`, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'here'));
    expect(await page.locator('[data-sitegen-edit]').count()).toBe(0);
    await page.getByRole('button', { name: 'Click to edit' }).click();
    const heading = page.locator('h1[data-sitegen-edit]');
    await heading.hover();
    await page.getByText(/^Edit pages › .* › Title$/).waitFor();
    const openBy = async (act: () => Promise<void>) => {
      const [opened] = await Promise.all([context.waitForEvent('page'), act()]);
      const address = opened.url();
      await opened.close();
      return address;
    };
    const address = await heading.getAttribute('data-sitegen-edit');
    expect(await openBy(() => heading.click())).toBe(address);
    // A link with a text of content, and a picture.
    expect(await openBy(() => page.locator('main a[data-sitegen-edit]').first().click())).toMatch(
      /\/cp\/collections\//,
    );
    expect(await openBy(() => page.locator('main img[data-sitegen-edit]').first().click())).toMatch(
      /\/cp\/collections\//,
    );
    await heading.focus();
    expect(await openBy(() => page.keyboard.press('Enter'))).toBe(address);
    expect(address).toMatch(/\/cp\/collections\/pages\/entries\/[^/?]+\?field=title$/);
    expect(page.url()).toBe(`${preview.url}/about/`);
    await page.getByRole('button', { name: 'Click to edit' }).click();
    await eventually(async () => (await page.locator('[data-sitegen-edit]').count()) === 0);
    expect(await page.evaluate(() => document.documentElement.dataset.mark)).toBe('here');
    await page.locator('main nav a').first().click();
    await page.waitForURL(`${preview.url}/`);
  });

  it.each(Object.entries(FORMS))('is taken to the field in the form of Statamic %s', async (_, form) => {
    const kit = resolve(import.meta.dirname, '../../content/statamic');
    const script = readFileSync(join(kit, 'public/vendor/app/js/sitegen-field.js'));
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.route('http://cms.example/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ body: script, contentType: 'text/javascript' })
        : route.fulfill({ body: `<script src="/field.js"></script>${form}`, contentType: 'text/html' }),
    );
    const focused = async (field: string) => {
      await page.goto(`http://cms.example/cp?field=${field}`);
      await eventually(() => page.evaluate(() => document.activeElement !== document.body));
      await eventually(() => page.evaluate(() => document.activeElement?.checkVisibility() === true));
      return await page.evaluate(() => document.activeElement?.getAttribute('name'));
    };
    expect(await focused('title')).toBe('title');
    // On another tab, and in a set that is closed.
    expect(await focused('seo_title')).toBe('seo');
    expect(await focused('blocks.1.heading')).toBe('second');
    // Unknown below a known field.
    expect(await focused('blocks.7')).toBe('first');
  });
});
