import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findSvgDanger } from '../../cli/images/find-svg-danger.ts';
import { ImageProcess } from '../../cli/images/image-process.ts';
import { measureImage } from '../../cli/images/measure-image.ts';
import { expectLinear } from '../expect-linear.ts';
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

describe('the limits of an SVG', () => {
  const svg = (inner: string, style = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>${style}</style>${inner}</svg>`;
  const doubled = Array.from(
    { length: 80 },
    (_, level) => `<g id="a${level + 1}"><use href="#a${level}"/><use href="#a${level}"/></g>`,
  );
  const chained = Array.from({ length: 20_000 }, (_, level) => `<g id="a${level}"><use href="#a${level + 1}"/></g>`);
  const blurs = (count: number) =>
    '<filter id="b"><feGaussianBlur stdDeviation="99"/></filter>' +
    '<rect width="9" height="9" filter="url(#b)"/>'.repeat(count);

  it.each([
    [
      'repeated parts',
      svg(`<rect id="a0" width="9" height="9"/>${doubled.join('')}`),
      'too many filters or repeated parts',
    ],
    ['a chain of parts', svg(chained.join('')), 'too many filters or repeated parts'],
    ['many blurs', svg(blurs(200)), 'too many filters or repeated parts'],
    ['many blurs in styles', svg('<rect style="filter:blur(9px)"/>'.repeat(200)), 'too many filters or repeated parts'],
    [
      'many blurs of a class',
      svg('<rect class="x"/>'.repeat(200), '.x{filter:blur(9px)}'),
      'too many filters or repeated parts',
    ],
    [
      'patterns in patterns',
      svg(
        Array.from(
          { length: 40 },
          (_, level) => `<pattern id="p${level}">${`<rect fill="url(#p${level + 1})"/>`.repeat(2)}</pattern>`,
        ).join(''),
      ),
      'too many filters or repeated parts',
    ],
    ['nested elements', svg('<g>'.repeat(300) + '</g>'.repeat(300)), 'more than 200 nested elements'],
    ['bytes', svg(`<desc>${'x'.repeat(2_000_000)}</desc>`), 'more than 2 MB'],
  ])('refuses too many: %s', (_, file, what) => {
    expect(findSvgDanger(Buffer.from(file))).toMatchObject({ kind: 'heavy', what: expect.stringContaining(what) });
  });

  it('accepts what drawings have: many shapes, shadows, a sprite that is used often, a part that names itself', () => {
    for (const file of [
      svg('<path d="M0 0h9"/>'.repeat(60_000)),
      svg(blurs(40)),
      svg(`<g id="s"><path d="M0 0h9"/></g>${'<use href="#s"/>'.repeat(5000)}`),
      svg('<g id="s"><use href="#s"/></g>'),
      svg('<rect class="x"/>'.repeat(200), '.x{filter:none}.y{fill:red}'),
    ])
      expect(findSvgDanger(Buffer.from(file))).toBeNull();
  });

  it.each([
    ['open elements', (count: number) => `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(count)}`],
    ['shapes', (count: number) => svg('<rect/>'.repeat(count))],
    ['a word in a style', (count: number) => svg('', 'a'.repeat(count * 7))],
    ['a word in a path', (count: number) => svg(`<path d="${'1'.repeat(count * 7)}"/>`)],
    ['spaces in a reference', (count: number) => svg('', `url(${' '.repeat(count * 7)}`)],
    ['spaces in an inner reference', (count: number) => svg('', `url(#a${' '.repeat(count * 7)}`)],
    ['comments in a style', (count: number) => svg('', 'a<!---->'.repeat(count))],
    ['brackets', (count: number) => svg('', 'rgb('.repeat(count))],
    ['a data address', (count: number) => svg('', `url(data:image/png,${'A'.repeat(count * 7)}`)],
    ['rules', (count: number) => svg('', '.a{filter:none}'.repeat(count))],
    [
      'attributes',
      (count: number) => svg(`<g ${Array.from({ length: count / 2 }, (_, index) => `data-a${index}=""`).join(' ')}/>`),
    ],
    ['classes', (count: number) => svg(`<g class="${'a '.repeat(count)}"/>`)],
    ['a doctype', (count: number) => `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG ${'1 '.repeat(count)}"><svg/>`],
    [
      'parts with ids',
      (count: number) => svg(Array.from({ length: count / 4 }, (_, index) => `<g id="a${index}"/>`).join('')),
    ],
  ])('judges ten times as many %s in about ten times the time', (_, create) => {
    expectLinear(findSvgDanger, (count) => Buffer.from(create(count)), 8000);
  });
});

describe('the image process', () => {
  it('names a file that cannot be read in time, and reads the others', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'sitegen-late-'));
    const images = new ImageProcess({ deadlineMs: 3000 });
    onTestFinished(() => {
      images.close();
      rmSync(dir, { recursive: true });
    });
    // Reading a pipe without a writer never ends.
    execFileSync('mkfifo', [join(dir, 'late.png')]);
    writeFileSync(join(dir, 'good.svg'), EXPORTS.Figma ?? '');
    const measure = (name: string, extension: string) =>
      images.measure({ kind: 'measure', file: join(dir, name), extension, maxPixels: 1e8 }, () => {});
    const [late, good] = await Promise.all([measure('late.png', '.png'), measure('good.svg', '.svg')]);
    expect(late).toMatchObject({ kind: 'faulty', what: 'The image took longer than 1 minute to read.' });
    expect(good).toMatchObject({ kind: 'vector' });
    expect(await measure('good.svg', '.svg')).toEqual(good);
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
