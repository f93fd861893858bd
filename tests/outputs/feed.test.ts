import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { type FeedEntry, renderFeed } from '../../cli/outputs/feed.ts';

const entryWith = (entry: Partial<FeedEntry> = {}): FeedEntry => ({
  title: 'How to read a crisis',
  url: 'https://www.example.com/kz/blog/crisis/',
  description: 'What the first hour tells.',
  categories: [],
  date: '2026-01-10T09:00:00.000Z',
  lastModified: null,
  ...entry,
});
const feedOf = (entries: readonly FeedEntry[]) =>
  renderFeed({
    locale: 'kz',
    origin: 'https://www.example.com',
    brand: 'Murmurlens & Co',
    title: 'Блог <Murmurlens>',
    description: null,
    blogUrl: 'https://www.example.com/kz/blog/',
    entries,
  });
const read = (entries: readonly FeedEntry[]) =>
  parseDocument(String(feedOf(entries).content), { xmlMode: true, decodeEntities: true });
const textsOf = (entries: readonly FeedEntry[], name: string) =>
  DomUtils.getElementsByTagName(name, read(entries)).map((element) => DomUtils.textContent(element).trim());

describe('renderFeed', () => {
  it('is the feed of one blog: its id and language, whose it is, and where it lies', () => {
    const file = feedOf([entryWith()]);
    expect(file).toMatchObject({ path: 'kz/blog/feed.xml', kind: 'map', locale: 'kz', owner: null });
    expect(file.content).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8"\?>\s*<feed xml:lang="ru-KZ" xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
    );
    expect(file.content).toContain('<link rel="self" href="https://www.example.com/kz/blog/feed.xml"/>');
    expect(textsOf([entryWith()], 'name')).toEqual(['Murmurlens & Co']);
    expect(textsOf([entryWith()], 'title')[0]).toBe('Блог <Murmurlens>');
  });

  it('names articles by their canonical URL, newest first, and dates itself by the newest change', () => {
    const entries = [
      entryWith({
        url: 'https://www.example.com/kz/blog/a/',
        date: '2026-01-01T00:00:00.000Z',
        lastModified: '2026-05-01T00:00:00.000Z',
      }),
      entryWith({
        url: 'https://www.example.com/kz/blog/b/',
        date: '2026-02-01T00:00:00.000Z',
        lastModified: '2025-12-01T00:00:00.000Z',
      }),
      entryWith({ url: 'https://www.example.com/kz/blog/never/', date: null }),
    ];
    expect(textsOf(entries, 'id')).toEqual(
      ['kz/blog/', 'kz/blog/b/', 'kz/blog/a/'].map((path) => `https://www.example.com/${path}`),
    );
    expect(textsOf(entries, 'updated')).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      '2026-05-01T00:00:00.000Z',
    ]);
    expect(textsOf(entries, 'published')).toEqual(['2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
  });

  it('shows hostile texts as texts', () => {
    const text = 'A <b> & ]]> "b" &amp;';
    const entries = [entryWith({ title: text, description: text, categories: [{ slug: 'r"<d', title: 'R&D "<x>"' }] })];
    const escaped = 'A &lt;b&gt; &amp; ]]&gt; &quot;b&quot; &amp;amp;';
    expect(textsOf(entries, 'title')[1]).toBe(escaped);
    expect(textsOf(entries, 'summary')).toEqual([escaped]);
    const [category] = DomUtils.getElementsByTagName('category', read(entries));
    expect(category?.attribs).toEqual({ label: 'R&D "‹x>"', term: 'r"‹d' });
    expect(String(feedOf(entries).content)).not.toMatch(/="[^"]*<[^"]*"/);
  });

  it('replaces characters that XML cannot hold', () => {
    const text = 'A\ufffeB\uffffC';
    const entries = [entryWith({ title: text, categories: [{ slug: text, title: text }] })];
    expect(String(feedOf(entries).content)).not.toMatch(/[\ufffe\uffff]/);
    expect(textsOf(entries, 'title')[1]).toBe('A\ufffdB\ufffdC');
  });

  it('holds the newest fifty', () => {
    const entries = Array.from({ length: 60 }, (_, index) =>
      entryWith({ url: `https://www.example.com/kz/blog/${index}/`, date: new Date(index * 86_400_000).toISOString() }),
    );
    const ids = textsOf(entries, 'id').slice(1);
    expect(ids).toHaveLength(50);
    expect(ids[0]).toBe('https://www.example.com/kz/blog/59/');
  });

  it('never asks the clock, not even without articles', () => {
    expect(textsOf([], 'updated')).toEqual(['1970-01-01T00:00:00.000Z']);
    expect(feedOf([entryWith()])).toEqual(feedOf([entryWith()]));
  });
});
