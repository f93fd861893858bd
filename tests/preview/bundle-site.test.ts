// What received content depends on: a rule that is not in it costs no reading of content when it changes.

import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../cli/files/project.ts';
import { SCHEMA_ENTRY } from '../../cli/preview/code/bundle-site.ts';

describe('the code that reads content', () => {
  it('has no table but those of the pages and locales, which say which collections and sites have some', async () => {
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
    const [output] = Object.values(metafile.outputs);
    const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    const material = used.map(([file]) => file).filter((file) => /^(config|locales|site\.config)/.test(file));
    expect(material.sort()).toEqual([
      'config/constants.ts',
      'config/language-tag.ts',
      'config/locales.ts',
      'config/pages.ts',
      'config/site-address.ts',
    ]);
  });
});
