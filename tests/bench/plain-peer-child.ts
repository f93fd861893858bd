// A peer without a tool: the planned pages of DATA through the functions of the Eleventy templates into OUT, where
// MISPRINT, a word, becomes another one.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderDocument } from '../../bench/peers/eleventy/templates.js';
import type { PlannedPage, SharedParts } from '../../bench/peers/planned-page.ts';

const { DATA = '', OUT = '', MISPRINT = '' } = process.env;
const shared: Record<string, SharedParts> = JSON.parse(readFileSync(join(DATA, 'shared.json'), 'utf8'));
for (const name of readdirSync(join(DATA, 'pages'))) {
  const pages: readonly PlannedPage[] = JSON.parse(readFileSync(join(DATA, 'pages', name), 'utf8'));
  for (const page of pages) {
    const html = renderDocument(page, shared[page.shared]);
    mkdirSync(dirname(join(OUT, page.file)), { recursive: true });
    writeFileSync(join(OUT, page.file), MISPRINT === '' ? html : html.replace(MISPRINT, 'misprinted'));
  }
}
