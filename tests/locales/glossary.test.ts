// One word for one thing: terms that the words of a locale and its sample content must not use, and what to write instead.

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Forbidden variants, with the term to use. Numbers and units are terms too. */
const GLOSSARY: Readonly<Record<string, readonly (readonly [variant: RegExp, term: string])[]>> = {
  en: [
    [/\b(?:book|get) a demo\b/i, 'request a demo'],
    [/\bget the book\b/i, 'get the e-book'],
    [/\bsocial media listening\b/i, 'social listening'],
    [/\bemails?\b(?![":])/i, 'e-mail'],
  ],
  es: [
    [/demostraci[oó]n/i, 'demo'],
    [/(?<!screen: |[-/"])\bcopilot\b(?![.])/, 'copiloto'],
    [/\d%/, '71 %, with a space'],
  ],
  pt: [
    [/Insights Copilot|copiloto/i, 'copilot'],
    [/demonstraç[aã]o|demonstrações/i, 'demo'],
    [/planos? Time\b|^\s*(?:- )?title: Time$/, 'Equipe'],
    [/\d %/, '71%, without a space'],
  ],
  ua: [
    [/(?<!\p{L})знак(?:а|у|ом|и|ів|ам|ами)?(?!\p{L})/iu, 'логотип'],
    [/\d%/, '97 %, with a space'],
    [/забирає увагу/i, 'привертає увагу'],
  ],
  kz: [
    [/Первым логотипом/, 'Первым знаком'],
    [/тойбастар/i, 'шильдехана'],
    [/демонстраци/i, 'демо'],
    [/отнимает внимание/i, 'привлекает внимание'],
    [/\d%/, '97 %, with a space'],
  ],
};

/** Signs that are no logos: letters, punctuation, omens. */
const OTHER_SIGNS = /(?:\d+|п’ять|Першим|шрифти|змінили) знак\p{L}*|знак авторських/gu;

/** The words of a locale, and the sample content of its site. */
function linesOf(locale: string): readonly (readonly [place: string, line: string])[] {
  const files = globSync([
    `locales/${locale}.json`,
    `content/sample/*/${locale}.yaml`,
    `content/sample/*/${locale}/*.{md,yaml}`,
    `content/sample/globals/*/${locale}.yaml`,
  ]);
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => [`${file}:${index + 1}`, line] as const),
  );
}

describe('the glossary', () => {
  it.each(Object.entries(GLOSSARY))('of %s is kept by words and content', (locale, terms) => {
    const lines = linesOf(locale);
    expect(lines.length).toBeGreaterThan(1000);
    const faults = terms.flatMap(([variant, term]) =>
      lines.flatMap(([place, line]) => {
        const found = variant.exec(line.replace(OTHER_SIGNS, ''));
        return found === null ? [] : [`${place}: "${found[0]}" → ${term}`];
      }),
    );
    expect(faults).toEqual([]);
  });
});
