// Which globals were set before, by the built versions.

import { expect, it } from 'vitest';
import { indexGlobal, type ReceivedGlobal } from '../../cli/content/intake/index-entry.ts';
import { createWasSet } from '../../cli/content/settle-reads.ts';
import { findBuilt, markBuilt } from '../../cli/content/snapshot/versions.ts';
import { makeFolder } from '../site/run-sitegen.ts';
import { storeContent } from './stored-versions.ts';

const inSite = (site: string, source: ReceivedGlobal['source'], value: unknown) =>
  indexGlobal({ name: 'top_banner', site }, value, source);

it('reads older versions only for globals that the newer ones could not read', () => {
  const cacheDir = makeFolder();
  const versions = [
    [inSite('es', 'service', null)],
    [inSite('en', 'service', null), inSite('es', 'stale', { enabled: true })],
    [inSite('en', 'service', { enabled: true }), inSite('es', 'empty', null)],
  ].map((globals) => storeContent(cacheDir, { globals }));
  const [{ records } = storeContent(cacheDir, {})] = versions;
  for (const { id } of versions) markBuilt(records.database, { outDir: 'out', cacheDir: '.' }, id);
  const built = findBuilt(records.database, { url: 'https://cms.example.com', isSample: false });
  expect(built).toHaveLength(3);
  const wasSet = createWasSet(records, built);
  expect(['en', 'es', 'pt'].map((site) => wasSet({ name: 'top_banner', site }))).toEqual([true, true, false]);
});
