// Click to edit beside the numbers of sources.

import { expect, it } from 'vitest';
import { annotatePage } from '../../cli/preview/annotate-page.ts';
import type { Origin } from '../../cli/preview/site/marks.ts';

const MARK = '\uE000\uE010\uE001';
const NUMBER = '<sup class="source-mark"><button type="button">1</button></sup></span>';
const ORIGIN: Origin = { editUrl: 'https://cms.test/1', entry: 'Pricing', field: 'Price', path: 'value' };

it.each([
  [
    'at the end of a text',
    `<p>from <span class="sourced">€490${NUMBER}`,
    '</p>',
    '<span class="sourced" data-sitegen-edit=',
  ],
  ['inside a text', `<p>from <span class="sourced">€490${NUMBER} a month`, '</p>', '<p data-sitegen-edit='],
])('names the field of a text with a figure %s', (_, start, end, found) => {
  expect(annotatePage(`${start}${end}`, `${start}${MARK}${end}`, [ORIGIN])).toContain(found);
});
