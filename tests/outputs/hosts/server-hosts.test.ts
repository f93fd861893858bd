import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSitePath } from '../../../cli/files/brands.ts';
import { renderApache } from '../../../cli/outputs/hosts/apache.ts';
import { renderCaddy } from '../../../cli/outputs/hosts/caddy.ts';
import { hrefOf } from '../../../cli/paths/site-path.ts';
import { appendQuery } from '../../../cli/plan/redirects/find-redirect.ts';
import type { RedirectRules } from '../../../cli/plan/redirects/redirect-rules.ts';
import { planWith, randomRules } from '../../pipeline/redirect-makers.ts';
import { askApache } from './apache-interpreter.ts';
import { askCaddy } from './caddy-interpreter.ts';
import { contentOf, expectedOf, filesOf, inputWith } from './host-makers.ts';

const queries = fc.constantFrom('', 'q=1&r=%20');

/** What the rules answer, with the characters that a server's configuration says in percent-encoding. */
function answerOf(rules: RedirectRules, path: string, query: string, encoded: RegExp) {
  const found = expectedOf(rules, path);
  if (found === null || found.status === 410) return found;
  const to = found.to.replace(encoded, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return { status: found.status, to: appendQuery(to, query) };
}

const HOSTILE = [
  { from: '/a{path}b/', to: '/about/' },
  { from: '/{$HOME}/', to: '/about/?x={path}&y=`$HOME`' },
  { from: '/`tick"/', to: 'https://other.example/a{b}?c=\\|#d{e}' },
  { from: `/$${'{HOME}'}/`, to: '/about/?v=%{REQUEST_URI}#%{x}$1' },
  { from: '/gone here/', type: 410 },
  { from: `/${'l'.repeat(1500)}/`, to: '/about/?x=1' },
  { from: '/default/', to: '/blog/' },
];

describe('renderApache', () => {
  const ask = (rules: RedirectRules, path: string, query = '') =>
    askApache(filesOf(renderApache(inputWith(rules))), path, query);

  it('answers as findRedirect does, with the query appended (property)', () => {
    fc.assert(
      fc.property(randomRules, queries, ({ rules, paths }, query) => {
        const files = filesOf(renderApache(inputWith(rules)));
        for (const path of paths) {
          expect([path, askApache(files, path, query)]).toEqual([path, answerOf(rules, path, query, /\$/g)]);
        }
      }),
    );
  });

  it('takes sources and targets for text that Apache would give a meaning', () => {
    const { rules } = planWith(HOSTILE);
    expect(rules.exact).toHaveLength(HOSTILE.length);
    for (const { from } of rules.exact) expect(ask(rules, from, 'q=1')).toEqual(answerOf(rules, from, 'q=1', /\$/g));
  });

  it('writes targets with a fragment as single rules, with the query before the fragment', () => {
    const { rules } = planWith([{ from: '/part/', to: '/about/?x=1#part' }]);
    expect(ask(rules, '/part', 'q=1')).toEqual({ status: 301, to: '/about/?x=1&q=1#part' });
    expect(contentOf(renderApache(inputWith(rules)), 'redirects.conf')).toContain(
      'RewriteRule "^/part/?$" "/about/?x=1#part" [NS,R=301,NE,UnsafeAllow3F,L]',
    );
  });

  it('says redirects, hashed files and pages their cache rules, and nothing of errors', () => {
    const lines = contentOf(renderApache(inputWith(planWith([]).rules)), 'headers.conf').split('\n');
    expect(lines.filter((line) => line.includes('Cache-Control'))).toEqual([
      'Header always set Cache-Control "public, max-age=3600" "expr=%{REQUEST_STATUS} =~ /^30[12378]$/"',
      'Header always set Cache-Control "public, max-age=31536000, immutable" "expr=%{REQUEST_STATUS} =~ /^(200|206|304)$/ && %{REQUEST_URI} =~ m|^/assets/|"',
      'Header always set Cache-Control "public, max-age=0, must-revalidate" "expr=%{REQUEST_STATUS} =~ /^(200|206|304)$/ && ! %{REQUEST_URI} =~ m|^/assets/|"',
    ]);
  });
});

describe('renderCaddy', () => {
  const contentOfRules = (rules: RedirectRules) => contentOf(renderCaddy(inputWith(rules)), 'redirects.caddy');
  const ENCODED = /[{}$`\\]/g;

  it('answers as findRedirect does, with the query appended and no bare question mark (property)', () => {
    fc.assert(
      fc.property(randomRules, queries, ({ rules, paths }, query) => {
        const content = contentOfRules(rules);
        for (const path of paths) {
          const answer = askCaddy(content, { path, href: hrefOf(toSitePath(path)), query });
          expect([path, answer]).toEqual([path, answerOf(rules, path, query, ENCODED)]);
        }
      }),
    );
  });

  it('takes sources and targets for text that Caddy would give a meaning', () => {
    const { rules } = planWith(HOSTILE);
    const content = contentOfRules(rules);
    for (const { from: path } of rules.exact) {
      const answer = askCaddy(content, { path, href: hrefOf(path), query: 'q=1' });
      expect(answer).toEqual(answerOf(rules, path, 'q=1', ENCODED));
    }
  });

  it('adds the slash of a page with the query, and never leads to another host', () => {
    const content = contentOfRules(planWith([]).rules);
    const ask = (path: string, href: string = hrefOf(toSitePath(path))) =>
      askCaddy(content, { path, href, query: 'q=%20', folders: ['/огляд', '//evil.example', '/\\evil.example', '/a'] });
    expect(ask('/огляд')).toEqual({ status: 308, to: `${hrefOf(toSitePath('/огляд'))}/?q=%20` });
    expect(ask('/a')).toEqual({ status: 308, to: '/a/?q=%20' });
    expect(ask('/a/')).toBeNull();
    expect(ask('/nowhere')).toBeNull();
    expect(ask('//evil.example')).toBeNull();
    expect(ask('/\\evil.example', '/\\evil.example')).toBeNull();
  });
});
