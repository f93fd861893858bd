// The elements, attributes and namespaces that an SVG may have: names of SVG 1.1 and 2 that draw, and metadata of editors. All others
// are refused. Before adding a name, check that it cannot run or load anything.

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** Namespaces of editors and metadata, which browsers ignore. */
const METADATA_NAMESPACES = [
  'http://www.inkscape.org/namespaces/inkscape',
  'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://inkscape.sourceforge.net/DTD/sodipodi-0.dtd',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://purl.org/dc/elements/1.1/',
  'http://purl.org/dc/terms/',
  'adobe:ns:meta/',
  'http://www.bohemiancoding.com/sketch/ns',
  'http://www.bohemiancoding.com/sketch/ns.dtd',
  'http://www.figma.com/figma/ns',
  'http://www.serif.com/',
  'https://boxy-svg.com',
  'http://www.corel.com/coreldraw/odm/2003',
  'http://svgjs.com/svgjs',
  'http://svgjs.dev/svgjs',
  'http://krita.org/namespaces/svg/krita',
  'http://vectornator.io',
];
const ADOBE_NAMESPACES = 'http://ns.adobe.com/';

/** Whether a namespace is one of editors or metadata. */
export function isMetadataNamespace(uri: string): boolean {
  return METADATA_NAMESPACES.includes(uri) || uri.startsWith(ADOBE_NAMESPACES);
}

/** Elements that draw, describe or animate. Without `script`, which runs, and `foreignObject`, which embeds HTML. */
export const SVG_ELEMENTS = namesOf(`
  a animate animateMotion animateTransform circle clipPath defs desc ellipse filter g image line linearGradient marker
  mask metadata mpath path pattern polygon polyline radialGradient rect set stop style svg switch symbol text textPath
  title tspan use view
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  font font-face font-face-name font-face-src glyph hkern missing-glyph vkern
`);

export const ANIMATIONS = namesOf('animate animateMotion animateTransform set');

/** Attributes without a namespace whose value may contain CSS. Without links and event handlers. */
export const SVG_ATTRIBUTES = namesOf(`
  accumulate additive amplitude attributeName attributeType azimuth baseFrequency begin bias by calcMode clip
  clipPathUnits cx cy d diffuseConstant divisor dur dx dy edgeMode elevation end exponent filterRes filterUnits fr from
  fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints
  keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits
  max media method min mode numOctaves offset operator order orient origin pathLength patternContentUnits
  patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits
  r radius refX refY repeatCount repeatDur restart result rotate rx ry scale seed side slope spacing
  specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles style surfaceScale tableValues
  targetX targetY textLength to transform type values viewBox width x x1 x2 xChannelSelector y y1 y2 yChannelSelector
  z zoomAndPan
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  color-profile color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity
  fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style
  font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering inline-size isolation
  kerning letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask mask-type
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-align text-anchor text-decoration text-overflow text-rendering transform-origin unicode-bidi vector-effect
  visibility white-space word-spacing writing-mode
  accent-height alphabetic arabic-form ascent bbox cap-height descent g1 g2 glyph-name hanging horiz-adv-x horiz-origin-x
  horiz-origin-y ideographic k mathematical orientation overline-position overline-thickness panose-1 slope stemh stemv
  strikethrough-position strikethrough-thickness u1 u2 underline-position underline-thickness unicode unicode-range
  units-per-em v-alphabetic v-hanging v-ideographic v-mathematical vert-adv-y vert-origin-x vert-origin-y widths x-height
`);

/** Attributes without a namespace that only name or describe something. */
export const TEXT_ATTRIBUTES = namesOf(`
  id class lang role tabindex focusable version baseProfile contentStyleType requiredExtensions requiredFeatures
  systemLanguage target rel
`);

export const XLINK_ATTRIBUTES = namesOf('type title role arcrole show actuate');
export const XML_ATTRIBUTES = namesOf('space lang id');

/** Splits a list of names separated by spaces. */
export function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
