// One link per other locale, in the locale's own language. It works without JavaScript, and a link that leads to a
// stand-in of this page says so.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { useWords } from '../contexts.ts';
import type { LanguageInput, SwitcherInput } from '../page-input.ts';
import { listSwitcherLinks, type SwitcherLink } from './switcher-links.ts';
import './LanguageSwitcher.css';

const NOTE_BY_TARGET = {
  'same-page': 'common.switcherSamePage',
  list: 'common.switcherList',
  home: 'common.switcherHome',
} as const satisfies Record<SwitcherLink['target'], WordKey>;

interface LanguageSwitcherProps {
  readonly languages: readonly LanguageInput[];
  readonly switcher: SwitcherInput;
}

export function LanguageSwitcher({ languages, switcher }: LanguageSwitcherProps): ReactNode {
  const { t } = useWords();
  const items = listSwitcherLinks(languages, switcher);
  const current = items.find((item) => item.isCurrent);
  if (current === undefined || items.length < 2) return null;
  return (
    <details className="dropdown language-switcher" name="header-menu">
      <summary aria-label={t('common.language', { language: current.label })}>
        <span lang={current.languageTag}>{current.label}</span>
      </summary>
      <ul className="dropdown__panel">
        {items.map((item) => (
          <li key={item.locale}>
            <LanguageLink link={item} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function LanguageLink({ link }: { readonly link: SwitcherLink }): ReactNode {
  const { t } = useWords();
  return (
    <a
      className="dropdown__link"
      href={link.href}
      hrefLang={link.languageTag}
      aria-current={link.isCurrent || undefined}
    >
      <span lang={link.languageTag}>{link.label}</span>{' '}
      <span className="visually-hidden">{t(NOTE_BY_TARGET[link.target])}</span>
    </a>
  );
}
