// What the rows of received content are made by: a rule that is not in it costs no reading of content when it changes.

import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../cli/files/project.ts';
import { SCHEMA_ENTRY } from '../../cli/preview/code/bundle-site.ts';

describe('the code that makes rows of received content', () => {
  it('reaches no table but that of the pages, which says which collections have some', async () => {
    const { metafile } = await build({
      absWorkingDir: PROJECT,
      entryPoints: [SCHEMA_ENTRY],
      bundle: true,
      write: false,
      metafile: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
    });
    const material = Object.keys(metafile.inputs).filter((file) => /^(config|locales|site\.config)/.test(file));
    expect(material.sort()).toEqual([
      'config/constants.ts',
      'config/language-tag.ts',
      'config/pages.ts',
      'config/site-address.ts',
    ]);
  });
});
