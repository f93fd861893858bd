import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findSvgDanger } from '../../cli/images/find-svg-danger.ts';
import { measureImage } from '../../cli/images/measure-image.ts';
import { DANGEROUS, EXPORTS, ILLUSTRATOR_EDITABLE } from './svg-corpus.ts';

const dangerOf = (file: string | Uint8Array) => findSvgDanger(Buffer.from(file))?.what ?? null;

describe('findSvgDanger', () => {
  it.each(DANGEROUS.map(([file, what]) => ({ file, what })))('refuses $what', ({ file, what }) => {
    expect(dangerOf(file)).toContain(what);
  });

  it.each(Object.entries(EXPORTS))('accepts what is exported by %s', (_, file) => {
    expect(dangerOf(file)).toBeNull();
  });

  it('finds nothing in the pictures of the sample', () => {
    const dir = resolve(import.meta.dirname, '../../content/sample/assets');
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svg'));
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter((file) => dangerOf(readFileSync(join(dir, file))) !== null)).toEqual([]);
  });
});

describe('measureImage', () => {
  const faultOf = async (content: string | Uint8Array) => {
    const file = join(mkdtempSync(join(tmpdir(), 'sitegen-svg-')), 'drawing.svg');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, content);
    return await measureImage({ kind: 'measure', file, extension: '.svg', maxPixels: 1e8 });
  };

  it('tells an editor what is wrong with an SVG, in which line, and how to export it', async () => {
    expect(await faultOf(ILLUSTRATOR_EDITABLE)).toEqual({
      kind: 'faulty',
      what: 'The SVG has a DOCTYPE with declarations (line 5): opened by its own URL it could run or load something.',
      fix: 'Export it as plain SVG (Inkscape: "Plain SVG"; Illustrator: "Export As", or "Save As" without "Preserve Illustrator Editing Capabilities"), without scripts and linked files, or export it as PNG, and upload it again.',
    });
    expect(await faultOf(Buffer.from(`\ufeff${EXPORTS.Figma}`, 'utf16le'))).toMatchObject({
      what: 'The SVG has an encoding other than UTF-8.',
      fix: 'Save or export it as UTF-8, and upload it again.',
    });
  });
});
