import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashParts, type NamedTexts, parseInput } from '../../../cli/render/page-input/hash-parts.ts';
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
  return parseInput(structuredClone(hashParts(page, null).texts), { keys: page.shared, site: page.site, related });
}

const partsChanged = (one: PageInput, other: PageInput, entry: NamedTexts | null = null) => {
  const { parts, hash } = hashParts(one, entry);
  const others = hashParts(other, entry);
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

  it('names texts of the entry by its hash and their places there', () => {
    const texts = ['<p>one</p>', '<p>two</p>'];
    const content = texts.map(textOf);
    const page = articleOf(content);
    const entry = { digest: 'd1', texts };
    expect(hashParts(articleOf(content), { ...entry, texts: [...texts] })).toEqual(hashParts(page, entry));
    expect(partsChanged(page, articleOf(content.toReversed()), entry)).toEqual(['props']);
    expect(partsChanged(page, articleOf(content.slice(1)), entry)).toEqual(['props']);
    const other = hashParts(page, { ...entry, digest: 'd2' });
    expect(other.parts.props).not.toBe(hashParts(page, entry).parts.props);
    expect(other.texts).toEqual(hashParts(page, entry).texts);
  });

  it('hashes a text that is none of the entry, such as that of a shared block', () => {
    const entry = { digest: 'd1', texts: ['<p>one</p>'] };
    const shared = (html: string) => articleOf([textOf('<p>one</p>'), textOf(html)]);
    expect(partsChanged(shared('<p>a</p>'), shared('<p>b</p>'), entry)).toEqual(['props']);
  });

  it.each(EVERY_TEMPLATE)('tells any change of a leaf of $template', (template) => {
    const page = pageWith(template);
    // Values that stand under their own hash, and what is named by it.
    const { shared, site: _site, ...rest } = page;
    const input = { ...rest, shared, props: 'related' in rest.props ? { ...rest.props, related: [] } : rest.props };
    const { hash } = hashParts(page, null);
    fc.assert(
      fc.property(fc.constantFrom(...listLeaves(input)), (path) => {
        const changed = changeAt(input, path) as Omit<PageInput, 'site'>;
        const restored = 'related' in page.props ? { ...changed.props, related: page.props.related } : changed.props;
        const other = { ...changed, props: restored, site: page.site } as PageInput;
        expect(hashParts(other, null).hash).not.toBe(hash);
      }),
    );
  });
});

type LeafPath = readonly string[];

function listLeaves(value: unknown, path: LeafPath = []): readonly LeafPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => listLeaves(item, [...path, key]));
}

/** The value with another leaf in one place. */
function changeAt(value: unknown, [key, ...rest]: LeafPath): unknown {
  if (key === undefined) return value === null ? 'changed' : `${String(value)} changed`;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changeAt(item, rest) : item));
  return { ...(value as object), [key]: changeAt((value as Record<string, unknown>)[key], rest) };
}
