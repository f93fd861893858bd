import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS, GLOBALS } from '../../../content/collections.ts';
import { IS_LONG } from '../../long-run.ts';
import { lossProblems } from './loss-problems.ts';

const place = { collection: 'pages', entry: 'About', site: 'es', editUrl: 'https://cms.example.com/edit/1' };
const found = (value: unknown) =>
  lossProblems(value, place).map(({ where, what }) => [where.field, /"(.*)"/.exec(what)?.[1]]);
const html = (text: string) => found({ content: [{ type: 'text', text }] }).map(([, href]) => href);

describe('findLosses', () => {
  it('says where the link is, what it is and how to mend it', () => {
    expect(lossProblems({ cta_label: 'Go', cta_link: 'javascript:alert(1)' }, place)).toEqual([
      {
        code: 'LINK_UNSAFE',
        severity: 'warning',
        where: { ...place, field: 'cta_link' },
        what: 'The link "javascript:alert(1)" is not a web, e-mail or phone address: it was left out.',
        fix: 'Enter a site path such as "/about/" or a full URL at https://cms.example.com/edit/1, publish, and build again.',
      },
    ]);
  });

  it('looks into link fields, embeds and rich text at any depth', () => {
    const entry = COLLECTIONS.pages.schema.parse({
      id: '1',
      slug: 'about',
      title: 'About href="javascript:0"',
      cta_label: 'Go',
      cta_link: { url: 'vbscript:x' },
      sections: [
        {
          kind: 'features',
          text: '<a href="file:///etc/passwd">x</a>',
          items: [{ title: 'A', link: 'blob:x', text: '<a href="/fine">x</a>' }],
        },
      ],
      blocks: [
        { type: 'cta', label: 'Go', link: 'data:text/html,x' },
        { type: 'image', image: '/a.png' },
        { type: 'faq', items: [{ question: 'Q', answer: '<a href=ftp://x>x</a>' }] },
      ],
    });
    expect(found(entry)).toEqual([
      ['cta_link', 'vbscript:x'],
      ['sections.0.text', 'file:///etc/passwd'],
      ['sections.0.items.0.link', 'blob:x'],
      ['blocks.0.link', 'data:text/html,x'],
      ['blocks.2.items.0.answer', 'ftp://x'],
    ]);
    expect(found(GLOBALS.top_banner.parse({ link: 'javascript:x' }))).toEqual([['link', 'javascript:x']]);
  });

  it.each([
    '<a href="JavaScript:x">a</a>',
    "<a href=' javascript:x'>a</a>",
    '<a href="java\tscript:x">a</a>',
    '<a href="javascript&colon;x">a</a>',
    '<a href="&#106avascript:x">a</a>',
    '<a title="t"href="javascript:x">a</a>',
    '<A/HREF=javascript:x>a</A>',
    '<a href="http://[">a</a>',
  ])('finds the link of %s', (text) => {
    expect(html(text)).toHaveLength(1);
  });

  it.each([
    '/about/',
    'about',
    '#part',
    '?q=a&amp;b=c',
    'a&b',
    '//other.example/',
    'https://other.example/?a=1&amp;b=2',
    'mailto:a@example.com',
    'tel:+34900000000',
    '/a:b/',
  ])('lets the link %j be', (href) => {
    expect(html(`<p><a href="${href}">a</a></p>`)).toEqual([]);
    expect(found({ link: href })).toEqual([]);
  });

  it.each(['', ' ', '&#32;'])('names a link whose address is %j, as that of a deleted entry', (href) => {
    const value = { content: [{ type: 'text', text: `<p><a href="${href}" target="">a</a> <a href="/b/">b</a></p>` }] };
    expect(lossProblems(value, place)).toMatchObject([
      { code: 'LINK_EMPTY', where: { field: 'content.0.text' }, what: expect.stringContaining('its text is shown') },
    ]);
  });

  it('names sets that show nothing', () => {
    const blocks = [
      { type: 'image', image: null, caption: null },
      { type: 'image', image: { url: '/a.png' }, caption: null },
      { type: 'cta', label: 'Go', link: null },
      { type: 'cta', label: 'Go', link: '/b/' },
      { type: 'gallery', images: [] },
      { type: 'features', title: 'Features', items: [] },
      { type: 'stats', items: [{ value: '1', label: 'a' }] },
      { type: 'embed', provider: 'reddit', url: null, form_id: null },
      { type: 'embed', provider: 'forms', url: null, form_id: '7' },
      { type: 'embed', provider: 'copyright-badge', url: null, form_id: null },
    ];
    expect(lossProblems({ blocks }, place).map(({ code, where }) => `${code} ${where.field}`)).toEqual([
      'BLOCK_EMPTY blocks.0',
      'BLOCK_EMPTY blocks.2',
      'BLOCK_EMPTY blocks.4',
      'BLOCK_EMPTY blocks.5',
      'BLOCK_EMPTY blocks.7',
    ]);
  });

  it.each(['Fish &amp; chips', 'A <b>bold</b> title', '<p>Text</p>', 'Line<br>break', 'a&nbsp;b', 'a &#8211; b'])(
    'names %j in a text without markup, which shows it as written',
    (title) => {
      expect(lossProblems({ title, content: [{ type: 'text', text: title }] }, place)).toMatchObject([
        { code: 'TEXT_MARKUP', where: { field: 'title' } },
      ]);
    },
  );

  it.each(['a < b & c > d', 'R&D; and more', '<3', 'AT&T', 'x <y> z', '/a/?b=1&c=2'])('takes %j for text', (title) => {
    expect(lossProblems({ title, edit_url: 'https://a.b/?a=1&amp;b' }, place)).toEqual([]);
  });

  it('names a link of a field once, and leaves out what is no link', () => {
    const link = '<a href="javascript:x">a</a>';
    expect(html(`${link}${link}`)).toEqual(['javascript:x']);
    expect(html('<code>href="javascript:x"</code><p data-href="javascript:x">a</p>')).toEqual([]);
  });

  it('judges a link in rich text as it judges a link field, whatever its address', () => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '//',
        '\\',
        'https://',
        'HTTPS://',
        'http:',
        'ftp://',
        'javascript:',
        'mailto:',
        'xn--',
        '[',
        ':',
        '#',
        '?',
      ],
      ...[
        'a',
        'A',
        '9',
        '-',
        '.',
        '..',
        '~',
        '_',
        '@',
        '%',
        ' ',
        'ä',
        'example.org',
        'example.org/',
        '127.1',
        '.com',
        '.0',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const href = pieces.join('');
        const inText = html(`<p>Ahead: <a href="${href}">a</a> and <a href="/fine/">b</a></p>`);
        if (href.trim() !== '') expect(inText).toHaveLength(found({ link: href }).length);
      }),
      { numRuns: IS_LONG ? 2000 : 400 },
    );
  });
});
