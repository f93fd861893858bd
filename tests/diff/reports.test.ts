// The formats of a comparison: whole, bounded and safe, whatever the pages say.

import { describe, expect, it } from 'vitest';
import { MAX_MARKDOWN, renderMarkdown, renderText } from '../../cli/diff/render-diff.ts';
import { compare, sideOf, type Tree } from './memory-side.ts';

const AWKWARD = 'A "quote" &lt;script&gt;alert(1)&lt;/script&gt; | `pipe` *star* @someone огляд 🦜';

const tree = (pages: number, version: string): Tree => ({
  'robots.txt': `User-agent: *\nDisallow: /${version}/`,
  ...Object.fromEntries(
    Array.from({ length: pages }, (_, index) => [
      `page-${index}/index.html`,
      `<title>${version}${index} ${AWKWARD}</title><h1>${index}</h1><main><p>${version} text of its own, number ${index} of version ${version}. ${AWKWARD}</p></main><footer>${version}</footer>`,
    ]),
  ),
  [`only-${version}/index.html`]: `<title>${AWKWARD}</title><h1>${version}</h1>`,
});

const reportOf = (pages: number) => compare(sideOf(tree(pages, 'old')), sideOf(tree(pages, 'new')));

describe('the reports', () => {
  it('fit into a comment, and say when they are cut', async () => {
    const short = renderMarkdown(await reportOf(5));
    expect(short).toContain('<del>old0</del>');
    expect(short).not.toContain('<script>');
    expect(short).not.toContain('@someone');
    expect(short).not.toContain('too long for a comment');
    const long = renderMarkdown(await reportOf(800));
    expect(long.length).toBeLessThanOrEqual(MAX_MARKDOWN);
    expect(long).toContain('too long for a comment');
    expect(long).toContain('DIFF\\_PAGE\\_GONE'.replaceAll('\\', ''));
  });

  it('show the words in a terminal', async () => {
    const text = renderText(await reportOf(5));
    expect(text).toContain('[-old0-]{+new0+}');
    expect(text).toContain('FAIL  DIFF_PAGE_GONE');
    expect(text).toContain('- Disallow: /old/, + Disallow: /new/');
    expect(text).toContain('5 pages changed, 1 added, 1 removed, 0 moved; 0 unchanged.');
  });

  it('put pages with changes of their own first, and fold one change of many pages', async () => {
    const page = (title: string, text: string, footer: string) =>
      `<title>${title}</title><h1>A</h1><main><p>${text}</p></main><footer>${footer}</footer>`;
    const site = (titleOf: (index: number) => string, footer: string): Tree =>
      Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `${index}/index.html`,
          page(titleOf(index), index % 2 === 0 ? 'Even' : 'Odd', footer),
        ]),
      );
    const base = { ...site((index) => `Page ${index}`, 'Imprint'), 'gone/index.html': page('Gone', 'Text', 'Imprint') };
    const head = site((index) => (index > 29 ? `Title ${index * 7}` : `Page ${index}`), 'Legal notice');
    const report = await compare(sideOf(base), sideOf(head));
    const text = renderText(report);
    const shown = [...text.matchAll(/^ {2}[~-] (\S+)/gm)].map(([, path]) => path);
    // More than a terminal lists of other pages.
    expect(shown).toEqual(['/gone/', ...Array.from({ length: 30 }, (_, index) => `/${index + 30}/`)]);
    expect(text).toContain(
      '* 30 pages  /0/, /1/, /10/ and 27 more pages\n      Text in the footer  [-Imprint-]{+Legal notice+}',
    );
    const markdown = renderMarkdown(report);
    expect(markdown).toMatch(/<details><summary>Pages with the same change: 1<\/summary>\n\n- \*\*30 pages\*\*/);
    expect(markdown.indexOf('/59/')).toBeLessThan(markdown.indexOf('<details>'));
  });
});
