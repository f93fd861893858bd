// The footer: the brand with its main office, columns of links, the languages, social networks and the copyright line.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import type { ChromeInput, MenuGroupInput } from '../page-input.ts';
import { Anchor } from './Anchor.tsx';
import { ConsentButton } from './ConsentBar.tsx';
import { Logo } from './Logo.tsx';
import { OfficeLines } from './Offices.tsx';
import './Footer.css';

interface FooterProps {
  readonly chrome: ChromeInput;
  /** Prefix of the ids inside. */
  readonly idPrefix: string;
}

export function Footer({ chrome, idPrefix }: FooterProps): ReactNode {
  const { t } = useWords();
  const { year, legalName, footer } = chrome;
  return (
    <footer className="footer" lang={chrome.languageTag}>
      <div className="footer__top">
        <FooterBrand chrome={chrome} />
        <nav className="footer__columns" aria-label={t('common.footerNavigation')}>
          {footer.map((group) => (
            <Column key={group.id} group={group} idPrefix={idPrefix} />
          ))}
        </nav>
      </div>
      <div className="footer__end">
        <Homes homes={chrome.homes} />
        <SocialLinks links={chrome.socialLinks} />
        <ConsentButton chrome={chrome} />
        <p>{t('common.copyright', { year, legalName })}</p>
      </div>
    </footer>
  );
}

function FooterBrand({ chrome }: Pick<FooterProps, 'chrome'>): ReactNode {
  const { t } = useWords();
  const { brand, homeHref, office } = chrome;
  return (
    <div className="footer__brand">
      <Logo brand={brand} homeHref={homeHref} />
      <p>{t('common.footer.claim')}</p>
      {office === null ? null : (
        <>
          <p className="footer__title">{t('common.footer.office')}</p>
          <OfficeLines office={office} />
        </>
      )}
    </div>
  );
}

function Column({ group, idPrefix }: { readonly group: MenuGroupInput; readonly idPrefix: string }): ReactNode {
  const titleId = `${idPrefix}footer-${group.id}`;
  return (
    <div>
      <p className="footer__title" id={titleId}>
        {group.label}
      </p>
      <ul className="footer__links" aria-labelledby={titleId}>
        {group.items.map((item) => (
          <li key={item.id}>
            <Anchor href={item.href} isOuter={item.isOuter}>
              {item.label}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A link per locale; that of the page is the header's language switcher. */
function Homes({ homes }: Pick<ChromeInput, 'homes'>): ReactNode {
  const { t } = useWords();
  if (homes.length < 2) return null;
  return (
    <ul className="footer__row" aria-label={t('common.footer.languages')}>
      {homes.map(({ href, label, languageTag, isCurrent }) => (
        <li key={href}>
          <a href={href} lang={languageTag} hrefLang={languageTag} aria-current={isCurrent || undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function SocialLinks({ links }: { readonly links: ChromeInput['socialLinks'] }): ReactNode {
  const { t } = useWords();
  if (links.length === 0) return null;
  return (
    <ul className="footer__row" aria-label={t('common.followUs')}>
      {links.map((link) => (
        <li key={link.href}>
          <Anchor href={link.href} isOuter={link.isOuter}>
            {link.label}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
