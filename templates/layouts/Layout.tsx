// The three layouts around a page: what stands above and below the markers of the page's own parts.

import type { ReactNode } from 'react';
import type { Layout as LayoutName } from '../../config/pages.ts';
import { ClientParts } from '../components/ClientParts.tsx';
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
  /** Class of each group of the menu, by its id. */
  readonly classOfGroup: (id: string) => string;
  /** Start of every id inside. */
  readonly idPrefix: string;
}

const LAYOUTS = {
  default: DefaultLayout,
  minimalistic: MinimalisticLayout,
  'header-only': HeaderOnlyLayout,
} as const satisfies Record<LayoutName, (props: LayoutProps) => ReactNode>;

/** The chrome of a page, with the markers where the page's own parts go. */
export function Layout(props: LayoutProps): ReactNode {
  const { chrome } = props;
  const { t } = useWords();
  const Chrome = LAYOUTS[chrome.layout];
  return (
    <>
      <a className="skip-link" href="#main" lang={chrome.languageTag}>
        {t('common.skipToContent')}
      </a>
      <Chrome {...props} />
      <ClientParts chrome={chrome} />
    </>
  );
}

/** Top banner, header, footer. */
function DefaultLayout(props: LayoutProps): ReactNode {
  const { chrome } = props;
  return (
    <>
      {chrome.banner === null ? null : <TopBanner banner={chrome.banner} languageTag={chrome.languageTag} />}
      <MinimalisticLayout {...props} />
    </>
  );
}

/** Header and footer. */
function MinimalisticLayout({ chrome, classOfGroup, idPrefix }: LayoutProps): ReactNode {
  return (
    <>
      <Header chrome={chrome} classOfGroup={classOfGroup} />
      {CHROME_MARKERS.main}
      <Footer chrome={chrome} idPrefix={idPrefix} />
    </>
  );
}

/** The logo only; pages of this layout leave the switcher's slot empty. */
function HeaderOnlyLayout({ chrome }: LayoutProps): ReactNode {
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
