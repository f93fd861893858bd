// What a watch tells of the moments before it began. Real files in a folder of their own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SourceChange, watchSources } from '../../cli/preview/watch-sources.ts';
import { eventually } from './running-preview.ts';

describe('watchSources', () => {
  it('tells files that are gone since they were read, and none that are there or that nobody watches', async () => {
    const project = mkdtempSync(join(tmpdir(), 'sitegen-watch-'));
    onTestFinished(() => rmSync(project, { recursive: true }));
    mkdirSync(join(project, 'templates/pages'), { recursive: true });
    writeFileSync(join(project, 'templates/pages/Here.tsx'), '');
    const changes: SourceChange[] = [];
    const watch = watchSources({
      project,
      since: Date.now() + 60_000,
      known: () => [
        'templates/pages/Here.tsx',
        'templates/pages/Gone.tsx',
        'node_modules/gone/index.js',
        'cli/gone.ts',
      ],
      onChange: async (change) => void changes.push(change),
      report: () => undefined,
    });
    onTestFinished(() => watch.close());
    await watch.isReady;
    await eventually(() => changes.length > 0);
    expect(changes).toEqual([{ files: new Set(['templates/pages/Gone.tsx']), isStructural: true }]);
  });
});
