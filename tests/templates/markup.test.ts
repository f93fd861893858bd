import { describe, expect, it } from 'vitest';
import { type FilledFrame, printMarkup, printPieces } from '../../templates/markup.ts';

const LONG = 'long text '.repeat(100);

function filled(texts: FilledFrame['texts']): FilledFrame {
  const others = Object.keys(texts).map((text) => ({ text, after: `</${text}>` }));
  return { frame: { start: '<main>', others }, texts };
}

describe('printPieces', () => {
  it('joins short texts, and leaves long ones as they came', () => {
    const inner = filled({ b: LONG, i: 'short' });
    const markup = filled({ p: { html: LONG, links: [], ids: [] }, ul: [inner, inner], s: 'short' });
    expect(printPieces(markup)).toEqual([
      '<main>',
      LONG,
      '</p><main>',
      LONG,
      '</b>short</i><main>',
      LONG,
      '</b>short</i></ul>short</s>',
    ]);
    expect(printPieces(markup).join('')).toBe(printMarkup(markup));
  });

  it('gives what is printed already as it is', () => {
    expect(printPieces('').join('')).toBe('');
    expect(printPieces('<p></p>').join('')).toBe('<p></p>');
    expect(printPieces({ html: '<p></p>', links: [], ids: [] }).join('')).toBe('<p></p>');
  });
});
