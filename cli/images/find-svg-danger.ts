// Refuses SVGs that may run or load something. An SVG is harmless as an <img>, but opened by its own URL it runs as a page of the
// site. Only what is known to be safe is allowed.

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { errorMessage } from '../errors.ts';
import {
  ANIMATIONS,
  isMetadataNamespace,
  namesOf,
  SVG_ATTRIBUTES,
  SVG_ELEMENTS,
  SVG_NAMESPACE,
  TEXT_ATTRIBUTES,
  XLINK_ATTRIBUTES,
  XLINK_NAMESPACE,
  XML_ATTRIBUTES,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
} from './svg-names.ts';
import { SvgScale } from './svg-weight.ts';

/** Drawings for pages are far smaller. */
export const MAX_SVG_BYTES = 2_000_000;
/** Of nested elements. */
const MAX_DEPTH = 200;

/** Why an SVG cannot be published. */
export interface SvgDanger {
  readonly kind: 'malformed' | 'encoding' | 'danger' | 'heavy';
  /** For messages: `the element <script>`. */
  readonly what: string;
  /** 1-based; null if the file could not be decoded. */
  readonly line: number | null;
}

/** Older versions of Illustrator and CorelDRAW write this. Browsers do not load the URL. */
const PLAIN_DOCTYPE =
  /^\s*svg(\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]+\/\/EN"\s+"https?:\/\/www\.w3\.org\/[\w./-]+")?\s*$/;
/** Adobe's programs write it around metadata. */
const KNOWN_INSTRUCTION = 'xpacket';
/** A part of the file itself, or an embedded raster image. */
const INNER_REFERENCE = /^\s*(#|data:image\/(png|jpe?g|gif|webp|avif)[;,])/i;
const OUTER_LINK = /^\s*https?:/i;

/** Ends the parser. */
class FoundDanger extends Error {
  readonly danger: SvgDanger;

  constructor(danger: SvgDanger) {
    super(danger.what);
    this.danger = danger;
  }
}

/** Finds the first reason not to publish an SVG; null if there is none. The time grows with the size of the file. */
export function findSvgDanger(bytes: Uint8Array): SvgDanger | null {
  if (bytes.length > MAX_SVG_BYTES) return { kind: 'heavy', what: `more than ${MAX_SVG_BYTES / 1e6} MB`, line: null };
  const svg = decode(bytes);
  if (svg === null) return { kind: 'encoding', what: 'an encoding other than UTF-8', line: null };
  try {
    parseSvg(svg);
    return null;
  } catch (cause) {
    if (cause instanceof FoundDanger) return cause.danger;
    throw cause;
  }
}

/** @throws FoundDanger */
function parseSvg(svg: string): void {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const add = (kind: SvgDanger['kind'], what: string | null) => {
    if (what !== null) throw new FoundDanger({ kind, what, line: parser.line });
  };
  const scale = new SvgScale();
  /** The pieces of text of each open element: a comment may split the text of a <style>. */
  const texts: string[][] = [];
  const addText = (text: string) => {
    texts.at(-1)?.push(text);
  };
  parser.on('error', (cause) => add('malformed', errorMessage(cause)));
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (encoding.toLowerCase() !== 'utf-8') add('encoding', `the encoding "${encoding}"`);
  });
  parser.on('doctype', (text) => add('danger', PLAIN_DOCTYPE.test(text) ? null : 'a DOCTYPE with declarations'));
  parser.on('processinginstruction', ({ target }) =>
    add('danger', target === KNOWN_INSTRUCTION ? null : `the instruction <?${target}?>`),
  );
  parser.on('opentag', (tag) => {
    if (texts.length === 0 && tag.local !== 'svg') add('danger', `<${tag.name}> instead of <svg>`);
    texts.push([]);
    if (texts.length > MAX_DEPTH) add('heavy', `more than ${MAX_DEPTH} nested elements`);
    add('danger', findElementDanger(tag));
    scale.open(tag);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ uri, local }) => {
    scale.close();
    const pieces = texts.pop() ?? [];
    if (uri !== SVG_NAMESPACE || local !== 'style') return;
    const text = pieces.join('');
    add('danger', findStyleDanger(text));
    scale.addStyle(text);
  });
  parser.write(svg).close();
  const heavy = scale.judge();
  if (heavy !== null) throw new FoundDanger({ kind: 'heavy', what: heavy, line: null });
}

/** Null if the file is not UTF-8. A UTF-16 file that passes has characters that XML does not allow. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function findElementDanger(tag: SaxesTagNS): string | null {
  const isKnown = tag.uri === SVG_NAMESPACE ? SVG_ELEMENTS.has(tag.local) : isMetadataNamespace(tag.uri);
  if (!isKnown) return `the element <${tag.name}>`;
  const attributes = Object.values(tag.attributes);
  const animated = attributes.find(({ uri, local }) => uri === '' && local === 'attributeName')?.value;
  if (animated !== undefined && ANIMATIONS.has(tag.local) && (animated === 'style' || !SVG_ATTRIBUTES.has(animated)))
    return `an animation of "${animated}"`;
  for (const attribute of attributes) {
    const danger = findAttributeDanger(tag, attribute);
    if (danger !== null) return danger;
  }
  return null;
}

function findAttributeDanger(tag: SaxesTagNS, { uri, local, name, value }: SaxesAttributeNS): string | null {
  if (uri === XMLNS_NAMESPACE) return null;
  if (/^on/i.test(local)) return `the handler "${name}"`;
  if (local === 'href' && (uri === '' || uri === XLINK_NAMESPACE))
    return isHarmlessLink(tag.local, value) ? null : `a reference to another file in <${tag.name}>`;
  if (isInertAttribute(tag, { uri, local })) return null;
  return uri === '' && SVG_ATTRIBUTES.has(local) ? findStyleDanger(value) : `the attribute "${name}"`;
}

/** Names, descriptions and metadata: their values have no effect. */
function isInertAttribute(tag: SaxesTagNS, { uri, local }: Pick<SaxesAttributeNS, 'uri' | 'local'>): boolean {
  switch (uri) {
    case '':
      return tag.uri !== SVG_NAMESPACE || TEXT_ATTRIBUTES.has(local) || /^(aria|data)-/.test(local);
    case XLINK_NAMESPACE:
      return XLINK_ATTRIBUTES.has(local);
    case XML_NAMESPACE:
      return XML_ATTRIBUTES.has(local);
    default:
      return isMetadataNamespace(uri);
  }
}

function isHarmlessLink(element: string, reference: string): boolean {
  return INNER_REFERENCE.test(reference) || (element === 'a' && OUTER_LINK.test(reference));
}

// Styles may only have functions and at-rules that are known to load nothing, so that new CSS functions and other spellings do not
// get through.

/** `u\72l(` means `url(`. Editors do not need escapes in drawings. */
const ESCAPE = '\\';
const RULES = namesOf('media keyframes -webkit-keyframes font-face supports');
const FUNCTIONS = namesOf(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix device-cmyk icc-color light-dark
  var calc min max clamp cubic-bezier steps linear
  matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew skewx skewy
  translate translate3d translatex translatey translatez
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  circle ellipse inset path polygon linear-gradient radial-gradient
  format local is lang not nth-child nth-last-child nth-last-of-type nth-of-type where
`);
/** A part of the file itself, or an embedded raster image or font. */
const INNER_TARGET = String.raw`(?:#|data:(?:image/(?:png|jpe?g|gif|webp|avif)|font/\w+|application/(?:x-)?font-\w+)[;,])[^"'()\s]*`;
const INNER_URL = new RegExp(
  String.raw`url\(\s*(?:"\s*${INNER_TARGET}\s*"|'\s*${INNER_TARGET}\s*'|${INNER_TARGET})\s*\)`,
  'gi',
);

/** Checks a stylesheet, a `style` attribute or a presentation attribute. Null if it loads nothing. */
function findStyleDanger(style: string): string | null {
  if (style.includes(ESCAPE)) return 'a style with a backslash';
  const rules = [...style.matchAll(/@([\w-]*)/g)].map(([, name = '']) => name.toLowerCase());
  const rule = rules.find((name) => !RULES.has(name));
  if (rule !== undefined) return `a style with @${rule}`;
  const functions = listFunctions(style.replaceAll(INNER_URL, ' '));
  if (functions.includes('url')) return 'a style that loads a file';
  const unknown = functions.find((name) => !FUNCTIONS.has(name));
  return unknown === undefined ? null : `a style with ${unknown}()`;
}

/** The words before each opening bracket, in lower case. A pattern that starts at words would take quadratic time. */
function listFunctions(style: string): readonly string[] {
  const names: string[] = [];
  for (let at = style.indexOf('('); at !== -1; at = style.indexOf('(', at + 1)) {
    let start = at;
    while (start > 0 && WORD_LETTER.test(style[start - 1] ?? '')) start -= 1;
    if (start < at) names.push(style.slice(start, at).toLowerCase());
  }
  return names;
}

const WORD_LETTER = /[\w-]/;
