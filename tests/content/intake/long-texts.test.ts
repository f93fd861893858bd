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

  const parsed = () => entry;
  const fail = () => {
    throw new Error('The entry was read.');
  };

  it('fills them in again, and reads the entry only for that', () => {
    const asReceived = () => ({ body: [{ set: { text: LONG } }] });
    expect(fillTexts(JSON.stringify(light.entry), { raw: asReceived, parsed: fail })).toBe(JSON.stringify(entry));
    const json = JSON.stringify({ title: entry.title, content: SHORT });
    expect(fillTexts(json, { raw: fail, parsed: fail })).toContain('Short');
  });

  it('parses an entry with a text that the intake changed', () => {
    const asReceived = () => ({ text: `${LONG}\u0007` });
    expect(fillTexts(JSON.stringify(light.entry), { raw: asReceived, parsed })).toBe(JSON.stringify(entry));
  });

  it('makes other marks of other texts', () => {
    const other = separateTexts(entryWith(LONG.replace('One', 'Two')));
    expect(Object.keys(other.factsByMark)).not.toEqual(Object.keys(light.factsByMark));
  });

  it('never takes anything but a text', () => {
    const raw = () => ({ [LONG]: 'other' });
    expect(() => fillTexts(JSON.stringify(light.entry), { raw, parsed: () => entryWith(null) })).toThrow('has no text');
  });
});

describe('readTextFacts', () => {
  it('finds links, media and pictures', () => {
    const html = '<p><a href="#b">A</a><iframe src="/c/"></iframe><img src="d.png"></p>';
    expect(readTextFacts(html)).toEqual({ hrefs: ['#b', '/c/'], images: ['d.png'] });
    expect(readTextFacts('<p>None</p>')).toEqual({ hrefs: [], images: [] });
  });
});
