// The numbers of sources in the text of a page.

import { describe, expect, it } from 'vitest';
import { markFigures } from '../../templates/components/mark-figures.ts';
import type { FigureInput } from '../../templates/page-input.ts';

const COUNTERS = 'Our counters';
const FIGURES: readonly FigureInput[] = [
  { figure: '4 million', source: COUNTERS },
  { figure: '620 teams', source: 'Contracts' },
  { figure: '8 min', source: null },
];

function mark(html: string, figures = FIGURES, known: readonly (string | null)[] = []) {
  const { html: marked, sources } = markFigures(html, { known, figures, printMark: (number) => `[${number}]` });
  return { text: marked.replaceAll(/<\/?(?:sup|span)[^>]*>/g, ''), sources };
}

describe('markFigures', () => {
  it('numbers the first place of each figure, in the order of the page', () => {
    expect(mark('<p>8 min, 620 teams and 4 million. Again: 620 teams.</p>')).toEqual({
      text: '<p>8 min[1], 620 teams[2] and 4 million[3]. Again: 620 teams.</p>',
      sources: [null, 'Contracts', COUNTERS],
    });
  });

  it('keeps the number on the line of the last word', () => {
    const { html } = markFigures('<h1>620 teams</h1>', { known: [], figures: FIGURES, printMark: String });
    expect(html).toBe('<h1>620 <span class="sourced">teams<sup class="source-mark">1</sup></span></h1>');
  });

  it('finds a figure with other spaces, but not in a longer number or word', () => {
    expect(mark('<p>14 million, 2.4 million, 4 millions, 620\u00a0teams.</p>').text).toBe(
      '<p>14 million, 2.4 million, 4 millions, 620\u00a0teams[1].</p>',
    );
    expect(mark('<p>4\u202fmillion&nbsp;or 620&nbsp;teams</p>').text).toContain('620&nbsp;teams[2]');
    expect(mark('<p>2 &lt; 4 &amp; 5</p>', [{ figure: '2 < 4 & 5', source: 'Sums' }]).text).toContain('&amp; 5[1]');
  });

  it('finds a figure with a hyphen', () => {
    expect(mark('<p>Thirty-six of them</p>', [{ figure: 'Thirty-six', source: COUNTERS }]).text).toContain('six[1] of');
  });

  it.each([
    '<a href="/x/">620 teams</a>',
    '<button type="button">620 teams</button>',
    '<details><summary>620 teams</summary></details>',
    '<div data-island="RequestForm"><div>620</div> 620 teams</div>',
    '<div class="screen-crop" aria-hidden="true"><p>620 teams</p></div>',
    '<article class="card"><p>620 teams</p></article>',
    '<img alt="620 teams"/>',
    '<figure><img src="/a.svg" alt=""/>620 teams</figure>',
  ])('leaves %s alone', (html) => {
    expect(mark(html)).toEqual({ text: html, sources: [] });
    expect(mark(`${html}<p>620 teams</p>`).text).toBe(`${html}<p>620 teams[1]</p>`);
  });

  it('fills the places that components left, and gives equal sources one number', () => {
    const places = '<dl><dd>620 teams</dd><dd><sup data-source="0"></sup></dd></dl><p>4 million</p>';
    expect(mark(places, FIGURES, [COUNTERS])).toEqual({
      text: '<dl><dd>620 teams</dd><dd>[1]</dd></dl><p>4 million[1]</p>',
      sources: [COUNTERS],
    });
  });
});
