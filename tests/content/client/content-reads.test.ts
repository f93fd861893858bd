import { describe, expect, it } from 'vitest';
import { createExpectation, planReads } from '../../../cli/content/client/content-reads.ts';

const lists = planReads(['en', 'ua']).filter((target) => target.kind === 'collection');
const listOf = (collection: string, site: string) => {
  const found = lists.find((target) => target.collection === collection && target.site === site);
  if (found === undefined) throw new Error(`No list of ${collection} in ${site}.`);
  return found;
};

describe('createExpectation', () => {
  it('takes the lists of other sites for as long as the longest that is known', () => {
    const expectPages = createExpectation(lists);
    expect(expectPages(listOf('blog_articles', 'en'), 40)).toBe(8000);
    expect(expectPages(listOf('blog_articles', 'ua'), 10)).toBe(8000);
    expect(expectPages(listOf('webinars', 'ua'), 2)).toBe(8400);
  });

  it('expects nothing of lists of one page', () => {
    const expectPages = createExpectation(lists);
    expect(expectPages(listOf('faq', 'en'), 1)).toBe(0);
  });
});
