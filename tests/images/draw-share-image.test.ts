import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../cli/files/content-hash.ts';
import { drawShareImage, renderShareImage } from '../../cli/images/draw-share-image.ts';
import { loadTypeface } from '../../cli/images/typeface.ts';
import { wrapTitle } from '../../cli/images/wrap-lines.ts';
import { CARDS, cardWith } from './cards.ts';

const typeface = loadTypeface();
const draw = (title: string | null, kicker: string | null = null) => drawShareImage(cardWith(title, kicker), typeface);
const lettersIn = (svg: string) => svg.match(/<path transform="translate\(\d+\)"/g)?.length ?? 0;

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

  it('prints exactly what is drawn', async () => {
    const pixels = (input: Uint8Array) => sharp(input).removeAlpha().raw().toBuffer();
    for (const card of [cardWith('Åpen: how to read a crisis', 'Blog'), cardWith(null)]) {
      const printed = await pixels(await renderShareImage(card));
      expect(printed.equals(await pixels(Buffer.from(drawShareImage(card, typeface))))).toBe(true);
    }
  });
});

describe('drawShareImage', () => {
  it('needs no font: it holds shapes and no text', () => {
    for (const card of CARDS) expect(drawShareImage(card, typeface)).not.toMatch(/<text|font-|<image|href/);
  });

  it('draws every letter of the five languages', () => {
    const letters = (card: (typeof CARDS)[number]) =>
      [...`${card.brand}${card.title}${card.kicker}${card.host}`.replaceAll(/\s/g, '')].length;
    for (const card of CARDS.filter(({ title }) => title !== null)) {
      const drawn = drawShareImage(card, typeface).match(/<path transform="translate\(-?\d+\)" d="M/g)?.length ?? 0;
      expect([card.title, drawn]).toEqual([card.title, letters(card)]);
    }
  });

  it('leaves out what the font has no letter for, and a title of nothing else', () => {
    expect(draw('🎉 Launch day 🚀')).toBe(draw('Launch day'));
    expect(draw('日本語のタイトル')).toBe(draw(null));
    expect(draw('🎉')).toBe(draw(null));
  });

  it('measures no more of a title than a card has room for', () => {
    let measured = 0;
    const measure: typeof typeface.measure = (text, setting) => {
      measured += text.length;
      return typeface.measure(text, setting);
    };
    drawShareImage(cardWith('word '.repeat(40_000)), { ...typeface, measure });
    expect(measured).toBeLessThan(50_000);
  });

  it('escapes nothing because it prints no text: markup in a title is drawn', () => {
    expect(lettersIn(draw('<script>"&'))).toBeGreaterThan(lettersIn(draw('x')));
    expect(draw('<script>"&')).not.toContain('<script');
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
