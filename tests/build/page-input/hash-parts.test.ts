import { describe, expect, it } from 'vitest';
import { hashParts, parseInput } from '../../../cli/build/page-input/hash-parts.ts';
import type { BlockInput, PageInput } from '../../../templates/page-input.ts';
import { EVERY_TEMPLATE, PROPS, pageWith } from '../../templates/page-makers.ts';

const textOf = (html: string): BlockInput => ({ type: 'text', html });
const quote: BlockInput = { type: 'quote', quote: 'Listen first.', author: null, position: null };

/** An article of these blocks. */
function articleOf(content: readonly BlockInput[], changes: Parameters<typeof pageWith>[1] = {}): PageInput {
  return pageWith({ template: 'article', props: { ...PROPS.article, content } }, changes);
}

/** What another thread makes of an input that crossed to it. */
function crossed(page: PageInput): PageInput {
  const related = 'related' in page.props ? page.props.related : null;
  return parseInput(structuredClone(hashParts(page).texts), { keys: page.shared, site: page.site, related });
}

const partsChanged = (one: PageInput, other: PageInput) => {
  const { parts, hash } = hashParts(one);
  const others = hashParts(other);
  expect(hash).not.toBe(others.hash);
  return Object.keys(parts).filter((part) => parts[part] !== others.parts[part]);
};

describe('hashParts', () => {
  it.each(EVERY_TEMPLATE)('gives texts of $template that make the same input in another thread', (template) => {
    const page = pageWith(template);
    expect(crossed(page)).toStrictEqual(page);
  });

  it('puts each text back where it stood', () => {
    const page = articleOf([textOf('<p>Огляд "один"</p>\n'), quote, textOf(''), textOf('<p>two</p>')]);
    expect(crossed(page)).toStrictEqual(page);
  });

  it('names what changed, rich text as props', () => {
    const content = [textOf('<p>one</p>'), textOf('<p>two</p>')];
    const page = articleOf(content);
    const { shared, breadcrumbs } = page;
    expect(partsChanged(page, articleOf([textOf('<p>one</p>'), textOf('<p>2</p>')]))).toEqual(['props']);
    expect(partsChanged(page, articleOf([textOf('<p>one</p><p>two</p>'), textOf('')]))).toEqual(['props']);
    expect(partsChanged(page, articleOf(content.toReversed()))).toEqual(['props']);
    expect(partsChanged(page, articleOf(content, { shared: { ...shared, related: 'other' } }))).toEqual(['related']);
    expect(partsChanged(page, articleOf(content, { shared: { ...shared, site: 'other' } }))).toEqual(['site']);
    expect(partsChanged(page, articleOf(content, { breadcrumbs: breadcrumbs.slice(1) }))).toEqual(['surroundings']);
  });
});
