import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRowList, openCardShelf } from '../../cli/content/keep-cards.ts';
import { isPacked } from '../../cli/content/packed-rows.ts';
import { createPreviewContent } from '../../cli/preview/site/preview-snapshot.ts';
import { rowWith } from '../makers.ts';

const PLACE = { collection: 'blog_articles', site: 'en' } as const;
const NOW = '2026-08-20T08:00:00.000Z';

describe('createPreviewContent', () => {
  it('shows what is scheduled in a large collection that stands in for the service', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-preview-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const list = createRowList(openCardShelf(folder));
    const rows = Array.from({ length: 5000 }, (_, line) =>
      rowWith({ ...PLACE, slug: `a${line}`, line, date: '2026-09-01T08:00:00.000Z', status: 'scheduled' }),
    );
    list.add(rows);
    const indexed = { ...PLACE, rows: list.finish(), ranges: [], problems: [], warnings: [] };
    expect(indexed.rows.some(isPacked)).toBe(true);
    const { snapshot } = await createPreviewContent(
      new Map([['articles', { kind: 'collection', source: 'stale', indexed }]]),
      { rangesDir: folder, clock: NOW, service: { url: '', isSample: true }, drafts: false, future: true },
    );
    const published = rows.map((row) => ({ ...row, status: 'published' }));
    expect(snapshot.collections[0]?.rows).toEqual(published);
  });
});
