// Rich text as people paste it from documents, mails and other systems.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeRichText } from '../../templates/components/sanitize-rich-text.ts';
import { findMarkupFaults } from '../html-rules.ts';
import { imageOf } from './page-makers.ts';

const rules = { origin: 'https://www.example.com', finalHrefs: {}, richImages: {} };
const clean = (html: string) => sanitizeRichText(html, { ...rules, takenIds: new Set() });
const NEW_TAB = 'target="_blank" rel="noreferrer noopener"';

const BLOCKS =
  'address article aside center details dialog div fieldset footer form header hgroup legend main nav search section summary'.split(
    ' ',
  );

describe('headings and links without words', () => {
  it.each([
    ['<h2></h2><p>a</p>', '<p>a</p>'],
    ['<h2 id="x"><strong> </strong></h2><h3>&nbsp;</h3><p>a</p>', '<p>a</p>'],
    ['<p>a<a href="/x/"></a>b <a href="/x/"><em></em></a></p>', '<p>ab <em></em></p>'],
    ['<h2><a href="/x/"></a></h2>', ''],
    ['<h2>\u200b</h2><h3>\u200b<br></h3><a href="/x/">\u2060</a>', '\u2060'],
    ['<h2><strong>a</strong></h2>', '<h2><strong>a</strong></h2>'],
    ['<a href="mailto:">Nobody</a> <a href="tel:">dial</a> <a href="tel:ask">ask</a>', 'Nobody dial ask'],
  ])('%s becomes %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });
});

describe('pictures without an address', () => {
  it('are their text alternative', () => {
    expect(clean('<p><a href="/x/"><img src="data:,x" alt="A &amp; &quot;B&quot;"></a><img alt=""></p>')).toBe(
      '<p><a href="/x/">A &amp; &quot;B&quot;</a></p>',
    );
  });

  it('do not run into the text beside them', () => {
    const [jar, two] = ['<img src="data:,x" alt="A jar">', '<img src="data:,x" alt="two">'];
    expect(clean(`<ul><li>${jar}Your volume.</li></ul><p>One${two}three</p>`)).toBe(
      '<ul><li><p>A jar</p>Your volume.</li></ul><p>One<br />two<br />three</p>',
    );
  });
});

describe('blocks that pages have no element for', () => {
  it.each(BLOCKS)('<%s> becomes a paragraph, so that neighbours never run together', (name) => {
    const css = name === 'center' ? ' class="text-center"' : '';
    expect(clean(`<${name}>One.</${name}><${name}>Two.</${name}>`)).toBe(`<p${css}>One.</p><p${css}>Two.</p>`);
  });

  it.each([
    ['A<div>B</div>C', 'A<p>B</p>C'],
    ['<div>a <b>x</b><p>para</p>tail <i>t</i></div>', '<p>a <b>x</b></p><p>para</p><p>tail <i>t</i></p>'],
    ['<div><div>a</div><div><br></div><div> &nbsp; </div></div>', '<p>a</p>'],
    ['<div><h2>H</h2><ul><li>a</li></ul></div>', '<h2>H</h2><ul><li>a</li></ul>'],
    ['<ul><li><div>a</div><div>b</div></li></ul>', '<ul><li><p>a</p><p>b</p></li></ul>'],
    ['<table><tr><td><div>a</div><div>b</div></td></tr></table>', '<table><tr><td><p>a</p><p>b</p></td></tr></table>'],
    ['<h2><div>a</div><div>b</div></h2>', '<h2>a<br />b</h2>'],
    ['<strong>a<div>b</div>c</strong>d', '<p><strong>a<br />b<br />c</strong></p>d'],
    ['<dl><div><dt>T</dt><dd>D</dd></div></dl>', '<dl><dt>T</dt><dd>D</dd></dl>'],
    ['<details><summary>More</summary>Text</details>', '<p>More</p><p>Text</p>'],
    ['<div style="text-align:right" lang="uk">A</div>', '<p lang="uk" class="text-end">A</p>'],
    ['<menu><li>a</li></menu>', '<ul><li>a</li></ul>'],
    ['<tr><td colspan="2">a</td><td>b</td></tr>c', '<p>a</p><p>b</p>c'],
    [
      '<table><tr><td>a</td></tr></table><tr><td>b</td><td>c</td></tr>',
      '<table><tr><td>a</td></tr></table><p>b</p><p>c</p>',
    ],
    ['<ul><li>a</li></ul><li>b</li>', '<ul><li>a</li></ul><p>b</p>'],
    ['<li>a</li><li><b>b</b></li>', '<p>a</p><p><b>b</b></p>'],
  ])('%s becomes %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it('never run together, whatever is around them, and the result is valid HTML', async () => {
    const leaf = fc.constantFrom(
      'a',
      'b ',
      '<b>c</b>',
      '<br>',
      '<p>d</p>',
      '<a href="/x/">e</a>',
      '<img src="/i.png">',
    );
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc
          .tuple(
            fc.constantFrom('div', 'section', 'blockquote', 'b', 'ul><li', 'h2'),
            fc.array(tie('node'), { maxLength: 3 }),
          )
          .map(([name, inner]) => `<${name}>${inner.join('')}</${name.split('>').reverse().join('></')}>`),
      ),
    }));
    const texts = fc.sample(fc.array(node, { maxLength: 4 }), { numRuns: 200, seed: 1 }).map((parts) => parts.join(''));
    for (const text of texts) {
      const safe = clean(`<div>Z${text}</div><div>Y</div>`);
      expect(safe, text).not.toMatch(/<(?:div|section|span|media)|Y.*<div/);
      expect(safe.replaceAll(/<\/?(?:b|a|strong)\b[^>]*>/g, ''), text).not.toMatch(/[\w]Y/);
    }
    const body = clean('<div>a<p>b</p><b>c<div>d</div></b><iframe src="https://a.example/"></iframe></div>');
    const page = `<!doctype html><html lang="en"><head><title>Text</title></head><body>${body}</body></html>`;
    expect(await findMarkupFaults(page)).toEqual([]);
  });
});

describe('styles that say something', () => {
  it.each([
    ['<b style="font-weight:normal;"><p><span style="font-weight:400">no</span></p></b>', '<p>no</p>'],
    ['<p><b style="FONT-WEIGHT: 400 !important">no</b></p>', '<p>no</p>'],
    ["<p><b style='mso-bidi-font-weight:normal'>yes</b></p>", '<p><b>yes</b></p>'],
    ['<p><span style="color:red;font-weight:700">yes</span></p>', '<p><strong>yes</strong></p>'],
    ['<p><span style="font-weight:bold;font-style:italic">both</span></p>', '<p><strong><em>both</em></strong></p>'],
    ['<p style="font-weight:600">yes</p>', '<p><strong>yes</strong></p>'],
    ['<p><em style="font-style:normal">no</em></p>', '<p>no</p>'],
    ['<p><span style="text-decoration:line-through">old</span></p>', '<p><s>old</s></p>'],
    ['<p>H<span style="vertical-align:sub">2</span>O</p>', '<p>H<sub>2</sub>O</p>'],
    ['<p><span style="font-weight:500">no</span></p>', '<p>no</p>'],
    ['<p><span>a</span> and <u>b</u> c</p>', '<p>a and <u>b</u> c</p>'],
    [
      '<font>a</font><table><tr><td><b style="font-weight:400">b</b><sup>c</sup></td></tr></table>',
      'a<table><tr><td>b<sup>c</sup></td></tr></table>',
    ],
    ['<p as="strong">no</p><span as="em">no</span>', '<p>no</p>no'],
  ])('%s becomes %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });
});

describe('media of other pages', () => {
  it.each([
    [
      '<p>a</p><iframe src="https://www.youtube.com/embed/AAAAAAAAAAA?rel=0" title="A talk"></iframe><p>b</p>',
      `<p>a</p><p><a href="https://www.youtube.com/watch?v=AAAAAAAAAAA" ${NEW_TAB}>A talk</a></p><p>b</p>`,
    ],
    [
      '<p>a <iframe src="//player.vimeo.com/video/123"></iframe> b</p>',
      `<p>a <br /><a href="https://vimeo.com/123" ${NEW_TAB}>player.vimeo.com</a><br /> b</p>`,
    ],
    [
      '<iframe src="https://player.vimeo.com/video/123?badge=0&amp;h=ab12"></iframe>',
      `<p><a href="https://vimeo.com/123/ab12" ${NEW_TAB}>player.vimeo.com</a></p>`,
    ],
    [
      '<iframe src="https://www.youtube.com/embed/videoseries?list=PL-1_a&amp;rel=0"></iframe>',
      `<p><a href="https://www.youtube.com/playlist?list=PL-1_a" ${NEW_TAB}>youtube.com</a></p>`,
    ],
    [
      '<figure><oembed url="https://youtu.be/AAAAAAAAAAA"></oembed></figure>',
      `<figure><p><a href="https://youtu.be/AAAAAAAAAAA" ${NEW_TAB}>youtu.be</a></p></figure>`,
    ],
    ['<video src="/assets/clip.mp4"></video>', '<p><a href="/assets/clip.mp4">clip.mp4</a></p>'],
    [
      '<video><source src="https://a.example/clip.mp4"><p>No video here.</p></video>',
      `<p><a href="https://a.example/clip.mp4" ${NEW_TAB}>a.example</a></p>`,
    ],
    ['<object data="/a.pdf"><embed src="/b.pdf"></object>', '<p><a href="/a.pdf">a.pdf</a></p>'],
    ['<embed src="/b.pdf">', '<p><a href="/b.pdf">b.pdf</a></p>'],
    ['<a href="/q/"><iframe src="https://a.example/"></iframe></a>', '<p><a href="/q/">a.example</a></p>'],
    ['<iframe></iframe><video src="javascript:x"></video><audio src="data:audio/mp3,x"></audio>', ''],
    ['<media-link href="javascript:x" title="t">a</media-link>', ''],
  ])('%s becomes %s', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it('lead where their address leads', () => {
    const finalHrefs = { '/assets/clip.mp4': '/assets/clip-0123.mp4', '/assets/gone.mp4': '' };
    const html = '<video src="/assets/clip.mp4"></video><audio src="/assets/gone.mp4"></audio>';
    expect(sanitizeRichText(html, { ...rules, finalHrefs, takenIds: new Set() })).toBe(
      '<p><a href="/assets/clip-0123.mp4">clip.mp4</a></p>',
    );
  });
});

describe('a moving picture', () => {
  it('has its still for reduced motion, as in an image block', () => {
    const still = { type: 'image/webp', srcset: '/assets/still.webp', media: '(prefers-reduced-motion: reduce)' };
    const photo = { ...imageOf('anim'), src: '/assets/anim.webp?a&b', srcset: null, sources: [still] };
    const html = sanitizeRichText('<p><img src="/anim.gif" alt="A"></p>', {
      ...rules,
      richImages: { '/anim.gif': photo },
      takenIds: new Set(),
    });
    expect(html).toMatch(
      /^<p><picture class="picture"><source type="image\/webp" srcset="\/assets\/still.webp" media="\(prefers-reduced-motion: reduce\)" \/><img src="\/assets\/anim.webp\?a&amp;b" [^>]*alt="A"[^>]*><\/picture><\/p>$/,
    );
  });
});
