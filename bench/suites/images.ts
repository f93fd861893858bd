// `npm run bench images`: what the images of a first build cost: the sample built with an empty image cache and with a full one. Beside it what they
// would cost if cards were printed with the image library's own palette search, as they were, drawn in the same run.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawShareImage } from '../../cli/images/draw-share-image.ts';
import type { ShareCard } from '../../cli/images/image-order.ts';
import { printShareImage } from '../../cli/images/print-share-image.ts';
import { loadTypeface } from '../../cli/images/typeface.ts';
import { listLastBuild, ownFoldersIn, removeAll } from '../last-build.ts';
import { type Measured, measureRun, SITEGEN } from '../measure.ts';
import { PROJECT, withFolder } from '../place.ts';
import { medianOf, type SuiteResult } from '../suite.ts';

const RUNS = 3;
const LIBRARY_PALETTE = { palette: true, colours: 64, effort: 1, dither: 0 } as const;

/** Prints one Markdown table. */
export async function run(): Promise<SuiteResult> {
  process.stdout.write(`${await withFolder(benchImages)}\n`);
  return { figures: [], hasFailed: false };
}

/** Builds the sample several times, below a folder. Gives the table. */
async function benchImages(folder: string): Promise<string> {
  const own = ownFoldersIn(folder);
  const build = async (hasImages: boolean) => {
    const runs: Measured[] = [];
    while (runs.length < RUNS) {
      removeAll(listLastBuild(own));
      if (!hasImages) rmSync(join(own.cache, 'images'), { recursive: true, force: true });
      runs.push(await runBuild(own));
    }
    return medianOf(runs.map(({ cpuSeconds }) => cpuSeconds));
  };
  // What else a first build makes is made before anything is measured.
  await runBuild(own);
  const [without, withImages] = [await build(false), await build(true)];
  const made = readdirSync(join(own.cache, 'images')).length - 1;
  const titles = listCardTitles(own.out);
  const now = without - withImages;
  const before =
    now + (await measurePrinting(titles, printWithLibraryPalette)) - (await measurePrinting(titles, printShareImage));
  const row = (name: string, cpuSeconds: number) =>
    `| ${name} | ${made} | ${cpuSeconds.toFixed(2)} | ${((cpuSeconds / made) * 1000).toFixed(1)} | ${(cpuSeconds / before).toFixed(2)} |`;
  return [
    `Images of the first build of the sample (${titles.length} of them share images)\n`,
    '| cards printed with | images | CPU s | ms each | ÷ before |',
    '|---|--:|--:|--:|--:|',
    row('the palette of the image library (before)', before),
    row('a palette of our own', now),
  ].join('\n');
}

function runBuild({ out, cache, code }: ReturnType<typeof ownFoldersIn>): Promise<Measured> {
  return measureRun(SITEGEN, ['build', '--sample', '--quiet', '-o', out, '--cache-dir', cache], {
    cwd: PROJECT,
    environment: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: code, SITEGEN_SHARE_IMAGES: 'per-page' },
  });
}

/** The texts of the cards, each once, as pages tell them to readers who see no pictures. */
function listCardTitles(out: string): readonly string[] {
  const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  const cards = pages.flatMap((file) => {
    const html = readFileSync(join(out, file), 'utf8');
    const url = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1];
    const title = /<meta property="og:image:alt" content="([^"]*)"/.exec(html)?.[1];
    return url === undefined || title === undefined ? [] : [[url, title] as const];
  });
  return [...new Map(cards).values()];
}

const typeface = loadTypeface();

async function printWithLibraryPalette(card: ShareCard): Promise<Uint8Array> {
  return await sharp(Buffer.from(drawShareImage(card, typeface)))
    .removeAlpha()
    .png(LIBRARY_PALETTE)
    .toBuffer();
}

/** CPU seconds. */
async function measurePrinting(
  titles: readonly string[],
  print: (card: ShareCard) => Promise<Uint8Array>,
): Promise<number> {
  const card = { brand: 'Murmurlens', host: 'www.example.com', kicker: 'Blog' };
  const start = process.cpuUsage();
  for (const title of titles) await print({ ...card, title });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
