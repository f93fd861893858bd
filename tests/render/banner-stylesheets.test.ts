import { describe, expect, it } from 'vitest';
import { createBannerStylesheets } from '../../cli/render/page-kit.ts';
import { GLOBALS } from '../../content/collections.ts';
import { modelWith } from '../makers.ts';

const banner = (fields: Readonly<Record<string, unknown>>) => GLOBALS.top_banner.parse({ enabled: true, ...fields });
const sheets = (bySite: Readonly<Record<string, Readonly<Record<string, unknown>>>>) =>
  createBannerStylesheets(
    modelWith({
      rows: [],
      globals: Object.entries(bySite).map(([site, fields]) => ({ name: 'top_banner', site, value: banner(fields) })),
    }),
  );

describe('createBannerStylesheets', () => {
  it('writes height, colour and fit into a stylesheet named by its content', () => {
    const { files, hrefByLocale } = sheets({
      en: { height: 56, background_color: '#101b3b', object_fit: { key: 'cover' } },
    });
    expect(files).toMatchObject([
      {
        content: ':root{--banner-height:56px;--banner-background:#101b3b;--banner-fit:cover}\n',
        kind: 'asset',
        locale: null,
      },
    ]);
    expect(files[0]?.path).toMatch(/^assets\/banner-[0-9a-f]{10}\.css$/);
    expect([...hrefByLocale]).toEqual([['en', `/${files[0]?.path}`]]);
  });

  it('shares one file between locales with the same values', () => {
    const { files, hrefByLocale } = sheets({ en: { height: 40 }, ua: { height: 40 }, kz: { height: 48 } });
    expect(files).toHaveLength(2);
    expect(hrefByLocale.get('en')).toBe(hrefByLocale.get('ua'));
    expect(hrefByLocale.get('kz')).not.toBe(hrefByLocale.get('ua'));
  });

  it('writes nothing for a banner that is off, says nothing, or is not set', () => {
    expect(sheets({ en: { enabled: false, height: 40 }, ua: {} })).toEqual({ files: [], hrefByLocale: new Map() });
  });

  it.each([
    { background_color: 'red;} body{display:none' },
    { background_color: '#12' },
    { object_fit: 'cover;x' },
    { height: '40px}' },
  ])('never gets a value that is no height, colour or fit: %o', (fields) => {
    expect(() => banner(fields)).toThrow();
  });
});
