// A text is read once for its links and for its template: both find what they would find by themselves, proven on random texts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHrefs } from '../../../cli/plan/links.ts';
import { createTextInput } from '../../../cli/render/page-input/block-inputs.ts';
import { hrefsOf } from '../../../templates/components/clean-rich-text.ts';
import { createOutline } from '../../../templates/components/outline.ts';
import { sanitizeRichText } from '../../../templates/components/sanitize-rich-text.ts';

const RUNS = process.env.SITEGEN_TEST_LONG === undefined ? 1000 : 50_000;
const RULES = { origin: 'https://www.example.com', finalHrefs: { '/old/': '/new/' }, richImages: {} };

const text = fc.constantFrom(
  'Ґанок',
  ' href="/x/"',
  'a = b',
  ' HREF=/y/ ',
  ' >',
  '&amp;',
  '"',
  '<br>',
  '<img src="/a.png">',
);
const href = fc.constantFrom('/old/', '/a/?b=c', 'https://other.example.org/a', 'javascript:x', '#a');
const element = fc.oneof(
  text,
  fc
    .tuple(href, text, fc.constantFrom('', ' target="_blank"'))
    .map(([to, inner, more]) => `<a href="${to}"${more}>${inner}</a>`),
  fc
    .tuple(fc.constantFrom('h2', 'h2 id="a"', 'h3 id="b"', 'p'), text)
    .map(([start, inner]) => `<${start}>${inner}</${start.slice(0, 2).trim()}>`),
);
const html = fc.array(element, { maxLength: 5 }).map((parts) => parts.join(''));

describe('createTextInput', () => {
  it('reads of a text what is found in it otherwise', () => {
    fc.assert(
      fc.property(html, (written) => {
        const input = createTextInput(written);
        if (input.read === undefined) return;
        expect(hrefsOf(input.read)).toEqual([...listHrefs(written)]);
        expect(written).not.toContain('<img');
        expect(sanitizeRichText(written, RULES, input.read)).toBe(sanitizeRichText(written, RULES));
        expect(createOutline([input], RULES)).toEqual(createOutline([{ type: 'text', html: written }], RULES));
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['of the grammar', '<h2 id="a">A</h2><p><a href="/old/?a=b">Ґанок</a><br></p>', true],
    ['with what looks like a link', '<p>Write href="/x/" there.</p>', false],
    ['with an image', '<img src="/a.png">', false],
    ['without tags', 'a', true],
  ])('reads a text %s, or leaves it', (_, written, isRead) => {
    expect(createTextInput(written).read !== undefined).toBe(isRead);
  });
});
