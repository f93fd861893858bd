import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPlaceReader, openSegment } from '../../cli/cache/record-segments.ts';

it('gives back each record and brief of batches of any size, in whatever script they are written', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sitegen-segment-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const batches = ['short', 'Звіт 報告 😀 '.repeat(20_000), '😀', '', 'a'.repeat(200_000), 'é'].map((text) => [
    { record: `first ${text}`, brief: `{"of":"${text}"}` },
    { record: text, brief: 'null' },
  ]);
  const segment = openSegment({ dir, name: 'segment' });
  const places = batches.flatMap((lines) => segment.append(lines));
  segment.close();
  const lines = batches.flat();
  expect(readFileSync(join(dir, 'segment'), 'utf8')).toBe(
    lines.map(({ record, brief }) => `${record}\n${brief}\n`).join(''),
  );
  const { readRecord, readBrief, close } = createPlaceReader(dir);
  onTestFinished(close);
  expect(places.map((at) => ({ record: readRecord(at), brief: readBrief(at) }))).toEqual(lines);
});
