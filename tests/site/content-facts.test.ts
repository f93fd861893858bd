// The facts themselves: a page that shows what a file says passes, and each way to lose it is found.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBuiltSite } from './built-site.ts';
import { type Fact, findMissingFacts, richTextFact } from './content-facts.ts';

const CARD = `<li class="card big">
  <h3>A  cup</h3>
  <img src="/assets/cup-0123abcdef.svg" alt="A cup">
  <a href="https://example.org/">Read on <span>(opens in a new tab)</span></a>
</li>`;
const EDITED = '<h2 id="why">Why</h2><p>Two <strong>cups</strong>.</p><img src="/assets/blog/cup.svg" alt="A cup">';

function faultsOf(body: string, fact: Fact): number {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-facts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), `<!doctype html><body>${body}</body>`);
  const [page] = readBuiltSite(folder).pages;
  return page === undefined ? -1 : findMissingFacts(page, [fact]).length;
}

describe('findMissingFacts', () => {
  it.each<readonly [string, Fact]>([
    ['an element', { element: 'li' }],
    ['an element with its class', { element: 'li.card' }],
    ['a text, spaces aside', { element: 'h3', text: 'A cup' }],
    ['the beginning of a link', { element: 'a', startsWith: 'Read on', attributes: { href: 'https://example.org/' } }],
    ['a copy of a picture', { element: 'img', image: '/assets/pages/cup.svg', attributes: { alt: 'A cup' } }],
    ['what stands inside', { element: 'li', inside: [{ element: 'h3', text: 'A cup' }, { element: 'img' }] }],
  ])('finds nothing where the page shows %s', (_name, fact) => {
    expect(faultsOf(CARD, fact)).toBe(0);
  });

  it.each<readonly [string, Fact]>([
    ['element', { element: 'article' }],
    ['class', { element: 'li.car' }],
    ['text', { element: 'h3', text: 'cup' }],
    ['place', { element: 'p', text: 'A cup' }],
    ['href', { element: 'a', startsWith: 'Read on', attributes: { href: '/' } }],
    ['picture', { element: 'img', image: '/assets/pages/mug.svg' }],
    ['alternative text', { element: 'img', attributes: { alt: '' } }],
    ['neighbourhood', { element: 'h3', inside: [{ element: 'img' }] }],
    ['neighbourhood of one and the same element', { element: 'li', text: 'A cup', inside: [{ element: 'a' }] }],
  ])('finds a wrong %s', (_name, fact) => {
    expect(faultsOf(CARD, fact)).toBe(1);
  });
});

describe('richTextFact', () => {
  const printed = (html: string) => `<div class="rich-text">${html}</div>`;

  it('holds where an editor’s HTML came out as it is', () => {
    expect(faultsOf(printed(EDITED), richTextFact(EDITED))).toBe(0);
  });

  it.each([
    ['a word', EDITED.replace('Two ', '')],
    ['an emphasis', EDITED.replaceAll(/<\/?strong>/g, '')],
    ['a heading', EDITED.replace('<h2 id="why">Why</h2>', '<p>Why</p>')],
    ['the text of a picture', EDITED.replace('alt="A cup"', 'alt=""')],
  ])('finds that %s got lost', (_name, html) => {
    expect(faultsOf(printed(html), richTextFact(EDITED))).toBe(1);
  });
});
