// What the style of an SVG may not say. Only functions and rules that are known to load nothing pass, so that neither a
// new function of CSS nor another way to write an old one gets through.

/** `u\72l(` is `url(`: no editor needs escapes in drawings. */
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
/** A part of the file itself, or a raster image or font inside it. */
const INNER_URL =
  /url\(\s*(["']?)\s*(?:#|data:(?:image\/(?:png|jpe?g|gif|webp|avif)|font\/\w+|application\/(?:x-)?font-\w+)[;,])[^"'()\s]*\s*\1\s*\)/gi;

/** What in a stylesheet, a `style` attribute or a presentation attribute may load something; null where nothing may. */
export function findStyleDanger(style: string): string | null {
  if (style.includes(ESCAPE)) return 'a style with a backslash';
  const rules = [...style.matchAll(/@([\w-]*)/g)].map(([, name = '']) => name.toLowerCase());
  const rule = rules.find((name) => !RULES.has(name));
  if (rule !== undefined) return `a style with @${rule}`;
  const functions = [...style.replaceAll(INNER_URL, ' ').matchAll(/([\w-]+)\(/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  if (functions.includes('url')) return 'a style that loads a file';
  const unknown = functions.find((name) => !FUNCTIONS.has(name));
  return unknown === undefined ? null : `a style with ${unknown}()`;
}

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
