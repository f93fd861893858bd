// The three layouts: header, footer and banner around the markers for the parts of the page.

import type { ReactNode } from 'react';
import { ClientParts } from '../components/ClientParts.tsx';
import { ConsentBar } from '../components/ConsentBar.tsx';
import { Footer } from '../components/Footer.tsx';
import { Header } from '../components/Header.tsx';
import { Logo } from '../components/Logo.tsx';
import { TopBanner } from '../components/TopBanner.tsx';
import { useWords } from '../contexts.ts';
import { CHROME_MARKERS } from '../markers.ts';
import type { ChromeInput } from '../page-input.ts';
import './Layout.css';

interface LayoutProps {
  readonly chrome: ChromeInput;
  /** Prefix of the ids inside. */
  readonly idPrefix: string;
}

/** The chrome of a page, with markers for the parts of the page. */
export function Layout({ chrome, idPrefix }: LayoutProps): ReactNode {
  const { t } = useWords();
  const { layout, banner, languageTag } = chrome;
  return (
    <>
      <a className="skip-link" href="#main" lang={languageTag}>
        {t('common.skipToContent')}
      </a>
      <ConsentBar chrome={chrome} idPrefix={idPrefix} />
      {layout === 'default' && banner !== null ? <TopBanner banner={banner} languageTag={languageTag} /> : null}
      {layout === 'header-only' ? (
        <LogoAlone chrome={chrome} />
      ) : (
        <HeaderAndFooter chrome={chrome} idPrefix={idPrefix} />
      )}
      <ClientParts chrome={chrome} />
    </>
  );
}

function HeaderAndFooter({ chrome, idPrefix }: LayoutProps): ReactNode {
  return (
    <>
      <Header chrome={chrome} />
      {CHROME_MARKERS.main}
      <Footer chrome={chrome} idPrefix={idPrefix} />
    </>
  );
}

/** A header with the logo only. Its pages have no language switcher. */
function LogoAlone({ chrome }: Pick<LayoutProps, 'chrome'>): ReactNode {
  return (
    <>
      <header className="header" lang={chrome.languageTag}>
        <div className="header__bar">
          <Logo brand={chrome.brand} homeHref={chrome.homeHref} />
          {CHROME_MARKERS.switcher}
        </div>
      </header>
      {CHROME_MARKERS.main}
    </>
  );
}
