import { describe, expect, it } from 'vitest';
import { createBlockInputs } from '../../../cli/render/page-input/block-inputs.ts';
import { landingEntry, page, smallSite } from './small-site.ts';

describe('createBlockInputs', () => {
  it('gives an embed no link that may lead nowhere, and leaves out one without an address', async () => {
    const { contextOf } = await smallSite({ rows: [page('en', 'main')] });
    const urls = ['https://reddit.example/r/1', 'javascript:alert(1)', 'data:text/html,x', null];
    const blocks = urls.map((url) => ({ type: 'embed', provider: 'reddit', url }));
    const inputs = createBlockInputs(contextOf('en'), landingEntry({ blocks }).blocks);
    expect(inputs.map((block) => (block.type === 'embed' ? block.href : 'no embed'))).toEqual([
      'https://reddit.example/r/1',
      null,
      null,
    ]);
  });
});
