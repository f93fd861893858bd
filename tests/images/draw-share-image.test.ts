import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../cli/files/content-hash.ts';
import { drawBackdrop, placeTitle, readTitle, renderShareImage } from '../../cli/images/draw-share-image.ts';
import { Typeface } from '../../cli/images/typeface.ts';
import { wrapTitle } from '../../cli/images/wrap-lines.ts';
import { CARDS, cardWith } from './cards.ts';

const typeface = new Typeface();
const hashOf = async (title: string | null) => sha256(await renderShareImage(cardWith(title)));
const pixelsOf = (image: Uint8Array) => sharp(image).removeAlpha().raw().toBuffer();

describe('renderShareImage', () => {
  it('makes the same bytes on a machine without fonts', async () => {
    const here = await Promise.all(CARDS.map(async (card) => sha256(await renderShareImage(card))));
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-nofonts-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const config = join(folder, 'fonts.conf');
    writeFileSync(config, '<?xml version="1.0"?><fontconfig/>');
    const { stdout, stderr } = spawnSync(process.execPath, [resolve(import.meta.dirname, 'print-card-child.ts')], {
      encoding: 'utf8',
      env: { FONTCONFIG_FILE: config, HOME: folder, PATH: '' },
    });
    expect([stdout.trim().split('\n'), stderr]).toEqual([here, '']);
    expect(new Set(here).size).toBe(CARDS.length);
  });

  it('makes a PNG of 1200 by 630 pixels, light enough to be fetched by every network', async () => {
    for (const card of CARDS) {
      const png = await renderShareImage(card);
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
      expect(png.byteLength).toBeLessThan(100_000);
    }
  });

  it('looks like the whole card drawn as one SVG', async () => {
    for (const card of CARDS) {
      const title = readTitle(card.title, typeface);
      const lines = title === null ? [] : placeTitle(title, typeface);
      const texts = lines.map(({ text, x, y, size }) => typeface.outline(text, { size, weight: 700 }, { x, y }));
      const svg = drawBackdrop(card, typeface).replace('</svg>', `<g fill="#f3f6ff">${texts.join('')}</g></svg>`);
      const [drawn, printed] = [await pixelsOf(Buffer.from(svg)), await pixelsOf(await renderShareImage(card))];
      const differences = Array.from(drawn, (channel, index) => Math.abs(channel - (printed[index] ?? 0)));
      // Edges of letters may lie an eighth of a pixel beside where they were.
      expect(differences.reduce((most, each) => Math.max(most, each), 0)).toBeLessThan(70);
      expect(differences.reduce((sum, each) => sum + each, 0) / drawn.length).toBeLessThan(0.3);
    }
  });

  it('leaves out what the font has no letter for, and a title of nothing else', async () => {
    expect(await hashOf('🎉 Launch day 🚀')).toBe(await hashOf('Launch day'));
    expect(await hashOf('日本語のタイトル')).toBe(await hashOf(null));
    expect(await hashOf('🎉')).toBe(await hashOf(null));
  });

  it('shows the picture of the page whole, in its colours, at the right of the title', async () => {
    const picture = resolve('content/sample/assets/pages/scene-train.svg');
    const [plain, shown] = [cardWith('Late again', 'Blog'), { ...cardWith('Late again', 'Blog'), picture }];
    const png = await renderShareImage(shown);
    expect(png.byteLength).toBeLessThan(100_000);
    const middle = { left: 736, top: 267, width: 320, height: 187 };
    const meant = await pixelsOf(
      await sharp(picture)
        .resize({ width: 400 })
        .extract({ ...middle, left: 40, top: 40 })
        .png()
        .toBuffer(),
    );
    const differenceOf = async (image: Uint8Array) => {
      const seen = await pixelsOf(await sharp(image).extract(middle).png().toBuffer());
      return seen.reduce((sum, channel, at) => sum + Math.abs(channel - (meant[at] ?? 0)), 0) / seen.length;
    };
    expect(await differenceOf(png)).toBeLessThan(6);
    expect(await differenceOf(await renderShareImage(plain))).toBeGreaterThan(20);
  });

  it('draws markup in a title as text', async () => {
    expect(await hashOf('<b>x</b>"&')).not.toBe(await hashOf('x'));
    expect(placeTitle('<b>x</b>"&', typeface)).toMatchObject([{ text: '<b>x</b>"&' }]);
  });
});

describe('the texts of a card', () => {
  it('need no font: the drawing has shapes and no text', () => {
    for (const card of CARDS) expect(drawBackdrop(card, typeface)).not.toMatch(/<text|font-|<image|href/);
  });

  it('have every letter of the five languages', () => {
    for (const { title, kicker, brand } of CARDS)
      for (const text of [title ?? '', kicker ?? '', brand]) {
        expect(typeface.keepKnown(text)).toBe(text);
        expect(typeface.place(text, 700).placed).toHaveLength([...text].length);
      }
  });

  it('measures no more of a title than a card has room for', () => {
    let measured = 0;
    const measure: typeof typeface.measure = (text, setting) => {
      measured += text.length;
      return typeface.measure(text, setting);
    };
    const title = readTitle('word '.repeat(40_000), typeface);
    placeTitle(title ?? '', { measure });
    expect(measured).toBeLessThan(50_000);
    expect(measured).toBeGreaterThan(1000);
  });
});

describe('wrapTitle', () => {
  // Every letter is as wide as half the size.
  const box = {
    width: 400,
    height: 200,
    sizes: [40, 20],
    lineHeight: 1,
    measure: (text: string, size: number) => (text.length * size) / 2,
  };
  const wrap = (title: string) => wrapTitle(title, box);

  it('takes the largest size that fits, and lines of much the same length', () => {
    expect(wrap('aaaa bbbb cccc dddd eeee')).toEqual({ size: 40, lines: ['aaaa bbbb cccc', 'dddd eeee'] });
    expect(wrap('a bbbb cccc dddd eeee')).toEqual({ size: 40, lines: ['a bbbb cccc', 'dddd eeee'] });
    expect(wrap(Array.from({ length: 30 }, () => 'word').join(' ')).size).toBe(20);
  });

  it('cuts what fits in no size, by whole lines and single words, and says so', () => {
    const { size, lines } = wrap(Array.from({ length: 300 }, () => 'word').join(' '));
    expect([size, lines.length]).toEqual([20, 10]);
    expect(lines.at(-1)).toMatch(/…$/);
    expect(wrap('a'.repeat(100)).lines).toEqual([`${'a'.repeat(39)}…`]);
    for (const line of lines) expect(box.measure(line, size)).toBeLessThanOrEqual(box.width);
  });

  it('cuts one word of 8,000 letters without measuring it again for each of them', () => {
    let measured = 0;
    const measure = (text: string, size: number) => {
      measured += 1;
      return box.measure(text, size);
    };
    expect(wrapTitle('a'.repeat(8000), { ...box, measure }).lines).toEqual([`${'a'.repeat(39)}…`]);
    expect(measured).toBeLessThan(50);
  });
});
