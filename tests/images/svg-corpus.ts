// SVGs that run or load something, in every way that we know of, and those that editors export. What is dangerous asks
// for `/ran` or `/loaded…` as soon as a browser lets it.

const SVG = 'xmlns="http://www.w3.org/2000/svg" width="64" height="64"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const HTML = 'xmlns:h="http://www.w3.org/1999/xhtml"';
const RUN = `new Image().src='/ran'`;
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A drawing with something in it. */
export const svg = (inside: string, attributes = '') =>
  `<?xml version="1.0"?><svg ${SVG} ${XLINK} ${attributes}>${inside}<rect id="r" width="64" height="64"/></svg>`;
const withDoctype = (declarations: string, inside: string, attributes = '') =>
  `<!DOCTYPE svg [${declarations}]><svg ${SVG} ${attributes}>${inside}</svg>`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** What is refused: the file, what is said of it, what it is. */
export const DANGEROUS: readonly (readonly [string | Uint8Array, string])[] = [
  // Scripts and handlers.
  [svg(`<script>${RUN}</script>`), 'the element <script>'],
  [svg(`<script href="/loaded.js"/>`), 'the element <script>'],
  [svg(`<x:script xmlns:x="http://www.w3.org/2000/svg">${RUN}</x:script>`), 'the element <x:script>'],
  [svg(`<h:script ${HTML}>${RUN}</h:script>`), 'the element <h:script>'],
  [svg(`<s:script xmlns:s="http&#58;//www.w3.org/2000/svg">${RUN}</s:script>`), 'the element <s:script>'],
  [svg('', `onload="${RUN}"`), 'the handler "onload"'],
  [svg(`<animate attributeName="x" dur="1s" onbegin="${RUN}"/>`), 'the handler "onbegin"'],
  [svg(`<image href="#x" onerror="${RUN}"/>`), 'the handler "onerror"'],
  [svg('<g x:onload="1" xmlns:x="http://www.inkscape.org/namespaces/inkscape"/>'), 'the handler "x:onload"'],
  [
    svg(`<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#h"/>`),
    'the element <ev:listener>',
  ],
  [svg(`<handler type="application/ecmascript">${RUN}</handler>`), 'the element <handler>'],
  // Documents in the drawing.
  [
    svg('<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
    'the element <foreignObject>',
  ],
  [svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="/loaded"/>'), 'the element <iframe>'],
  [svg(`<h:iframe ${HTML} srcdoc="&lt;script&gt;1&lt;/script&gt;"/>`), 'the element <h:iframe>'],
  [svg(`<h:img ${HTML} src="/loaded"/>`), 'the element <h:img>'],
  [svg(`<h:img ${HTML} srcset="/loaded 1x"/>`), 'the element <h:img>'],
  [svg(`<h:link ${HTML} rel="stylesheet" href="/loaded"/>`), 'the element <h:link>'],
  [svg(`<h:meta ${HTML} http-equiv="refresh" content="0;url=/ran"/>`), 'the element <h:meta>'],
  [svg(`<h:base ${HTML} href="//elsewhere.example/"/>`), 'the element <h:base>'],
  [svg(`<h:style ${HTML}>@import "/loaded";</h:style>`), 'the element <h:style>'],
  [svg('<math xmlns="http://www.w3.org/1998/Math/MathML"><mi/></math>'), 'the element <math>'],
  [svg('<video href="/loaded"/>'), 'the element <video>'],
  [svg('<thing/>'), 'the element <thing>'],
  [svg('<thing xmlns=""/>'), 'the element <thing>'],
  [`<html xmlns="http://www.w3.org/1999/xhtml"><body onload="${RUN}"/></html>`, '<html> instead of <svg>'],
  ['<svg width="9" height="9"/>', 'the element <svg>'],
  // Links.
  [svg('<a href="javascript:alert(1)"/>'), 'a reference to another file in <a>'],
  [svg('<a xlink:href=" java&#10;script:alert(1)"/>'), 'a reference to another file in <a>'],
  [
    svg('<a l:href="javascript:alert(1)" xmlns:l="http://www.w3.org/1999/xlink"/>'),
    'a reference to another file in <a>',
  ],
  [svg('<a href="data:text/html,x"/>'), 'a reference to another file in <a>'],
  [svg('<a href="#r" ping="/loaded"/>'), 'the attribute "ping"'],
  [svg('<image href="/loaded.png"/>'), 'a reference to another file in <image>'],
  [svg('<image href="https://elsewhere.example/pixel.png"/>'), 'a reference to another file in <image>'],
  [svg('<image xlink:href="data:image/svg+xml;base64,PHN2Zy8+"/>'), 'a reference to another file in <image>'],
  [svg('<image href="#x" srcset="/loaded 1x"/>'), 'the attribute "srcset"'],
  [svg('<use href="/loaded.svg#b"/>'), 'a reference to another file in <use>'],
  [svg('<filter id="f"><feImage href="/loaded.png"/></filter>'), 'a reference to another file in <feImage>'],
  [svg('<image href="#x" xml:base="/loaded/"/>'), 'the attribute "xml:base"'],
  [svg('<a href="#x"><set attributeName="href" to="javascript:alert(1)"/></a>'), 'an animation of "href"'],
  [
    svg(
      '<a href="#x"><animate attributeName="l:href" values="javascript:alert(1)" xmlns:l="http://www.w3.org/1999/xlink"/></a>',
    ),
    'an animation of "l:href"',
  ],
  [
    svg('<rect width="9" height="9"><set attributeName="fill" to="url(/loaded#x)"/></rect>'),
    'a style that loads a file',
  ],
  // Styles.
  [svg('<style>@import "/loaded";</style>'), 'a style with @import'],
  [svg('<style>@\\69mport "/loaded";</style>'), 'a style with a backslash'],
  [svg('<style>@im<!-- -->port "/loaded";</style>'), 'a style with @import'],
  [svg('<style>@im<![CDATA[port "/loaded";]]></style>'), 'a style with @import'],
  [svg('<style>@im<title/>port "/loaded";</style>'), 'a style with @import'],
  [svg('<style>@im&#112;ort "/loaded";</style>'), 'a style with @import'],
  [svg('<s:style xmlns:s="http://www.w3.org/2000/svg">@import "/loaded";</s:style>'), 'a style with @import'],
  [svg('<style>rect { fill: url(/loaded#b) }</style>'), 'a style that loads a file'],
  [svg('<style>rect { fill: u\\72l(/loaded#b) }</style>'), 'a style with a backslash'],
  [svg('<style>rect { fill: URL( "/loaded#b" ) }</style>'), 'a style that loads a file'],
  [svg('<style>svg { background: image-set("/loaded" 1x) }</style>'), 'a style with image-set()'],
  [svg('<style>svg { background: -webkit-image-set("/loaded" 1x) }</style>'), 'a style with -webkit-image-set()'],
  [svg('<style>svg { background: url("#a"),url(/loaded) }</style>'), 'a style that loads a file'],
  [
    svg('<style>@font-face { font-family: x; src: url(/loaded) }</style><text style="font-family:x">x</text>'),
    'a style that loads a file',
  ],
  [svg('<rect width="9" height="9" style="fill: url(\'/loaded#a\')"/>'), 'a style that loads a file'],
  [svg('<rect width="9" height="9" fill="u\\72l(/loaded#a)"/>'), 'a style with a backslash'],
  [svg('<rect width="9" height="9" filter="url(/loaded#a)"/>'), 'a style that loads a file'],
  [svg('<rect width="9" height="9" cursor="url(/loaded), auto"/>'), 'a style that loads a file'],
  [svg('<switch xmlns:x="urn:x" x:src="/loaded"/>'), 'the attribute "x:src"'],
  // In front of the drawing.
  [
    `<?xml-stylesheet href="/loaded.css"?>${svg('').replace(/^<\?xml[^>]*>/, '')}`,
    'the instruction <?xml-stylesheet?>',
  ],
  [withDoctype('<!ENTITY a "b">', ''), 'a DOCTYPE with declarations'],
  [withDoctype('<!-- ]> --><!ENTITY a "&lt;script/>">', '&a;'), 'a DOCTYPE with declarations'],
  [withDoctype(`<!ATTLIST svg onload CDATA "${RUN}">`, ''), 'a DOCTYPE with declarations'],
  [
    withDoctype('<!ATTLIST image href CDATA "/loaded">', '<image width="9" height="9"/>'),
    'a DOCTYPE with declarations',
  ],
  [withDoctype('<!ENTITY % x SYSTEM "/loaded"> %x;', ''), 'a DOCTYPE with declarations'],
  [`<!DOCTYPE svg SYSTEM "/loaded.dtd"><svg ${SVG}/>`, 'a DOCTYPE with declarations'],
  // Read otherwise than it looks.
  [utf16(svg(`<script>${RUN}</script>`)), 'an encoding other than UTF-8'],
  [Buffer.from(svg('<rect/>'), 'utf16le'), 'disallowed character'],
  [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><title>\xe9</title></svg>', 'latin1'),
    'an encoding other than UTF-8',
  ],
  [`<?xml version="1.0" encoding="UTF-7"?><svg ${SVG}/>`, 'the encoding "UTF-7"'],
  [`<?xml version="1.0" encoding="utf-16"?><svg ${SVG}/>`, 'the encoding "utf-16"'],
  [`<svg ${SVG}><g></svg>`, 'unexpected close tag'],
  [`<svg ${SVG}>&nbsp;</svg>`, 'undefined entity'],
  ['', 'document must contain a root element'],
];

/** What editors export, by the editor. */
export const EXPORTS: Readonly<Record<string, string>> = {
  Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="64" height="64" viewBox="0 0 17 17" version="1.1" id="svg5" inkscape:version="1.2 (dc2aeda, 2022-05-15)" sodipodi:docname="a.svg" xml:space="preserve"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ${XLINK}
   xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
   xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" bordercolor="#666666" borderopacity="1.0" inkscape:pageshadow="2" showgrid="false" inkscape:current-layer="layer1"><inkscape:grid type="xygrid" id="grid1"/></sodipodi:namedview>
  <defs id="defs2"><inkscape:path-effect effect="spiro" id="path-effect1" is_visible="true"/><linearGradient inkscape:collect="always" id="g"><stop style="stop-color:#000;stop-opacity:1" offset="0" id="stop1"/></linearGradient>
    <linearGradient xlink:href="#g" id="g2" gradientTransform="matrix(0.26458333,0,0,0.26458333,0,0)" gradientUnits="userSpaceOnUse" x1="1" x2="2"/></defs>
  <metadata id="m"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1"><path style="fill:url(#g2);stroke-width:0.26;-inkscape-stroke:none" d="M 1,1 5,5" id="p" inkscape:connector-curvature="0" sodipodi:nodetypes="cc"/></g>
  <image width="9" height="9" preserveAspectRatio="none" xlink:href="${PNG}" id="i"/>
</svg>`,
  Illustrator: `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 16.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" ${XLINK} x="0px" y="0px" width="64px" height="64px" viewBox="0 0 64 64" enable-background="new 0 0 64 64" style="enable-background:new 0 0 64 64;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#FFFFFF;}
	.st1{font-family:'MyriadPro-Regular';clip-path:url(#SVGID_2_);mix-blend-mode:multiply;}
</style>
<g id="Layer_x0020_1" data-name="Layer 1 (copy)"><defs><rect id="SVGID_1_" width="64" height="64"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
<path class="st0 st1" d="M0,0h9v9z"/><text transform="matrix(1 0 0 1 10 20)" class="st1">Text</text></g>
</svg>`,
  Figma: `<svg width="64" height="64" viewBox="0 0 64 64" fill="none" xmlns="http://www.w3.org/2000/svg" ${XLINK}>
<g clip-path="url(#clip0_1_2)" filter="url(#filter0_d)"><mask id="mask0" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="64" height="64"><path d="M64 0H0V64H64V0Z" fill="white"/></mask>
<g mask="url(#mask0)"><rect width="64" height="64" fill="url(#pattern0)" style="mix-blend-mode:multiply"/><path fill-rule="evenodd" clip-rule="evenodd" d="M1 1L5 5Z" fill="#0B1333" stroke="url(#paint0_linear)" stroke-linecap="round"/></g></g>
<defs><pattern id="pattern0" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0" transform="scale(0.02)"/></pattern>
<filter id="filter0_d" x="0" y="0" width="64" height="64" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feBlend mode="normal" in2="BackgroundImageFix" result="shape"/></filter>
<linearGradient id="paint0_linear" x1="0" y1="0" x2="64" y2="64" gradientUnits="userSpaceOnUse"><stop stop-color="#2F6BFF"/><stop offset="1" stop-opacity="0"/></linearGradient><clipPath id="clip0_1_2"><rect width="64" height="64" fill="white"/></clipPath><image id="image0" width="1" height="1" xlink:href="${PNG}"/></defs>
</svg>`,
  Sketch: `<?xml version="1.0" encoding="UTF-8"?>
<svg width="64px" height="64px" viewBox="0 0 64 64" version="1.1" xmlns="http://www.w3.org/2000/svg" ${XLINK} xmlns:sketch="http://www.bohemiancoding.com/sketch/ns">
    <title>Icon</title><desc>Created with Sketch.</desc><defs><circle id="path-1" cx="32" cy="32" r="32"></circle></defs>
    <g id="Page-1" stroke="none" fill="none" fill-rule="evenodd" sketch:type="MSPage"><use fill="#D8D8D8" xlink:href="#path-1"></use></g>
</svg>`,
  CorelDRAW: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="64mm" height="64mm" version="1.1" style="shape-rendering:geometricPrecision; text-rendering:geometricPrecision" viewBox="0 0 64 64" ${XLINK} xmlns:xodm="http://www.corel.com/coreldraw/odm/2003">
 <defs><style type="text/css"><![CDATA[ .fil0 {fill:#2B2A29} @font-face { font-family:"A"; font-weight:bold; src:url("#FontID0") format(svg)} ]]></style></defs>
 <g id="Layer_x0020_1"><metadata id="CorelCorpID_0Corel-Layer"/><path class="fil0" d="M0 0l9 9z"/></g>
</svg>`,
  Affinity: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="64" height="64" viewBox="0 0 64 64" version="1.1" xmlns="http://www.w3.org/2000/svg" ${XLINK} xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;"><g id="a" serif:id="A b"><path d="M0 0h9z" style="fill:rgb(235,235,235);fill-rule:nonzero;"/></g></svg>`,
  Photoshop: `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><svg ${SVG}><metadata><x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreatorTool>x</xmp:CreatorTool></rdf:Description></rdf:RDF></x:xmpmeta></metadata><rect width="9" height="9"/></svg>`,
  'by hand':
    svg(`<title>Chart</title><style>.a { fill: url("#g"); animation: turn 2s linear infinite } @keyframes turn { to { transform: rotate(360deg) } } @media (prefers-color-scheme: dark) { .a { fill: rgb(0 0 0 / .5) } }</style>
    <defs><linearGradient id="g"/></defs><a href="https://www.example.com/" target="_blank"><use xlink:href="#g"/></a><rect class="a" width="9" height="9" role="img" aria-label="A (b)" tabindex="0"><animate attributeName="x" values="0;9" dur="1s" begin="0s;r.end" repeatCount="indefinite" calcMode="spline" keySplines="0 0 1 1"/><animateTransform attributeName="transform" type="rotate" from="0 1 1" to="9 1 1" dur="1s"/></rect>`),
};

/** Illustrator with "Preserve Illustrator Editing Capabilities": entities, and an object for Illustrator alone. */
export const ILLUSTRATOR_EDITABLE = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
]>
<svg version="1.1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" ${SVG}><switch><foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1"><i:pgfRef xlink:href="#adobe_illustrator_pgf" ${XLINK}/></foreignObject><g i:extraneous="self"><rect width="9" height="9"/></g></switch></svg>`;
