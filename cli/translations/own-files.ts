// The state of what the site has in its own files: the messages of locales/ and the menus of config/menu.ts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/define-site.ts';
import { type Locale, localeRow } from '../../config/locales.ts';
import { FOOTER_MENU, HEADER_MENU, type MenuGroup, type MenuItem } from '../../config/menu.ts';
import { isIn, PAGES } from '../../config/pages.ts';
import { joinNames } from '../errors.ts';
import { PROJECT } from '../files/project.ts';
import { createIsNeeded } from '../words/check-words.ts';
import { fileOf, parseWordFile, REFERENCE, type WordFile } from '../words/read-words.ts';
import type { PagePaths } from './compare-links.ts';
import { compareFigures, findOtherLanguage, isCopied, languageOf } from './compare-texts.ts';
import { asFinding } from './examine-entry.ts';
import { type Cell, createCell, createMissing, type Finding, type Thing } from './things.ts';

type Words = WordFile['words'];

/** Messages and menu items, in the order of their files. */
export function listOwnThings(site: SiteConfig, paths: PagePaths): readonly Thing[] {
  const wordsByLocale = new Map(
    site.locales.map((locale) => {
      const file = join(PROJECT, fileOf(locale));
      return [locale, parseWordFile(locale, existsSync(file) ? readFileSync(file, 'utf8') : null).words] as const;
    }),
  );
  const reference = wordsByLocale.get(REFERENCE) ?? new Map();
  return [...listMessages(site, reference, wordsByLocale), ...listMenuItems(site, reference, paths)];
}

function listMessages(
  { locales }: SiteConfig,
  reference: Words,
  wordsByLocale: ReadonlyMap<Locale, Words>,
): readonly Thing[] {
  const isNeeded = createIsNeeded();
  return [...reference].map(([key, { message: source }]) => {
    const cells = locales.map((locale): Cell => {
      const word = wordsByLocale.get(locale)?.get(key);
      const about = { title: word?.message ?? null };
      if (word !== undefined) return createCell(locale, compareMessages([source, word.message], locale), about);
      if (!isNeeded(locale, key)) return createCell(locale, [], { reason: 'No page of this locale shows it.' });
      return createMissing(locale, `${fileOf(locale)} does not have the message.`);
    });
    return { key: `messages/${key}`, collection: 'messages', title: source, savedAt: null, cells };
  });
}

function compareMessages([source, message]: readonly [string, string], locale: Locale): readonly Finding[] {
  const language = languageOf(localeRow(locale).languageTag);
  if (language === languageOf(localeRow(REFERENCE).languageTag)) return [];
  const field = (what: string) => ({ field: '', label: 'Message', what, before: source, after: message });
  // Arguments are neither words nor figures.
  const [old, now] = [source, message].map((text) => (text.includes('{') ? '' : text)) as [string, string];
  if (isCopied(old, now)) return asFinding('untranslated', [field('The text is that of the source.')]);
  const other = findOtherLanguage(now, language);
  if (other !== null) return asFinding('untranslated', [field(`The text is in another language (${other}).`)]);
  return compareFigures(old, now) === null ? [] : asFinding('different', [field('The figures differ.')]);
}

function listMenuItems(site: SiteConfig, reference: Words, paths: PagePaths): readonly Thing[] {
  const menus = { header: HEADER_MENU, footer: FOOTER_MENU };
  return Object.entries(menus).flatMap(([menu, groups]) =>
    groups.flatMap((group) =>
      [group, ...group.submenu].flatMap((item): readonly Thing[] => {
        if (item.target === undefined) return [];
        const { id, target } = item;
        const cells = site.locales.map((locale) => examineItem(locale, { ...item, target }, group, paths));
        const key = `menu/${menu}/${item === group ? id : `${group.id}/${id}`}`;
        const title = reference.get(`common.menu.${id}`)?.message ?? id;
        return [{ key, collection: 'menu', title, savedAt: null, cells }];
      }),
    ),
  );
}

function examineItem(locale: Locale, item: MenuItem, group: MenuGroup, paths: PagePaths): Cell {
  const { target, isForAll = false } = item;
  const owners = [group, item].find((row) => !isIn(locale, row))?.onlyIn;
  if (owners !== undefined)
    return createCell(locale, [], { reason: `Only for ${joinNames(owners)} (config/menu.ts).` });
  if (target.kind === 'external' || target.kind === 'help-centre') return createCell(locale, []);
  const page = PAGES.find((row) => row.page === target.page);
  const slug = target.kind === 'entry' ? target.slug : '';
  const path = `${localeRow(locale).prefix}${page?.path.replace('{slug}', slug) ?? ''}`;
  if (isForAll || page === undefined || paths.get(path)?.get(locale) === path) return createCell(locale, []);
  if (!isIn(locale, page))
    return createCell(locale, [], { reason: `This locale does not have the page "${page.page}" (config/pages.ts).` });
  return createMissing(locale, `The item is left out, because ${path} is missing.`);
}
