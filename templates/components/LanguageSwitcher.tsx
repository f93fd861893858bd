// One link per other locale, in the locale's own language. It works without JavaScript, and a link that leads to a
// stand-in of this page says so.

import type { ReactNode } from 'react';
import type { WordKey } from '../../locales/words.ts';
import { useWords } from '../contexts.ts';
import type { SwitcherInput } from '../page-input.ts';
import './LanguageSwitcher.css';

type SwitcherItem = SwitcherInput['items'][number];

const NOTE_BY_TARGET = {
  'same-page': 'common.switcherSamePage',
  list: 'common.switcherList',
  home: 'common.switcherHome',
} as const satisfies Record<SwitcherItem['target'], WordKey>;

export function LanguageSwitcher({ switcher }: { readonly switcher: SwitcherInput }): ReactNode {
  const { t } = useWords();
  const current = switcher.items.find((item) => item.isCurrent);
  if (current === undefined || switcher.items.length < 2) return null;
  return (
    <details className="dropdown language-switcher" name="header-menu">
      <summary aria-label={t('common.language', { language: current.label })}>
        <span lang={current.languageTag}>{current.label}</span>
      </summary>
      <ul className="dropdown__panel">
        {switcher.items.map((item) => (
          <li key={item.locale}>
            <SwitcherLink item={item} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function SwitcherLink({ item }: { readonly item: SwitcherItem }): ReactNode {
  const { t } = useWords();
  return (
    <a
      className="dropdown__link"
      href={item.href}
      hrefLang={item.languageTag}
      aria-current={item.isCurrent || undefined}
    >
      <span lang={item.languageTag}>{item.label}</span>{' '}
      <span className="visually-hidden">{t(NOTE_BY_TARGET[item.target])}</span>
    </a>
  );
}
