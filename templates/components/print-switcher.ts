// The language switcher: a link per locale, in its own language. A link that does not lead to the same page has a label that says so.
// Printed as text: its links differ on every page, and with React it would take a third of the time of an article.

import type { WordKey } from '../../locales/words.ts';
import type { WordsContextValue } from '../contexts.ts';
import { escapeLikeReact } from '../escape-html.ts';
import type { LanguageInput, SwitcherInput } from '../page-input.ts';
import { listSwitcherLinks, type SwitcherLink } from './switcher-links.ts';
import './LanguageSwitcher.css';

const NOTE_BY_TARGET = {
  'same-page': 'common.switcherSamePage',
  list: 'common.switcherList',
  home: 'common.switcherHome',
} as const satisfies Record<SwitcherLink['target'], WordKey>;

/** The HTML of the switcher; '' if the site has one language. */
export function printSwitcher(
  languages: readonly LanguageInput[],
  switcher: SwitcherInput,
  words: WordsContextValue,
): string {
  const links = listSwitcherLinks(languages, switcher);
  const current = links.find((link) => link.isCurrent);
  if (current === undefined || links.length < 2) return '';
  const label = escapeLikeReact(words.t('common.language', { language: current.label }));
  return (
    `<details class="dropdown language-switcher" name="header-menu"><summary aria-label="${label}" data-code="${current.locale.toUpperCase()}">` +
    `${printLabel(current)}</summary><ul class="dropdown__panel">` +
    `${links.map((link) => printLink(link, words)).join('')}</ul></details>`
  );
}

function printLink(link: SwitcherLink, { t }: WordsContextValue): string {
  const attributes = `href="${escapeLikeReact(link.href)}" hrefLang="${escapeLikeReact(link.languageTag)}"`;
  return (
    `<li><a class="dropdown__link" ${attributes}${link.isCurrent ? ' aria-current="true"' : ''}>${printLabel(link)} ` +
    `<span class="visually-hidden">${escapeLikeReact(t(NOTE_BY_TARGET[link.target]))}</span></a></li>`
  );
}

function printLabel({ label, languageTag }: LanguageInput): string {
  return `<span lang="${escapeLikeReact(languageTag)}">${escapeLikeReact(label)}</span>`;
}
