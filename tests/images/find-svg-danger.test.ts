import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSvgDanger } from '../../cli/images/find-svg-danger.ts';

const svg = (inside: string) =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`;

describe('findSvgDanger', () => {
  it.each([
    ['<script>alert(1)</script>', 'the element <script>'],
    ['<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>', 'the element <script>'],
    ['<g><foreignObject><p/></foreignObject></g>', 'the element <foreignobject>'],
    ['<circle onLoad="alert(1)"/>', 'the handler "onload"'],
    ['<a href="javascript:alert(1)"/>', 'a reference out of the file, in <a>'],
    ['<a xlink:href=" java&#10;script:alert(1)"/>', 'a reference out of the file, in <a>'],
    ['<image href="https://elsewhere.example/pixel.png"/>', 'a reference out of the file, in <image>'],
    ['<use href="//elsewhere.example/a.svg#b"/>', 'a reference out of the file, in <use>'],
    ['<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', 'a reference out of the file, in <image>'],
    ['<a href="#x"><set attributeName="href" to="javascript:alert(1)"/></a>', 'an animated link'],
    ['<style>@import "https://elsewhere.example/a.css";</style>', 'an outer stylesheet'],
    ['<style>rect { fill: url(https://elsewhere.example/a.svg#b) }</style>', 'a style that loads a file'],
    ['<rect style="fill: url(\'//elsewhere.example/a\')"/>', 'a style that loads a file'],
  ])('refuses %s', (inside, danger) => {
    expect(findSvgDanger(svg(inside))).toBe(danger);
  });

  it('refuses entities and stylesheets in front of the picture', () => {
    expect(findSvgDanger(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`)).toBe('an entity declaration');
    expect(findSvgDanger(`<?xml-stylesheet href="a.css"?>${svg('')}`)).toBe('an outer stylesheet');
  });

  it('lets gradients, clips, inner rasters, links and styles of the picture through', () => {
    const harmless = `<defs><linearGradient id="g"/></defs><rect fill="url(#g)"/><use xlink:href="#g"/>
      <image href="data:image/png;base64,iVBO"/><a href="https://www.example.com/"/><style>.a { fill: url("#g") }</style>`;
    expect(findSvgDanger(svg(harmless))).toBeNull();
  });

  it('finds nothing in the pictures of the sample', () => {
    const dir = resolve(import.meta.dirname, '../../content/sample/assets');
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svg'));
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter((file) => findSvgDanger(readFileSync(join(dir, file), 'utf8')) !== null)).toEqual([]);
  });
});
