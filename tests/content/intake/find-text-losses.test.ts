import { describe, expect, it } from 'vitest';
import { findLosses } from '../../../cli/content/intake/find-losses.ts';
import { COLLECTIONS } from '../../../content/collections.ts';
import { lossProblems } from './loss-problems.ts';

const place = { collection: 'pages', entry: 'About', site: 'es', editUrl: 'https://cms.example.com/edit/1' };
const lossesOf = (...texts: readonly string[]) =>
  lossProblems({ content: texts.map((text) => ({ type: 'text', text })) }, place);
const found = (...texts: readonly string[]) =>
  lossesOf(...texts).map(({ code, where, what }) => `${code} ${where.field}: ${what}`);

describe('elements of a text that pages do not show', () => {
  it('are named with their place, what became of them, and how to mend it', () => {
    expect(lossesOf('<p>a</p><iframe src="https://www.youtube.com/embed/AAAAAAAAAAA"></iframe>')).toEqual([
      {
        code: 'MEDIUM_LINKED',
        severity: 'warning',
        where: { ...place, field: 'content.0.text' },
        what: 'Pages show no <iframe> of a text: a link to "https://www.youtube.com/embed/AAAAAAAAAAA" took its place.',
        fix: 'Write a link with words of your own in its place at https://cms.example.com/edit/1, publish, and build again.',
      },
    ]);
  });

  it.each([
    ['<video controls src="/assets/a.mp4"></video>', 'MEDIUM_LINKED'],
    ['<audio><source src="/assets/a.mp3"></audio>', 'MEDIUM_LINKED'],
    ['<object data="/a.pdf"><embed src="/b.pdf"></object>', 'MEDIUM_LINKED'],
    ['<IFRAME SRC=https://a.example/>', 'MEDIUM_LINKED'],
    ['<iframe src="javascript:alert(1)"></iframe>', 'ELEMENT_DROPPED'],
    ['<video></video>', 'ELEMENT_DROPPED'],
    ['<svg><path d=""/><a href="javascript:x">a</a></svg>', 'ELEMENT_DROPPED'],
    ['<math><mi>x</mi></math>', 'ELEMENT_DROPPED'],
    ['<style>p { color: red }</style>', 'ELEMENT_DROPPED'],
    ['<script>alert(1)</script>', 'ELEMENT_DROPPED'],
    ['<p><input name="a"></p>', 'ELEMENT_DROPPED'],
    ['<select><option>a</option></select>', 'ELEMENT_DROPPED'],
    ['<textarea><b>a</b></textarea>', 'ELEMENT_DROPPED'],
    ['<form action="/x">a</form>', 'ELEMENT_DROPPED'],
    ['<p><img src="data:image/png;base64,AAAA"></p>', 'ELEMENT_DROPPED'],
    ['<p><img alt="a"></p>', 'ELEMENT_DROPPED'],
    ['<figure><oembed url="https://youtu.be/AAAAAAAAAAA"></oembed></figure>', 'MEDIUM_LINKED'],
    ['<p>if a<b and c>d</p>', 'ELEMENT_DROPPED'],
    ['<p><?php echo $price; ?></p>', 'ELEMENT_DROPPED'],
    ['<p><![CDATA[Ten <b>cases</b>]]></p>', 'ELEMENT_DROPPED'],
    ['<!-- Ask Ann: still true? -->', 'ELEMENT_DROPPED'],
    ['<!-- never ended ', 'ELEMENT_DROPPED'],
    ['<p><?=$price?></p>', 'ELEMENT_DROPPED'],
    ['<p>5 <! 6</p>', 'ELEMENT_DROPPED'],
  ])('%s is one %s', (html, code) => {
    expect(lossesOf(`<p>Text</p>${html}<p>more</p>`).map((loss) => loss.code)).toEqual([code]);
  });

  it.each([
    '<p>a <img src="/a.png"> <img src="https://a.example/b.png" alt=""></p>',
    '<div>a</div><section><p>b</p></section><b style="font-weight:normal">c</b>',
    '<p>&lt;iframe src="x"&gt; and the word script</p>',
    '<p title="<svg>">a</p>'.replace('<svg>', 'svg'),
    '<picture><source srcset="/a.webp"><img src="/a.png"></picture>',
    '<p><input type="hidden"></p>',
    '<!DOCTYPE html><!--StartFragment--><p>a</p><!--EndFragment--><!-- wp:paragraph {"a":1} --><!-- /wp:paragraph --><!---->',
    '<!--[if gte mso 9]><xml><o:p>a b</o:p></xml><![endif]--><!--more--><!-- kg-card-begin: html -->',
    '<?xml:namespace prefix = o ns = "urn:schemas-microsoft-com:office:office" /><p>a</p><!--?xml version="1.0"?-->',
    '<!-- x-tinymce/html --><p>a<!--$-->b<!--/$--></p><!-- /.row --><!--]-->',
    '<p class="" hidden data-x>a <a href = "/x/" download>b</a></p>',
    '<p class>a <a href="/x/" open>b</a> <a nofollow href="/x/">c</a> <i fa-star></i></p>',
  ])('%s has no loss', (html) => {
    expect(lossesOf(html)).toEqual([]);
  });

  // Linear: a quadratic pattern needs minutes.
  it('are found in a hostile comment', { timeout: 10_000 }, () => {
    expect(lossesOf(`<!--${' '.repeat(1_000_000)}a b-->`)).toHaveLength(1);
  });

  it('are named once for each field, and in every field with HTML', () => {
    const script = '<script>1</script>';
    expect(found(`${script}${script}`, script)).toHaveLength(2);
    const book = COLLECTIONS['e-books'].schema.parse({ id: 'a', slug: 'a', title: 'A', sample: script });
    expect(lossProblems(book, place).map(({ where }) => where.field)).toEqual(['sample']);
  });

  it('are text where a field has no HTML', () => {
    const blocks = [{ type: 'cta', label: 'Go', link: '/a/', text: '<script> is a tag' }];
    expect(lossProblems({ blocks }, place)).toEqual([]);
  });

  it('name the files that pages link to', () => {
    const files = new Set<string>();
    const text = '<video src="/assets/a.mp4"></video><img src="/b.png"><a href="/assets/c.pdf">c</a>';
    findLosses({ text }, files);
    expect([...files].sort()).toEqual(['/assets/a.mp4', '/assets/c.pdf', '/b.png']);
  });
});

describe('fields of sections', () => {
  const hidden = (section: object) =>
    lossProblems(COLLECTIONS.pages.schema.parse({ id: 'a', slug: 'a', title: 'A', sections: [section] }), place).map(
      ({ where, what }) => `${where.field}: ${what}`,
    );

  it('are named with what was typed, where the kind does not show them', () => {
    expect(hidden({ kind: 'stats', items: [{ title: 'T', value: '1', points: ['A line'], text: '<p></p>' }] })).toEqual(
      ['sections.0.items.0.points: "Points" ("A line") is not shown by sections of the kind "Figures".'],
    );
    expect(hidden({ kind: null, title: 'T', image: '/a.png', rows: [{ cells: ['a'] }] })).toEqual([
      'sections.0.rows: "Rows" is not shown by sections of the kind "Text".',
    ]);
  });

  it('are named where they miss the field that they belong to', () => {
    expect(hidden({ kind: 'cta', title: 'T', cta_link: '/a/' })).toEqual([
      'sections.0.cta_link: "Link of the button" ("/a/") is not shown without "Text of the button".',
    ]);
    expect(hidden({ kind: 'plans', items: [{ title: 'T', period: 'a month' }] })).toEqual([
      'sections.0.items.0.period: "What the price is for" ("a month") is not shown without "Figure or price".',
    ]);
    expect(hidden({ kind: 'split', image: '/a.png', screen: 'overview' })).toEqual([
      'sections.0.image: "Picture" is not shown beside a product screen.',
    ]);
    expect(hidden({ kind: 'form', form: 'demo', cta_label: 'Send' })).toEqual([]);
    expect(hidden({ kind: 'form', form: 'demo', text: '<p>One.</p><p>Two.</p>' })).toEqual([]);
    expect(hidden({ kind: 'form', form: 'demo', text: '<p>See <a href="/a/">a</a>.</p>' })).toEqual([
      'sections.0.text: "Text" ("See  a .") is not shown with links, lists or formatting.',
    ]);
    expect(hidden({ kind: 'quote', text: '<p>Author</p>' })).toEqual([
      'sections.0.text: "Text" ("Author") is not shown without "Heading".',
    ]);
  });
});
