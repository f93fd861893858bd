import { describe, expect, it } from 'vitest';
import { fillTexts, readTextFacts, separateTexts } from '../../../cli/content/intake/long-texts.ts';
import { parseEntry } from '../../../cli/content/intake/parse-entry.ts';

const LONG = `<h2 id="part-7">One</h2><p>"\\u0001abc" <a href="/about/">$&</a> <img src="/assets/a.png">1,284 of 12${'Їжак. '.repeat(300)}</p>`;
const SHORT = '<p>Short</p>';

function entryWith(content: unknown) {
  const raw = { id: 'a', slug: 'a', title: '"\\u0001abc"', content };
  const parsed = parseEntry(raw, { collection: 'blog_articles', site: 'en' });
  if (!('entry' in parsed)) throw new Error('The entry is not valid.');
  return parsed.entry;
}

describe('separateTexts', () => {
  const entry = entryWith([
    { type: 'text', text: LONG },
    { type: 'text', text: SHORT },
  ]);
  const light = separateTexts(entry);

  it('leaves out only long texts, and says what they link to', () => {
    const json = JSON.stringify(light.entry);
    expect(json).not.toContain('Їжак');
    expect(json).toContain('Short');
    expect(Object.values(light.factsByMark)).toEqual([
      { hrefs: ['/about/'], images: ['/assets/a.png'], numbers: ['0001', '1', '284', '12'] },
    ]);
  });

  it('fills them in again, and reads the entry only for that', () => {
    expect(fillTexts(JSON.stringify(light.entry), () => entry)).toBe(JSON.stringify(entry));
    const read = () => {
      throw new Error('The entry was read.');
    };
    expect(fillTexts(JSON.stringify({ title: entry.title, content: SHORT }), read)).toContain('Short');
  });

  it('makes other marks of other texts', () => {
    const other = separateTexts(entryWith(LONG.replace('One', 'Two')));
    expect(Object.keys(other.factsByMark)).not.toEqual(Object.keys(light.factsByMark));
  });

  it('never takes anything but a text', () => {
    expect(() => fillTexts(JSON.stringify(light.entry), () => entryWith(null))).toThrow('has no text in place 0');
  });
});

describe('readTextFacts', () => {
  it('finds links, media and pictures', () => {
    const html = '<p><a href="#b">A</a><iframe src="/c/"></iframe><img src="d.png"></p>';
    expect(readTextFacts(html)).toEqual({ hrefs: ['#b', '/c/'], images: ['d.png'] });
    expect(readTextFacts('<p>None</p>')).toEqual({ hrefs: [], images: [] });
  });
});
