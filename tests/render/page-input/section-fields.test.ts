// What an editor types in a section is on the page, or in a warning: every field of every kind gets a marker.

import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { findLosses } from '../../../cli/content/intake/find-losses.ts';
import { toOutPath } from '../../../cli/files/brands.ts';
import { hrefOfFile } from '../../../cli/paths/site-path.ts';
import { createPageInputs } from '../../../cli/render/page-input/create-page-input.ts';
import { COLLECTIONS, type Entry, SECTIONS, section } from '../../../content/collections.ts';
import { editingOf } from '../../../content/editing.ts';
import { createTemplates } from '../../../templates/bundle.ts';
import { chromeWith, wordsOf } from '../../templates/page-makers.ts';
import { article, page, pageEntry, smallSite } from './small-site.ts';

const { renderChrome, renderPage } = createTemplates();
const ASSETS = {
  stylesheet: hrefOfFile(toOutPath('assets/main.css')),
  fontByScript: {
    Latn: hrefOfFile(toOutPath('assets/latin.woff2')),
    Cyrl: hrefOfFile(toOutPath('assets/cyrillic.woff2')),
  },
  script: hrefOfFile(toOutPath('assets/main.js')),
  icons: { svg: '/assets/i.svg', png: '/assets/i.png', touch: '/assets/t.png', manifest: '/assets/m.webmanifest' },
  contentSecurityPolicy: null,
};
/** Choices, numbers and rows: what they do is tested elsewhere. */
const UNMARKED = ['kind', 'screen', 'form', 'limit', 'category', 'items', 'rows', 'head', 'billing'];

/** A value of a field with a marker that pages show. */
function markedValue(schema: z.core.$ZodType, marker: string): unknown {
  const { type } = editingOf(schema);
  if (type === 'list') return [marker];
  if (type === 'bard') return `<p>${marker}</p>`;
  if (type === 'link') return `https://example.org/${marker}`;
  return type === 'assets' ? { url: `/assets/${marker}.svg`, alt: marker } : marker;
}

/** A row with every field, and the marker of each. */
function markedRow(schema: z.ZodObject, prefix: string): Readonly<Record<string, unknown>> {
  const names = Object.keys(schema.shape).filter((name) => !UNMARKED.includes(name));
  return Object.fromEntries(names.map((name) => [name, markedValue(schema.shape[name], `${prefix}-${name}`)]));
}

const itemSchema = editingOf(section.shape.items).row as z.ZodObject;

function sectionOf(kind: string): Readonly<Record<string, unknown>> {
  return {
    ...markedRow(section, 'section'),
    kind,
    form: 'demo',
    category: null,
    items: [markedRow(itemSchema, 'item')],
    head: ['head-0', 'head-1'],
    rows: [{ cells: ['cell-0', 'cell-1'] }],
    ...(kind === 'screen' ? { screen: 'overview' } : {}),
  };
}

/** Entries that some kinds show. */
const COLLECTED = {
  clients: [COLLECTIONS.clients.schema.parse(named('client'))],
  team: [COLLECTIONS.team.schema.parse(named('person'))],
  offices: [COLLECTIONS.offices.schema.parse(named('office'))],
  faq: [COLLECTIONS.faq.schema.parse({ ...named('question'), answer: '<p>Answer</p>', shown_on: ['entry'] })],
};

function named(name: string) {
  return { id: name, slug: name, title: name };
}

async function show(entry: Entry<'pages'>): Promise<string> {
  const site = await smallSite({ rows: [page('en', 'about'), page('en', 'blog'), article('en', 'first')] });
  const context = site.contextOf('en');
  const { input } = createPageInputs(ASSETS).create(
    { ...context, collections: { ...context.collections, ...COLLECTED } },
    { route: site.routeOf('/about/'), entry },
  );
  const words = wordsOf(input.template);
  return renderPage(input, { words, chrome: renderChrome(chromeWith(), words, 'chrome-') });
}

describe('every field of a section', () => {
  it.each(Object.keys(SECTIONS))('is shown or reported in a section of the kind %s', async (kind) => {
    const entry = pageEntry({ content: '<p>Text of the page</p>', sections: [sectionOf(kind)] });
    const html = await show(entry);
    const reported = findLosses(entry).map(({ field, code }) => `${code} ${field}`);
    const missing = [
      ...listMarkers(section, { prefix: 'section', path: 'sections.0' }),
      ...listMarkers(itemSchema, { prefix: 'item', path: 'sections.0.items.0' }),
    ].filter(({ marker, path }) => {
      const isReported = [path, 'sections.0.items'].some(
        (field) => path.startsWith(field) && reported.includes(`FIELD_NOT_SHOWN ${field}`),
      );
      return html.includes(marker) === isReported;
    });
    expect(missing).toEqual([]);
  });
});

describe('half filled sections', () => {
  it('leave out a figure without its number, and report it', async () => {
    const items = [
      { title: 'Half', value: ' ' },
      { title: 'Whole', value: 0 },
    ];
    const entry = pageEntry({ sections: [{ kind: 'stats', items }] });
    const html = await show(entry);
    expect(html).toContain('Whole');
    expect(html).not.toContain('Half');
    expect(findLosses(entry)).toMatchObject([
      { code: 'FIELD_NOT_SHOWN', field: 'sections.0.items.0.title', what: expect.stringContaining('"Half"') },
    ]);
  });

  it('shows the text of a form without its markup, and no caption of nothing beside a portrait', async () => {
    const sections = [
      { kind: 'form', form: 'demo', text: '<p>Fish &amp; <b>chips</b>.</p><p>Today.</p>' },
      { kind: 'quote', title: 'Well said', image: '/assets/a.png' },
    ];
    const html = await show(pageEntry({ sections }));
    expect(html).toContain('Fish &amp; chips. Today.</p>');
    expect(html).not.toContain('&lt;p&gt;');
    expect(html).not.toMatch(/<figcaption[^>]*><\/figcaption>/);
  });

  it('are left out if nothing is filled in', async () => {
    const kinds = ['text', 'cta', 'quote', 'split'];
    const empty = kinds.map((kind) => ({ kind, title: ' ', text: '<p></p>' }));
    const html = await show(pageEntry({ sections: [...empty, { kind: 'cta', title: 'Filled' }] }));
    expect(html.match(/class="section section--[a-z]+/g)).toEqual(['class="section section--cta']);
  });

  it('have no group of a comparison without a name', async () => {
    const rows = [{ cells: ['a', '1', '2'] }, { cells: [null, null, null] }, { cells: ['Group', null, ''] }];
    const html = await show(pageEntry({ sections: [{ kind: 'comparison', head: ['', 'A', 'B'], rows }] }));
    expect(html.match(/scope="rowgroup"[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/>Group$/)]);
  });
});

function listMarkers(schema: z.ZodObject, { prefix, path }: { readonly prefix: string; readonly path: string }) {
  return Object.keys(schema.shape)
    .filter((name) => !UNMARKED.includes(name))
    .map((name) => ({ marker: `${prefix}-${name}`, path: `${path}.${name}` }));
}
