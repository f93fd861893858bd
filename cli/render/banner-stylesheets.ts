// Creates stylesheets with the height, colour and fit of the top banners, because the policy allows no `style` attributes.

import type { Locale } from '../../config/locales.ts';
import type { Global } from '../../content/collections.ts';
import { contentHash } from '../files/content-hash.ts';
import type { OutputFile } from '../files/output-file.ts';
import { hrefOf } from '../paths/site-path.ts';
import type { SiteModel } from '../plan/site-model.ts';

export interface BannerStylesheets {
  readonly hrefByLocale: ReadonlyMap<Locale, string>;
  readonly files: readonly OutputFile[];
}

/** The values were validated by the content schema. */
export function createBannerStylesheets(model: SiteModel): BannerStylesheets {
  const fileByPath = new Map<string, OutputFile>();
  const hrefByLocale = new Map<Locale, string>();
  for (const { row, globals } of model.locales) {
    if (globals.top_banner === null || !globals.top_banner.enabled) continue;
    const content = renderBannerCss(globals.top_banner);
    if (content === '') continue;
    const path = `assets/banner-${contentHash(content)}.css`;
    fileByPath.set(path, { path, content, kind: 'asset', locale: null, owner: null });
    hrefByLocale.set(row.locale, hrefOf(`/${path}`));
  }
  return { hrefByLocale, files: [...fileByPath.values()] };
}

function renderBannerCss({ height, background_color, object_fit }: Global<'top_banner'>): string {
  const properties = [
    ...(height === null ? [] : [`--banner-height:${height}px`]),
    ...(background_color === null ? [] : [`--banner-background:${background_color}`]),
    ...(object_fit === null ? [] : [`--banner-fit:${object_fit}`]),
  ];
  return properties.length === 0 ? '' : `:root{${properties.join(';')}}\n`;
}
