import { describe, expect, it } from 'vitest';
import { parseLanguageTag } from '../../config/language-tag.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const names = {
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
};

describe('parseLanguageTag', () => {
  it.each(['en', 'uk', 'uk-UA', 'pt-BR', 'kk-KZ', 'ru-KZ', 'es-419', 'zh-Hans', 'fil-PH', 'sr-XK'])(
    'takes %s',
    (tag) => {
      expect(parseLanguageTag(tag)).toBe(tag);
    },
  );

  it('returns the canonical case', () => {
    expect(['KK-kz', 'PT-br', 'zh-hans'].map(parseLanguageTag)).toEqual(['kk-KZ', 'pt-BR', 'zh-Hans']);
  });

  it('accepts a language or country of two letters only where ICU has a name for it', () => {
    const isTaken = (tag: string) => {
      try {
        return parseLanguageTag(tag) === tag;
      } catch {
        return false;
      }
    };
    const isNamed = (type: 'language' | 'region', tag: string, code: string) =>
      new Intl.Locale(tag).toString() === tag && names[type].of(code) !== undefined;
    const codes = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
    const regions = codes.map((code) => code.toUpperCase()).filter((code) => !['EU', 'UN'].includes(code));
    expect(codes.filter(isTaken)).toEqual(codes.filter((code) => isNamed('language', code, code)));
    expect(regions.filter((code) => isTaken(`en-${code}`))).toEqual(
      regions.filter((code) => isNamed('region', `en-${code}`, code)),
    );
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
  ])('rejects "%s", which is %s', (tag) => {
    expect(() => parseLanguageTag(tag)).toThrow(new RangeError(`"${tag}" is not a known language tag.`));
  });
});
