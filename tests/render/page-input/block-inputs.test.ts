import { describe, expect, it } from 'vitest';
import { createBlockInputs } from '../../../cli/render/page-input/block-inputs.ts';
import { landingEntry, page, smallSite } from './small-site.ts';

describe('createBlockInputs', () => {
  it('gives an embed no link that may lead nowhere, and leaves out one without an address', async () => {
    const { contextOf } = await smallSite({ rows: [page('en', 'main')] });
    const entryWith = (urls: readonly (string | null)[]) =>
      landingEntry({ blocks: urls.map((url) => ({ type: 'embed', provider: 'reddit', url })) });
    const inputs = createBlockInputs(contextOf('en'), entryWith(['https://reddit.example/r/1', null]).blocks);
    expect(inputs.map((block) => (block.type === 'embed' ? block.href : 'no embed'))).toEqual([
      'https://reddit.example/r/1',
    ]);
    for (const url of ['javascript:alert(1)', 'data:text/html,x'])
      expect(() => entryWith([url])).toThrow('Expected a web address');
  });
});
