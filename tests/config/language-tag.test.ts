import { describe, expect, it } from 'vitest';
import { parseLanguageTag } from '../../config/language-tag.ts';

describe('parseLanguageTag', () => {
  it.each(['en', 'uk', 'uk-UA', 'pt-BR', 'kk-KZ', 'ru-KZ', 'es-419', 'zh-Hans'])('takes %s', (tag) => {
    expect(parseLanguageTag(tag)).toBe(tag);
  });

  it('returns the canonical case', () => {
    expect(['KK-kz', 'PT-br', 'zh-hans'].map(parseLanguageTag)).toEqual(['kk-KZ', 'pt-BR', 'zh-Hans']);
  });

  it.each([
    ['ua', 'a country'],
    ['kz', 'a country'],
    ['ua-UA', 'a country twice'],
    ['kz-KZ', 'a country twice'],
    ['en-UK', 'an alias of GB that search engines do not know'],
    ['uk-UK', 'a language with that alias'],
    ['en-eu', 'no country'],
    ['en-UN', 'no country'],
    ['uk-YY', 'no country'],
    ['en_US', 'not BCP 47'],
    ['x', 'not BCP 47'],
    ['', 'nothing'],
  ])('refuses "%s", which is %s, and names it', (tag) => {
    expect(() => parseLanguageTag(tag)).toThrow(new RangeError(`"${tag}" is not a known language tag.`));
  });
});
