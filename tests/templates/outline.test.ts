import { describe, expect, it } from 'vitest';
import { createOutline } from '../../templates/components/outline.ts';

const outlineOf = (...texts: readonly string[]) =>
  createOutline(
    texts.map((html) => ({ type: 'text', html }) as const),
    { origin: 'https://www.example.com', finalHrefs: {}, richImages: {}, takenIds: new Set() },
  );

describe('createOutline', () => {
  it('gives every second-level heading an id of its words, and lists them in order', () => {
    const { headings, safeHtmlByIndex } = outlineOf('<h2>How we count</h2><p>a</p>', '<h2>Як ми <em>рахуємо</em></h2>');
    expect(headings).toEqual([
      { id: 'part-how-we-count', titleHtml: 'How we count' },
      { id: 'part-як-ми-рахуємо', titleHtml: 'Як ми рахуємо' },
    ]);
    expect([...safeHtmlByIndex.values()]).toEqual([
      '<h2 id="part-how-we-count">How we count</h2><p>a</p>',
      '<h2 id="part-як-ми-рахуємо">Як ми <em>рахуємо</em></h2>',
    ]);
  });

  it('keeps the id that an editor gave, with a prefix, and the language of a heading', () => {
    const { headings, safeHtmlByIndex } = outlineOf('<h2 id="why">Why</h2><h2 lang="uk">Як</h2>');
    expect(headings.map(({ id }) => id)).toEqual(['part-why', 'part-як']);
    expect(safeHtmlByIndex.get(0)).toBe('<h2 id="part-why">Why</h2><h2 id="part-як" lang="uk">Як</h2>');
  });

  it('gives equal headings different ids', () => {
    expect(outlineOf('<h2>Notes</h2><h2>Notes</h2>', '<h2>Notes!</h2>').headings.map(({ id }) => id)).toEqual([
      'part-notes',
      'part-notes-2',
      'part-notes-3',
    ]);
  });

  it('gives a second heading with the id of an editor one of its words, in any text', () => {
    const { headings, safeHtmlByIndex } = outlineOf(
      '<h2>Same</h2><h2 id="same">One</h2>',
      '<h2 id="same">Two</h2><h3 id="same">A</h3>',
    );
    expect(headings.map(({ id }) => id)).toEqual(['part-same-2', 'part-same', 'part-two']);
    expect(safeHtmlByIndex.get(1)).toBe('<h2 id="part-two">Two</h2><h3>A</h3>');
  });

  it('takes a text of 20,000 equal headings in the time that it takes to read it', () => {
    const startedAt = performance.now();
    const { headings } = outlineOf(
      '<h2>Notes</h2>'.repeat(20_000),
      '<h2 id="part-notes-20002">Own</h2><h2>Notes 2</h2>',
    );
    expect(new Set(headings.map(({ id }) => id)).size).toBe(20_002);
    expect(headings.slice(-3).map(({ id }) => id)).toEqual(['part-notes-20000', 'part-notes-20002', 'part-notes-2-2']);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('counts the characters of all texts outside tags, as they were written', () => {
    expect(outlineOf('<p>a &amp; b</p>', '<p onclick="x()">c <i>d</i></p>').characters).toBe('a &amp; bc d'.length);
  });

  it('has no contents where there is one heading, or where headings are empty', () => {
    expect(outlineOf('<h2>Alone</h2><h3>Below</h3><h2> <br></h2>').headings).toEqual([]);
  });

  it('prints what an editor wrote as text, and drops what runs', () => {
    const { headings, safeHtmlByIndex } = outlineOf(
      '<h2>A &lt;b&gt; &amp; c<script>alert(1)</script></h2><h2 onclick="x()"><img src=x onerror=y>B</h2>',
    );
    expect(headings.map(({ titleHtml }) => titleHtml)).toEqual(['A &lt;b&gt; &amp; c', 'B']);
    expect(safeHtmlByIndex.get(0)).not.toMatch(/script|onclick|onerror/);
  });
});
