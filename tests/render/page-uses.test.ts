import { describe, expect, it } from 'vitest';
import { createShownPrinter } from '../../cli/render/page-uses.ts';
import { cardOf, PROPS } from '../templates/page-makers.ts';

describe('createShownPrinter', () => {
  it('lists the cards beside an article, the same ones beside the next', () => {
    const print = createShownPrinter();
    const related = [cardOf(1), cardOf(2)];
    const shown = { cards: related.map(({ href }) => href), collections: [] };
    for (const title of ['one', 'two', 'three'])
      expect(JSON.parse(print({ ...PROPS.article, title, related }))).toEqual(shown);
    expect(JSON.parse(print({ ...PROPS.article, related: [cardOf(3)] })).cards).toEqual([cardOf(3).href]);
  });

  it('lists cards and whole collections wherever they stand, each once', () => {
    const print = createShownPrinter();
    const { cards, collections } = JSON.parse(print(PROPS.home));
    expect(cards).toEqual(PROPS.home.articles.map(({ href }) => href));
    expect(collections).toEqual(['clients']);
    const sections = [{ kind: 'team', title: null, text: null, image: null, link: null, people: [] }] as const;
    expect(JSON.parse(print({ ...PROPS.about, sections })).collections).toEqual(['team']);
  });
});
