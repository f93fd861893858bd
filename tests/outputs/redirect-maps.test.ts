import { describe, expect, it } from 'vitest';
import { renderClientRedirects, renderNeutralRedirects } from '../../cli/outputs/redirect-maps.ts';
import { planWith, siteWith } from '../pipeline/redirect-makers.ts';

const { rules } = planWith(
  [
    { from: '/old/', to: '/about/' },
    { from: '/es/gone/', type: 410, locale: 'es' },
  ],
  { ambassadors: ['en', 'es'], site: siteWith({ build: { rootRedirect: '/es/' } }) },
);
const parse = (content: string | Uint8Array | undefined): unknown => JSON.parse(String(content));

describe('renderClientRedirects', () => {
  it('writes the rules of each locale, and an empty map where there are none', () => {
    const files = renderClientRedirects(rules, ['en', 'es', 'kz']);
    expect(files.map(({ path, locale }) => [path, locale])).toEqual([
      ['redirects/en.json', 'en'],
      ['redirects/es.json', 'es'],
      ['redirects/kz.json', 'kz'],
    ]);
    const prefixes = ['/es', '/pt', '/ua', '/kz'];
    expect(parse(files[0]?.content)).toEqual({
      version: 1,
      prefixes,
      rules: [
        { from: '/', to: '/es/', status: 302 },
        { from: '/old/', to: '/about/', status: 301 },
      ],
      segments: [{ prefix: '', segment: 'ambassadors-program', to: '/ambassadors-program/', status: 301 }],
    });
    expect(parse(files[1]?.content)).toMatchObject({
      rules: [{ from: '/es/gone/', to: '', status: 410 }],
      segments: [{ prefix: '/es' }],
    });
    expect(parse(files[2]?.content)).toEqual({ version: 1, prefixes, rules: [], segments: [] });
  });
});

describe('renderNeutralRedirects', () => {
  it('names every rule with its locale and who asked for it', () => {
    expect(parse(renderNeutralRedirects(rules))).toMatchObject({
      version: 1,
      redirects: [
        { from: '/', to: '/es/', status: 302, locale: 'en', source: { kind: 'root' } },
        {
          from: '/es/gone/',
          to: '',
          status: 410,
          locale: 'es',
          source: { kind: 'content', site: 'es', entryId: 'r1' },
        },
        {
          from: '/old/',
          to: '/about/',
          status: 301,
          locale: 'en',
          source: { kind: 'content', site: 'en', entryId: 'r0' },
        },
      ],
      patterns: [
        { prefix: '/es', segment: 'ambassadors-program', to: '/es/ambassadors-program/', status: 301, locale: 'es' },
        { prefix: '', segment: 'ambassadors-program', to: '/ambassadors-program/', status: 301, locale: 'en' },
      ],
    });
  });
});
