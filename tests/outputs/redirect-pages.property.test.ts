// Redirect pages on object storage, read by an independent interpreter: a bucket that serves files by path, and an HTML
// parser that finds the refresh as a browser without script does.

import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../cli/files/brands.ts';
import { renderRedirectPages } from '../../cli/outputs/redirect-pages.ts';
import { findRedirect } from '../../cli/plan/redirects/find-redirect.ts';
import { randomRules, siteWith } from '../pipeline/redirect-makers.ts';

const site = siteWith();

/** What a bucket with these files leads a path to: a folder's index, or the file of the name. Null where it has none. */
function askBucket(files: ReadonlyMap<string, string>, path: string): string | null {
  const name = path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
  const html = files.get(name) ?? files.get(`${name}/index.html`);
  return html === undefined ? null : readTarget(html);
}

/** The refresh, the target of the script and the visible link, which must agree. */
function readTarget(html: string): string {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (attributes['http-equiv'] === 'refresh')
        found.push(/^0; url=(.*)$/s.exec(attributes.content ?? '')?.[1] ?? '');
      if (tag === 'script') found.push(attributes['data-target'] ?? '');
      if (tag === 'a') found.push(attributes.href ?? '');
    },
  });
  parser.end(html);
  expect(found).toHaveLength(3);
  expect(new Set(found).size).toBe(1);
  return found[0] ?? '';
}

describe('renderRedirectPages', () => {
  it('leads every path where findRedirect leads it, and names what it cannot (property)', () => {
    fc.assert(
      fc.property(randomRules, ({ rules, paths }) => {
        const { files, problems } = renderRedirectPages({
          rules,
          site,
          scriptHref: '/assets/redirect.js',
          contentSecurityPolicy: "default-src 'none'",
          paths: [],
          files: [],
        });
        const contents = new Map(files.map(({ path, content }) => [path, String(content)]));
        const unwritten = new Set(problems.map(({ where }) => where.path));
        for (const path of paths) {
          const found = findRedirect({ ...rules, segments: [] }, toSitePath(path));
          const isUnwritten = found !== null && 'from' in found && unwritten.has(String(found.from));
          const expected = found === null || isUnwritten ? null : found.to;
          expect([path, askBucket(contents, path)]).toEqual([path, expected]);
        }
      }),
    );
  });
});
