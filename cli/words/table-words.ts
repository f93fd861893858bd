// The words that tables of `config/` ask for by their ids: no type knows them.

import { FOOTER_MENU, HEADER_MENU, PROMO_BANNERS } from '../../config/menu.ts';
import { PAGES } from '../../config/pages.ts';

/** A word that a row of a table needs. */
export interface TableWord {
  readonly key: string;
  /** Of the table. */
  readonly file: string;
  /** What the row is called there. */
  readonly row: string;
}

/** Parts of a promo banner. */
const PROMO_PARTS = ['title', 'quote', 'description', 'linkCaption', 'imageAlt'];

/** Every word that tables ask for. */
export function listTableWords(): readonly TableWord[] {
  const items = [...HEADER_MENU, ...FOOTER_MENU].flatMap(({ submenu }) => submenu);
  const ofMenu = [
    ...[...HEADER_MENU, ...items].map(({ id }) => [id, `common.menu.${id}`]),
    ...items
      .filter(({ hasDescription }) => hasDescription === true)
      .map(({ id }) => [id, `common.menu.${id}Description`]),
    ...FOOTER_MENU.map(({ id }) => [id, `common.footer.${id}`]),
    ...PROMO_BANNERS.flatMap(({ id }) => PROMO_PARTS.map((part) => [id, `promo.${id}.${part}`])),
  ];
  const ofPages = PAGES.flatMap(({ page, source }) => {
    if (source.kind === 'error') return [[page, `meta.errorTitle${source.status}`]];
    // Success pages share their title.
    return source.kind === 'words' ? [[page, `meta.${page.endsWith('success') ? 'success' : page}Title`]] : [];
  });
  const name =
    (file: string) =>
    ([row = '', key = '']: readonly string[]): TableWord => ({ key, file, row });
  return [...ofMenu.map(name('config/menu.ts')), ...ofPages.map(name('config/pages.ts'))];
}
