// The pictures of the sample that a script draws are what the script draws.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../site/run-sitegen.ts';
import { renderCupScene } from './cup-scene.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const ASSETS = resolve(PROJECT, 'content/sample/assets');
const filesOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(resolve(folder, name), 'utf8')]));

describe('npm run pictures', () => {
  it.each([
    ['draw-client-logos.ts', 'clients', 12],
    ['draw-banners.ts', 'banners', 18],
    ['draw-reports.ts', 'reports', 55],
  ])('draws the same bytes again: %s', (script, folder, count) => {
    const drawn = makeFolder();
    execFileSync(process.execPath, [resolve(import.meta.dirname, script), drawn]);
    const files = filesOf(drawn);
    expect(files).toEqual(filesOf(resolve(ASSETS, folder)));
    expect(Object.keys(files)).toHaveLength(count);
    for (const svg of Object.values(files)) expect(svg).not.toContain('<text');
  });

  it('renders the scene of the photograph', async () => {
    const [width, height] = [96, 64];
    const scene = renderCupScene(width, height);
    const picture = await sharp(resolve(ASSETS, 'pages/cup.jpg')).resize(width, height).raw().toBuffer();
    // The cup, at the right.
    const differences = [];
    for (let y = 20; y < 44; y += 1) {
      for (let x = 60; x < 78; x += 1) {
        const at = (y * width + x) * 3;
        differences.push(Math.abs((scene[at + 2] ?? 0) - (picture[at + 2] ?? 0)));
      }
    }
    expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(16);
  });

  it('keeps the pictures of the sample small', () => {
    const bytes = readdirSync(ASSETS, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + readFileSync(resolve(parentPath, name)).byteLength, 0);
    expect(bytes).toBeLessThan(3_100_000);
  });
});
