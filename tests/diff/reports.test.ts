// The formats of a comparison: whole, bounded and safe, whatever the pages say.

import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../cli/diff/reports/html-report.ts';
import { MAX_MARKDOWN, renderMarkdown } from '../../cli/diff/reports/markdown-report.ts';
import { renderText } from '../../cli/diff/reports/text-report.ts';
import { findMarkupFaults } from '../html-rules.ts';
import { compare, sideOf, type Tree } from './memory-side.ts';

const AWKWARD = 'A "quote" &lt;script&gt;alert(1)&lt;/script&gt; | `pipe` *star* @someone огляд 🦜';

const tree = (pages: number, version: string): Tree => ({
  'robots.txt': `User-agent: *\nDisallow: /${version}/`,
  ...Object.fromEntries(
    Array.from({ length: pages }, (_, index) => [
      `page-${index}/index.html`,
      `<title>${version} ${AWKWARD} ${index}</title><h1>${index}</h1><main><p>${version} text of its own, number ${index} of version ${version}. ${AWKWARD}</p></main><footer>${version}</footer>`,
    ]),
  ),
  [`only-${version}/index.html`]: `<title>${AWKWARD}</title><h1>${version}</h1>`,
});

const reportOf = (pages: number) => compare(sideOf(tree(pages, 'old')), sideOf(tree(pages, 'new')));

describe('the reports', () => {
  it('are valid HTML without markup of the pages', async () => {
    const report = await reportOf(5);
    const html = renderHtml(report);
    expect(await findMarkupFaults(html)).toEqual([]);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('<del>old</del><ins>new</ins>');
    expect(await findMarkupFaults(renderHtml(await compare(sideOf(tree(1, 'a')), sideOf(tree(1, 'a')))))).toEqual([]);
  });

  it('fit into a comment, and say when they are cut', async () => {
    const short = renderMarkdown(await reportOf(5));
    expect(short).toContain('<del>old</del>');
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
    expect(text).toContain('[-old-]{+new+}');
    expect(text).toContain('FAIL  DIFF_PAGE_GONE');
    expect(text).toContain('- Disallow: /old/, + Disallow: /new/');
    expect(text).toContain('5 pages changed, 1 added, 1 removed, 0 moved; 0 unchanged.');
  });
});
