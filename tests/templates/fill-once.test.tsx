import { describe, expect, it, vi } from 'vitest';
import { createFormatter } from '../../locales/formatter.ts';
import type { WordsContextValue } from '../../templates/contexts.ts';
import { fillOnce } from '../../templates/fill-once.tsx';
import { printMarkup } from '../../templates/markup.ts';

const format = (moment: string) => moment;
const WORDS: WordsContextValue = {
  t: createFormatter({}, 'en'),
  formatDate: format,
  formatMoment: format,
  formatOwnDate: format,
  pageLanguageTag: 'en',
  wordsLang: undefined,
  isTraced: false,
};

const fill = (name: string, texts: Readonly<Record<string, string>>, level = 2) =>
  printMarkup(
    fillOnce(WORDS, {
      name,
      shape: { level },
      texts,
      create: (shape, mark) =>
        shape.level === 2 ? <h2 id={mark('id')}>{mark('title')}</h2> : <h3>{mark('title')}</h3>,
    }),
  );

describe('fillOnce', () => {
  it('puts each text where its mark stands', () => {
    expect(fill('heading', { id: 'a', title: 'A &amp; B' })).toBe('<h2 id="a">A &amp; B</h2>');
    expect(fill('heading', { id: 'b', title: '<em>C</em>' })).toBe('<h2 id="b"><em>C</em></h2>');
  });

  it('renders anew what has another shape under the same name', () => {
    expect(fill('heading', { id: 'a', title: 'A' })).toBe('<h2 id="a">A</h2>');
    expect(fill('heading', { id: 'a', title: 'A' }, 3)).toBe('<h3>A</h3>');
  });

  it('renders once what comes in two languages by turns', () => {
    const render = vi.fn((title: string) => <h2>{title}</h2>);
    const languages: readonly WordsContextValue[] = [{ ...WORDS }, { ...WORDS, wordsLang: 'uk' }];
    for (const title of ['A', 'B', 'C'])
      for (const words of languages) {
        const texts = { title };
        const filled = fillOnce(words, { name: 'h', shape: {}, texts, create: (_, mark) => render(mark('title')) });
        expect(printMarkup(filled)).toBe(`<h2>${title}</h2>`);
      }
    expect(render).toHaveBeenCalledTimes(languages.length);
  });

  it('renders once what comes in dozens of groups of words by turns', () => {
    const render = vi.fn(() => <h2>A</h2>);
    const groups = Array.from({ length: 100 }, (): WordsContextValue => ({ ...WORDS }));
    for (const words of [...groups, ...groups])
      fillOnce(words, { name: 'h', shape: {}, texts: {}, create: () => render() });
    expect(render).toHaveBeenCalledTimes(groups.length);
  });

  it('forgets all that it rendered once that is thousands of frames', () => {
    const render = vi.fn((title: string) => <h2>{title}</h2>);
    const names = Array.from({ length: 5000 }, (_, index) => `h ${index}`);
    const fillIn = (name: string) =>
      printMarkup(fillOnce(WORDS, { name, shape: {}, texts: {}, create: () => render(name) }));
    expect(names.map(fillIn)).toEqual(names.map((name) => `<h2>${name}</h2>`));
    render.mockClear();
    expect(names.map(fillIn)).toEqual(names.map((name) => `<h2>${name}</h2>`));
    expect(render).toHaveBeenCalledTimes(names.length);
  });

  it('takes no text for a mark', () => {
    expect(fill('heading', { id: '\u0001title\u0002', title: 'A' })).toBe('<h2 id="\u0001title\u0002">A</h2>');
  });

  it('takes nothing that is rendered with the marks for one', () => {
    const word = '\u0001title\u0002 \u0001 \u0002';
    const filled = fillOnce(WORDS, {
      name: 'word',
      shape: { word },
      texts: { title: 'A' },
      create: (shape, mark) => (
        <h2 id={shape.word}>
          {shape.word}
          {mark('title')}
        </h2>
      ),
    });
    expect(printMarkup(filled)).toBe(`<h2 id="${word}">${word}A</h2>`);
  });

  it('says which text is missing', () => {
    expect(() => fill('heading', { id: 'a' })).toThrow('No text for the mark "title".');
  });
});
