// The control panel opens the field that "Click to edit" names, with the script of the kit. The pages have the elements by which the
// sources of Statamic know a field, and its own quirks.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../browser/chromium.ts';
import { eventually } from './running-preview.ts';

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

/** A set of a Bard field of Statamic 6, at a node of its text. */
const bardSet = (
  node: number,
  { isOn = true, isOpen = true } = {},
) => `<div data-node-view-wrapper><div data-type="quote"
    contenteditable="false"><header><button type="button" onclick="this.parentElement.nextElementSibling.style.height = 'auto'">
    Quotation</button><button role="switch" aria-checked="${isOn}">On</button></header>
    <div style="overflow: hidden; height: ${isOpen ? 'auto' : '0'}"><div data-ui-input-group>
    <textarea id="field_content_${node}_attrs_values_quote" name="${node}"></textarea></div></div></div></div>`;

/** A long Bard field. The API sends: text, set, text, set, text with two parts, set. */
const BARD = `<div data-ui-input-group><label for="field_content">Text</label><div class="bard-fieldtype"><div id="field_content">
  <div class="ProseMirror" contenteditable="true" name="bard"><p>One</p><h2>Two</h2>${bardSet(2)}<p style="height: 3000px">Four</p>
  <ul><li>Five</li></ul>${bardSet(5, { isOpen: false })}<p id="six">Seven</p>${bardSet(7, { isOn: false })}<p>Nine</p>
  ${bardSet(9)}</div></div></div></div>
  <div data-ui-input-group><textarea id="field_bio" name="bio"></textarea></div>
  <script>for (const area of document.querySelectorAll('textarea')) area.focus = undefined;</script>`;

/** Opens the form of the control panel for a field, and returns the page when something in it has the focus. */
async function openForm(form: string) {
  const kit = resolve(import.meta.dirname, '../../content/statamic');
  const script = readFileSync(join(kit, 'public/vendor/app/js/sitegen-field.js'));
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route('http://cms.example/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ body: script, contentType: 'text/javascript' })
      : route.fulfill({ body: `<script src="/field.js"></script>${form}`, contentType: 'text/html' }),
  );
  const focused = async (field: string) => {
    await page.goto(`http://cms.example/cp?field=${field}`);
    await eventually(() => page.evaluate(() => document.activeElement !== document.body));
    await eventually(() => page.evaluate(() => document.activeElement?.checkVisibility() === true));
    expect(errors).toEqual([]);
    return await page.evaluate(() => document.activeElement?.getAttribute('name'));
  };
  return { page, focused };
}

it.each(Object.entries(FORMS))('is taken to the field in the form of Statamic %s', async (_, form) => {
  const { focused } = await openForm(form);
  expect(await focused('title')).toBe('title');
  // On another tab, and in a set that is closed.
  expect(await focused('seo_title')).toBe('seo');
  expect(await focused('blocks.1.heading')).toBe('second');
  // Unknown below a known field.
  expect(await focused('blocks.7')).toBe('first');
});

it('is taken to the right set of a long Bard field, and to text areas whose `focus` is no function', async () => {
  const { page, focused } = await openForm(BARD);
  const topOf = (selector: string) => page.locator(selector).evaluate((each) => each.getBoundingClientRect().top);
  const height = page.viewportSize()?.height ?? 0;
  expect(await focused('bio')).toBe('bio');
  expect(await focused('content.1.quote')).toBe('2');
  // Closed, and after a text of several nodes.
  expect(await focused('content.3.quote')).toBe('5');
  expect(await page.locator('[name="5"]').evaluate((each) => each.getBoundingClientRect().height)).toBeGreaterThan(0);
  expect(await topOf('[name="5"]')).toBeLessThan(height);
  // After a set that is hidden, which the API does not send.
  expect(await focused('content.5.quote')).toBe('9');
  expect(await focused('content.4.text')).toBe('bard');
  expect(await topOf('#six')).toBeLessThan(height);
  // The whole field is taller than the window.
  expect(await focused('content')).toBe('bard');
  expect(await topOf('#field_content')).toBeGreaterThanOrEqual(0);
});
