// Facts of a page on disk are those that were read where it was rendered, whatever its template and its chrome.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectPageFacts } from '../../cli/facts/page-facts.ts';
import { createFactsReader } from '../../cli/facts/stored-facts.ts';
import { parseChromeFacts } from '../../cli/render/page-renderer.ts';
import { createTemplates } from '../../templates/bundle.ts';
import { joinPage } from '../../templates/render-page.tsx';
import { makeFolder } from '../site/run-sitegen.ts';
import { chromeWith, EVERY_TEMPLATE, pageWith, wordsOf } from '../templates/page-makers.ts';

const { renderChrome, renderPageParts } = createTemplates();
const CHROMES = new Map(
  (['default', 'header-only'] as const).map((layout) => [
    layout,
    renderChrome(chromeWith({ layout, legalName: 'Мурмурленс 👂' }), wordsOf('article'), 'c'),
  ]),
);
const fragmentFacts = new Map([...CHROMES].map(([layout, chrome]) => [layout, parseChromeFacts(chrome)]));

describe('createFactsReader', () => {
  it.each([...CHROMES])(
    'reads of every template what was read where it was rendered, in the chrome %s',
    (layout, chrome) => {
      const folder = makeFolder();
      mkdirSync(join(folder, 'a'));
      const readFacts = createFactsReader([join(folder, 'none'), folder], fragmentFacts);
      for (const template of EVERY_TEMPLATE) {
        const words = wordsOf(template.template);
        const parts = renderPageParts(pageWith(template, { layout }), words, words);
        writeFileSync(join(folder, 'a/index.html'), joinPage(parts, chrome));
        expect([template.template, readFacts('/a/', layout)]).toEqual([template.template, collectPageFacts(parts)]);
      }
    },
  );

  it('reads a page where it is first, and nothing of one that is gone', () => {
    const folder = makeFolder();
    for (const [name, title] of [
      ['staging', 'New'],
      ['out', 'Old'],
    ] as const) {
      mkdirSync(join(folder, name, 'a'), { recursive: true });
      writeFileSync(
        join(folder, name, 'a/index.html'),
        `<html><head><title>${title}</title></head><body><main></main></body></html>`,
      );
    }
    const readFacts = createFactsReader(
      [join(folder, 'staging'), join(folder, 'out')],
      new Map([['c', parseChromeFacts({ top: '', afterSwitcher: '', bottom: '' })]]),
    );
    expect(readFacts('/a/', 'c')?.title).toBe('New');
    expect(readFacts('/b/', 'c')).toBeNull();
  });
});
