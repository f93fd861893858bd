// Logo, menu, language switcher, sign-in and demo. The HTML has two menus, for wide and narrow screens; CSS shows one of them. Groups
// are <details>, so that they open without JavaScript.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { CHROME_MARKERS } from '../markers.ts';
import type { ChromeInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { Logo } from './Logo.tsx';
import { Menu } from './Menu.tsx';
import './Header.css';

export function Header({ chrome }: { readonly chrome: ChromeInput }): ReactNode {
  const { t } = useWords();
  return (
    <header className="header" lang={chrome.languageTag}>
      <div className="header__bar">
        <Logo brand={chrome.brand} homeHref={chrome.homeHref} />
        <nav className="header__wide" aria-label={t('common.mainNavigation')}>
          <Menu groups={chrome.menu} activeGroup={chrome.activeGroup} variant="wide" />
        </nav>
        {CHROME_MARKERS.switcher}
        <div className="header__actions">
          <HeaderActions chrome={chrome} />
        </div>
        {chrome.demoHref === null ? null : (
          <a className="button header__demo" href={chrome.demoHref}>
            {t('common.demoShort')}
          </a>
        )}
        <details className="header__narrow" name="header-menu">
          <summary className="header__menu-button">{t('common.menuButton')}</summary>
          <div className="header__panel">
            <nav aria-label={t('common.mobileNavigation')}>
              <Menu groups={chrome.menu} activeGroup={chrome.activeGroup} variant="narrow" />
            </nav>
            <HeaderActions chrome={chrome} />
          </div>
        </details>
      </div>
    </header>
  );
}

/** Sign-in opens the application in a new tab; landing pages have none. */
function HeaderActions({ chrome }: { readonly chrome: ChromeInput }): ReactNode {
  const { t } = useWords();
  return (
    <>
      {chrome.signInHref === null ? null : (
        <Anchor className="button button--quiet" href={chrome.signInHref} isOuter>
          {t('common.signIn')}
        </Anchor>
      )}
      {chrome.demoHref === null ? null : (
        <a className="button" href={chrome.demoHref}>
          {t('common.demo')}
        </a>
      )}
    </>
  );
}
