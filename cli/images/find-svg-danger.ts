// What an SVG may not hold: as an <img> it is harmless, but opened by its own address it runs as a page of the site.
// Relied on afterwards: a published SVG runs nothing and loads nothing.

import { Parser } from 'htmlparser2';

const FORBIDDEN_ELEMENTS = new Set([
  'script',
  'foreignobject',
  'iframe',
  'embed',
  'object',
  'audio',
  'video',
  'handler',
  'listener',
]);
const ANIMATIONS = new Set(['set', 'animate']);
const REFERENCES = new Set(['href', 'xlink:href', 'src']);
/** A part of the file itself, or a raster image inside it. */
const INNER_REFERENCE = /^\s*(#|data:image\/(png|jpeg|gif|webp|avif)[;,])/i;
const OUTER_LINK = /^\s*https?:/i;
const STYLE_URL = /url\(\s*(['"]?)(.*?)\1\s*\)/gi;

/** The first thing in an SVG that runs or loads something, named for people; null where there is none. */
export function findSvgDanger(svg: string): string | null {
  const dangers: string[] = [];
  let isStyle = false;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        isStyle = name === 'style';
        dangers.push(...findElementDangers(name.toLowerCase(), attributes));
      },
      ontext: (text) => {
        if (isStyle) dangers.push(...findStyleDangers(text));
      },
      onclosetag: () => {
        isStyle = false;
      },
      onprocessinginstruction: (name, text) => {
        if (/<!entity/i.test(text)) dangers.push('an entity declaration');
        if (/^\?xml-stylesheet/i.test(name)) dangers.push('an outer stylesheet');
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return dangers[0] ?? null;
}

function findElementDangers(name: string, attributes: Readonly<Record<string, string>>): readonly string[] {
  const local = name.replace(/^.*:/, '');
  const found = Object.entries(attributes).flatMap(([rawName, value]) => {
    const attribute = rawName.toLowerCase();
    if (/^on/.test(attribute)) return [`the handler "${attribute}"`];
    if (REFERENCES.has(attribute))
      return isHarmless(local, value) ? [] : [`a reference out of the file, in <${local}>`];
    return findStyleDangers(value);
  });
  const isAnimatedLink = ANIMATIONS.has(local) && REFERENCES.has(attributes.attributeName?.toLowerCase() ?? '');
  return [
    ...(FORBIDDEN_ELEMENTS.has(local) ? [`the element <${local}>`] : []),
    ...(isAnimatedLink ? ['an animated link'] : []),
    ...found,
  ];
}

function isHarmless(name: string, reference: string): boolean {
  return INNER_REFERENCE.test(reference) || (name === 'a' && OUTER_LINK.test(reference));
}

function findStyleDangers(style: string): readonly string[] {
  if (/@import/i.test(style)) return ['an outer stylesheet'];
  const outer = [...style.matchAll(STYLE_URL)].some(([, , target]) => !INNER_REFERENCE.test(target ?? ''));
  return outer ? ['a style that loads a file'] : [];
}
